// Copying: a link, a citation or the words of a clause, wording or entry, by button and by key.
// Every page reads without this script.
(() => {
  "use strict";
  const { copy, here, keys, make, permalink } = window.crdiff;
  const main = document.getElementById("main");
  const initials = main.dataset.initials ?? "CR";
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

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
    return number ? `${initials} ${number}` : term ? `${initials} Glossary: ${term}` : whole?.dataset.name ?? document.title.replace(/ · [^·]*$/, "");
  }

  function releaseOf(item) {
    const heading = item?.querySelector(":scope > .body > h3")?.cloneNode(true);
    heading?.querySelector(".soft")?.remove();
    if (heading) return heading.textContent.trim();
    if (whole && !item) return whole.dataset.release;
    const release = item?.dataset.release || main.dataset.release || newest();
    return main.dataset.set ? `${main.dataset.set} (${release})` : release;
  }

  // What a clause, wording or entry says, piece by piece: the nodes of its text, and the ends of its paragraphs. Marks,
  // notes and examples are left out
  const PARAGRAPHS = ":scope > .rt > p:not(.eg), :scope > .body > .rt > p, :scope > .body > p.rt:not(.twin), :scope > .body > .same > p.rt";
  function piecesOf(item) {
    return all(item ? PARAGRAPHS : ".big > p", item ?? main).flatMap((paragraph) => {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const pieces = [];
      while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("del, .by")) pieces.push(walker.currentNode);
      return paragraph.matches(".rt") ? pieces : [...pieces, "\n"];
    });
  }

  const said = (pieces) => pieces.map((piece) => piece.data ?? piece).join("");
  const linesOf = (item) => said(piecesOf(item)).split("\n").map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);

  // Its sentences, as crdiff/text/same_words.py cuts them: where each stands, and its words. A title is none
  const END = /[.!?\n](?:(?<=\n)\n*|(?<=[.!?])["')\]]*\s+(?=["'([]*[A-Z0-9{]))/g;
  function sentencesOf(item) {
    const pieces = piecesOf(item).filter((piece) => !piece.parentElement?.matches("p > b:only-child"));
    const text = said(pieces);
    const ends = [...text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").matchAll(END)].map((end) => end.index + end[0].length);
    const place = (offset, isEnd) => {
      for (const piece of pieces) {
        const { length } = said([piece]);
        if (piece.data && (isEnd ? offset <= length : offset < length)) return [piece, offset];
        offset -= length;
      }
    };
    return [...ends, text.length].flatMap((end, at) => {
      const cut = text.slice(ends[at - 1] ?? 0, end);
      if (!cut.trim()) return [];
      const range = document.createRange();
      range.setStart(...place(end - cut.trimStart().length, false));
      range.setEnd(...place(end - cut.length + cut.trimEnd().length, true));
      return [{ range, words: cut.replace(/\s+/g, " ").trim() }];
    });
  }

  // A quotation inside a quotation has single marks
  const inner = (text) => text.replace(/“|(?<![^\s([‘—–-])"(?=\S)/g, "‘").replace(/[”"]/g, "’");

  // Of all its text or, with the numbers of the first and the last of them, of some of its sentences
  function formsOf(item, sentences) {
    const name = nameOf(item);
    const release = releaseOf(item);
    const cited = release ? `${name}, ${release}` : name;
    const entry = item?.querySelector(".term") && item.querySelector(".links a");
    const part = sentences ? `/${[...new Set(sentences)].join("-")}` : "";
    const link = (entry && !part ? entry.href : item ? permalink(item) : whole?.querySelector("a").href ?? permalink()) + part;
    const lines = sentences ? sentencesOf(item).slice(sentences[0] - 1, sentences[1]).map(({ words }) => words) : linesOf(item);
    const label = name.replace(`${initials} `, "").replace(/^Glossary: /, "");
    const linked = `[${marked(cited)}](${link})`;
    const quoted = ["**" + label + "** " + marked(lines[0] ?? ""), ...lines.slice(1).map(marked)].map((line) => "> " + line).join("\n>\n");
    const [day] = release.match(/\d{4}-\d\d-\d\d/) ?? [];
    const forms = { Link: link, Citation: `${cited}, ${link}`, Markdown: linked };
    if (lines.length) forms.Reddit = `${quoted}\n>\n> ${linked}`;
    if (initials === "CR" && /^\d/.test(label) && day) forms.Wiki = `{{CR|${label}|${day}}}`;
    if (lines.length) forms.Quotation = `“${inner(lines.join(" "))}” (${cited})`;
    const source = make("footer", {}, make("a", { href: link }, cited));
    if (lines.length) forms.Embed = make("blockquote", { cite: link }, ...lines.map((line) => make("p", {}, line)), source).outerHTML;
    return forms;
  }

  function rows(item, sentences, done = () => {}) {
    return Object.entries(formsOf(item, sentences)).map(([name, text]) => {
      const button = make("button", { type: "button", "aria-label": `Copy: ${name}` }, "Copy");
      button.addEventListener("click", () => { done(); copy(text); });
      return make("li", {}, make("b", {}, name), make("code", {}, text), button);
    });
  }

  let offered;
  function offerForms(item, sentences) {
    offered ??= document.body.appendChild(make("dialog", { "aria-labelledby": "copy-title" }));
    const title = make("h2", { id: "copy-title" }, `Copy ${numberOf(item) ?? item.querySelector(".term").textContent}`);
    const close = make("form", { method: "dialog" }, make("button", {}, "Close"));
    offered.replaceChildren(title, make("ul", { class: "forms" }, ...rows(item, sentences, () => offered.close())), close);
    offered.showModal();
    offered.querySelector("button").focus();
  }

  const ITEM = ".tree li, .change[id^='w'], .change:has(.term)";
  for (const item of all(ITEM, main)) {
    const place = item.querySelector(":scope > .num") ?? item.querySelector(".term, h3");
    const name = `Copy ${numberOf(item) ?? item.querySelector(".term")?.textContent ?? item.id.slice(1)}`;
    const button = make("button", { class: "copies", type: "button", "aria-label": name, title: "Copy" });
    button.innerHTML = '<svg class="i" aria-hidden="true"><use href="#i-copy"/></svg>';
    button.addEventListener("click", () => offerForms(item));
    (place.querySelector("a") ?? place.lastChild).after(button);
  }
  whole?.querySelector("ul").replaceChildren(...rows());
  document.addEventListener("click", ({ target }) => { if (whole?.open && !whole.contains(target)) whole.open = false; });

  // A sentence has an address of its own, #r702.19b/2 or #r702.19b/2-3: offered where one is selected, marked where it leads
  function selected() {
    const asked = getSelection().isCollapsed ? null : getSelection().getRangeAt(0);
    const within = asked?.commonAncestorContainer;
    const item = within && (within.closest ? within : within.parentElement).closest(ITEM);
    const isMet = ({ range }) => asked.compareBoundaryPoints(Range.END_TO_START, range) < 0 && asked.compareBoundaryPoints(Range.START_TO_END, range) > 0;
    const met = item && main.contains(item) ? sentencesOf(item).flatMap((each, at) => isMet(each) ? [at + 1] : []) : [];
    return met.length ? [item, [met[0], met.at(-1)]] : null;
  }

  const linking = make("button", { class: "linking", type: "button", hidden: "" });
  let waiting;
  document.body.append(linking);
  linking.addEventListener("pointerdown", (event) => event.preventDefault());  // the selection stays
  linking.addEventListener("click", () => { if (selected()) offerForms(...selected()); });
  document.addEventListener("selectionchange", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const [item, [first, last]] = selected() ?? [null, []];
      linking.hidden = !item;
      if (!item) return;
      linking.textContent = first === last ? "Link to this sentence" : "Link to these sentences";
      const { left, bottom } = [...getSelection().getRangeAt(0).getClientRects()].at(-1);
      linking.style.top = `${scrollY + bottom + 8}px`;
      linking.style.left = `${scrollX + Math.max(0, Math.min(left, innerWidth - linking.offsetWidth - 16))}px`;
    }, 200);
  });

  function arrive() {
    const [, id, first, last = first] = /^#(.+)\/(\d+)(?:-(\d+))?$/.exec(decodeURIComponent(location.hash)) ?? [];
    const item = id && document.getElementById(id);
    if (!item) return;
    const found = sentencesOf(item === main ? null : item).slice(first - 1, last).map(({ range }) => range);
    if (globalThis.Highlight) CSS.highlights.set("sentence", new Highlight(...found));
    item.tabIndex = -1;
    item.focus({ preventScroll: true });
    (found[0]?.startContainer.parentElement ?? item).scrollIntoView({ block: "center" });
  }

  for (const words of all("[data-newest]", main)) if (newest()) words.prepend(make("time", {}, newest()), ", ");

  keys.c = ["Copy a citation, of the sentence selected or of the clause", () => copy(formsOf(...selected() ?? [here()]).Citation)];
  keys.C = ["Copy such a citation in Markdown", () => copy(formsOf(...selected() ?? [here()]).Markdown)];
  arrive();
  addEventListener("hashchange", arrive);
})();
