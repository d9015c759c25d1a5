// Every page reads without this script. It remembers choices, finds numbers, builds the second column of the
// side-by-side view, and has what the other scripts share.
(() => {
  "use strict";
  const root = document.documentElement;
  const base = new URL(root.dataset.root, location.href);
  const all = (selector) => [...document.querySelectorAll(selector)];

  const DRAWN = ["svg", "use", "path"];
  function make(name, attributes = {}, ...inside) {
    const made = DRAWN.includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  }

  // A text with its days marked, so that none is broken between lines
  const dated = (text) => text.split(/(\d{4}-\d\d-\d\d)/).map((part, at) => at % 2 ? make("time", {}, part) : part);

  // A file of data, read once; what could not be read is asked for again
  const files = new Map();
  function read(path) {
    if (!files.has(path)) {
      const found = fetch(new URL(path, base)).then((answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.json();
      });
      found.catch(() => files.delete(path));
      files.set(path, found);
    }
    return files.get(path);
  }

  const keep = {
    get(name) { try { return localStorage.getItem(`crdiff.${name}`); } catch { return null; } },
    set(name, value) { try { localStorage.setItem(`crdiff.${name}`, value); } catch { /* storage refused */ } },
  };

  // Choices ---------------------------------------------------------------
  function radios(name, apply) {
    const group = all(`input[name="${name}"]`);
    const stored = keep.get(name);
    for (const radio of group) {
      if (radio.value === stored) radio.checked = true;
      radio.addEventListener("change", () => { keep.set(name, radio.value); apply(radio.value); });
    }
    const chosen = group.find((radio) => radio.checked);
    if (chosen) apply(chosen.value);
  }

  function box(id) {
    const input = document.getElementById(id);
    if (!input) return;
    const stored = keep.get(id);
    if (stored !== null) input.checked = stored === "1";
    input.addEventListener("change", () => keep.set(id, input.checked ? "1" : "0"));
  }

  function setTheme(value) {
    if (value === "auto") delete root.dataset.theme;
    else root.dataset.theme = value;
  }

  // Side by side: one copy of each redline, made when first asked for. The style sheet hides the
  // insertions of the first and the deletions of the second.
  function twins() {
    for (const line of all(".pair > .redline:not(.twin)")) {
      if (line.nextElementSibling?.classList.contains("twin")) continue;
      const twin = line.cloneNode(true);
      twin.classList.add("twin");
      for (const node of twin.querySelectorAll("[id]")) node.removeAttribute("id");
      line.after(twin);
    }
  }

  // Numbers, old and new. Of each subsection two small tables say where each number leads ("index"), and which clauses
  // had it when ("uses"); only those that there are, as site.js lists them, are asked for. How the book numbers its
  // clauses, site.js says as well
  const { numbers = "", printed, heading, headed, mark, words } = root.dataset;
  const [PRINTED, HEADING, HEADED] = [printed, heading, headed].map((pattern) => new RegExp(`^(?:${pattern})$`, "i"));
  const headOf = (number) => PRINTED.exec(number)?.[1] ?? "";
  const ruleOf = (number) => PRINTED.exec(number)?.slice(1, 3).filter(Boolean).join(mark);

  function tableOf(number, name) {
    const subsection = headOf(number);
    return numbers.split(" ").includes(subsection) ? read(`number/${subsection}/${name}.json`) : null;
  }

  // Words between underscores are in italics, as in crdiff/pages/frame/quoting.py
  const ITALICS = /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]+)_(?![\p{L}\p{N}_])/gu;

  // A number as people write it: "rule 702.19b", "CR 702.19B", "§702". crdiff/model/number.py reads the same
  const WRITTEN = new RegExp(
    `^[ "'“”‘’«»(\\[{<]*(?:(?:${words})[ .:]*)*${printed}`
    + `[ .,;:!?"'“”‘’«»)\\]}>]*$`, "i");
  function meant(written) {
    const tidy = written.normalize("NFKC").replace(/\s*([.:¶])\s*|\s*\(([a-z]{1,2})\)/gi, "$1$2").trim().replace(/\s+/g, " ");
    const [, head = "", rule, letter = ""] = WRITTEN.exec(tidy) ?? [];
    const isBelow = Number(rule) || letter;
    if (!(isBelow ? HEADED : HEADING).test(head)) return "";
    return head.toUpperCase() + (isBelow ? mark + (Number(rule) || "") + letter.toLowerCase() : "");
  }

  // The id of a clause: a release, or any day, and its number then
  async function placeOf(id) {
    const [, day, number] = /^(\d{4}-\d\d-\d\d)-(\S+)$/.exec(id) ?? [];
    const uses = day && (await tableOf(meant(number), "uses"))?.clauses[meant(number)];
    const lineage = uses?.find(([first, last]) => first <= day && (!last || day <= last))?.[2];
    return lineage ? { to: `clause/${lineage}/`, says: "", current: true } : null;
  }

  async function look(written) {
    const number = meant(written.trim());
    try {
      return number ? (await tableOf(number, "index"))?.numbers[number] : await placeOf(written.trim());
    } catch {
      return null; // the page for searching says what could not be read
    }
  }

  // Scripts that are read when somebody asks for what they do: "answer" understands questions, "sentence" finds sentences
  const loading = {};
  function load(name) {
    loading[name] ??= new Promise((done, fail) => {
      const script = make("script", { src: new URL(`assets/${name}.js`, base) });
      script.addEventListener("load", () => done(window.crdiff));
      script.addEventListener("error", fail);
      document.head.append(script);
    });
    return loading[name];
  }
  const answers = () => window.crdiff.answerOf ? Promise.resolve(window.crdiff) : load("answer");

  // One field in every head: a number in force is gone to; all else is asked of the page for searching, which may
  // be this one
  function ask(form) {
    const field = form.elements.q;
    const says = form.querySelector("output");
    field.addEventListener("input", async () => {
      const asked = field.value;
      const place = meant(asked).length > 2 ? await look(asked) : null;
      const isAnswer = !place && asked.trim().length > 1 && !document.getElementById("asked");  // the page for searching shows it
      const line = isAnswer ? await answers().then(({ lineOf }) => lineOf(asked.trim())).catch(() => "") : "";
      if (asked === field.value) says.textContent = place?.says ?? line;
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const asked = field.value;
      const place = await look(asked);
      if (asked !== field.value) return;
      if (place?.current) location.href = new URL(place.to.replace(/^\//, ""), base);
      else if (form.dispatchEvent(new CustomEvent("ask", { cancelable: true }))) form.submit();
    });
  }

  // "/" goes to the field, unless one types already or single keys are off (WCAG 2.1.4)
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || keep.get("keys") === "0") return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], dialog")) return;
    event.preventDefault();
    document.getElementById("q").focus();
    document.getElementById("q").select();
  });

  window.crdiff = { answers, base, dated, headOf, ITALICS, load, make, mark, meant, read, ruleOf, tableOf, twins };
  radios("theme", setTheme);
  radios("view", (value) => { if (value === "side") twins(); });
  box("say");
  box("keys");
  all("form.ask").forEach(ask);

  // The menu closes by a click beside it, by Escape, and when the keyboard leaves it
  const menu = document.querySelector(".display");
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("focusout", ({ relatedTarget: next }) => {
    if (next && !menu.contains(next) && !next.closest("dialog")) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
