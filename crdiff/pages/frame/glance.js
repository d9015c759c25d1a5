// A glance at the clause that a link leads to: on hover and focus, until Escape.
(() => {
  "use strict";
  const main = document.getElementById("main");
  const { make } = window.crdiff;
  const glance = make("div", { class: "glance", id: "glance", role: "tooltip", hidden: "" });
  const documents = new Map();
  let asked = null;
  let waiting;
  main.append(glance);

  function read(path) {
    if (path === location.pathname) return document;
    if (!documents.has(path)) {
      const parse = (text) => new DOMParser().parseFromString(text, "text/html");
      documents.set(path, fetch(path).then((answer) => answer.text()).then(parse).catch(() => null));
    }
    return documents.get(path);
  }

  async function clauseAt(url) {
    const page = await read(url.pathname);
    const item = page?.getElementById(url.hash.slice(1));
    const number = item?.querySelector(".num")?.textContent;
    if (!number) return [page?.querySelector("h1")?.textContent.trim().split(/\s+/).join(" ") ?? "", ""];
    const words = [...item.querySelectorAll(":scope > .rt > p")].map((line) => {
      const copied = line.cloneNode(true);
      copied.querySelectorAll(".by").forEach((mark) => mark.remove());
      return copied.textContent.trim();
    }).join(" ");
    return [number, words.length > 420 ? `${words.slice(0, 420).replace(/\s\S*$/, "")} …` : words];
  }

  async function show(link) {
    asked = link;
    const [number, words] = await clauseAt(new URL(link.href));
    if (asked !== link || !number) return;
    glance.replaceChildren(make("b", {}, number), ` ${words}`);
    glance.hidden = false;
    const box = link.getClientRects()[0];
    const below = box.bottom + glance.offsetHeight + 12 < innerHeight || box.top < glance.offsetHeight + 12;
    const room = document.documentElement.clientWidth - glance.offsetWidth - 16;
    glance.style.left = `${scrollX + Math.max(Math.min(box.left, room), 16)}px`;
    glance.style.top = `${scrollY + (below ? box.bottom + 6 : box.top - glance.offsetHeight - 6)}px`;
    link.setAttribute("aria-describedby", "glance");
  }

  function hide() {
    clearTimeout(waiting);
    asked?.removeAttribute("aria-describedby");
    asked = null;
    glance.hidden = true;
  }

  function soon(act) {
    clearTimeout(waiting);
    waiting = setTimeout(act, 200);
  }

  const referring = (event) => event.target.closest?.(".rt a:not(.by), .note a[href*='#r']");
  for (const name of ["pointerover", "focusin"])
    main.addEventListener(name, (event) => {
      const link = event.pointerType === "touch" ? null : referring(event);
      if (link && link !== asked) soon(() => { hide(); show(link); });
      else if (link || glance.contains(event.target)) clearTimeout(waiting);
    });
  for (const name of ["pointerout", "focusout"])
    main.addEventListener(name, (event) => {
      if (referring(event) || glance.contains(event.target)) soon(hide);
    });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
})();
