// Any two releases, compared in the browser. What two wordings have in common was decided when the site was made: each
// has a number by five measures, and this script only looks whether two numbers are equal. The texts are fetched for
// the redlines that are shown, and set as text, never as markup.
(() => {
  "use strict";
  const form = document.getElementById("compare");
  const result = document.getElementById("result");
  const says = document.getElementById("compared");
  const folds = document.getElementById("folds");
  const prepared = document.getElementById("prepared");
  const { base: root, dated, ITALICS, make, read } = window.crdiff;
  const MOST_OPEN = 60; // changes, up to which all are open at first
  const MOST_MAPPED = 60; // clauses on a side, up to which a map of them is drawn
  const FIRST_WORDS = 42; // characters beside a number on the map

  // Of each kind of change: the choice that shows it, its icon, its name, and how it is counted if it has to be read
  const KINDS = {
    reworded: ["reworded", "reworded", "Reworded", "reworded"],
    added: ["added", "added", "Added", "added"],
    removed: ["removed", "removed", "Removed", "removed"],
    revoked: ["removed", "revoked", "Revoked", "revoked"],
    beside: ["example", "reworded", "Only examples, references or misprints changed", "changed only in examples, references or misprints"],
    marks: ["skip", "reworded", "Punctuation changed"],
    terms: ["skip", "reworded", "Global wording changed"],
    references: ["skip", "reworded", "References renumbered"],
    renumbered: ["skip", "renumbered", "Renumbered"],
    outside: ["outside", "reworded", "Outside the rules"],
  };
  const CHOICES = { added: "added", removed: "removed", reworded: "reworded", example: "examples or references", skip: "safe to skip", outside: "introduction and credits" };
  const OUTSIDE = "Introduction and credits";
  const choice = ({ kind }) => KINDS[kind]?.[0];
  const ofChoice = (rows, name) => rows.filter((row) => choice(row) === name);
  const toRead = (rows) => rows.filter(({ kind }) => KINDS[kind]?.[3]);
  const SKIPPED = "safe to skip: only numbers, punctuation or global wording changed";

  const icon = (name) => make("svg", { class: "i", "aria-hidden": "true" }, make("use", { href: `#i-${name}` }));

  // Releases ------------------------------------------------------------------
  const releases = [...document.getElementById("held").options].map((option) => {
    const [, name, day] = /^(?:(.*) \()?(\d{4}-\d\d-\d\d)\)?$/.exec(option.value);
    return { label: option.value, name: name ?? "", day, code: option.label === option.value ? "" : option.label };
  });

  // The release that is meant by a date, a year, a set's name or its code; on a date, the release in force
  function meant(written) {
    const asked = written.trim().toLowerCase();
    const named = { today: releases[0], latest: releases[0], previous: releases[1] }[asked];
    if (named || !asked) return named;
    const exact = releases.find((each) => Object.values(each).some((one) => one.toLowerCase() === asked));
    const day = /\d{4}-\d\d-\d\d/.exec(asked)?.[0] ?? (/^\d{4}$/.test(asked) ? `${asked}-12-31` : "");
    return exact ?? (day ? releases.find((each) => each.day <= day) : releases.find((each) => each.name.toLowerCase().includes(asked)));
  }

  // What differs ----------------------------------------------------------------
  const MEASURES = ["same", "references", "terms", "marks", "beside"];
  const EACH = MEASURES.length + 1; // numbers of a wording: its first release, and one by each measure
  function at([, runs, wordings, revoked], release) {
    const run = runs.findIndex((first, place) => place % 3 === 0 && first <= release && release <= runs[place + 1]);
    if (run < 0) return null;
    let place = 0;
    while (wordings[place + EACH] <= release) place += EACH;
    return { number: runs[run + 2], measures: wordings.slice(place + 1, place + EACH), isRevoked: revoked !== null && revoked <= release };
  }

  function kindOf(was, now) {
    if (!was || !now) return was ? "removed" : "added";
    if (now.isRevoked && !was.isRevoked) return "revoked";
    const first = MEASURES[now.measures.findIndex((measure, place) => measure === was.measures[place])] ?? "reworded";
    return first === "same" && was.number !== now.number ? "renumbered" : first;
  }

  function rowsOf(pieces, old, young, part = "") {
    const rows = [];
    for (const [piece, inside] of Object.entries(pieces)) {
      for (const life of inside) {
        const [was, now] = [at(life, old), at(life, young)];
        const kind = (was || now) && kindOf(was, now);
        const met = life[4].filter(([, when]) => old < when && when <= young);
        if (kind) rows.push({ id: life[0], piece, part, was, now, kind: part === OUTSIDE && kind !== "same" ? "outside" : kind, met });
      }
    }
    return rows;
  }

  const numberOf = (row) => (row.now ?? row.was).number;
  const { compare: collated } = new Intl.Collator("en", { numeric: true });
  const sorted = (number) => number.replace(/(?<=\d)[a-z]{2}$/, "z$&"); // 704.5aa comes after 704.5z
  const inOrder = (one, other) => collated(sorted(one), sorted(other));
  const byNumber = (side) => (one, other) => inOrder(one[side].number, other[side].number);
  const subsection = (number) => number.split(".")[0];

  // A clause that was removed is shown where the heading over it went
  function groups(rows, titles) {
    const headings = new Map(rows.filter((row) => row.was && !row.was.number.includes(".")).map((row) => [row.was.number, row]));
    const found = new Map();
    for (const row of rows) {
      const heading = headings.get(row.was && subsection(row.was.number));
      const key = row.part ? row.part : row.now ? subsection(row.now.number) : heading?.now?.number ?? `${subsection(row.was.number)}, gone`;
      if (!found.has(key)) found.set(key, { key, title: "", rows: [] });
      const group = found.get(key);
      group.rows.push(row);
      if (!row.part && !numberOf(row).includes(".") && (row.now || key.endsWith("gone"))) group.title = titles[row.id] ?? "";
    }
    return [...found.values()].sort((one, other) => one.key < other.key ? -1 : 1);
  }

  const within = (asked) => (row) => !asked || [row.was?.number, row.now?.number].some((number) =>
    number && (number === asked || (number.startsWith(asked) && !/^[0-9]/.test(number.slice(asked.length)))));

  // Redlines: the longest common run of words, typography aside ------------------
  const plain = (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—]/g, "-").replace(/[_\uE000\uE001]/g, "");
  const wordsOf = (text) => text.match(/\uE000?(?:[\p{L}\p{N}'’.]*[\p{L}\p{N}]|\s+|.)\uE001?/gsu) ?? [];

  // Each word goes with its own mark of italics
  const italics = (text, marks = "\uE000$1\uE001") => text.replace(ITALICS, marks);
  function written(runs) {
    let isOpen = false; // the new text has both marks of each pair, what was deleted may lack one
    return runs.flatMap(([op, text]) => {
      let isItalic = op !== "del" && isOpen;
      const parts = text.split(/([\uE000\uE001])/).flatMap((part, at) => {
        if (at % 2 === 0) return isItalic ? make("i", {}, part) : part;
        isItalic = part === "\uE000";
        return [];
      });
      if (op !== "del") isOpen = isItalic;
      return op ? make(op, {}, ...parts) : parts;
    });
  }

  function redline(before, after) {
    const [a, b] = [wordsOf(before), wordsOf(after)];
    const [x, y] = [a.map(plain), b.map(plain)];
    const runs = [];
    const push = (op, text) => {
      if (runs.length && runs.at(-1)[0] === op) runs.at(-1)[1] += text; else runs.push([op, text]);
    };
    const least = Math.min(a.length, b.length);
    let start = 0, end = 0;
    while (start < least && x[start] === y[start]) push("", b[start++]);
    while (end < least - start && x.at(-1 - end) === y.at(-1 - end)) end++;
    const [rows, columns] = [a.length - end, b.length - end];
    const width = columns + 1;
    const best = new Uint16Array((rows + 1) * width);
    for (let i = rows - 1; i >= start; i--) {
      for (let j = columns - 1; j >= start; j--) {
        const at = i * width + j;
        best[at] = x[i] === y[j] ? best[at + width + 1] + 1 : Math.max(best[at + width], best[at + 1]);
      }
    }
    for (let i = start, j = start; i < rows || j < columns;) {
      const at = i * width + j;
      if (i < rows && j < columns && x[i] === y[j]) { push("", b[j++]); i++; }
      else if (j >= columns || (i < rows && best[at + width] >= best[at + 1])) push("del", a[i++]);
      else push("ins", b[j++]);
    }
    for (const word of b.slice(columns)) push("", word);
    return tidied(runs);
  }

  // A kept run no longer than the changes on both of its sides splits what is one change to a reader
  function tidied(runs) {
    const parts = [];
    for (const [op, text] of runs) {
      if (!op) parts.push({ kept: text });
      else if (!parts.length || "kept" in parts.at(-1)) parts.push({ del: "", ins: "", [op]: text });
      else parts.at(-1)[op] += text;
    }
    const size = (part) => Math.max(part.del.length, part.ins.length);
    for (let at = 1; at < parts.length - 1; at++) {
      const { kept } = parts[at];
      const [before, after] = [parts[at - 1], parts[at + 1]];
      if (kept === undefined || kept.length > size(before) || kept.length > size(after)) continue;
      parts.splice(at - 1, 3, { del: before.del + kept + after.del, ins: before.ins + kept + after.ins });
      at = Math.max(at - 3, 0);
    }
    return parts.flatMap(({ kept, del, ins }) => [["", kept], ["del", del], ["ins", ins]]).filter(([, text]) => text);
  }

  // Examples side by side: first those of the same text, then the rest in order
  function examplesOf(old, young) {
    const texts = new Set(young.map(plain));
    const left = old.filter((each) => !texts.has(plain(each)));
    const had = new Set(old.map(plain));
    return [...young.map((each) => [had.has(plain(each)) ? each : left.shift() ?? "", each]), ...left.map((each) => [each, ""])];
  }

  function line(name, before, after) {
    const runs = redline(italics(before), italics(after));
    const whole = runs.length === 1 && runs[0][0] ? " whole" : "";
    return make("p", { class: `${name} redline${whole}` }, ...written(runs));
  }

  async function textsOf(row) {
    const { wordings } = await read(`compare/texts/${row.piece}.json`);
    return [row.was, row.now].map((side) => side ? wordings[row.id][side.measures[0]] ?? null : [""]);
  }

  // A change, its group, and the map ----------------------------------------------
  const place = (row, id = row.id) => new URL(`${row.part ? "glossary" : "clause"}/${id}/`, root);
  const idOf = (row) => `${row.now ? "to" : "from"}-${numberOf(row).replace(/[^\w.-]/g, "-")}${row.part === OUTSIDE ? row.id : ""}`;

  const filling = []; // what is still to come of the changes that are open
  function change(row) {
    const [, name, label] = KINDS[row.kind];
    const isOutside = row.part === OUTSIDE;
    const number = make("p", { class: "num" }, isOutside ? numberOf(row) : make("a", { href: place(row) }, numberOf(row)));
    if (row.was && row.now && row.was.number !== row.now.number) number.append(make("small", {}, `was ${row.was.number}`));
    const links = row.met.flatMap(([how, , other]) => [how === "from" ? ", split from " : ", merged into ", make("a", { href: place(row, other) }, other.slice(11))]);
    const what = make("p", { class: "what" }, make("span", { class: `kind ${name}` }, icon(name), label), ...links, ". ");
    const body = make("div", { class: "body pair" }, what);
    const shown = make("article", { class: `change k-${choice(row)} ${row.now ? "" : "gone"}`, id: idOf(row), "aria-label": `${numberOf(row)}, ${label}` }, number, body);
    filling.push(textsOf(row).then(([before, after]) => {
      if (!before || !after) { body.append(make("p", { class: "soft" }, "One of the two texts is not on this site.")); return; }
      body.append(line("rt", before[0], after[0]), ...examplesOf(before.slice(1), after.slice(1)).map(([one, other]) => line("eg", one, other)));
      if (!isOutside) body.append(make("p", { class: "links" }, make("a", { href: place(row) }, "History", make("span", { class: "vh" }, ` of ${numberOf(row)}`))));
      if (document.querySelector("#v-side:checked")) window.crdiff.twins();
    }).catch((error) => body.append(make("p", {}, `The text could not be loaded (${error.message}).`))));
    return shown;
  }

  // The longest run of clauses that kept their order; the others changed it
  function keptOrder(ends) {
    const best = [];
    ends.forEach((end, i) => {
      const before = best.filter((run) => ends[run.at(-1)] < end).reduce((one, other) => other.length > one.length ? other : one, []);
      best.push([...before, i]);
    });
    return new Set(best.reduce((one, other) => other.length > one.length ? other : one, []));
  }

  async function map(rows, dates) {
    const sides = ["was", "now"].map((side) => rows.filter((row) => row[side]?.number.includes(".")).sort(byNumber(side)));
    if (Math.max(...sides.map((side) => side.length)) > MOST_MAPPED || !sides.every((side) => side.length)) return null;
    const texts = new Map(await Promise.all([...new Set(sides.flat())].map(async (row) => [row, await textsOf(row)])));
    const words = (row, side) => italics(texts.get(row)[side]?.[0] ?? "", "$1").split("\n").at(-1).slice(0, FIRST_WORDS).replace(/\s+\S*$/, " …");
    const lists = sides.map((side, which) => make("ol", { "aria-label": dates[which].label }, ...side.map((row) => {
      const { number } = row[which ? "now" : "was"];
      return make("li", {}, KINDS[row.kind] ? make("a", { href: `#${idOf(row)}` }, number) : number, " ", make("span", {}, words(row, which)));
    })));
    const height = (side, row) => (100 * (sides[side].indexOf(row) + 0.5) / sides[side].length).toFixed(2);
    const both = sides[0].filter((row) => row.now?.number.includes("."));
    const kept = keptOrder(both.map((row) => sides[1].indexOf(row)));
    const path = (name, d) => make("path", { class: name, d });
    const paths = both.map((row, i) => {
      const [from, to] = [height(0, row), height(1, row)];
      return path(kept.has(i) ? "kept" : "cross", `M0 ${from}C45 ${from} 55 ${to} 100 ${to}`);
    });
    for (const row of sides[0]) if (!both.includes(row)) paths.push(path("out", `M0 ${height(0, row)}H26`));
    for (const row of sides[1]) if (!both.includes(row)) paths.push(path("in", `M74 ${height(1, row)}H100`));
    const curves = make("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, ...paths);
    const heads = make("p", { class: "sides shown" }, ...dates.map(({ label }) => make("span", {}, label)));
    return make("figure", { class: "full", "aria-label": "Where each clause went" }, heads, make("div", { class: "flow" }, lists[0], make("div", {}, curves), lists[1]),
      make("figcaption", {}, document.getElementById("map-key").content.cloneNode(true)));
  }

  // A fold is filled when it is opened: by the reader, or by an address that names a change in it
  const isTarget = (row) => KINDS[row.kind] && `#${idOf(row)}` === location.hash;
  const targets = new Map(); // fold -> whether it has the change that the address names
  function fold(summary, name, rows, fill) {
    const made = make("details", { class: `fold ${name}` }, make("summary", {}, ...summary));
    made.addEventListener("toggle", () => {
      if (made.open && made.childElementCount === 1) made.append(...fill());
    });
    targets.set(made, () => rows.some(isTarget));
    made.open = rows.some(isTarget);
    return made;
  }

  function reach() {
    for (const [made, hasTarget] of targets) if (hasTarget()) made.open = true;
    if (location.hash) setTimeout(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), 500);
  }

  function group({ key, title, rows }, dates) {
    const [read, rest, outside] = [toRead(rows), ofChoice(rows, "skip"), ofChoice(rows, "outside")];
    const said = [[read, "to read"], [rest, "safe to skip"], [outside, "changed"]].filter(([{ length }]) => length);
    const words = said.map(([{ length }, what]) => `${length} ${what}`).join(", ");
    const kinds = [...new Set(rows.map(choice))].filter(Boolean).map((each) => `has-${each}`).join(" ");
    return fold([make("b", {}, key), ` ${italics(title, "$1")} `, make("span", { class: "soft" }, words)], `group ${kinds}`, rows, () => {
      const drawing = make("div");
      if (!rows[0].part) filling.push(map(rows, dates).then((figure) => figure && drawing.append(figure)).catch(() => {}));
      return [drawing, ...[...read, ...outside].map(change), ...(rest.length ? [fold([`${rest.length} ${SKIPPED}`], "k-skip", rest, () => rest.map(change))] : [])];
    });
  }

  // Asking ------------------------------------------------------------------------
  const shown = (those) => those.length.toLocaleString("en");
  function choose(rows) {
    const labels = Object.entries(CHOICES).map(([name, words]) => [name, words, ofChoice(rows, name)]).filter(([, , those]) => those.length)
      .map(([name, words, those]) => make("label", {}, make("input", { type: "checkbox", id: `f-${name}`, checked: "" }), ` ${words}, ${shown(those)}`));
    result.querySelector(".kinds").hidden = labels.length < 2;
    result.querySelector(".kinds > .opts").replaceChildren(result.querySelector(".kinds span"), ...labels);
  }

  function summary(rows, asked) {
    const [read, rest, outside] = [toRead(rows), ofChoice(rows, "skip"), ofChoice(rows, "outside")];
    const kinds = Object.entries(KINDS).map(([kind, [, , , words]]) => [read.filter((row) => row.kind === kind), words]);
    const listed = kinds.filter(([those]) => those.length).map(([those, words]) => `${shown(those)} ${words}`).join(", ");
    const where = asked && ` in ${asked}`;
    if (!read.length && !rest.length && !outside.length) return `No difference${where}.`;
    return [`${shown(read)} to read${where}${listed && ": "}${listed}.`, rest.length && `${shown(rest)} ${SKIPPED}.`,
      outside.length && `In the introduction and the credits, ${shown(outside)} ${outside.length > 1 ? "paragraphs" : "paragraph"} changed.`].filter(Boolean).join(" ");
  }

  async function compare() {
    const dates = [form.elements.old, form.elements.new].map((field) => meant(field.value));
    const wrong = [form.elements.old, form.elements.new].find((field, side) => !dates[side]);
    if (wrong) { says.textContent = `“${wrong.value}” is not the name of a release on this site, nor a day on which one was in force.`; wrong.focus(); return; }
    const asked = window.crdiff.meant(form.elements.rule.value) || form.elements.rule.value.trim();
    const taken = ["old", "new"].map((name, side) => {
      const [written, { day, label }] = [form.elements[name].value.trim(), dates[side]];
      form.elements[name].value = label;
      const other = /^\d{4}-\d\d-\d\d$/.test(written) && written !== day;
      return other ? `Of the releases on this site, ${label} was in force on ${written}. ` : "";
    }).join("");
    const here = new URL(location.href);
    here.search = new URLSearchParams({ old: dates[0].day, new: dates[1].day, ...(asked ? { rule: asked } : {}) });
    history.replaceState(null, "", here);
    says.textContent = "Comparing…";
    try {
      const { releases: held, clauses, entries, outside, breaks, titles } = await read("compare/index.json");
      const [old, young] = dates.map(({ day }) => held.indexOf(day));
      const cut = [breaks[old], breaks[young]].filter(Boolean);
      const rows = [...rowsOf(clauses, old, young), ...rowsOf(entries, old, young, "Glossary"), ...(cut.length ? [] : rowsOf(outside, old, young, OUTSIDE))];
      const found = groups(rows, titles).map((one) => ({ ...one, rows: one.rows.filter(within(asked)) }));
      const changed = found.filter((one) => one.rows.some((row) => KINDS[row.kind]));
      for (const { key, rows: inside } of changed) if (key !== OUTSIDE) inside.sort((one, other) => inOrder(numberOf(one), numberOf(other)));
      await show(changed, dates);
      says.textContent = [taken + summary(found.flatMap((one) => one.rows), asked), ...cut].join(" ");
    } catch (error) {
      says.textContent = `The comparison failed (${error.message}).`;
    } finally {
      result.removeAttribute("aria-busy");
      document.documentElement.classList.remove("asked");
    }
  }

  // Shown at once, when the texts of all that is open are there
  async function show(changed, dates) {
    const rows = changed.flatMap((one) => one.rows);
    targets.clear();
    const groups = changed.map((one) => group(one, dates));
    document.title = document.title.replace(/^.*(?= · )/, dates.map(({ name, day }) => name || day).join(" and "));
    result.querySelector("h2").replaceChildren(...dated(dates.map(({ label }) => label).join(" and ")));
    result.querySelectorAll(".sides:not(.shown) span").forEach((head, side) => { head.textContent = dates[side].label; });
    result.setAttribute("aria-busy", "true");
    result.hidden = false;
    prepared.open = false;
    choose(rows);
    folds.replaceChildren(...groups);
    const isFew = rows.filter((row) => KINDS[row.kind]).length <= MOST_OPEN;
    if (isFew || groups.length === 1) groups.forEach((one, at) => { one.open ||= changed[at].key !== OUTSIDE || groups.length === 1; });
    sayAll();
    // A fold that is opened says so later, and is filled then
    await new Promise((done) => { setTimeout(done, 50); });
    await Promise.all(filling.splice(0));
    reach();
  }

  const everything = document.getElementById("all");
  const isAllOpen = () => [...folds.children].every((each) => each.open);
  function sayAll() {
    everything.hidden = folds.childElementCount < 2;
    everything.textContent = isAllOpen() ? "Close all" : `Open all ${folds.childElementCount} parts`;
  }
  everything.addEventListener("click", () => {
    const isOpen = isAllOpen();
    for (const each of folds.children) each.open = !isOpen;
    sayAll();
  });
  document.getElementById("swap").addEventListener("click", () => {
    const { old, new: young } = form.elements;
    [old.value, young.value] = [young.value, old.value];
    compare();
  });
  for (const name of ["old", "new"]) form.elements[name].addEventListener("focus", ({ target }) => target.select());
  addEventListener("hashchange", reach);
  form.addEventListener("submit", (event) => { event.preventDefault(); compare(); });

  const query = new URL(location.href).searchParams;
  for (const name of ["old", "new"]) if (query.get(name)) form.elements[name].value = query.get(name);
  form.elements.rule.value = query.get("rule") ?? query.get("clause") ?? "";
  if (query.has("old") || query.has("new")) compare();
})();
