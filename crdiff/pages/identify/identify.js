// Which rules a pasted text quotes, as crdiff/identify tells it of whole sentences (`identify_sentences`): words and
// paragraphs as in page_words.py, sentences as in sentence_index.py, dates as in dating.py, the verdict as in
// reports/identified.py. Only pieces of the site are asked for. No template stands in another: rjsmin would take the
// spaces out of it.
(() => {
  "use strict";
  const { base, fingerprint, make, read } = window.crdiff;
  const SENTENCE_WORDS = 7, BETWEEN_WORDS = 3, SLIP_LETTERS = 6, APART_WORDS = 60, LABEL_REACH = 24;
  const SHOWN = 240; // characters of a quotation that are shown

  const NUMBER = "(?:(?:[cC][rR]|[rR][uU][lL][eE])[ \\t]+)?(\\d{3}(?:\\.\\d{1,3}[a-z]{0,2})?)";
  const HEAD = `[ \\t]*${NUMBER}[ \\t]*[.:)\\]\\u2013\\u2014\\-]*[ \\t]+(?=["\\u201c'(\\[{A-Z])`;
  const LINE_HEAD = /^[ \t]*(?:(?:>|[\-*+•·○▪](?=\s)|#{1,6}(?=\s)|\[[ xX]\](?=\s)|[*:]+(?=\s|\d))[ \t]*)+/gmu;
  const EMPHASIS = /\*+|_+|~~|`+|'''*|\\(?=[*_[\]()#+.!<>\-])|[|<>]/g;
  const WORD = /[\p{L}\p{N}]+(?:['’‘´`?][\p{L}\p{N}]+)*/gu;
  const BREAK = new RegExp(`\\n[ \\t]*\\n|\\n(?=${HEAD})|\\n(?=[ \\t]*[eE][xX][aA][mM][pP][lL][eE][sS]?:)`, "g");
  const LABEL = new RegExp(HEAD, "y");
  const LABEL_BEFORE = new RegExp(`(?<![\\d.])${NUMBER}[\\s.:)\\]"\\u201c\\u2013\\u2014\\-]*$`, "i");
  const OPENING = /["“‘'([]+(?=\n?$)/;
  const SENTENCE_END = /[.!?\n](?:(?<=\n)\n*|(?<=[.!?])["')\]]*\s+(?=["'([]*[A-Z0-9{]))/g;

  // Words ------------------------------------------------------------------
  const blank = (found) => " ".repeat(found.length);
  const blanked = (text) => text.replace(LINE_HEAD, blank).replace(EMPHASIS, blank);
  const plain = (word) => word.replace(/['’‘´`?]/g, "").replace(/[Ææ]/g, "ae").replace(/œ/g, "oe").toLowerCase();
  const sum = (values) => values.reduce((all, each) => all + each, 0);

  // How many of some ascending values are at most `value`
  function upTo(values, value) {
    let [low, high] = [0, values.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle + 1; else high = middle;
    }
    return low;
  }

  function pageOf(source) {
    const text = blanked(source);
    const found = [...text.matchAll(WORD)];
    const starts = found.map((each) => each.index);
    const ends = found.map((each) => each.index + each[0].length);
    const sizes = found.map((each) => [...plain(each[0])].length);
    const paragraphs = [0, ...[...text.matchAll(BREAK)].map((each) => each.index + each[0].length), text.length + 1];

    // The words of the paragraph that a word stands in, without its number
    function body(word) {
      const at = upTo(paragraphs, starts[word]);
      LABEL.lastIndex = paragraphs[at - 1];
      const first = LABEL.test(text) ? LABEL.lastIndex : paragraphs[at - 1];
      return [upTo(ends, first), upTo(starts, paragraphs[at] - 1)];
    }
    const firsts = new Set(paragraphs.slice(0, -1).map((start) => upTo(ends, start)));
    return {
      text, starts, ends,
      bodies: [...firsts].filter((first) => first < starts.length).map(body),
      letters: (start, stop) => sum(sizes.slice(start, stop)),
      label: (word) => LABEL_BEFORE.exec(text.slice(Math.max(0, starts[word] - LABEL_REACH), starts[word]))?.[1].toLowerCase() ?? "",
      line: (word) => text.slice(0, starts[word]).split("\n").length,
      between(start, stop) {
        const from = start ? ends[start - 1] : 0;
        const opens = OPENING.exec(text.slice(from, starts[start]));
        return text.slice(opens ? from + opens.index : starts[start], stop < starts.length ? starts[stop] : text.length);
      },
    };
  }

  function sentencesOf(text) {
    const found = [];
    let start = 0;
    for (const { index, 0: { length } } of text.matchAll(SENTENCE_END)) {
      found.push(text.slice(start, index + length));
      start = index + length;
    }
    return [...found, text.slice(start)].map((each) => each.trim()).filter(Boolean);
  }

  const replaced = (text, pairs) => pairs.reduce((made, [written, plainly]) => made.replaceAll(written, plainly), text);
  function folded(text, { folds, dashes }) {
    let made = replaced(text, folds).replace(/ {2,}/g, " ");
    for (let before = ""; made !== before;) {
      before = made;
      made = replaced(made, dashes).replace(/-{2,}/g, "-").replace(/ -$/, "-");
    }
    return made.trim();
  }

  // What the site knows of sentences ---------------------------------------
  async function inPiece(name, starts, value) {
    let at = starts.length - 1;
    while (at > 0 && starts[at] > value) at--;
    return [(await read(`identify/${name}-${at}.json`))[name], starts[at]];
  }

  async function lifeAt(place, index) {
    const [lives, first] = await inPiece("lives", index.lives, place);
    const [id, href, isEntry, stays, wordings] = lives[place - first];
    const named = stays.map(([from, to, number, wording, begins]) => ({ from, to, number, wording, begins }));
    return { id, href, isEntry, stays: named, wordings, at: (release) => named.find(({ from, to }) => from <= release && release <= to) };
  }

  async function havingSentence(name, index) {
    const [found] = await inPiece("sentences", index.sentences, name);
    return new Map(Object.hasOwn(found, name) ? found[name].map(([place, wordings]) => [place, new Set(wordings)]) : []);
  }

  // Quotations: whole sentences in a row that one life has ------------------
  async function inParagraph([first, last], page, index) {
    const found = [];
    let start = first;
    for (const sentence of sentencesOf(page.between(first, last).trim().split(/\s+/).join(" "))) {
      const stop = start + (blanked(sentence).match(WORD) ?? []).length;
      if (stop - start >= SENTENCE_WORDS) found.push({ start, stop, lives: havingSentence(fingerprint(folded(sentence, index)), index) });
      start = stop;
    }
    const known = await Promise.all(found.map(async (each) => ({ ...each, lives: await each.lives })));
    return known.filter(({ lives }) => lives.size);
  }

  function inRows(found) {
    const rows = [];
    for (const one of found) {
      const row = rows.at(-1);
      const goesOn = row && one.start === row.at(-1).stop && [...one.lives.keys()].some((life) => row.every(({ lives }) => lives.has(life)));
      if (goesOn) row.push(one); else rows.push([one]);
    }
    return rows;
  }

  // In how many letters a row of sentences differs from each wording of the lives that have all of them
  async function quotedIn(row, page, index, order) {
    const shared = [...row[0].lives.keys()].filter((life) => row.every(({ lives }) => lives.has(life)));
    const lives = await Promise.all(shared.sort((a, b) => order.get(a) - order.get(b)).map(async (place) => [place, await lifeAt(place, index)]));
    const agreements = lives.map(([place, life]) => ({
      life,
      costs: Array.from({ length: life.wordings }, (_, wording) => sum(row.map((one) => one.lives.get(place).has(wording) ? 0 : page.letters(one.start, one.stop)))),
    }));
    const [start, stop] = [row[0].start, row.at(-1).stop];
    return { start, stop, number: page.label(start), letters: page.letters(start, stop), agreements };
  }

  // When --------------------------------------------------------------------
  function weighed(one, releases) {
    const costs = Array(releases).fill(one.letters);
    const stays = one.agreements.flatMap(({ life, costs: those }) => life.stays.map((stay) => [stay, those[stay.wording]]));
    const each = function* (some) {
      for (const [stay, cost] of some) for (let at = stay.from; at <= stay.to; at++) yield [at, cost];
    };
    for (const [at, cost] of each(stays)) costs[at] = Math.min(costs[at], cost);
    const there = stays.filter(([stay]) => stay.number === one.number);
    return { ...one, costs, numbered: new Set([...each(there)].filter(([at, cost]) => costs[at] === cost).map(([at]) => at)) };
  }

  const together = (group) => group[0].costs.map((_, at) => sum(group.map(({ costs }) => costs[at])));
  function isOfOneRelease(group) {
    if (group.at(-1).start - group.at(-2).stop > APART_WORDS) return false;
    return Math.min(...together(group)) <= sum(group.map(({ costs }) => Math.min(...costs))) + SLIP_LETTERS;
  }

  const placesOf = (values, value) => values.flatMap((each, at) => each === value ? [at] : []);
  function dated(group) {
    const costs = together(group);
    const byWords = placesOf(costs, Math.min(...costs));
    const fitting = costs.map((_, at) => group.filter(({ numbered }) => numbered.has(at)).length);
    const most = Math.max(...fitting);
    const byNumbers = most ? placesOf(fitting, most) : [];
    const both = byWords.filter((at) => byNumbers.includes(at));
    return { group, positions: both.length ? both : byWords, byWords, byNumbers };
  }

  function groupsOf(quotations) {
    const groups = [];
    for (const one of quotations) {
      const group = groups.at(-1);
      if (group && isOfOneRelease([...group, one])) group.push(one); else groups.push([one]);
    }
    return groups.map(dated);
  }

  // Clauses -----------------------------------------------------------------
  function sourceOf(one, positions) {
    const there = one.agreements.flatMap((agreement) => {
      const stay = agreement.life.at(positions.at(-1));
      return stay ? [{ ...agreement, stay }] : [];
    });
    const ever = one.agreements.flatMap((agreement) => agreement.life.stays.map((stay) => ({ ...agreement, stay })));
    const distance = ({ costs, stay }) => [costs[stay.wording], Number(stay.number !== one.number), -stay.to];
    const isNearer = (a, b) => {
      const at = a.findIndex((each, place) => each !== b[place]);
      return at >= 0 && a[at] < b[at];
    };
    const best = (there.length ? there : ever).reduce((nearest, each) => isNearer(distance(each), distance(nearest)) ? each : nearest);
    return { one, life: best.life, stay: best.stay };
  }

  function clausesOf({ group, positions }, releases) {
    const clauses = [];
    for (const piece of group.map((one) => sourceOf(one, positions))) {
      const last = clauses.at(-1)?.at(-1);
      const goesOn = last && !piece.one.number && piece.life.id === last.life.id && piece.one.start - last.one.stop <= BETWEEN_WORDS;
      if (goesOn) clauses.at(-1).push(piece); else clauses.push([piece]);
    }
    return clauses.map((pieces) => {
      const { one, life, stay } = pieces[0];
      const today = life.at(releases - 1)?.number ?? "";
      const since = life.stays.filter(({ begins, from }) => begins && from > stay.to).length;
      return {
        life, today, since, number: stay.number, written: one.number, start: one.start, stop: pieces.at(-1).one.stop,
        slip: one.number && !life.isEntry && one.number !== stay.number ? one.number : "",
      };
    });
  }

  async function identified(text) {
    const index = await read("identify/index.json");
    const page = pageOf(text);
    const paragraphs = await Promise.all(page.bodies.map((body) => inParagraph(body, page, index)));
    const order = new Map(); // lives as they are met: of equal ones the first is named
    for (const place of paragraphs.flat().flatMap(({ lives }) => [...lives.keys()])) if (!order.has(place)) order.set(place, order.size);
    const quoted = await Promise.all(paragraphs.flatMap(inRows).map((row) => quotedIn(row, page, index, order)));
    const releases = index.dates.length;
    const passages = groupsOf(quoted.map((one) => weighed(one, releases)));
    return { page, dates: index.dates, passages: passages.map((passage) => ({ ...passage, clauses: clausesOf(passage, releases) })) };
  }

  // In words ----------------------------------------------------------------
  const nameOf = ({ life, number }) => life.isEntry ? `“${number}”` : number;
  function spans(positions, dates) {
    const firsts = positions.filter((at) => !positions.includes(at - 1));
    const lasts = positions.filter((at) => !positions.includes(at + 1));
    return firsts.map((first, at) => first === lasts[at] ? dates[first] : `${dates[first]} to ${dates[lasts[at]]}`).join(" and ");
  }

  function fateOf({ today, since, number }) {
    if (!today) return "no rule today";
    const times = ["", "once", "twice"][since] ?? `${since} times`;
    const words = since ? `reworded ${times} since` : "unchanged since";
    return today === number ? words : `${words}, today ${today}`;
  }

  function named(clauses) {
    if (clauses.length === 1) return nameOf(clauses[0]);
    const rules = clauses.filter(({ life }) => !life.isEntry);
    const sections = [...new Set(rules.map(({ number }) => number.split(".")[0]))].sort();
    const entries = clauses.length - rules.length;
    return [
      ...(rules.length ? [`${rules.length} rules of ${sections.join(", ")}`] : []),
      ...(entries ? [`${entries} glossary entr${entries > 1 ? "ies" : "y"}`] : []),
    ].join(" and ");
  }

  function verdict({ passages, dates }) {
    if (!passages.length) return "Quotes no whole sentence of the rules as they were.";
    if (passages.length > 1) return `Quotes the rules in ${passages.length} passages of different dates.`;
    const [{ clauses, positions }] = passages;
    const slips = clauses.filter(({ slip }) => slip).length;
    const changed = clauses.filter(({ since, today }) => since || !today).length;
    const after = !changed ? "nothing of it has been reworded since" : clauses.length > 1 ? `${changed} of ${clauses.length} read otherwise today` : fateOf(clauses[0]);
    const wrong = slips ? `, with ${slips} slip${slips > 1 ? "s" : ""}` : "";
    return `Quotes ${named(clauses)} as in force ${spans(positions, dates)}${wrong}; ${after}.`;
  }

  // The page ----------------------------------------------------------------
  const [field, says] = ["quoted", "verdict"].map((id) => document.getElementById(id));
  const told = (words) => words.split(/(\d{4}-\d\d-\d\d)/).map((part, at) => at % 2 ? make("time", {}, part) : part);

  function clauseItem(clause, then, today, page) {
    const { life, number, slip, start, stop } = clause;
    const words = page.text.slice(page.starts[start], page.ends[stop - 1]).replace(/\s+/g, " ");
    const quoted = words.length > SHOWN ? `${words.slice(0, words.lastIndexOf(" ", SHOWN))} …` : words;
    const address = new URL(`compare/?old=${then}&new=${today}&rule=${encodeURIComponent(number)}`, base);
    const isCompared = "compared" in says.dataset && !life.isEntry && then !== today;
    const links = [
      ...(life.href ? [make("a", { href: new URL(life.href, base) }, "History", make("span", { class: "vh" }, ` of ${number}`))] : []),
      ...(isCompared ? [make("a", { href: address }, "Compare with today", make("span", { class: "vh" }, `, ${number}`))] : []),
    ];
    const called = slip ? ` The text calls it ${slip}.` : "";
    const fate = `Line ${page.line(start)}: ${fateOf(clause)}.${called}`;
    return make("li", { "data-life": life.id }, make("b", {}, nameOf(clause)), ` ${quoted}`, make("br"), make("span", { class: "soft" }, fate), ...links.flatMap((each) => [" ", each]));
  }

  function passageShown(passage, at, { page, dates }) {
    const { positions, byWords, byNumbers, clauses } = passage;
    const differ = byNumbers.length && byWords.join() !== positions.join();
    const why = differ ? [make("p", { class: "soft" }, ...told(`By its words ${spans(byWords, dates)}, by its numbers ${spans(byNumbers, dates)}.`))] : [];
    const items = clauses.map((clause) => clauseItem(clause, dates[positions.at(-1)], dates.at(-1), page));
    const id = `passage-${at + 1}`;
    return make("section", { "aria-labelledby": id }, make("h2", { id }, ...told(`As in force ${spans(positions, dates)}`)), ...why, make("ul", { class: "list" }, ...items));
  }

  let asking = 0; // an answer that comes late to a question before is dropped
  document.getElementById("identify").addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = ++asking;
    says.textContent = "Looking…";
    for (const old of document.querySelectorAll("main > section")) old.remove();
    try {
      const found = await identified(field.value);
      if (mine !== asking) return;
      says.after(...found.passages.map((passage, at) => passageShown(passage, at, found)));
      says.replaceChildren(...told(verdict(found)));
    } catch (error) {
      if (mine === asking) says.textContent = `The text could not be looked up (${error.message}).`;
    }
  });
})();
