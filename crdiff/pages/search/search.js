// One question: its answer, if it has one (answer.js), and all that has its words, in groups: rules in force, earlier
// wordings, glossary, releases, notes. Whatever is found is set as text, never as markup, and nothing is read before
// somebody asks.
(() => {
  "use strict";
  const { answerOf, entries, fold, inBlock, indexOf, isNear, italics, item, joined, last, link, make, part, placesIn, SMALL, stem, tableOfNumbers, told } = window.crdiff;
  const main = document.getElementById("main");
  const form = document.querySelector("form.ask");
  const field = form.elements.q;
  const heading = document.getElementById("asked");
  const how = document.getElementById("how");
  const says = document.getElementById("says");
  const groups = document.getElementById("groups");
  const about = document.getElementById("asking");
  const start = [heading.textContent, says.textContent, document.title];
  // The groups: parts of the index, name, hits shown at first (more would weigh more)
  const GROUPS = [
    ["rules", ["rules"], "Rules in force", 5],
    ["earlier", ["earlier"], "Earlier wordings", 5],
    ["glossary", ["glossary", "former"], "Glossary", 3],
    ["releases", ["releases"], "Releases", 4],
    ["notes", ["notes", "pages"], "Stories, notes and pages", 4],
  ];
  // The other books of the site, each a group
  const BOOKS = JSON.parse(groups.dataset.books ?? "[]").map(([under, , title], at) => ["book-" + at, ["rules", "earlier", "glossary", "former"], title, 3, under]);
  const NEXT = 20;
  const SHORT = 2;  // letters: a word so short is looked for as it is, not as a beginning, which half of all texts have
  const SNIPPET = 300;  // characters of a text that are shown
  const WAIT = 120;  // milliseconds without a key after which what is typed is looked for
  const split = (text) => fold(text).match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];

  // A question --------------------------------------------------------------
  // What stands in quotation marks stands side by side, and so do the parts of a number
  function questionOf(asked) {
    const phrases = [];
    const rest = asked.replace(/["“”„«]([^"“”„»]+)["“”»]|(?<![\d.])\d{3}\.\d+[a-z]*/gi, (all, quoted) => {
      phrases.push(split(quoted ?? all));
      return " ";
    });
    const whole = phrases.filter(({ length }) => length === 1).flat();
    return { words: [...new Set([...split(rest), ...whole])], phrases: phrases.filter(({ length }) => length > 1), whole };
  }

  const isBeginning = (word, { whole }) => word.length > SHORT && !whole.includes(word);
  const answers = (word, asked, question) => word === asked || (isBeginning(asked, question) && word.startsWith(asked));

  // text -> score for one word asked: whole words count more than beginnings, titles more than texts
  async function ofWord(asked, question, { count, under }) {
    const found = new Map();
    for (const [word, packed] of await entries("words", asked, isBeginning(asked, question), under)) {
      const each = packed.map(placesIn);
      const rare = Math.log(count / each.flat().length);
      const worth = word === asked ? rare : rare / (2 + word.length - asked.length);
      each.forEach((places, said) => {
        for (const at of places) found.set(at, Math.max(found.get(at) ?? 0, said ? worth : 3 * worth));
      });
    }
    return found;
  }

  // The texts with two words side by side; "704.5" finds 704.5f too, whose letter is a part of the number
  const continues = (key, pair) => key === pair || (/^\d{3} \d+[a-z]{1,2}$/.test(key) && /^\d{3} \d+$/.test(pair) && /[a-z]/.test(key[pair.length]));
  async function ofPair(pair, { count, under }) {
    const found = new Map();
    for (const [key, packed] of await entries("pairs", pair, /^\d{3} \d+$/.test(pair), under)) {
      if (!continues(key, pair)) continue;
      const places = placesIn(packed);
      for (const at of places) found.set(at, Math.log(count / places.length));
    }
    return found;
  }

  const pairsOf = (words) => words.slice(1).map((word, at) => words[at] + " " + word);

  // Places of all texts with all that was asked, best first; words that stand side by side count twice
  async function best(question, index) {
    const pair = (each) => ofPair(each, index);
    const asked = await Promise.all([...question.words.map((word) => ofWord(word, question, index)), ...question.phrases.flatMap(pairsOf).map(pair)]);
    const beside = await Promise.all(pairsOf(question.words).map(pair));
    const [first, ...others] = asked.sort((a, b) => a.size - b.size);
    const hits = [];
    for (const [at, score] of first) {
      if (!others.every((found) => found.has(at))) continue;
      const sum = others.reduce((so, found) => so + found.get(at), score);
      hits.push([at, beside.length && beside.every((found) => found.has(at)) ? 2 * sum : sum]);
    }
    return hits.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([at]) => at);
  }

  // The word of the index that is nearest to one that no text has: the most frequent by one slip, its first two letters
  // right, or the one whose apostrophe is missing
  async function respelt(word, question, index) {
    if (word.length < 4 || (await entries("words", word, false, index.under)).length) return word;
    const near = (await entries("words", word.slice(0, 2), true, index.under)).filter(([other]) => isNear(other, word));
    const weight = ([other, packed]) => packed.join("").length + (other.replace("'", "") === word ? 1e6 : 0);
    return near.sort((a, b) => weight(b) - weight(a))[0]?.[0] ?? stem(word);
  }

  // Places of the texts that come nearest to words of which none has all: by how many of them they have, how many of
  // these side by side, and how rare they are
  async function nearest(question, index) {
    const words = question.words.filter((word) => !SMALL.has(word));
    const asked = await Promise.all([...words.map((word) => ofWord(word, question, index)), ...pairsOf(question.words).map((pair) => ofPair(pair, index))]);
    const sums = new Map();
    for (const found of asked) for (const [at, score] of found) sums.set(at, (sums.get(at) ?? 0) + Math.min(score, 12) + 2);
    return [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 60).map(([at]) => at);
  }

  // What is looked for: as asked, else spelt as the rules do; where no rule in force says that, what comes nearest as well
  async function matching(question, index) {
    const exact = await best(question, index);
    const isNow = (at) => at < index.parts.glossary;
    if (exact.some(isNow) || question.phrases.length || question.words.length < 2) {
      if (exact.length || question.phrases.length) return [exact, question];
    }
    const words = await Promise.all(question.words.map((word) => respelt(word, question, index)));
    const isSpelt = words.every((word, at) => word === question.words[at]);
    const other = isSpelt ? question : { ...question, words, respelt: words.join(" ") };
    const found = isSpelt ? exact : [...exact, ...await best(other, index)];
    if (found.some(isNow) || words.length < 3) return [found, found.length > exact.length ? other : question];
    return [[...found, ...await nearest(other, index)], { ...other, respelt: "", isPart: true, isNone: !found.length }];
  }

  // By part of the index, what gives the place of each hit. Of one clause the best wording stands for all; what is
  // called as was asked, `named`, comes first; what is in the answer is not said again
  async function own(question, index, named = [], inAnswer = []) {
    const owners = placesIn(index.groups);
    const names = Object.keys(index.parts);
    const starts = Object.values(index.parts);
    const found = Object.fromEntries(names.map((name) => [name, []]));
    const seen = new Map();
    const [places, meant] = question.words.length + question.phrases.length ? await matching(question, index) : [[], question];
    const shown = new Set(inAnswer.map((at) => last(owners, at)));
    for (const at of [...named, ...places]) {
      const owner = last(owners, at);
      if (shown.has(owner)) continue;
      const hit = seen.get(owner);
      if (hit) { hit.others++; continue; }
      seen.set(owner, { at, others: 0, isNamed: named.includes(at) });
      found[names[last(starts, at)]].push(seen.get(owner));
    }
    return [found, meant];
  }

  // Hits --------------------------------------------------------------------
  // The words of a text, those asked for marked; where they stand side by side, only there
  function tokensOf(text, { words, phrases, ...rest }) {
    const tokens = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’‘]\p{L}+)?/gu)].map(({ 0: word, index }) => ({ word: fold(word), from: index, to: index + word.length }));
    const rows = [...phrases.map((phrase) => [phrase, (word, asked, at) => word === asked || (at && /^\d+$/.test(asked) && word.replace(/[a-z]+$/, "") === asked)]),
      ...(words.length > 1 ? [[words, (word, asked) => answers(word, asked, rest)]] : [])];
    for (const [row, is] of rows) {
      tokens.forEach((_, at) => {
        const there = tokens.slice(at, at + row.length);
        if (there.length === row.length && row.every((asked, i) => is(there[i].word, asked, i))) for (const token of there) token.hit = true;
      });
    }
    if (!tokens.some(({ hit }) => hit)) for (const token of tokens) token.hit = words.some((asked) => answers(token.word, asked, rest));
    return tokens.filter(({ hit }) => hit);
  }

  function marked(words, question) {
    const written = italics(words);
    const { text } = written;
    const tokens = tokensOf(text, question);
    const near = Math.max(0, (tokens[0]?.from ?? 0) - 90);
    const from = near && text.indexOf(" ", near) + 1;
    const cut = text.length - from > SNIPPET ? text.lastIndexOf(" ", from + SNIPPET) : text.length;
    const made = make("p", { class: "rt" }, from ? "… " : "");
    let done = from;
    for (const token of tokens) {
      if (token.from < from || token.to > cut) continue;
      made.append(...part(written, done, token.from), make("mark", {}, ...part(written, token.from, token.to)));
      done = token.to;
    }
    made.append(...part(written, done, cut), cut < text.length ? " …" : "");
    return made;
  }

  function hitItem([name, title, text, besides, to], part, others, question, under) {
    const also = others ? " " + others + (others > 1 ? " other wordings of it say" : " other wording of it says") + " this too." : "";
    const fate = besides ? [make("p", { class: "fate" }, ...told(besides + also))] : [];
    const isNumbered = part === "rules" || part === "earlier";
    const words = isNumbered ? joined(title, text) : text;
    if (words) fate.unshift(marked(words, question));
    return isNumbered ? item(link(to, name, under), ...fate) : item("", make("h3", {}, link(to, name, under), title && " " + title), ...fate);
  }

  // Phrases of three words are looked for by their pairs: whether a text has one, the text says
  const isWhole = ([name, title, text], { phrases }) => phrases.every((phrase) => phrase.length < 3
    || [name + " " + title, text].some((each) => (" " + split(each).join(" ") + " ").includes(" " + phrase.join(" ") + " ")));

  async function group([id, parts, title, few, under], [found, question]) {
    const hits = parts.flatMap((part) => found[part].map((hit) => [part, hit]));
    const list = make("ul", { class: "hits" });
    const made = { id, count: hits.length };
    async function more(most) {
      const texts = await Promise.all(hits.splice(0, most).map(async ([part, hit]) => [await inBlock("texts", hit.at, under), part, hit.others, hit.isNamed]));
      const kept = texts.filter(([text, , , isNamed]) => isNamed || (text[0] !== question.number && isWhole(text, question)));
      made.count -= texts.length - kept.length;
      const added = kept.map(([text, part, others]) => hitItem(text, part, others, question, under));
      list.append(...added);
      return added.length || !hits.length ? added : more(most);
    }
    await more(few);
    made.until = hits.length ? "" : list.textContent.match(/(?<= to )\d{4}-\d\d-\d\d/g)?.sort().at(-1);
    const button = make("button", { type: "button" }, "Show more");
    button.addEventListener("click", async () => {
      const [first] = await more(NEXT);
      if (!hits.length) button.remove();
      first?.querySelector("a")?.focus();
    });
    if (made.count) made.section = section(id, title, list, ...(hits.length ? [make("p", {}, button)] : []));
    return made;
  }

  const section = (id, title, ...inside) => make("section", { "aria-labelledby": id }, make("h2", { id }, title), ...inside);

  // The page ----------------------------------------------------------------
  function leadOf([rules, earlier, ...others], isElsewhere, question) {
    if (question.isPart) return "No " + (question.isNone ? "text" : "rule in force") + " has all of these words. These come nearest.";
    const isAny = [rules, earlier, ...others].some(({ count }) => count);
    if (!isAny) return isElsewhere ? "Nothing found in this book; another one says this." : "Nothing found. Fewer words may find more.";
    const isPhrase = question.phrases.length && !question.words.length;
    const [one, many, did] = isPhrase ? ["says this", "say this", "said so"] : question.words.length > 1 ? ["has these words", "have these words", "had them"] : ["has this word", "have this word", "had it"];
    const now = !rules.count ? "No rule in force " + one : rules.count === 1 ? "One rule in force " + one : rules.count.toLocaleString("en") + " rules in force " + many;
    const then = earlier.count && "; " + earlier.count.toLocaleString("en") + " " + did + (rules.count ? " in earlier wordings" : " before") + (earlier.until && !rules.count ? ", the last until " + earlier.until : "");
    return (question.respelt ? "Nothing is spelt so; this is “" + question.respelt + "”. " : "") + now + (then || "") + ".";
  }

  async function answerTo(asked) {
    const [index, answer] = [await indexOf(""), await answerOf(asked)];
    const { number, time, items = [], links = [], clauses = [], named, inAnswer = named?.slice(0, 1) } = answer ?? {};
    const words = (time && !answer.isSet) || number?.length < 3 ? "" : number ? '"' + number + '"' : asked;
    const question = { ...questionOf(words), number };  // what names the number is found, not the rule itself
    const isAsked = question.words.length + question.phrases.length || named;
    const found = isAsked ? await own(question, index, ...(time && !answer.isSet ? [] : [named, inAnswer])) : null;
    const made = found ? await Promise.all(GROUPS.map((each) => group(each, found))) : [];
    const beside = found ? await Promise.all(BOOKS.map(async (book) => group(book, await own(question, await indexOf(book.at(-1)))))) : [];
    const sections = [...made, ...beside].filter((each) => each.section);
    const lead = made.length && (!answer || (!number && question.words.length)) ? leadOf(made, beside.some(({ count }) => count), found[1]) : "";
    if (items.length) {
      const table = clauses.length === 1 ? [await tableOfNumbers(clauses[0])] : [];
      const more = links.length ? [make("p", { class: "more" }, ...links.flatMap(([to, said]) => [link(to, said), " · "]).slice(0, -1))] : [];
      const title = answer.isSet ? "Release" : answer.isTime ? "Releases" : number ? "Number" : "Answer";
      sections.unshift({ count: items.length, section: section("answer", title, make("ul", { class: "hits" }, ...items), ...more, ...table) });
    }
    return { how: answer?.how, title: answer?.title ?? (/^["“„«]/.test(asked) ? asked : "“" + asked + "”"), lead: [answer?.lead, lead].filter(Boolean).join(" "), sections };
  }

  function put(answer, asked) {
    for (const old of main.querySelectorAll(":scope > section")) old.remove();
    about.hidden = Boolean(answer);
    how.textContent = answer?.how ? "Understood as: " + answer.how : "Search";
    heading.textContent = answer?.title ?? start[0];
    says.replaceChildren(...told(answer?.lead ?? start[1]));
    document.title = answer ? asked + " · " + start[2] : start[2];
    const sections = answer?.sections ?? [];
    groups.hidden = sections.length < 2;
    groups.replaceChildren(...sections.map(({ count, section: { firstChild } }) => make("li", {}, make("a", { href: "#" + firstChild.id }, firstChild.textContent), " " + count.toLocaleString("en"))));
    main.append(...sections.map((each) => each.section));
  }

  // What was asked last is answered: an answer that comes late to a question before is dropped
  let asking = 0;
  async function ask(isDone) {
    const asked = field.value.trim();
    const mine = ++asking;
    const here = new URL(location.href);
    if (asked) here.searchParams.set("q", asked); else here.searchParams.delete("q");
    history.replaceState(null, "", here);
    try {
      const answer = asked ? await answerTo(asked) : null;
      if (mine !== asking) return;
      put(answer, asked);
      if (isDone && asked) heading.focus();
    } catch (error) {
      if (mine === asking) says.textContent = "The search failed (" + error.message + ").";
    }
  }

  let waiting;
  field.value = new URL(location.href).searchParams.get("q") ?? "";
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, WAIT); });
  form.addEventListener("ask", (event) => { event.preventDefault(); clearTimeout(waiting); ask(true); });
  if (field.value) ask(true);
})();
