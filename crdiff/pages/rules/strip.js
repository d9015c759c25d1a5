// The strip above a text that is not in force leads to today's form of the clause that is read.
(() => {
  "use strict";
  const strip = document.querySelector(".strip");
  const link = strip.querySelector("a");
  if (!link) return;
  const section = [link.textContent, link.href];

  function read() {
    const { top, bottom } = strip.getBoundingClientRect();
    const target = document.querySelector(".tree li:target > .num")?.getBoundingClientRect();
    const at = target && target.top > 0 && target.top < innerHeight ? target : { left: strip.getBoundingClientRect().left + 24, top: bottom };
    const item = top > 0 ? null : document.elementFromPoint(at.left + 4, at.top + 16)?.closest(".tree li");
    const now = item?.querySelector(":scope > .note .now");
    const number = item?.querySelector(":scope > .num").textContent;
    const [words, href] = now ? [`Today’s ${now.textContent}`, now.href]
      : item ? [`History of ${number}`, item.querySelector(":scope > .note a").href] : section;
    if (link.textContent !== words) [link.textContent, link.href] = [words, href];
  }

  let waiting = 0;
  addEventListener("scroll", () => { waiting ||= requestAnimationFrame(() => { waiting = 0; read(); }); }, { passive: true });
  addEventListener("hashchange", read);
  read();
})();
