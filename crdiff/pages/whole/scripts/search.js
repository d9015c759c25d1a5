// Search in the current text. The index is read in pieces: one for the first letter of each word,
// and the texts of the hits shown. Whatever is found is set as text, never as markup.
(() => {
  "use strict";
  const form = document.getElementById("search");
  const list = document.getElementById("hits");
  const says = document.getElementById("found");
  const root = new URL(document.documentElement.dataset.root, location.href);
  const pieces = new Map();
  const MOST = 30;

  function piece(name) {
    if (!pieces.has(name)) {
      const read = fetch(new URL(`search/${name}.json`, root)).then((answer) => answer.ok ? answer.json() : null);
      pieces.set(name, read.catch(() => null));
    }
    return pieces.get(name);
  }

  const split = (text) => text.replace(/[’‘]/g, "'").toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];

  // text -> score for one word asked: whole words count more than beginnings, titles more than texts
  async function scores(asked, index) {
    const found = new Map();
    const shard = index.shards.includes(asked[0]) ? await piece(`words-${asked[0]}`) : null;
    if (!shard) return found;
    for (const [word, [titled, said]] of Object.entries(shard.words)) {
      if (!word.startsWith(asked)) continue;
      const rare = Math.log(index.texts / (titled.length + said.length));
      const worth = word === asked ? rare : rare / (2 + word.length - asked.length);
      for (const at of titled) found.set(at, Math.max(found.get(at) ?? 0, 3 * worth));
      for (const at of said) found.set(at, Math.max(found.get(at) ?? 0, worth));
    }
    return found;
  }

  async function best(words, index) {
    const telling = words.filter((word) => !index.common.includes(word));
    const each = await Promise.all(telling.map((word) => scores(word, index)));
    if (!each.length || each.some((found) => !found.size)) return [];
    const [first, ...others] = each.sort((a, b) => a.size - b.size);
    const hits = [];
    for (const [at, score] of first) {
      if (others.every((found) => found.has(at))) {
        hits.push([at, others.reduce((sum, found) => sum + found.get(at), score)]);
      }
    }
    return hits.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => at);
  }

  function marked(text, words) {
    const part = document.createElement("span");
    const start = Math.max(0, Math.min(...words.map((word) => {
      const at = text.toLowerCase().indexOf(word);
      return at < 0 ? Infinity : at;
    }).concat(text.length)) - 60);
    const from = start >= text.length ? 0 : start && text.indexOf(" ", start) + 1;
    const shown = (from ? "… " : "") + text.slice(from, from + 240) + (text.length > from + 240 ? " …" : "");
    const pattern = new RegExp(`(${words.map((word) => word.replace(/'/g, "['’]")).join("|")})`, "i");
    for (const run of shown.split(pattern)) {
      if (words.includes(run.toLowerCase().replace(/’/g, "'"))) {
        const mark = document.createElement("mark");
        mark.textContent = run;
        part.append(mark);
      } else part.append(run);
    }
    return part;
  }

  async function show(asked) {
    const words = [...new Set(split(asked))];
    const index = words.length ? await piece("index") : null;
    const hits = index ? await best(words, index) : [];
    const texts = await Promise.all(hits.slice(0, MOST).map(async (at) =>
      (await piece(`texts-${Math.floor(at / index.block)}`)).texts[at % index.block]));
    if (form.elements.q.value !== asked) return;
    list.replaceChildren(...texts.map(([name, title, text, href]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = new URL(href.replace(/^\//, ""), root);
      link.textContent = title ? `${name} ${title}` : name;
      item.append(link, document.createElement("br"), marked(text, words));
      return item;
    }));
    const more = hits.length > MOST ? `, the best ${MOST} shown` : "";
    says.textContent = words.length ? `${hits.length} found${more}.` : "";
  }

  function ask() {
    const asked = form.elements.q.value;
    const here = new URL(location.href);
    if (asked) here.searchParams.set("q", asked); else here.searchParams.delete("q");
    history.replaceState(null, "", here);
    show(asked);
  }

  form.elements.q.value = new URL(location.href).searchParams.get("q") ?? "";
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.elements.q.addEventListener("input", ask);
  if (form.elements.q.value) ask();
})();
