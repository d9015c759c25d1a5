// The strip above a text that is not in force leads to what the clause that is read is today.
(() => {
  "use strict";
  const strip = document.querySelector(".strip");
  const link = strip?.querySelector("a");
  if (!link) return;
  const section = [link.textContent, link.href];

  function follow() {
    const { left, top, bottom } = strip.getBoundingClientRect();
    const target = document.querySelector(".tree li:target > .num")?.getBoundingClientRect();
    const at = target && target.top > 0 && target.top < innerHeight ? target : { left: left + 20, top: bottom };
    const item = top > 0 ? null : document.elementFromPoint(at.left + 4, at.top + 16)?.closest(".tree li");
    const now = item?.querySelector(":scope > .note .now");
    const words = now ? `Today’s ${now.textContent}` : item && "History of " + item.querySelector(":scope > .num").textContent;
    const href = (now ?? item?.querySelector(":scope > .note a"))?.href;
    if (link.textContent !== words) [link.textContent, link.href] = words ? [words, href] : section;
  }

  let drawing = 0;
  addEventListener("scroll", () => { drawing ||= requestAnimationFrame(() => { drawing = 0; follow(); }); }, { passive: true });
  addEventListener("hashchange", follow);
})();
