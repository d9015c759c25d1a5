// One question, the answers in groups: a number of any year, rules in force, earlier wordings, glossary, releases,
// notes. The index is read in pieces, those that a question needs. Whatever is
// found is set as text, never as markup, and nothing is read before somebody asks.
(() => {
  "use strict";
  const { base: root, ITALICS, make, meant, read } = window.crdiff;
  const main = document.getElementById("main");
  const form = document.querySelector("form.ask");
  const field = form.elements.q;
  const heading = document.getElementById("asked");
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
  const WHOLE = 500;  // and of a clause asked for by its number
  const WAIT = 120;  // milliseconds without a key after which what is typed is looked for
  const NEVER = "9999";  // after every day

  // Writing -----------------------------------------------------------------
  const link = (to, words, under = "") => to ? make("a", { href: new URL(under + to.replace(/^\//, ""), root) }, words) : words;
  const item = (number, ...inside) => make("li", {}, ...(number ? [make("span", { class: "num" }, number)] : []), make("div", {}, ...inside));

  // Days do not break; what ended a wording is set off
  const told = (words) => words.split(/(\d{4}-\d\d-\d\d|\b(?:Removed|Revoked|Merged|Reworded|Example changed|Left out)\b)/)
    .map((part, at) => at % 2 ? make(/^\d/.test(part) ? "time" : "b", {}, part) : part);

  const fold = (text) => text.normalize("NFD").replace(/[\p{M}\p{Cf}]/gu, "").replace(/[’‘]/g, "'").toLowerCase().replace(/æ/g, "ae").replace(/œ/g, "oe");
  const split = (text) => fold(text).match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];
  const joined = (...texts) => texts.filter(Boolean).join("\n");

  // The text without the marks of italics, and where they are
  function italics(written) {
    const ranges = [];
    const text = written.replace(ITALICS, (_, words, at) => {
      ranges.push([at - 2 * ranges.length, at - 2 * ranges.length + words.length]);
      return words;
    });
    return { text, ranges };
  }

  function part({ text, ranges }, from, to) {
    const edges = [from, ...ranges.flat().filter((at) => from < at && at < to), to];
    return edges.slice(1).map((end, at) => {
      const words = text.slice(edges[at], end);
      return ranges.some(([first, last]) => first <= edges[at] && end <= last) ? make("i", {}, words) : words;
    });
  }

  // Pieces of the index -----------------------------------------------------
  // `under` is where another book of the site is, "" for this one
  const piece = (name, under = "") => read(under + "search/" + name + ".json");
  const indexOf = async (under) => ({ ...await piece("index", under), under });

  // Stretches of numbers, each a gap doubled, one more if a length follows, in base64 VLQ without a sign
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  function placesIn(packed) {
    const found = [];
    let at = 0, value = 0, shift = 0, isLength = false;
    for (const digit of packed) {
      const bits = DIGITS.indexOf(digit);
      value |= (bits & 31) << shift;
      if (bits & 32) { shift += 5; continue; }
      if (!isLength) at += value >> 1;
      for (let left = isLength ? value + 1 : 1; left; left--) found.push(at++);
      isLength = !isLength && value % 2 === 1;
      value = shift = 0;
    }
    return found;
  }

  // The last of the sorted `starts` that is not after `sought`, -1 where all are: there it is, if anywhere
  function last(starts, sought) {
    let low = 0, high = starts.length;
    while (low < high) { const middle = (low + high) >> 1; if (starts[middle] <= sought) low = middle + 1; else high = middle; }
    return low - 1;
  }

  // All entries of a kind that are `sought` or, where wanted, begin so: they stand side by side
  async function entries(kind, sought, asBeginning, under) {
    const starts = (await piece("index", under))[kind];
    const from = Math.max(last(starts, sought), 0);
    const to = asBeginning ? last(starts, sought + "\uffff") : starts.length && from;
    const names = starts.slice(from, to + 1).map((_, at) => kind + "-" + (from + at));
    return (await Promise.all(names.map((name) => piece(name, under)))).flatMap((each) => Object.entries(each[kind]))
      .filter(([key]) => asBeginning ? key.startsWith(sought) : key === sought);
  }

  async function inBlock(kind, at, under) {
    const starts = placesIn((await piece("index", under))[kind]);
    const block = last(starts, at);
    return (await piece(kind + "-" + block, under))[kind][at - starts[block]];
  }

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

  // Engines: by part of the index, what gives the place of each hit. Of one clause the best wording stands for all
  async function own(asked, question, index) {
    const owners = placesIn(index.groups);
    const names = Object.keys(index.parts);
    const starts = Object.values(index.parts);
    const found = Object.fromEntries(names.map((name) => [name, []]));
    const seen = new Map();
    for (const at of await best(question, index)) {
      const owner = last(owners, at);
      const hit = seen.get(owner);
      if (hit) { hit.others++; continue; }
      seen.set(owner, { at, others: 0 });
      found[names[last(starts, at)]].push(seen.get(owner));
    }
    return found;
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

  async function group([id, parts, title, few, under], found, question) {
    const hits = parts.flatMap((part) => found[part].map((hit) => [part, hit]));
    const list = make("ul", { class: "hits" });
    const made = { id, count: hits.length };
    async function more(most) {
      const texts = await Promise.all(hits.splice(0, most).map(async ([part, hit]) => [await inBlock("texts", hit.at, under), part, hit.others]));
      const kept = texts.filter(([text]) => text[0] !== question.number && isWhole(text, question));
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

  // Numbers and days --------------------------------------------------------
  const nameOf = ([day, name]) => name ? name + " (" + day + ")" : day;
  const releases = async () => (await piece("releases")).releases;

  // A year, a month, a day, or a release by its name or code: the days it spans, and how to say it
  async function timeOf(asked, isAlone) {
    const words = asked.toLowerCase().replace(/^(?:in|of|on|at|from|during) +|[(),]/g, "");
    const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(words) ?? [];
    if (year) return { from: [year, month ?? "01", day ?? "01"].join("-"), to: [year, month ?? "12", day ?? "31"].join("-"), says: (day ? "on " : "in ") + words, words };
    if (isAlone) return null;
    const release = (await releases()).find(([, name, code]) => [name, code].some((each) => each && each.toLowerCase() === words));
    return release && { from: release[0], to: release[0], says: "in " + nameOf(release) };
  }

  // "502.3c 2007", "2007 502.3c", "rule 704.5 in Dominaria"
  async function numberOf(asked) {
    if (meant(asked)) return { number: meant(asked) };
    const tokens = asked.split(/[\s,]+/);
    for (let at = 1; at < tokens.length; at++) {
      const cut = [tokens.slice(0, at).join(" "), tokens.slice(at).join(" ")];
      for (const [number, when] of [cut, [...cut].reverse()]) {
        const time = meant(number) && await timeOf(when);
        if (time) return { number: meant(number), time };
      }
    }
    return null;
  }

  const until = ([, , to]) => to.slice(0, 10) || NEVER;
  const span = ([, from, to]) => to ? from + " to " + to : "since " + from;
  const covers = ({ from, to }) => (run) => run[1].slice(0, 10) <= to && from <= until(run);
  const said = (clause, day) => clause.said.find(([first]) => first <= day)?.[1] ?? -1;
  const saysStill = (clause, day) => said(clause, day) >= 0 && said(clause, day) === said(clause, NEVER);

  function nowOf({ runs, ended }, besides = "") {
    const [number, , to] = runs.at(-1);
    return to ? ended : number + " today" + besides + ".";
  }

  // Where the text is read in which `number` stood on a day
  async function textThen(number, day) {
    const release = (await releases()).findLast(([first]) => first <= day)?.[0];
    for (const page of [/^\d+\.\d+/.exec(number)?.[0], number.slice(0, 3)].filter(Boolean)) {
      const [found] = await entries("then", page);
      const place = found?.[1].find(([first, to]) => first <= release && release <= to);
      if (place) return "rules/" + page + "/" + place[0] + "/" + (page === number ? "" : "#r" + number);
    }
    return "";
  }

  async function clauseItem(clause, number, day) {
    const at = said(clause, day);
    const [, title, text] = at < 0 ? ["", clause.title, ""] : await inBlock("texts", at);
    const words = italics(joined(title, text));
    const own = clause.runs.filter((run) => run[0] === number);
    const isNow = clause.runs.at(-1)[0] === number && !clause.runs.at(-1)[2];
    const then = day < NEVER ? await textThen(number, day) : "";
    const fate = number + " " + own.map(span).join(", ") + ". " + (isNow ? "" : nowOf(clause) + " ");
    const links = [link(clause.history, "History"), ...(then ? [" · ", link(then, "Text then")] : []), ...(clause.now ? [" · ", link(clause.now, "Text today")] : [])];
    const isCut = words.text.length > WHOLE;
    const end = isCut ? words.text.lastIndexOf(" ", WHOLE) : words.text.length;
    const shown = end ? [make("p", { class: "rt" }, ...part(words, 0, end), isCut ? " …" : "")] : [];
    return item(link(then || (isNow && clause.now) || clause.history, number), ...shown, make("p", { class: "fate" }, ...told(fate), ...links));
  }

  async function tableOf({ runs }) {
    const names = new Map(await releases());
    const cells = runs.map((run) => [make("th", { scope: "row" }, run[0]), make("td", {}, ...told(span(run))), make("td", {}, names.get(run[1].slice(0, 10)) ?? "")]);
    const head = ["Number", "In force", "Came with"].map((words) => make("th", { scope: "col" }, words));
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...cells.map((row) => make("tr", {}, ...row))));
    return make("div", { class: "box after", tabindex: "0", role: "region", "aria-label": "Numbers of this rule" }, table);
  }

  // The release in force on a day whose text others here surround; where there is none at all, lives are known instead
  async function missingAt(day) {
    const known = await releases();
    const isHeld = ([, , , page]) => !page.includes("#");
    const release = known.findLast(([first]) => first <= day);
    return release && !isHeld(release) && known.some(isHeld) ? release : null;
  }

  // What a number named: ever, that of today first, or at a time
  async function numberAnswer({ number, time }) {
    const [found] = await entries("numbers", number);
    const clauses = await Promise.all(placesIn(found?.[1] ?? "").map((at) => inBlock("clauses", at)));
    const had = (clause) => clause.runs.filter((run) => run[0] === number);
    const end = (clause) => until(had(clause).at(-1));
    clauses.sort((a, b) => end(a) < end(b) ? 1 : -1);
    if (!clauses.length) return ["No rule is known to have been numbered " + number + ".", "", []];
    let shown = clauses, title = number, lead = (end(clauses[0]) === NEVER ? number + " is in force today." : "No rule is numbered " + number + " today.");
    let day = () => NEVER;
    if (time) {
      shown = clauses.filter((clause) => had(clause).some(covers(time)));
      day = (clause) => [time.to, until(had(clause).findLast(covers(time)))].sort()[0];
      title = number + " " + time.says;
      lead = shown.length > 1 ? shown.length + " rules had this number " + time.says + "." : shown.every((clause) => saysStill(clause, day(clause))) ? "It still says the same." : "It said:";
    }
    const missing = time ? await missingAt(time.to) : null;
    if (!shown.length) {
      if (!missing) title = "No rule was numbered " + number + " " + time.says + ".";
      [shown, lead] = elsewhere(clauses, had, time);
      day = () => NEVER;
    }
    if (missing) lead = "The text in force " + time.says + ", that of " + nameOf(missing) + ", is not on this site. Going by the nearest texts here: " + lead;
    const items = await Promise.all(shown.map((clause) => clauseItem(clause, number, day(clause))));
    return [title, lead, items, ...(shown.length === 1 ? [await tableOf(shown[0])] : [])];
  }

  // The rule that had a number last before a time, else first after it: where it was then, and where it is today
  function elsewhere(clauses, had, time) {
    const before = (clause) => had(clause).findLast((run) => until(run) < time.from)?.[2] ?? "";
    const edge = clauses.map(before).sort().at(-1);
    const shown = clauses.filter((clause) => before(clause) === edge);
    if (!edge) return [shown, "This number was first used later."];
    const lead = shown.map((clause) => {
      const then = [...new Set(clause.runs.filter(covers(time)).map(([number]) => number))].join(" and then ");
      const now = nowOf(clause, saysStill(clause, time.to) ? " and still says the same" : "");
      return "The rule that had this number until " + edge + (then ? " was " + then : " was not in the rules") + " " + time.says + ". " + (/^\d/.test(now) ? "It is " : "") + now;
    });
    return [shown, lead.join(" ")];
  }

  function dayBefore(day) {
    const date = new Date(day + "T00:00Z");
    date.setUTCDate(date.getUTCDate() - 1);
    return date.toISOString().slice(0, 10);
  }

  // The releases in force at a time
  async function timeAnswer({ from, to, says: when, words }) {
    const known = await releases();
    const ends = (at) => known[at + 1]?.[0] ?? NEVER;
    const found = known.filter((release, at) => release[0] <= to && from < ends(at)).reverse();
    const items = found.map((release) => {
      const [day, , code, page] = release;
      const end = ends(known.indexOf(release));
      const fate = "In force " + (end === NEVER ? "since " + day : day + " to " + dayBefore(end)) + ". ";
      const text = page.includes("#") ? [] : [" · ", link(page + "text/", "Text then")];
      return item("", make("h3", {}, link(page, nameOf(release)), code && " " + code), make("p", { class: "fate" }, ...told(fate), link(page, "What it changed"), ...text));
    });
    const lead = !found.length ? "The oldest known release is " + nameOf(known[0]) + "."
      : found.length > 1 ? found.length + " releases were in force " + when + "." : "The rules of " + nameOf(found[0]) + " were in force.";
    return [words, lead, items];
  }

  // The page ----------------------------------------------------------------
  function leadOf(made, isElsewhere) {
    const [rules, earlier] = made;
    if (isElsewhere && made.every(({ count }) => !count)) return "Nothing found in this book; another one says this.";
    if (made.every(({ count }) => !count)) return "Nothing found. Fewer words may find more.";
    const now = !rules.count ? "No rule in force says this" : rules.count === 1 ? "One rule in force says this" : rules.count.toLocaleString("en") + " rules in force say this";
    const then = earlier.count && "; " + earlier.count.toLocaleString("en") + (rules.count ? " said so in earlier wordings" : " said so before") + (earlier.until && !rules.count ? ", the last until " + earlier.until : "");
    return now + (then || "") + ".";
  }

  async function answerTo(asked) {
    const index = await indexOf("");
    const number = await numberOf(asked);
    const time = !number && await timeOf(asked, true);
    const [title, lead, items, ...table] = number ? await numberAnswer(number) : time ? await timeAnswer(time) : [];
    const words = time || number?.time || number?.number.length < 3 ? "" : number ? '"' + number.number + '"' : asked;
    const question = { ...questionOf(words), number: number?.number };  // what names the number is found, not the rule itself
    const isAsked = question.words.length + question.phrases.length;
    const found = isAsked ? await own(words, question, index) : null;
    const made = found ? await Promise.all(GROUPS.map((each) => group(each, found, question))) : [];
    const beside = found ? await Promise.all(BOOKS.map(async (book) => group(book, await own(words, question, await indexOf(book.at(-1))), question))) : [];
    // A set asked for by its name or code comes first
    const isSet = ({ id, section: each }) => id === "releases" && [...each.querySelectorAll("h3")].some(({ textContent: name }) =>
      name.toLowerCase().startsWith(asked.toLowerCase() + " (") || name.endsWith(" " + asked.toUpperCase()));
    const sections = [...made, ...beside].filter((each) => each.section).sort((a, b) => isSet(b) - isSet(a));
    if (items?.length) sections.unshift({ count: items.length, section: section("number", time ? "Releases" : "Number", make("ul", { class: "hits" }, ...items), ...table) });
    return { title: title ?? (/^["“„«]/.test(asked) ? asked : "“" + asked + "”"), lead: lead ?? (made.length ? leadOf(made, beside.some(({ count }) => count)) : ""), sections };
  }

  function put(answer, asked) {
    for (const old of main.querySelectorAll(":scope > section")) old.remove();
    about.hidden = Boolean(answer);
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
