// Reading by keyboard, and the former texts of a clause.
// Every page reads without this script.
(() => {
  "use strict";
  const main = document.getElementById("main");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const ITEM = ".tree li, .change";
  const LIFE = /\/clause\/([^/]+)\/$/;

  const { base, make } = window.crdiff;

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

  // Addresses that stay ------------------------------------------------------
  function permalink(item) {
    const url = new URL(main.dataset.here ?? location.href, location.href);
    url.hash = item?.id ?? "";
    return url.href;
  }

  // A link to what is folded away opens the fold
  function unfold() {
    const folded = document.getElementById(location.hash.slice(1))?.closest("details:not([open])");
    if (folded) { folded.open = true; folded.querySelector(":target")?.scrollIntoView(); }
  }

  // Former texts: the list becomes a field to choose from, and stays on the clause
  const fold = document.querySelector("[data-texts]");
  const texts = fold ? all("li a", fold) : [];
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
    const form = fold.previousElementSibling, [select] = form.elements;
    select.append(...texts.map((link) => make("option", {}, link.textContent)));
    select.selectedIndex = Math.max(current, 0);
    form.addEventListener("submit", (event) => { event.preventDefault(); visit(texts[select.selectedIndex]); });
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
    document.getElementById("status")?.append(" ", words, make("a", { href: new URL(`clause/${lineage}/`, base) }, "Its history"), ".");
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
    "?": ["Show these keys", help],
    j: ["Next change or clause", () => step(1)],
    k: ["Previous change or clause", () => step(-1)],
    "[": ["Earlier text or wording", () => version(-1)],
    "]": ["Later text or wording", () => version(1)],
    n: ["Next page: release, subsection or clause", follow("next")],
    p: ["Previous page", follow("prev")],
    s: ["Redlines inline, side by side, new text only", nextView],
    y: ["Copy the permanent link to this wording", () => copy(permalink(here()))],
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

  Object.assign(window.crdiff, { copy, here, keys: KEYS, permalink });
  if (texts.length) offer();
  land();
  unfold();
  addEventListener("hashchange", () => { land(); unfold(); });
})();
