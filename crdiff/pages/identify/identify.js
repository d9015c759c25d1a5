// Which rules a pasted text quotes, as crdiff/identify tells it: dates as in dating.py, clauses as in identify.py, the
// verdict as in reports/identified.py, of what quotations.js finds. Only pieces of the site are asked for. No template
// stands in another: rjsmin would take the spaces out of it.
(() => {
  "use strict";
  const { base, dated, howAgreed, keptBlocks, make, pageWords, quotationsOf, readHead, saidToday, slipsOf } = window.crdiff;
  const SENTENCE_WORDS = 7, BETWEEN_WORDS = 3, SLIP_LETTERS = 6, APART_WORDS = 60, DATES_MOST = 3, AGAIN_SHARE = 0.5, ALIKE_SHARE = 0.2, VERSIONS_BACK = 8;
  const CHARACTERS_MAX = 250000;
  const LIMITS = "Without the texts of the rules, only whole sentences quoted without a mistake can be found.";
  const MARKS_AT_END = /[.”)’"]+$/;
  const SHOWN = 240; // characters of a quotation that are shown

  const isOfTexts = document.getElementById("answer").dataset.texts !== undefined;
  const sum = (values) => values.reduce((all, each) => all + each, 0);

  // When ---------------------------------------------------------------------
  function weighed(quoted, releases) {
    const least = ({ costs }) => Math.min(...costs);
    const nearest = Math.min(...quoted.agreements.map(least));
    const near = quoted.agreements.filter((each) => least(each) === nearest);
    const called = near.filter((each) => each.life.stays.some(({ number }) => number === quoted.number));
    const saidSo = called.filter((each) => each.life.stays.some(({ number, form }) => number === quoted.number && each.costs[form] === nearest));
    // words that differ from all texts can be of a release without one, where its number stands beside them
    const asNumbered = ({ life, costs }) => ({ life, costs: costs.map((cost, at) => life.printed.some(Boolean) && !life.printed[at]
      && life.stays.some(({ number, form }) => number === quoted.number && form === at) ? nearest : cost) });
    const agreements = [saidSo, nearest ? called.map(asNumbered) : called, quoted.agreements].find(({ length }) => length);
    const one = { ...quoted, agreements, every: quoted.agreements };
    const costs = Array(releases).fill(one.letters);
    const stays = one.agreements.flatMap(({ life, costs: those }) => life.stays.map((stay) => [stay, those[stay.form]]));
    const each = function* (some) {
      for (const [stay, cost] of some) for (let at = stay.from; at <= stay.to; at++) yield [at, cost];
    };
    for (const [at, cost] of each(stays)) costs[at] = Math.min(costs[at], cost);
    const there = stays.filter(([stay]) => stay.number === one.number);
    const numbered = new Set([...each(there)].filter(([at, cost]) => costs[at] === cost).map(([at]) => at));
    const byWords = placesOf(costs, Math.min(...costs)), both = byWords.filter((at) => numbered.has(at));
    return { ...one, costs, numbered, least: Math.min(...costs), own: new Set(both.length ? both : byWords) };
  }

  const together = (group) => group[0].costs.map((_, at) => sum(group.map(({ costs }) => costs[at])));
  function isAnotherVersion(one, other, { shingles }) {
    const [said, again] = [one, other].map(({ start, stop }) => new Set(shingles.slice(start, Math.max(start, stop - 2))));
    const share = [...said].filter((each) => again.has(each)).length / Math.max(1, Math.min(said.size, again.size));
    const isSame = one.own.size === other.own.size && [...one.own].every((at) => other.own.has(at));
    if (isSame || share < ALIKE_SHARE) return false;
    return one.agreements.some(({ life, costs }) => {
      const theirs = other.agreements.find((each) => each.life === life)?.costs;
      if (!theirs || share >= AGAIN_SHARE) return Boolean(theirs);
      const isNearest = Math.min(...costs) === one.least && Math.min(...theirs) === other.least;
      return isNearest && !costs.some((cost, at) => cost === one.least && theirs[at] === other.least);
    });
  }
  function isOfOneRelease(group) {
    if (group.at(-1).start - group.at(-2).stop > APART_WORDS) return false;
    const constraints = [...group.filter(({ numbered }) => numbered.size).map(({ numbered }) => numbered), ...group.filter(({ least }) => !least).map(({ own }) => own)];
    const most = sum(group.map(({ least }) => least)) + SLIP_LETTERS;
    return together(group).some((cost, at) => cost <= most && constraints.every((those) => those.has(at)));
  }

  const placesOf = (values, value) => values.flatMap((each, at) => each === value ? [at] : []);
  function withDays(group) {
    const costs = together(group);
    const byWords = placesOf(costs, Math.min(...costs));
    const fitting = costs.map((_, at) => group.filter(({ numbered }) => numbered.has(at)).length);
    const most = Math.max(...fitting);
    const byNumbers = most ? placesOf(fitting, most) : [];
    const both = byWords.filter((at) => byNumbers.includes(at));
    return { group, positions: both.length ? both : byWords, byWords, byNumbers };
  }

  function groupsOf(quotations, page) {
    const groups = [];
    for (const one of quotations) {
      const group = groups.at(-1);
      const goesOn = group && page.isUnderOne(group.at(-1).stop - 1, one.start) && !group.slice(-VERSIONS_BACK).some((each) => isAnotherVersion(each, one, page)) && isOfOneRelease([...group, one]);
      if (goesOn) group.push(one); else groups.push([one]);
    }
    return groups.map(withDays);
  }

  // Clauses ------------------------------------------------------------------
  function sourceOf(one, positions, page) {
    const ever = one.agreements.flatMap((agreement) => agreement.life.stays.map((stay) => ({ ...agreement, stay })));
    const there = ever.filter(({ stay: { from, to } }) => positions.some((at) => from <= at && at <= to));
    const distance = ({ life, costs, stay }) => [costs[stay.form], Number(stay.number !== one.number), Number(life.isEntry), -stay.to];
    const isNearer = (a, b) => {
      const at = a.findIndex((each, place) => each !== b[place]);
      return at >= 0 && a[at] < b[at];
    };
    const best = (there.length ? there : ever).reduce((nearest, each) => isNearer(distance(each), distance(nearest)) ? each : nearest);
    const { life, costs, stay } = best;
    const own = new Set(life.stays.filter(({ number, form }) => number === stay.number && costs[form] === costs[stay.form]).flatMap(positionsIn));
    return { one, own, ...best, agreed: life.printed[stay.form] ? howAgreed(one, page, life, stay.form) : null };
  }
  const positionsIn = ({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  function goesOn(last, piece) {
    if (piece.one.number || piece.life !== last.life || piece.one.start - last.one.stop > BETWEEN_WORDS) return false;
    return !last.agreed || !piece.agreed || piece.agreed.fit.saidStart >= last.agreed.fit.saidStop;
  }

  // Where the words stood before their clause had them under its number
  function before({ one, own, costs, stay }, dates) {
    const begins = Math.min(...own), found = new Map();
    for (const { life, costs: those } of one.every) {
      for (const each of life.stays.filter(({ form }) => those[form] === costs[stay.form])) {
        const name = life.isEntry ? `“${each.number}”` : each.number;
        for (const at of positionsIn(each).filter((place) => place < begins)) found.set(name, (found.get(name) ?? new Set()).add(at));
      }
    }
    const places = [...found].map(([name, there]) => ({ name, there: [...there].sort((a, b) => a - b) }));
    places.sort((a, b) => a.there[0] - b.there[0] || (a.name < b.name ? -1 : 1));
    const told = ([from, to]) => `from ${dates[from]} to ${dayBefore(dates[to + 1])}`;
    return places.map(({ name, there }) => `${name} ${spansOf(there).map(told).join(" and ")}`);
  }

  function standing({ one, life, costs }, newest) {
    const now = life.at(newest);
    if (now && (one.number || !costs[now.form])) return { life, now };
    const other = one.every.find((each) => each.life.at(newest) && !each.costs[each.life.at(newest).form]);
    return other ? { life: other.life, now: other.life.at(newest) } : { life, now };
  }

  function clausesOf({ pieces, positions }, dates, page) {
    const clauses = [];
    for (const piece of pieces) {
      const last = clauses.at(-1)?.at(-1);
      if (last && goesOn(last, piece)) clauses.at(-1).push(piece); else clauses.push([piece]);
    }
    return clauses.map((those) => {
      const { one, life, stay } = those[0];
      const stands = standing(those[0], dates.length - 1);
      const today = stands.now?.number ?? "";
      const gone = today ? "" : dates[life.stays.at(-1).to + 1];
      const since = life.stays.filter(({ begins, from }) => begins && from > stay.to).length;
      const costOf = ({ form }) => sum(those.map((each) => each.costs[form]));
      const newest = life.at(dates.length - 1);
      const isCurrent = Boolean(newest) && costOf(newest) === Math.min(...life.stays.map(costOf));
      const isOutdated = !isCurrent || since > 0;
      const slips = those.flatMap(({ agreed }) => agreed ? slipsOf(agreed, page) : []);
      return {
        life, stay, today, gone, since, isCurrent, number: stay.number, start: one.start, stop: those.at(-1).one.stop, slips,
        earlier: one.number ? [] : before(those[0], dates), agreed: those[0].agreed, isRead: those[0].agreed && those.at(-1).agreed,
        ...saidToday(those, stands, isOutdated, positions, page),
        slip: one.number && !life.isEntry && one.number !== stay.number ? one.number : "",
      };
    });
  }

  async function identified(source, withHints) {
    const { page, quotations, releases, hints } = await quotationsOf(source, withHints);
    const dates = releases.map(([day]) => day);
    const quoted = quotations.map((one) => weighed({ ...one, number: page.label(one.start) }, dates.length));
    const passages = groupsOf(quoted, page).map((passage) => {
      const pieces = passage.group.map((one) => sourceOf(one, passage.positions, page));
      const own = passage.byNumbers.length ? [] : passage.positions.filter((at) => pieces.every((piece) => piece.own.has(at)));
      return { ...passage, positions: own.length ? own : passage.positions, clauses: clausesOf({ pieces, positions: passage.positions }, dates, page) };
    });
    return { page, releases, dates, passages, hints };
  }

  // In words -----------------------------------------------------------------
  const NUMERALS = ("no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    + "seventeen eighteen nineteen twenty").split(" ");
  const numeral = (count) => NUMERALS[count] ?? String(count);
  const counted = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
  const listed = (items) => items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : items.join("");
  const eachOnce = (clauses) => [...new Map([...clauses.filter(({ isOtherwise }) => !isOtherwise), ...clauses.filter(({ isOtherwise }) => isOtherwise)]
    .map((clause) => [clause.life, clause])).values()];
  const nameOf = ({ life, number }) => life.isEntry ? `“${number}”` : number;
  const sectionsOf = (numbers) => [...new Set(numbers.filter(Boolean).map((number) => number.split(".")[0]))].sort();
  const numbersOf = (clauses, which) => sectionsOf(clauses.filter(({ life }) => !life.isEntry).map((clause) => clause[which]));

  // The first and the last release of each stretch of some
  function spansOf(positions) {
    const firsts = positions.filter((at) => !positions.includes(at - 1));
    const lasts = positions.filter((at) => !positions.includes(at + 1));
    return firsts.map((first, at) => [first, lasts[at]]);
  }
  const DAY = 864e5; // milliseconds
  const dayBefore = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  const spans = (positions, dates) => spansOf(positions)
    .map(([first, last]) => dates[last + 1] ? `${dates[first]} to ${dayBefore(dates[last + 1])}` : `since ${dates[first]}`).join(" and ");

  // Whether only a number that it cites, a misprint or an example reads otherwise
  const hasOtherDetails = ({ today, since, isCurrent }) => today && !since && !isCurrent;

  function fateOf(clause) {
    const { life, today, gone, since, number } = clause;
    if (gone) return life.mergedInto ? `merged into ${life.mergedInto} by ${gone}` : `gone from the rules by ${gone}`;
    const times = ["", "once", "twice"][since] ?? `${since} times`;
    const said = since ? `reworded ${times} since` : hasOtherDetails(clause) ? "only details changed since" : "unchanged since";
    return today === number ? said : `${said}, today ${today}`;
  }

  function named(clauses) {
    if (clauses.length === 1) return nameOf(clauses[0]);
    const entries = clauses.filter(({ life }) => life.isEntry).length;
    const rules = clauses.length - entries;
    return [
      ...(rules ? [`${counted(rules, "clause", "clauses")} of ${listed(numbersOf(clauses, "number"))}`] : []),
      ...(entries ? [counted(entries, "glossary entry", "glossary entries")] : []),
    ].join(" and ");
  }

  function quotedWords({ clauses, positions }, dates) {
    const slips = clauses.filter(({ slip }) => slip).length + sum(clauses.map(({ slips: those }) => those.length));
    const wrong = slips ? `, with ${counted(slips, "slip", "slips")}` : clauses.every(({ isRead }) => isRead) ? ", without a slip" : "";
    return `${named(eachOnce(clauses))} as in force ${spans(positions, dates)}${wrong}`;
  }

  function becameOf(clauses) {
    if (clauses.length === 1) return fateOf(clauses[0]);
    const [then, now] = [numbersOf(clauses, "number"), numbersOf(clauses, "today")];
    const moved = now.length > 0 && now.join() !== then.join();
    const merged = clauses.filter(({ gone, life }) => gone && life.mergedInto).length;
    const gone = clauses.filter((clause) => clause.gone).length - merged;
    const otherwise = clauses.filter(({ today, since }) => today && since).length;
    const touched = clauses.filter(hasOtherDetails).length;
    return [
      ...(moved ? [`today they are in ${listed(now)}`] : []),
      ...(otherwise ? [`${numeral(otherwise)} of them ${otherwise === 1 ? "has" : "have"} been reworded since`] : []),
      ...(touched ? [`details of ${numeral(touched)} of them changed since`] : []),
      ...(merged ? [`${numeral(merged)} of them ${merged === 1 ? "was" : "were"} merged into another clause`] : []),
      ...(gone ? [`${numeral(gone)} of them ${gone === 1 ? "is" : "are"} no longer in the rules`] : []),
      ...(otherwise || touched || gone || merged ? [] : ["none of it has been reworded since"]),
    ].join("; ");
  }

  const earlierText = ({ earlier }) => earlier.length ? `the same words stood in ${listed(earlier)}` : "";
  const sentence = (text) => text ? ` ${text[0].toUpperCase()}${text.slice(1)}.` : "";
  function verdict({ page, passages, dates }) {
    const limits = isOfTexts ? "" : ` ${LIMITS}`;
    if (!passages.length && isOfTexts) return `Quotes no known rules${page.isEnglish() ? "" : "; the text does not read as English"}.`;
    if (!passages.length) return "Quotes no whole sentence of the known rules; finding anything less exact takes the texts of the rules.";
    const each = passages.map((passage) => quotedWords(passage, dates));
    const clauses = eachOnce(passages[0].clauses);
    const stood = clauses.length === 1 ? sentence(earlierText(clauses[0])) : "";
    if (each.length === 1) return `Quotes ${each[0]}; ${becameOf(clauses)}.${stood}${limits}`;
    const differ = new Set(passages.map(({ positions }) => positions.join())).size > 1 ? " of different dates" : "";
    const more = each.length - DATES_MOST;
    const rest = more > 0 ? `; and ${numeral(more)} more` : "";
    return `Quotes the rules in ${numeral(each.length)} passages${differ}: ${each.slice(0, DATES_MOST).join("; ")}${rest}.${limits}`;
  }

  // The page -----------------------------------------------------------------
  const [field, says, answer, about, example, hintsWanted] = ["quoted", "verdict", "answer", "about", "example", "hints"].map((id) => document.getElementById(id));
  const link = (path, ...inside) => make("a", { href: new URL(path, base) }, ...inside);
  const hidden = (text) => make("span", { class: "vh" }, text);

  // Where the wording quoted is read: pages of lives have a place for each time that one began to read otherwise
  function wordingPath({ life, stay, agreed }, dates) {
    const begun = life.stays.findLast(({ begins, from }) => begins && from <= stay.from) ?? life.stays[0];
    const place = life.href.includes("#") || !/^(?:clause|glossary)/.test(life.href) ? life.href : `${life.href}#w${dates[begun.from]}`;
    const quoted = agreed ? agreed.printed.printed(agreed.fit.saidStart, Math.min(agreed.fit.saidStop, agreed.fit.saidStart + SENTENCE_WORDS)) : "";
    return quoted ? `${place}${place.includes("#") ? "" : "#"}:~:text=${encodeURIComponent(quoted).replaceAll("-", "%2D")}` : place;
  }

  function links(clause, at, { dates, releases }) {
    const { life, number, today, since } = clause;
    const [newest, then] = [dates.at(-1), dates[at]];
    const isRead = isOfTexts && today && !life.isEntry && releases.at(-1)[2];
    const place = today.includes(".") ? `#r${today}` : "";
    const text = `rules/${today.split(".")[0]}/${place}`;
    const asked = `compare/?old=${then}&new=${newest}&rule=${encodeURIComponent(number)}`;
    return [
      ...(life.href ? [link(wordingPath(clause, dates), life.href.startsWith("number") ? "What the number named" : "This wording", hidden(`: ${number}`))] : []),
      ...(isRead ? [link(text, "Text today", hidden(`: ${today}`))] : []),
      ...(isRead && since && releases[at][2] ? [link(asked, "What changed", hidden(`: ${number}`))] : []),
    ].flatMap((each, at) => at ? [" · ", each] : [each]);
  }

  const hintText = ({ said, last, ...hint }, dates) => `near ${nameOf(hint)}, no quotation; outdated by words: it says “${said}”, which ended ${dayBefore(dates[last + 1])}`;
  const slipText = ({ written, official }) => !written ? `leaves out “${official}”` : official ? `“${written}”, where the rules say “${official}”` : `adds “${written}”`;

  // What is quoted, marked up to what stands in its place today
  const redlineSides = ({ official, said, isOtherwise }) => said && isOtherwise ? [official, said.replace(MARKS_AT_END, "")] : [];
  function redlined(clause) {
    const [was, now] = redlineSides(clause).map((text) => pageWords(text));
    if (!now) return [];
    const [last, stop] = [was.plain.length, now.plain.length];
    const shown = [];
    let [then, today] = [0, 0];
    for (const [from, to, at, end] of [...keptBlocks(now.plain, [0, stop], was.plain, [0, last]), [last, last, stop, stop]]) {
      if (then < from) shown.push(make("del", {}, was.printed(then, from)), " ");
      if (today < at) shown.push(make("ins", {}, now.printed(today, at)), " ");
      if (from < to) shown.push(`${now.printed(at, end)} `);
      [then, today] = [to, end];
    }
    return [make("br"), make("span", { class: "redline" }, ...shown)];
  }

  function clauseItem(clause, at, found) {
    const { page } = found;
    const { life, slip, start, stop } = clause;
    const said = page.printed(start, stop);
    const quoted = said.length > SHOWN ? `${said.slice(0, said.lastIndexOf(" ", SHOWN))} …` : said;
    const called = slip ? ` The text calls it ${slip}.` : "";
    const fate = fateOf(clause);
    return make("li", {},
      life.href ? link(life.href, make("b", {}, nameOf(clause))) : make("b", {}, nameOf(clause)), ` ${quoted} `, make("br"),
      ...clause.slips.flatMap((slip) => [make("span", { class: "small slip" }, `${slipText(slip)[0].toUpperCase()}${slipText(slip).slice(1)}.`), make("br")]),
      make("span", { class: "small soft" }, `${fate[0].toUpperCase()}${fate.slice(1)}.${called}${sentence(earlierText(clause))} `, ...links(clause, at, found)), ...redlined(clause));
  }

  function releaseLink(at, { releases }) {
    const [day, name, hasPage] = releases[at];
    const path = hasPage ? `releases/${day}/` : `releases/#d${day}`;
    return link(path, ...(name ? [name, " (", make("time", {}, day), ")"] : [make("time", {}, day)]));
  }

  function passageShown({ positions, byWords, byNumbers, clauses }, at, found) {
    const { dates } = found;
    const sets = spansOf(positions).flatMap(([first, last], place) => [
      place ? " and " : "", releaseLink(first, found), ...(first === last ? [] : [" to ", releaseLink(last, found)])]);
    const differ = byNumbers.length && byWords.join() !== positions.join();
    const why = differ ? dated(` By its words ${spans(byWords, dates)}, by its numbers ${spans(byNumbers, dates)}.`) : [];
    const id = `passage-${at + 1}`;
    return make("section", { "aria-labelledby": id },
      make("h2", { id }, ...dated(`As in force ${spans(positions, dates)}`)), make("p", { class: "soft" }, ...sets, ".", ...why),
      make("ul", { class: "list after" }, ...clauses.map((clause) => clauseItem(clause, positions.at(-1), found))));
  }

  function hintsShown({ hints, dates }) {
    const said = hints.map((hint) => make("li", {}, ...dated(hintText(hint, dates))));
    return said.length ? [make("section", { "aria-labelledby": "hints-head" },
      make("h2", { id: "hints-head" }, "Near to the rules, no quotations"), make("ul", { class: "list after" }, ...said))] : [];
  }

  let asking = 0; // an answer that comes late to a question before is dropped
  document.getElementById("identify").addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = ++asking;
    // While one waits, what stands below goes out of sight, so that nothing moves when the answer comes
    if (about) about.hidden = true;
    answer.style.minHeight = "100vh";
    for (const old of answer.querySelectorAll("section")) old.remove();
    says.textContent = "Looking…";
    try {
      if (field.value.length > CHARACTERS_MAX) throw new Error(`it has more than ${CHARACTERS_MAX.toLocaleString("en")} characters`);
      const found = await identified(field.value, hintsWanted?.checked);
      if (mine !== asking) return;
      answer.append(...found.passages.map((passage, at) => passageShown(passage, at, found)), ...hintsShown(found));
      says.replaceChildren(...dated(verdict(found)));
    } catch (error) {
      if (mine === asking) says.textContent = `The text could not be looked up (${error.message}).`;
    }
    if (mine === asking) says.focus();
  });
  readHead().catch(() => {}); // while one pastes
  window.crdiff.identified = async (source, withHints) => {
    const found = await identified(source, withHints);
    return { verdict: verdict(found), hints: found.hints.map((hint) => hintText(hint, found.dates)), passages: found.passages.map(({ positions, clauses }) => ({
      days: spans(positions, found.dates), clauses: clauses.map((clause) => [nameOf(clause), ...clause.slips.map(slipText), ...redlineSides(clause).map((text) => pageWords(text).whole)]) })) };
  };
  example?.addEventListener("click", () => {
    field.value = example.value;
    example.form.requestSubmit();
  });
})();
