// Reading by keyboard, quoting, and the former texts of a clause.
// Every page reads without this script.
(() => {
  "use strict";
  const main = document.getElementById("main");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const ITEM = ".tree li, .change";
  const LIFE = /\/clause\/([^/]+)\/$/;

  function make(name, attributes = {}, ...inside) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  }

  // What was done is shown in a corner and said by screen readers ------------
  const said = make("p", { class: "said", role: "status" });
  let fading;
  document.body.append(said);
  function say(words) {
    said.textContent = words;
    clearTimeout(fading);
    fading = setTimeout(() => { said.textContent = ""; }, 8000);
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied: ${text}`);
    } catch {
      say(text);
      clearTimeout(fading);
      getSelection().selectAllChildren(said);
    }
  }

  // Where the reader is: at the clause or change focused, else the one targeted, else the one at the top
  function here() {
    const focused = document.activeElement.closest(ITEM);
    if (focused) return focused;
    const target = document.getElementById(location.hash.slice(1))?.closest(ITEM);
    if (target) return target;
    const above = scrollY ? items().filter((item) => item.getBoundingClientRect().top < 100) : [];
    return above.at(-1) ?? null;
  }

  function items(selector = ITEM) {
    return all(selector, main).filter((item) => item.checkVisibility());
  }

  function step(by, selector, from = -1) {
    const those = items(selector);
    const next = those[Math.min(Math.max(Math.max(those.indexOf(here()), from) + by, 0), those.length - 1)];
    if (next) arriveAt(next);
  }

  function arriveAt(item) {
    item.tabIndex = -1;
    item.focus({ preventScroll: true });
    item.scrollIntoView({ block: "start" });
  }

  // Addresses that stay, and citations ---------------------------------------
  function permalink(item) {
    const url = new URL(main.dataset.here ?? location.pathname, location.href);
    if (item?.id) url.hash = item.id;
    return url.href;
  }

  // Pages do not name the newest release held, which would change them all: a script of one line does
  function newest() {
    return document.documentElement.dataset.newest ?? "";
  }

  // Quoting: the same texts as crdiff/pages/frame/quoting.py makes ------------
  const marked = (text) => text.replace(/[\\`*_[\]<>~^]/g, "\\$&");
  const whole = document.querySelector("details.copy");

  function numberOf(item) {
    const printed = item?.querySelector(":scope > .num");
    return printed ? (printed.querySelector("a") ?? printed).firstChild.textContent.trim() : main.dataset.number;
  }

  // What a clause, wording or entry is called: "CR 702.19b"; and the release it is of: "March of the Machine (2023-04-14)"
  function nameOf(item) {
    const number = item?.querySelector(":scope > .num") ? numberOf(item) : whole ? "" : numberOf(item);
    const term = item?.querySelector(".term")?.textContent.trim();
    return number ? `CR ${number}` : term ? `CR Glossary: ${term}` : whole?.dataset.name ?? document.title.replace(/ · [^·]*$/, "");
  }

  function releaseOf(item) {
    const heading = item?.querySelector(":scope > .body > h3")?.cloneNode(true);
    heading?.querySelector(".soft")?.remove();
    if (heading) return heading.textContent.trim();
    if (whole && !item) return whole.dataset.release;
    const release = item?.dataset.release || main.dataset.release || newest();
    return main.dataset.set ? `${main.dataset.set} (${release})` : release;
  }

  // The paragraphs of a clause or wording as it reads, without marks, notes and examples
  function linesOf(item) {
    const read = (node) => {
      const copied = node.cloneNode(true);
      all("del, .by", copied).forEach((mark) => mark.remove());
      return copied.textContent;
    };
    const STEP = ":scope > .body > .rt:not(.twin), :scope > .body > .same > .rt";
    const step = item ? all(STEP, item).filter((node) => node.tagName === "P").map(read).join("") : "";
    const lines = item ? all(":scope > .rt > p:not(.eg), :scope > .body > .rt > p", item).map(read) : all(".big > p", main).map(read);
    return (step ? step.split("\n") : lines).map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
  }

  function formsOf(item) {
    const name = nameOf(item);
    const release = releaseOf(item);
    const cited = release ? `${name}, ${release}` : name;
    const entry = item?.querySelector(".term") && item.querySelector(".links a");
    const link = entry ? entry.href : item ? permalink(item) : whole?.querySelector("a").href ?? permalink();
    const lines = linesOf(item);
    const label = name.replace(/^CR (Glossary: )?/, "");
    const linked = `[${marked(cited)}](${link})`;
    const quoted = ["**" + label + "** " + marked(lines[0] ?? ""), ...lines.slice(1).map(marked)].map((line) => "> " + line).join("\n>\n");
    const [day] = release.match(/\d{4}-\d\d-\d\d/) ?? [];
    const forms = { Link: link, Citation: `${cited}, ${link}`, Markdown: linked };
    if (lines.length) forms.Reddit = `${quoted}\n>\n> ${linked}`;
    if (/^\d/.test(label) && day) forms.Wiki = `{{CR|${label}|${day}}}`;
    if (lines.length) forms.Quotation = `“${lines.join(" ")}” (${cited})`;
    return forms;
  }

  function rows(item, done = () => {}) {
    return Object.entries(formsOf(item)).map(([name, text]) => {
      const button = make("button", { type: "button", "aria-label": `Copy: ${name}` }, "Copy");
      button.addEventListener("click", () => { done(); copy(text); });
      return make("li", {}, make("b", {}, name), make("code", {}, text), button);
    });
  }

  let offered;
  function offerForms(item) {
    offered ??= document.body.appendChild(make("dialog", { "aria-labelledby": "copy-title" }));
    const title = make("h2", { id: "copy-title" }, `Copy ${numberOf(item) ?? item.querySelector(".term").textContent}`);
    const close = make("form", { method: "dialog" }, make("button", {}, "Close"));
    offered.replaceChildren(title, make("ul", { class: "forms" }, ...rows(item, () => offered.close())), close);
    offered.showModal();
    offered.querySelector("button").focus();
  }

  for (const item of all(".tree li, .change[id^='w'], .change:has(.term)", main)) {
    const place = item.querySelector(":scope > .num") ?? item.querySelector(".term, h3");
    const name = `Copy ${numberOf(item) ?? item.querySelector(".term")?.textContent ?? item.id.slice(1)}`;
    const button = make("button", { class: "copies", type: "button", "aria-label": name, title: "Copy" });
    button.innerHTML = '<svg class="i" aria-hidden="true"><use href="#i-copy"/></svg>';
    button.addEventListener("click", () => offerForms(item));
    (place.querySelector("a") ?? place.lastChild).after(button);
  }
  whole?.querySelector("ul").replaceChildren(...rows());
  document.addEventListener("click", ({ target }) => { if (whole?.open && !whole.contains(target)) whole.open = false; });

  for (const words of all("[data-newest]", main)) if (newest()) words.prepend(make("time", {}, newest()), ", ");

  // A link to what is folded away opens the fold
  function unfold() {
    const folded = document.getElementById(location.hash.slice(1))?.closest("details:not([open])");
    if (folded) { folded.open = true; folded.querySelector(":target")?.scrollIntoView(); }
  }

  // Former texts: the list becomes a field to choose from, and stays on the clause
  const fold = document.querySelector("[data-texts]");
  const texts = fold ? all("a", fold) : [];
  const place = (href) => new URL(href, location.href).pathname;
  const current = texts.findIndex((link) => place(link.href) === place(main.dataset.here ?? ""));

  function visit(link) {
    const url = new URL(link.href);
    const life = here()?.querySelector(":scope > .note a[href*='clause/']");
    const lineage = life && LIFE.exec(life.pathname)?.[1];
    if (lineage) url.hash = `of-${lineage}`;
    location.href = url;
  }

  function offer() {
    texts[current]?.setAttribute("aria-current", "true");
    const select = make("select", {}, ...texts.map((link) => make("option", {}, link.textContent)));
    select.selectedIndex = Math.max(current, 0);
    const form = make("form", { class: "picker" }, make("label", {}, "Text of ", select), make("button", {}, "Read"));
    form.addEventListener("submit", (event) => { event.preventDefault(); visit(texts[select.selectedIndex]); });
    fold.before(form);
  }

  function version(by) {
    if (current < 0) step(-by, ".change[id^='w']", 0);
    else if (texts[current - by]) visit(texts[current - by]);
    else say(by < 0 ? "This is the oldest text." : "This is the newest text.");
  }

  function land() {
    const lineage = /^#of-(.+)$/.exec(location.hash)?.[1];
    if (!lineage) return;
    const life = all(".tree .note a", main).find((link) => LIFE.exec(link.pathname)?.[1] === lineage);
    if (life) {
      const item = life.closest("li");
      location.replace(`#${item.id}`);
      arriveAt(item);
      return;
    }
    history.replaceState(null, "", location.pathname);
    const words = "The rule you came from is not in this text. ";
    const root = new URL(document.documentElement.dataset.root, location.href);
    document.getElementById("status")?.append(" ", words, make("a", { href: new URL(`clause/${lineage}/`, root) }, "Its history"), ".");
    say(words);
  }

  // Keys: off while typing, and on request (WCAG 2.1.4) -----------------------
  const follow = (rel) => () => document.querySelector(`a[rel="${rel}"]`)?.click();
  function nextView() {
    const views = all('input[name="view"]');
    views[(views.findIndex((view) => view.checked) + 1) % views.length]?.click();
  }

  const KEYS = {
    "/": ["Search: a number, words, a card, a set or a date"],  // in crdiff.js, for every page
    j: ["Next change or clause", () => step(1)],
    k: ["Previous change or clause", () => step(-1)],
    "[": ["Earlier text or wording", () => version(-1)],
    "]": ["Later text or wording", () => version(1)],
    n: ["Next page: release, subsection or clause", follow("next")],
    p: ["Previous page", follow("prev")],
    s: ["Redlines inline, side by side, new text", nextView],
    y: ["Copy the permanent link to this wording", () => copy(permalink(here()))],
    c: ["Copy a citation", () => copy(formsOf(here()).Citation)],
    C: ["Copy a citation in Markdown", () => copy(formsOf(here()).Markdown)],
    "?": ["Show these keys", help],
  };

  const single = document.getElementById("keys");
  let dialog;
  function help() {
    if (!dialog) {
      const rows = Object.entries(KEYS).flatMap(([key, [words]]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)]);
      const box = make("input", { type: "checkbox" });
      box.addEventListener("change", () => { if (single.checked !== box.checked) single.click(); });
      const form = make("form", { method: "dialog" }, make("label", {}, box, " Use single keys"), make("button", { autofocus: "" }, "Close"));
      dialog = make("dialog", { "aria-labelledby": "keys-title" }, make("h2", { id: "keys-title" }, "Keys"), make("dl", {}, ...rows), form);
      document.body.append(dialog);
    }
    dialog.querySelector("input").checked = single.checked;
    dialog.showModal();
  }

  document.getElementById("all-keys")?.addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !single?.checked || dialog?.open) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]")) return;
    const act = KEYS[event.key]?.[1];
    if (act) { event.preventDefault(); act(); }
  });

  if (texts.length) offer();
  land();
  unfold();
  addEventListener("hashchange", () => { land(); unfold(); });
})();
