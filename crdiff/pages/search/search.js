// Search by clause, in the current text or in earlier wordings. Our own index is read in pieces: those of the words
// asked for, and the texts of the hits shown; or Pagefind does the work. Whatever is found is set as text, never as
// markup, and nothing is read before somebody asks.
(() => {
  "use strict";
  const form = document.getElementById("search");
  const list = document.getElementById("hits");
  const says = document.getElementById("found");
  const [more, elsewhere] = document.querySelectorAll("#further button");
  const root = new URL(document.documentElement.dataset.root, location.href);
  const FIRST = 10;  // hits shown at first: the texts of more would weigh more than words and index together
  const NEXT = 20;
  const WHOLE = 1;  // letters: a word so short is looked for as it is, not as a beginning, which half of all texts have

  const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’‘]\p{L}+)?/gu;
  const fold = (text) => text.normalize("NFD").replace(/[\p{M}\p{Cf}]/gu, "").replace(/[’‘]/g, "'").toLowerCase().replace(/æ/g, "ae").replace(/œ/g, "oe");
  const split = (text) => [...new Set(fold(text).match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [])];
  const answers = (word, asked) => word === asked || (asked.length > WHOLE && word.startsWith(asked));

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

  // The numbers whose gaps are written in base64 VLQ without a sign
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  function placesIn(gaps) {
    const found = [];
    let at = 0, gap = 0, shift = 0;
    for (const digit of gaps) {
      const value = DIGITS.indexOf(digit);
      gap |= (value & 31) << shift;
      if (value & 32) { shift += 5; continue; }
      found.push(at += gap);
      gap = shift = 0;
    }
    return found;
  }

  // The last of the sorted `starts` that is not after `sought`, -1 where all are: there it is, if anywhere
  function last(starts, sought) {
    let low = 0, high = starts.length;
    while (low < high) { const middle = (low + high) >> 1; if (starts[middle] <= sought) low = middle + 1; else high = middle; }
    return low - 1;
  }

  // All pieces that may have words for what was asked: words that begin alike stand side by side
  async function wordsFor(asked, index, folder) {
    const from = last(index.shards, asked);
    const to = asked.length > WHOLE ? last(index.shards, `${asked}\uffff`) : from;
    const read = [];
    for (let number = Math.max(from, 0); number <= to; number++) read.push(piece(`${folder}words-${number}`));
    return (await Promise.all(read)).flatMap(({ words }) => Object.entries(words).filter(([word]) => answers(word, asked)));
  }

  // text -> score for one word asked: whole words count more than beginnings, titles more than texts
  async function scores(asked, index, folder) {
    const found = new Map();
    for (const [word, gaps] of await wordsFor(asked, index, folder)) {
      const [titled, said] = gaps.map(placesIn);
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
      const group = last(groups, at);
      return !seen.has(group) && seen.add(group);
    });
  }

  async function best(words, index, folder) {
    const each = await Promise.all(words.map((word) => scores(word, index, folder)));
    const [first, ...others] = each.sort((a, b) => a.size - b.size);
    const hits = [];
    for (const [at, score] of first) {
      if (others.every((found) => found.has(at))) {
        hits.push([at, others.reduce((sum, found) => sum + found.get(at), score)]);
      }
    }
    return onePerClause(hits.sort((a, b) => b[1] - a[1] || a[0] - b[0]), placesIn(index.groups)).map(([at]) => at);
  }

  async function own(asked, within) {
    const folder = FOLDERS[within];
    const index = await piece(`${folder}index`);
    const hits = index.texts ? await best(split(asked), index, folder) : [];
    const blocks = placesIn(index.blocks);
    const text = async (at) => {
      const block = last(blocks, at);
      return (await piece(`${folder}texts-${block}`)).texts[at - blocks[block]];
    };
    return { count: hits.length, read: (from, to) => Promise.all(hits.slice(from, to).map(text)) };
  }

  // Pagefind ----------------------------------------------------------------
  let loaded;
  async function pagefind(asked, within) {
    loaded ??= import(new URL("pagefind/pagefind.js", root));
    const { results } = await (await loaded).search(asked, { filters: { in: within } });
    const text = async (hit) => {
      const { meta, content } = await hit.data();
      return [meta.name, meta.said ?? "", meta.when ?? "", content, meta.href];
    };
    return { count: results.length, read: (from, to) => Promise.all(results.slice(from, to).map(text)) };
  }

  // The page ----------------------------------------------------------------
  function marked(text, words) {
    const part = document.createElement("p");
    const hit = ([token]) => words.some((asked) => answers(fold(token), asked));
    const start = Math.max(0, ([...text.matchAll(TOKEN)].find(hit)?.index ?? 0) - 60);
    const from = start && text.indexOf(" ", start) + 1;
    const rest = text.slice(from);
    const shown = (from ? "… " : "") + (rest.length > 240 ? `${rest.slice(0, 240).replace(/\s\S*$/, "")} …` : rest);
    let done = 0;
    for (const token of [...shown.matchAll(TOKEN)].filter(hit)) {
      const mark = document.createElement("mark");
      mark.textContent = token[0];
      part.append(shown.slice(done, token.index), mark);
      done = token.index + token[0].length;
    }
    part.append(shown.slice(done));
    return part;
  }

  function item([name, title, when, text, href], words) {
    const made = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(href.replace(/^\//, ""), root);
    const beside = document.createElement("span");
    beside.textContent = [title && ` ${title}`, when && ` (${when})`].filter(Boolean).join("");
    link.append(name, beside);
    made.append(link, marked(text, words));
    return made;
  }

  const engine = form.dataset.engine === "pagefind" ? pagefind : own;
  const PLACES = { current: `in the text of ${form.dataset.release} and its glossary`, earlier: "in earlier wordings" };
  let question = 0;

  // What was asked last is answered: an answer that comes late to a question before is dropped
  async function show(asked, within) {
    const mine = ++question;
    const words = split(asked);
    more.hidden = elsewhere.hidden = true;
    const put = (hits) => list.append(...hits.map((hit) => item(hit, words)));
    const left = (found) => { more.hidden = list.children.length >= found.count; };
    try {
      if (!words.length) { list.replaceChildren(); says.textContent = ""; return; }
      const found = await engine(asked, within);
      const hits = await found.read(0, FIRST);
      if (mine !== question) return;
      list.replaceChildren();
      put(hits);
      left(found);
      more.onclick = async () => {
        const at = list.children.length;
        const next = await found.read(at, at + NEXT);
        if (mine !== question || at !== list.children.length) return;
        put(next);
        left(found);
        list.children[at].querySelector("a").focus();
      };
      const said = `${found.count} found ${PLACES[within]}`;
      const hint = found.count || words.length < 2 ? "" : " Fewer words find more.";
      says.textContent = `${said}.${hint}`;
      if (within === "earlier") return;
      const { count } = await engine(asked, "earlier");
      if (mine !== question) return;
      says.textContent = `${said}, ${count} ${PLACES.earlier}.${hint}`;
      elsewhere.hidden = !count;
    } catch (error) {
      if (mine === question) says.textContent = `That could not be looked for (${error.message}).`;
    }
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
  elsewhere.addEventListener("click", () => { form.elements.in.value = "earlier"; ask(); });
  if (form.elements.q.value) ask();
})();
