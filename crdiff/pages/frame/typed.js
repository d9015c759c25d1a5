// Addresses as people type them, and fields that ask for a day: both lead to the page with the answer.
// Where a release can stand, any day can, and any set by its code or name:
//   /on/2012-08-01/704.5  /on/2012-08-01/704.5k/2 (its second sentence)  /rules/704/2012-08-01/  /rules/704.5/  /releases/dom/  /compare/m10/dom/508/
//   /clause/2012-08-01-704.5/  /clause/1999-04-23-420.5/2012-08-01/  /number/704.5/
//   /glossary/mana-burn/  /glossary/mana-burn/2008-01-01/
(() => {
  "use strict";
  const { answers, base: root, headOf, make, meant, read, ruleOf, tableOf } = window.crdiff;
  const names = () => read("on/index.json");

  const plain = (words) => words.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const numberOf = (written) => [written, written.replace(/-/g, " ")].map(meant).find((found) => found.length > 1) ?? "";
  const named = ([day, , name]) => name ? `${name} (${day})` : day;

  function dayOf(written) {
    const [, year, month, day] = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(written) ?? [];
    if (!year) return "";
    const made = new Date(Date.UTC(year, month - 1, day));
    return made.getUTCDate() === Number(day) ? made.toISOString().slice(0, 10) : "";
  }

  // The release in force on a day, or that came with a set: {day, release}; without its text {says, before}
  async function when(written) {
    const { releases = [] } = await names();
    const day = written === "today" ? releases.findLast((each) => each[3])?.[0] : dayOf(written);
    if (/^\d+-\d+-\d+$/.test(written) && !day) return { says: `${written} is not a date.` };
    const name = plain(written);
    const at = day
      ? releases.findLastIndex(([first]) => first <= day)
      : releases.findIndex(([, code, set]) => name && (name === code.toLowerCase() || name === plain(set)));
    const release = releases[at];
    if (!release && day) return { says: `The first known release is ${named(releases[0])}.` };
    if (!release) return { says: `No release is called “${written}”.` };
    if (release[3]) return { day: day || release[0], release };
    const text = day ? `The text in force on ${day}, that of` : "The text of";
    return { says: `${text} ${named(release)}, is not on this site.`, before: releases.slice(0, at).findLast((each) => each[3]) };
  }

  // What a number is today, where on that day no rule had it, the page for searching answers
  const asked = (number, day) => "search/?q=" + encodeURIComponent(number + " " + day);

  const on = (rows, day) => rows?.find(([first, last]) => first <= day && (!last || day <= last));
  const numbers = (number) => `number/${headOf(number)}/` + (headOf(number) === number ? "" : `#${number}`);

  async function textOn(number, written) {
    const uses = number && await tableOf(number, "uses");
    if (!uses) return { says: number ? `No rule is known to have been numbered ${number}.` : "" };
    const { day, release, says, before } = await when(written);
    const all = [numbers(number), `All rules that have been numbered ${number}`];
    if (!day) {
      const { to } = before ? await textOn(number, before[0]) : {};
      return { says, links: to ? [[to, `${number} as of ${named(before)}`], all] : [all] };
    }
    const clause = on(uses.clauses[number], day);
    if (!clause) return { to: asked(number, day) };
    const page = [ruleOf(number), headOf(number)].find((each) => on(uses.texts[each], day));
    if (!page) return { to: clause[2] ? `clause/${clause[2]}/` : numbers(number) };
    const anchor = page === number ? "" : `#r${number}`;
    return { to: `rules/${page}/${on(uses.texts[page], day)[0]}/${anchor}` };
  }

  // One sentence of a text, or some: "2", "2-3"
  const sentenceIn = ({ to, ...none }, which) => !to ? none
    : { to: /^\d+(-\d+)?$/.test(which) && to.startsWith("rules/") ? `${to}${to.includes("#") ? "" : "#main"}/${which}` : to };

  async function clauseOn(id, written) {
    const { clauseAt } = await answers();
    const clause = await clauseAt(id);
    if (!clause) return {};
    const { day, release, says } = await when(written);
    const history = [[`clause/${id}/`, "History of the rule"]];
    if (!day) return { says, links: history };
    const run = clause.runs.find(([, from, to]) => from.slice(0, 10) <= day && (!to || day <= to.slice(0, 10)));
    return run ? textOn(run[0], day) : { says: `The rule was not in force on ${day}, when ${named(release)} was.`, links: history };
  }

  // Which clause a release and a number name, /clause/2012-08-01-704.5/
  async function clauseNamed(id) {
    const [, written, named] = /^(.+)-([^-]+)$/.exec(id) ?? [];
    const number = named && numberOf(named);
    const uses = number && await tableOf(number, "uses");
    const { day } = uses ? await when(written) : {};
    const clause = day && on(uses.clauses[number], day);
    if (clause?.[2]) return { to: `clause/${clause[2]}/` };
    return uses ? textOn(number, written) : {};
  }

  async function ruleNow(number) {
    const table = number && await tableOf(number, "index");
    const { to } = table?.numbers[number] ?? {};
    const isHere = to && (headOf(number) !== number || to.startsWith("/rules/"));
    if (table) return { to: isHere ? to.slice(1) : `number/${headOf(number)}/` };
    return { says: number ? `No rule is known to have been numbered ${number}.` : "" };
  }

  async function releaseOn(written, ...part) {
    const { release, says } = await when(written);
    const { texts } = await names();
    if (!release) return { says, links: [["releases/", "All releases"]] };
    return { to: texts ? ["releases", release[0], ...part, ""].join("/") : `releases/#d${release[0]}` };
  }

  async function compare(older, newer, number) {
    const [{ release: old, says }, { release: now, says: also }] = [await when(older), await when(newer || "today")];
    if (!old || !now) return { says: says ?? also, links: [["compare/", "Compare two releases"]] };
    const only = number ? `&clause=${encodeURIComponent(number)}` : "";
    return { to: (await names()).texts ? `compare/?old=${old[0]}&new=${now[0]}${only}` : "compare/" };
  }

  async function entry(name) {
    const { entries = {} } = await names();
    const term = plain(name);
    if (!Object.keys(entries).length) return { says: "The glossary is not on this site." };
    const id = Object.hasOwn(entries, term) && entries[term];
    if (!id) return { says: `No entry of the glossary is called “${name}”.`, links: [["glossary/", "Glossary"]] };
    return { to: id.length === 10 ? `glossary/${id}-${term}/` : `glossary/${id}/` };
  }

  // The wording of an entry on a day: each is an article of its page, or the one row of its table
  async function entryOn(name, written) {
    const { to, ...none } = /^\d{4}-\d\d-\d\d-/.test(name) ? { to: `glossary/${name}/` } : await entry(name);
    const { day, release, says } = to ? await when(written) : {};
    const links = [[to, "History of the entry"]];
    if (!day) return to ? { says, links } : none;
    const page = await (await fetch(new URL(to, root))).text();
    const firsts = [...page.matchAll(/<(?:article|tr)[^>]* id="w([\d-]+)"/g)].map(([, first]) => first).sort();
    const first = firsts.findLast((each) => each <= release[0]);
    return first ? { to: `${to}#w${first}` } : { says: `The glossary had no such entry on ${day}, when ${named(release)} was in force.`, links };
  }

  // Where a typed address leads: {to}, or {says, links} where it has no page
  async function lead(address) {
    const parts = address.toLowerCase().split("/").filter((part) => part && part !== "index.html");
    const [kind = "", one = "", ...more] = parts;
    const [two = "", three = ""] = more;
    const number = numberOf(one);
    if (numberOf(kind)) return one ? textOn(numberOf(kind), one) : ruleNow(numberOf(kind));
    switch (kind) {
      case "on": return two ? sentenceIn(await textOn(numberOf(two), one), three) : releaseOn(one, "text");
      case "rules": return number && two ? textOn(number, two) : ruleNow(number);
      case "number": return number ? { to: numbers(number) } : {};
      case "releases": return releaseOn(one, ...more);
      case "compare": return compare(one, two, three);
      case "clause": return two ? clauseOn(one, two) : clauseNamed(one);
      case "glossary": return two ? entryOn(one, two) : entry(one);
      default: return {};
    }
  }

  function tell({ says = "", links = [] }, place) {
    place.replaceChildren(says);
    for (const [to, words] of links) place.append(" ", make("a", { href: new URL(to, root) }, words));
    place.hidden = !place.textContent;
  }

  for (const form of document.querySelectorAll("form[data-on]")) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { day, number } = form.elements;
      if (form.dataset.on === "asked") { location.href = new URL(asked(number.value.trim(), day.value), root); return; }
      const address = form.dataset.on.replace(/\{(\w+)\}/g, (_, name) => form.elements[name].value.trim().replace(/\//g, "-"));
      const answer = await lead(address).catch((error) => ({ says: `This could not be looked up (${error.message}).` }));
      if (answer.to) location.href = new URL(answer.to, root);
      else tell(answer, form.querySelector("output"));
    });
  }

  const missing = document.querySelector("[data-missing]");
  if (missing && location.pathname.startsWith(root.pathname)) {
    const { hash } = location;
    lead(decodeURIComponent(location.pathname.slice(root.pathname.length))).then((answer) => {
      if (answer.to) location.replace(new URL(answer.to + (answer.to.includes("#") ? "" : hash), root));
      else tell(answer, missing);
    }).catch(() => { /* it could not be looked up: the page says what it does of any address */ });
  }
})();
