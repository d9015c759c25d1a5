// Copying: a link, a citation or the words of a clause, wording or entry, by button and by key.
// Every page reads without this script.
(() => {
  "use strict";
  const { copy, here, keys, load, make, permalink } = window.crdiff;
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

  // Whether its words are in force, as far as the page says: in a card that stands elsewhere, with the day that this is said of
  function standing(item) {
    const ended = item?.querySelector(":scope > .body > h3 > .soft > time");
    if (ended) return `This wording was in force until ${ended.textContent}`;
    const day = newest() && ` (${newest()})`;
    const fate = item?.closest(".then") && item.querySelector(":scope > .note > p");
    if (fate) return fate.textContent.split("·")[0].replace(/\s+/g, " ").trim() + day;
    const holds = item?.matches(".tree li") ? main.dataset.release === newest() : /in force/i.test((item ? item.querySelector("h3 > .soft") : document.querySelector("#status:not(.old)"))?.textContent);
    return holds && day ? `In force${day}` : "";
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

  // A quotation inside a quotation has single marks
  const inner = (text) => text.replace(/“|(?<![^\s([‘—–-])"(?=\S)/g, "‘").replace(/[”"]/g, "’");

  // Of all its text or of some of it: the end of the address, and the words
  function formsOf(item, { part = "", some } = {}) {
    const name = nameOf(item);
    const release = releaseOf(item);
    const cited = release ? `${name}, ${release}` : name;
    const entry = item?.querySelector(".term") && item.querySelector(".links a");
    const link = (entry && !part ? entry.href : item ? permalink(item) : whole?.querySelector("a").href ?? permalink()) + part;
    const lines = some ?? linesOf(item);
    const label = name.replace(`${initials} `, "").replace(/^Glossary: /, "");
    const linked = `[${marked(cited)}](${link})`;
    const quoted = ["**" + label + "** " + marked(lines[0] ?? ""), ...lines.slice(1).map(marked)].map((line) => "> " + line).join("\n>\n");
    const [day] = release.match(/\d{4}-\d\d-\d\d/) ?? [];
    const forms = { Link: link, Citation: `${cited}, ${link}`, Markdown: linked };
    if (lines.length) forms.Reddit = `${quoted}\n>\n> ${linked}`;
    if (initials === "CR" && /^\d/.test(label) && day) forms.Wiki = `{{CR|${label}|${day}}}`;
    if (lines.length) forms.Quotation = `“${inner(lines.join(" "))}” (${cited})`;
    const when = standing(item);
    const source = make("footer", {}, make("a", { href: link }, cited), when && `. ${when}`);
    if (lines.length) forms.Embed = make("blockquote", { cite: link }, ...lines.map((line) => make("p", {}, line)), source).outerHTML;
    return forms;
  }

  function rows(item, chosen, done = () => {}) {
    return Object.entries(formsOf(item, chosen)).map(([name, text]) => {
      const button = make("button", { type: "button", "aria-label": `Copy: ${name}` }, "Copy");
      button.addEventListener("click", () => { done(); copy(text); });
      return make("li", {}, make("b", {}, name), make("code", {}, text), button);
    });
  }

  let offered;
  function offerForms(item, chosen) {
    offered ??= document.body.appendChild(make("dialog", { "aria-labelledby": "copy-title" }));
    const title = make("h2", { id: "copy-title" }, `Copy ${numberOf(item) ?? item.querySelector(".term").textContent}`);
    const close = make("form", { method: "dialog" }, make("button", {}, "Close"));
    offered.replaceChildren(title, make("ul", { class: "forms" }, ...rows(item, chosen, () => offered.close())), close);
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

  // A sentence that is selected, or that an address names, is found by a script of its own
  const NAMED = /\/\d+(-\d+)?$/;
  const arrive = () => { if (NAMED.test(location.hash)) load("sentence").then(({ arrive: go }) => go()); };
  document.addEventListener("selectionchange", () => { if (!getSelection().isCollapsed) load("sentence"); });

  for (const words of all("[data-newest]", main)) if (newest()) words.prepend(make("time", {}, newest()), ", ");

  keys.c = ["Copy a citation, of the sentence selected or of the clause", () => copy(formsOf(...window.crdiff.selected?.() ?? [here()]).Citation)];
  keys.C = ["Copy such a citation in Markdown", () => copy(formsOf(...window.crdiff.selected?.() ?? [here()]).Markdown)];
  Object.assign(window.crdiff, { ITEM, offerForms, piecesOf, said });
  arrive();
  addEventListener("hashchange", arrive);
})();
