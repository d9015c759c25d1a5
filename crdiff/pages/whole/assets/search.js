// Search by clause, in the current text or in earlier wordings. Our own index is read in pieces: words by how
// they begin, and the texts of the hits shown; or Pagefind does the work. Whatever is found is set as text,
// never as markup, and nothing is read before somebody asks.
(() => {
  "use strict";
  const form = document.getElementById("search");
  const list = document.getElementById("hits");
  const says = document.getElementById("found");
  const root = new URL(document.documentElement.dataset.root, location.href);
  const MOST = 30;

  const split = (text) => text.replace(/[’‘]/g, "'").toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];

  // Our own index -----------------------------------------------------------
  const FOLDERS = { current: "search/", earlier: "search/earlier/" };
  const pieces = new Map();

  function piece(path) {
    if (!pieces.has(path)) {
      const read = fetch(new URL(`${path}.json`, root)).then((answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return answer.json();
      });
      read.catch(() => pieces.delete(path));
      pieces.set(path, read);
    }
    return pieces.get(path);
  }

  // text -> score for one word asked: whole words count more than beginnings, titles more than texts
  async function scores(asked, index, folder) {
    const found = new Map();
    const shard = index.shards.find((start) => asked.startsWith(start));
    if (!shard) return found;
    for (const [word, [titled, said]] of Object.entries((await piece(`${folder}words-${shard}`)).words)) {
      if (!word.startsWith(asked)) continue;
      const rare = Math.log(index.texts / (titled.length + said.length));
      const worth = word === asked ? rare : rare / (2 + word.length - asked.length);
      for (const at of titled) found.set(at, Math.max(found.get(at) ?? 0, 3 * worth));
      for (const at of said) found.set(at, Math.max(found.get(at) ?? 0, worth));
    }
    return found;
  }

  // Where several wordings of one clause were found, the best of them stands for all
  function onePerClause(hits, groups) {
    const seen = new Set();
    return groups.length === 0 ? hits : hits.filter(([at]) => {
      let low = 0, high = groups.length;
      while (high - low > 1) { const middle = (low + high) >> 1; if (groups[middle] <= at) low = middle; else high = middle; }
      return !seen.has(low) && seen.add(low);
    });
  }

  async function best(words, index, folder) {
    const telling = words.filter((word) => !index.common.includes(word));
    const each = await Promise.all(telling.map((word) => scores(word, index, folder)));
    if (!each.length || each.some((found) => !found.size)) return [];
    const [first, ...others] = each.sort((a, b) => a.size - b.size);
    const hits = [];
    for (const [at, score] of first) {
      if (others.every((found) => found.has(at))) {
        hits.push([at, others.reduce((sum, found) => sum + found.get(at), score)]);
      }
    }
    return onePerClause(hits.sort((a, b) => b[1] - a[1] || a[0] - b[0]), index.groups).map(([at]) => at);
  }

  async function own(asked, within) {
    const folder = FOLDERS[within];
    const index = await piece(`${folder}index`);
    const hits = await best([...new Set(split(asked))], index, folder);
    const texts = await Promise.all(hits.slice(0, MOST).map(async (at) =>
      (await piece(`${folder}texts-${Math.floor(at / index.block)}`)).texts[at % index.block]));
    return { count: hits.length, hits: texts };
  }

  // Pagefind ----------------------------------------------------------------
  let loaded;
  async function pagefind(asked, within) {
    loaded ??= import(new URL("pagefind/pagefind.js", root));
    const found = await (await loaded).search(asked, { filters: { in: within } });
    const shown = await Promise.all(found.results.slice(0, MOST).map((hit) => hit.data()));
    const hits = shown.map(({ meta, content }) => [meta.name, meta.said ?? "", content, meta.href]);
    return { count: found.results.length, hits };
  }

  // The page ----------------------------------------------------------------
  function marked(text, words) {
    const part = document.createElement("p");
    const plain = text.replace(/[’‘]/g, "'").toLowerCase();
    const start = Math.max(0, Math.min(...words.map((word) => {
      const at = plain.indexOf(word);
      return at < 0 ? Infinity : at;
    }).concat(text.length)) - 60);
    const from = start >= text.length ? 0 : start && text.indexOf(" ", start) + 1;
    const rest = text.slice(from);
    const shown = (from ? "… " : "") + (rest.length > 240 ? `${rest.slice(0, 240).replace(/\s\S*$/, "")} …` : rest);
    const pattern = new RegExp(`(${words.map((word) => word.replace(/'/g, "['’‘]")).join("|")})`, "i");
    for (const run of words.length ? shown.split(pattern) : [shown]) {
      if (words.includes(run.toLowerCase().replace(/[’‘]/g, "'"))) {
        const mark = document.createElement("mark");
        mark.textContent = run;
        part.append(mark);
      } else part.append(run);
    }
    return part;
  }

  function item([name, title, text, href], words) {
    const made = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(href.replace(/^\//, ""), root);
    const more = document.createElement("span");
    more.textContent = title ? ` ${title}` : "";
    link.append(name, more);
    made.append(link, marked(text, words));
    return made;
  }

  const engine = form.dataset.engine === "pagefind" ? pagefind : own;

  async function show(asked, within) {
    const words = [...new Set(split(asked))];
    let found = { count: 0, hits: [] };
    let failed = "";
    try { if (words.length) found = await engine(asked, within); }
    catch (error) { failed = `That could not be looked for (${error.message}).`; }
    if (form.elements.q.value !== asked || form.elements.in.value !== within) return;
    list.replaceChildren(...found.hits.map((hit) => item(hit, words)));
    const more = found.count > MOST ? `, the best ${MOST} shown` : "";
    const hint = found.count ? "" : within === "current" ? " Fewer words find more; earlier wordings can be searched too." : " Fewer words find more.";
    says.textContent = failed || (words.length ? `${found.count} found${more}.${hint}` : "");
  }

  function ask() {
    const asked = form.elements.q.value;
    const within = form.elements.in.value;
    const here = new URL(location.href);
    if (asked) here.searchParams.set("q", asked); else here.searchParams.delete("q");
    if (within !== "current") here.searchParams.set("in", within); else here.searchParams.delete("in");
    history.replaceState(null, "", here);
    show(asked, within);
  }

  const query = new URL(location.href).searchParams;
  form.elements.q.value = query.get("q") ?? "";
  if (query.get("in") === "earlier") form.elements.in.value = "earlier";
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.elements.q.addEventListener("input", ask);
  form.elements.in.addEventListener("change", ask);
  if (form.elements.q.value) ask();
})();
