"use strict";
// The editor's ticks: kept in this browser under the key of the two texts, and given away as Markdown or JSON on demand.
(() => {
  const main = document.querySelector("main");
  const key = `crdiff.review/${main.dataset.key}`;
  const ticks = [...document.querySelectorAll(".tick input")];
  const told = document.getElementById("progress-told");
  const bar = document.getElementById("progress");
  const entryOf = (tick) => tick.closest("article, .entry");
  let done = new Set();

  const remember = () => {
    try { localStorage.setItem(key, JSON.stringify([...done])); } catch { /* a browser that keeps nothing: ticks last as long as the page */ }
  };
  const show = () => {
    for (const tick of ticks) {
      tick.checked = done.has(entryOf(tick).id);
      entryOf(tick).classList.toggle("done", tick.checked);
    }
    const count = ticks.filter((tick) => tick.checked).length;
    bar.value = count;
    told.textContent = `${count} of ${ticks.length} read`;
  };
  try { done = new Set(JSON.parse(localStorage.getItem(key) ?? "[]")); } catch { done = new Set(); }
  for (const tick of ticks) {
    tick.autocomplete = "off";
    tick.addEventListener("change", () => {
      if (tick.checked) { done.add(entryOf(tick).id); } else { done.delete(entryOf(tick).id); }
      remember();
      show();
    });
  }
  const give = (text, type, ending) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = `review-${main.dataset.new}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  document.getElementById("copy").addEventListener("click", async () => {
    const lines = ticks.map((tick) => (tick.checked ? "- [x] " : "- [ ] ") + tick.ariaLabel.slice("Read: ".length));
    const list = ["# Review of " + main.dataset.old + " to " + main.dataset.new, "", ...lines, ""].join("\n");
    try { await navigator.clipboard.writeText(list); told.textContent = "copied"; } catch { give(list, "text/markdown", "md"); }
  });
  document.getElementById("export").addEventListener("click", () => {
    const progress = {
      schema: "crdiff.review-progress/1", key: main.dataset.key, old: main.dataset.old, new: main.dataset.new,
      of: ticks.length, read: ticks.map((tick) => entryOf(tick).id).filter((id) => done.has(id)),
    };
    give(JSON.stringify(progress, null, 1) + "\n", "application/json", "json");
  });
  document.getElementById("next").addEventListener("click", () => {
    const open = ticks.find((tick) => !tick.checked);
    if (open) { open.focus(); entryOf(open).scrollIntoView({ block: "start" }); }
  });
  document.documentElement.classList.add("script");
  show();
})();
