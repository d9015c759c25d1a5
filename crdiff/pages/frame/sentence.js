// A sentence of a clause: where it stands, its address, what is copied of it. Read when one is selected or come to.
(() => {
  "use strict";
  const { ITEM, make, offerForms, piecesOf, said } = window.crdiff;
  const main = document.getElementById("main");

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

  // A sentence has an address of its own, #r702.19b/2 or #r702.19b/2-3: offered where one is selected, marked where it leads
  function selected() {
    const asked = getSelection().isCollapsed ? null : getSelection().getRangeAt(0);
    const within = asked?.commonAncestorContainer;
    const item = within && (within.closest ? within : within.parentElement).closest(ITEM);
    const isMet = ({ range }) => asked.compareBoundaryPoints(Range.END_TO_START, range) < 0 && asked.compareBoundaryPoints(Range.START_TO_END, range) > 0;
    const met = item && main.contains(item) ? sentencesOf(item).flatMap((each, at) => isMet(each) ? [at + 1] : []) : [];
    if (!met.length) return null;
    const [first, last] = [met[0], met.at(-1)];
    const some = sentencesOf(item).slice(first - 1, last).map(({ words }) => words);
    return [item, { part: "/" + first + (last > first ? "-" + last : ""), some }];
  }

  const linking = make("button", { class: "linking", type: "button", hidden: "" });
  let waiting;
  document.body.append(linking);
  linking.addEventListener("pointerdown", (event) => event.preventDefault());  // the selection stays
  linking.addEventListener("click", () => { if (selected()) offerForms(...selected()); });
  function offer() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const [item, chosen] = selected() ?? [];
      linking.hidden = !item;
      if (!item) return;
      linking.textContent = chosen.some.length > 1 ? "Link to these sentences" : "Link to this sentence";
      const { left, bottom } = [...getSelection().getRangeAt(0).getClientRects()].at(-1);
      linking.style.top = `${scrollY + bottom + 8}px`;
      linking.style.left = `${scrollX + Math.max(0, Math.min(left, innerWidth - linking.offsetWidth - 16))}px`;
    }, 200);
  }
  document.addEventListener("selectionchange", offer);

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

  Object.assign(window.crdiff, { arrive, selected });
  offer();
})();
