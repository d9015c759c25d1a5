// What a question means, and its answer: a number of any year, a day, or a name, alone or with a year, a day or a set.
// The page for searching shows the answer above all that it finds; the field in every head says it in a line. Read when
// somebody asks; the index comes in pieces, those that a question needs.
(() => {
  "use strict";
  const { base: root, headOf, ITALICS, make, mark, meant, read, ruleOf } = window.crdiff;
  const WHOLE = 1500;  // characters of a clause asked for by its number that are shown
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

  // What is asked ------------------------------------------------------------
  const nameOf = ([day, name]) => name ? name + " (" + day + ")" : day;
  const releases = async () => (await piece("releases")).releases;

  const MONTHS = "january february march april may june july august september october november december".split(" ");
  const monthOf = (word) => word.length > 2 ? MONTHS.findIndex((month) => month.startsWith(word)) + 1 : 0;

  // A date as people write it, as [year, month, day]: 2008, 2008-03, 17 March 2008, March 17th, 2008, 3/17/2008, 17.3.2008
  function dateOf(words) {
    const parts = words.replace(/(\d)(?:st|nd|rd|th)\b/g, "$1").split(/[\s,./-]+/).filter((part) => part && part !== "of");
    const month = parts.findIndex(monthOf);
    const year = parts.findIndex((part) => /^(?:19|20)\d\d$/.test(part));
    const rest = parts.filter((_, at) => at !== month && at !== year);
    if (year < 0 || parts.length > 3 || !rest.every((part) => /^\d\d?$/.test(part))) return null;
    if (month >= 0) return [parts[year], monthOf(parts[month]), ...rest].map(Number);
    const [one = 0, two = 0] = rest.map(Number);
    const isDayFirst = year && (words.includes(".") || one > 12);  // 17.3.2008; 3/17/2008 as Americans write
    return (isDayFirst && two ? [parts[year], two, one] : [parts[year], one, two]).map(Number).filter(Boolean);
  }

  // A year, a month, a day, or a release by its name or code: the days it spans, and how to say it
  async function timeOf(asked, isAlone) {
    const words = asked.toLowerCase().replace(/^(?:(?:as|in|of|on|at|from|during|back|since|was)\b *)+|[(),?]/g, "").trim();
    const [year, month, day] = dateOf(words) ?? [];
    const two = (value) => String(value).padStart(2, "0");
    const last = new Date(Date.UTC(year, month ?? 12, 0)).getUTCDate();
    if (year && (month ?? 1) <= 12 && (day ?? 1) <= last) {
      const iso = [year, month, day].filter(Boolean).map(two).join("-");
      return { from: [year, two(month ?? 1), two(day ?? 1)].join("-"), to: [year, two(month ?? 12), two(day ?? last)].join("-"), says: (day ? "on " : "in ") + iso, words: iso };
    }
    if (isAlone) return null;
    const release = (await releases()).find(([, name, code]) => [name, code].some((each) => each && each.toLowerCase() === words));
    return release && { from: release[0], to: release[0], says: "in " + nameOf(release) };
  }

  // Numbers as fingers slip: 7O2.19b, 702.19.b, C.R. 702.19b, 702.19b-c, 70219b
  const loose = (asked) => asked.replace(/\bc\. ?r\./i, "CR").replace(/(?<=\d)[oO](?=[\d.])/g, "0").replace(/(\d)\.([a-z]{1,2})$/i, "$1$2")
    .replace(/([a-z])[-–][a-z]$/i, "$1").replace(/^(\d{3})(\d{1,3}[a-z]{0,2})$/, (all, one, two) => /^(?:19|20)\d\d$/.test(all) ? all : one + "." + two);
  const numberOf = (asked) => meant(asked) || meant(loose(asked.trim()));

  // A question in two, one of which says when: "502.3c 2007", "trample in 2008", "rule 704.5 in Dominaria", "2007 502.3c"
  async function dated(asked) {
    const tokens = asked.split(/[\s,]+/).filter(Boolean);
    for (let at = 1; at < tokens.length; at++) {
      const cut = [tokens.slice(0, at).join(" "), tokens.slice(at).join(" ")];
      for (const [what, when] of [cut, [...cut].reverse()]) {
        const bare = what.replace(/\s+(?:as of|in|of|on|at|from|during|since)$/i, "");
        const isAlone = !numberOf(bare);  // with a word only a date: in "token Dominaria" both are words
        const time = await timeOf(when, isAlone);
        if (time) return { what: bare, time };
      }
    }
    return null;
  }

  // Names --------------------------------------------------------------------
  // As crdiff/history/asked.py makes it: without marks, accents and a first article, each word in the singular
  const stem = (word) => word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  const keyOf = (name) => fold(name).replace(/ *\(obsolete\)$|'/g, "").split(/[^a-z0-9]+/).filter(Boolean).filter((word, at, all) => all.length === 1 || at || !["a", "an", "the"].includes(word)).map(stem).join("");

  // Whether two words differ by one slip, or by two if they are long: a letter too many, too few, another or swapped
  function isNear(one, two) {
    const most = Math.min(one.length, two.length) < 10 ? 1 : 2;
    if (Math.abs(one.length - two.length) > most) return false;
    let before = [], row = Array.from({ length: two.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= two.length; j++) {
        const cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] !== two[j - 1]));
        const isSwapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
        next.push(isSwapped ? Math.min(cost, before[j - 2] + 1) : cost);
      }
      [before, row] = [row, next];
    }
    return row[two.length] <= most;
  }

  // What is called so: {name, places}, the best first; `slip` where the name is another by one slip
  async function named(asked) {
    const key = keyOf(asked);
    if (!key) return null;
    const [exact] = await entries("names", key);
    if (exact) return { places: exact[1] };
    if (key.length < 4) return null;
    const figures = (name) => name.replace(/\D/g, "");
    const near = (await entries("names", key[0], true)).filter(([name]) => isNear(name, key) && name.length > 3 && figures(name) === figures(key));
    const best = near.find(([name]) => name.length === key.length) ?? near[0];
    return best ? { places: best[1], slip: true } : null;
  }

  // Words of a question that name nothing: "how does the legend rule work with tokens?"
  const SMALL = new Set("a an the how does do did what is are was were when why can could i my me you your it they of to in on for from with without and or not no by at if then than work works rule rules apply applies mean means vs versus mtg magic question get gets during about between interaction end ended exist exists still today now anymore happened change changed removed".split(" "));

  // The names that a question is made of, the longest first: {places}, [] where other words say something too
  async function namesIn(asked) {
    const words = asked.split(/[^\p{L}\p{N}'’/+-]+/u).filter(Boolean);
    const found = [];
    for (let at = 0; at < words.length; at++) {
      let size = Math.min(5, words.length - at), is = null;
      for (; size && !is; size--) {
        const [entry] = size > 1 || !SMALL.has(words[at].toLowerCase()) ? await entries("names", keyOf(words.slice(at, at + size).join(" "))) : [];
        is = entry?.[1] ?? null;
      }
      if (is) { found.push(is); at += size; }
      else if (!SMALL.has(words[at].toLowerCase())) return [];
    }
    return found;
  }

  async function partOf(at) {
    const { parts } = await piece("index");
    return Object.keys(parts)[last(Object.values(parts), at)];
  }

  // The clauses that had a number, those that had it last first
  async function clausesOf(number) {
    const [found] = await entries("numbers", number);
    const clauses = await Promise.all(placesIn(found?.[1] ?? "").map((at) => inBlock("clauses", at)));
    const end = (clause) => until(clause.runs.findLast((run) => run[0] === number));
    return clauses.sort((a, b) => end(a) < end(b) ? 1 : -1);
  }

  // The clause of a page, and its numbers
  const clauseAt = async (id) => (await clausesOf(id.slice(11))).find(({ history }) => history === "/clause/" + id + "/");

  // Clauses ------------------------------------------------------------------
  const until = ([, , to]) => to.slice(0, 10) || NEVER;
  const span = ([, from, to]) => to ? from + " to " + to : "since " + from;
  const covers = ({ from, to }) => (run) => run[1].slice(0, 10) <= to && from <= until(run);
  const said = (clause, day) => clause.said.find(([first]) => first <= day)?.[1] ?? -1;
  const asShownSince = (clause, day) => clause.said.find(([first]) => first <= day)?.[2] ?? "";
  const saysStill = (clause, day) => said(clause, day) >= 0 && said(clause, day) === said(clause, NEVER);

  function nowOf({ runs, ended }, besides = "") {
    const [number, , to] = runs.at(-1);
    return to ? ended : number + " today" + besides + ".";
  }

  // Where the text is read in which `number` stood on a day
  async function textThen(number, day) {
    const release = (await releases()).findLast(([first]) => first <= day)?.[0];
    for (const page of [ruleOf(number), headOf(number)].filter(Boolean)) {
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
    const fate = (day < asShownSince(clause, day) ? "References, terms or spelling differed then. " : "")
      + number + " " + own.map(span).join(", ") + ". " + (isNow ? "" : nowOf(clause) + " ");
    const links = [link(clause.history, "History"), ...(then ? [" · ", link(then, "Text then")] : []), ...(clause.now ? [" · ", link(clause.now, "Text today")] : [])];
    const isCut = words.text.length > WHOLE;
    const end = isCut ? words.text.lastIndexOf(" ", WHOLE) : words.text.length;
    const shown = end ? [make("p", { class: "rt" }, ...part(words, 0, end), isCut ? " …" : "")] : [];
    return item(link(then || (isNow && clause.now) || clause.history, number), ...shown, make("p", { class: "fate" }, ...told(fate), ...links));
  }

  async function tableOfNumbers({ runs }) {
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

  // Answers ------------------------------------------------------------------
  // A clause as of the end of a time, by its number then; a heading with the first rule under it
  async function then(clause, time, number) {
    const run = clause.runs.findLast((each) => covers(time)(each) && each[0] === (number ?? each[0]));
    const day = run && [time.to, until(run)].sort()[0];
    return run && { clause, number: run[0], day, is: await clauseItem(clause, run[0], day) };
  }

  const isNow = (number) => ({ runs }) => runs.at(-1)[0] === number && !runs.at(-1)[2];
  const called = (clause) => clause.title ? ", " + clause.title + "," : "";

  // What a number named: ever, that of today first, or at a time; the rule that has it today is meant as well
  async function numberAnswer({ number, time }) {
    const clauses = await clausesOf(number);
    if (!clauses.length) return { title: "No rule is known to have been numbered " + number + ".", lead: "", items: [] };
    const had = (clause) => clause.runs.filter((run) => run[0] === number);
    const today = clauses.find(isNow(number));
    if (!time) {
      const lead = today ? number + " is in force today." : "No rule is numbered " + number + " today.";
      const items = await Promise.all(clauses.map((clause) => clauseItem(clause, number, NEVER)));
      return { title: number, lead, items, clauses, number };
    }
    const own = await Promise.all(clauses.filter((clause) => had(clause).some(covers(time))).map((clause) => then(clause, time, number)));
    const also = today && !own.some(({ clause }) => clause.history === today.history) ? await then(today, time) : null;
    const missing = await missingAt(time.to);
    const when = time.says;
    const answer = { title: number + " " + when, number, time, clauses: own.map(({ clause }) => clause), items: own.map(({ is }) => is) };
    if (also) {
      answer.items.unshift(also.is);
      answer.clauses = own.length ? [] : [today];
      answer.title = (/^on/.test(when) ? "On that day it was " : "It was ") + also.number;
      answer.lead = "Today’s " + number + called(today) + " was " + also.number + " " + when + (said(today, also.day) < 0 ? "." : saysStill(today, also.day) ? " and said the same." : ". This is its text then; it is not in force.")
        + (own.length ? (own.length > 1 ? " " + own.length + " other rules" : " Another rule") + " had the number " + number + " then: " + own.map(({ clause }) => nowOf(clause).replace(/\.$/, "")).join("; ") + "." : "");
    } else if (own.length) {
      const isStill = own.every(({ clause, day }) => saysStill(clause, day));
      const isOther = today && !own.some(({ clause }) => clause.history === today.history);
      answer.lead = (isOther ? "Another rule had this number; today’s " + number + " was not in the rules " + when + ". " : "")
        + (own.length > 1 ? own.length + " rules had this number " + when + "." : isStill && !isOther ? "It still says the same." : isOther || own.every(({ clause, day }) => said(clause, day) < 0) ? "" : "It said:");
    } else {
      const [shown, lead] = elsewhere(clauses, had, time);
      const there = await Promise.all(shown.map((clause) => then(clause, time)));
      answer.items = await Promise.all(shown.map((clause, at) => there[at]?.is ?? clauseItem(clause, number, NEVER)));
      answer.clauses = shown;
      answer.lead = lead;
      if (!missing) answer.title = "No rule was numbered " + number + " " + when + ".";
    }
    if (missing) answer.lead = "The text in force " + when + ", that of " + nameOf(missing) + ", is not on this site. Going by the nearest texts here: " + answer.lead;
    return answer;
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

  // What is called so, alone or at a time
  async function nameAnswer({ places, slip }, asked, time) {
    const texts = await Promise.all(places.map(async (at) => ({ at, part: await partOf(at), text: await inBlock("texts", at) })));
    const isNumberedAt = ({ part }) => part === "rules" || part === "earlier";
    const first = (time && texts.find(isNumberedAt)) || texts[0];
    const others = texts.filter((each) => each !== first);
    const [name, title, text, besides, href] = first.text;
    const links = others.map(({ part, text: [label, heading, , , to] }) => [to, part === "glossary" || part === "former" ? "Glossary: " + label : part === "notes" ? "Story: " + label : [label, heading].filter(Boolean).join(" ")]);
    const whole = { named: places, links: links.filter(([, said], at) => links.findIndex(([, other]) => other === said) === at), how: slip ? name + ", the nearest to “" + asked + "”" : "" };
    if (first.part === "releases") return { ...whole, ...await timeAnswer({ from: href.slice(-11, -1), to: href.slice(-11, -1), says: "then", words: name }), isSet: true };
    const clause = isNumberedAt(first) && (await clausesOf(name)).find(first.part === "rules" ? isNow(name) : ({ history }) => href.startsWith(history));
    if (clause) {
      const there = time ? await then(clause, time) : null;
      const number = there?.number ?? name;
      const called = title || clause.title || asked;
      whole.items = [there?.is ?? await clauseItem(clause, name, NEVER)];
      const [under] = title || clause.title ? await clausesOf(number + (headOf(number) === number ? mark + "1" : "a")).then((all) => all.filter(({ runs }) => runs.some((run) => covers(time ?? { from: NEVER, to: NEVER })(run)))) : [];
      if (under) whole.items.push(time ? (await then(under, time)).is : await clauseItem(under, under.runs.at(-1)[0], NEVER));
      whole.clauses = [clause];
      if (there) return { ...whole, time, title: called + " was " + number + " " + time.says, lead: number === name ? "It has the same number today." : nowOf(clause) .replace(/^(\S+) today/, "It is $1 today") };
      if (time) return { ...whole, title: called + " was not in the rules " + time.says, lead: "These are the first days it was: " + span(clause.runs[0]) + ", as " + clause.runs[0][0] + "." };
      return { ...whole, title: clause.title ? called + ", " + name : name + (title ? " " + title : ""), lead: isNow(name)(clause) ? "In force today." : nowOf(clause) };
    }
    const shown = italics(text).text;
    const cut = shown.length > WHOLE ? shown.slice(0, shown.lastIndexOf(" ", WHOLE)) + " …" : shown;
    whole.items = [item("", make("h3", {}, link(href, name)), make("p", { class: "rt" }, cut), ...(besides ? [make("p", { class: "fate" }, ...told(besides))] : []))];
    return { ...whole, title: name, lead: first.part === "notes" ? "A story." : first.part === "former" ? "No entry of the glossary today." : first.part === "glossary" ? "An entry of the glossary" + (time ? "; this is its text today." : ".") : "" };
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
    return { title: words, lead, items, time: { from, to, says: when }, isTime: true };
  }

  // The answer to a question, null where it has none: {title, lead, items, ...}. What is called so exactly comes before
  // a number inside it: "Modern Horizons 3" is no rule
  async function answerOf(asked) {
    const exact = await named(asked);
    if (exact && !exact.slip && !meant(asked)) return nameAnswer(exact, asked);
    const number = numberOf(asked);
    if (number && !dateOf(asked)) return numberAnswer({ number });
    const time = await timeOf(asked, true);
    if (time) return timeAnswer(time);
    const both = await dated(asked);
    if (both && numberOf(both.what)) return { ...await numberAnswer({ number: numberOf(both.what), time: both.time }), how: "rule " + numberOf(both.what) + " " + both.time.says };
    const what = both && await named(both.what);
    if (what) return { ...await nameAnswer(what, both.what, both.time), how: both.what + " " + both.time.says };
    if (exact) return nameAnswer(exact, asked);
    const parts = /["“”„«]/.test(asked) ? [] : await namesIn(asked);
    const each = await Promise.all(parts.slice(0, 2).map((places) => nameAnswer({ places }, asked)));
    if (each.length < 2) return each[0] ?? null;
    return { title: "“" + asked + "”", lead: "", how: each.map(({ title }) => title).join("; "), items: each.flatMap(({ items }) => items.slice(0, 1)), named: each.flatMap(({ named }) => named.slice(0, 1)), inAnswer: each.flatMap(({ named }) => named.slice(0, 1)) };
  }

  // The same in a line, for the field in the head
  async function lineOf(asked) {
    const answer = await answerOf(asked);
    return answer ? [answer.title, answer.lead].filter(Boolean).join(answer.title.endsWith(".") ? " " : ": ") : "";
  }

  Object.assign(window.crdiff, { answerOf, lineOf, clauseAt, SMALL, entries, fold, inBlock, indexOf, isNear, italics, item, joined, last, link, part, placesIn, stem, tableOfNumbers, told });
})();
