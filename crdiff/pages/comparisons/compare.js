// Any two releases, compared in the browser: the lists of their clauses say which came, went, moved or
// read otherwise; the life of a clause, fetched when it is opened, gives both texts. Set as text, never as markup.
(() => {
  "use strict";
  const form = document.getElementById("compare");
  const result = document.getElementById("result");
  const says = document.getElementById("compared");
  const root = new URL(document.documentElement.dataset.root, location.href);
  const MOST_CELLS = 4_000_000;
  const MOST_OPEN = 15;

  const read = (path) => fetch(new URL(path, root)).then((answer) => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  });

  const make = (name, ...inside) => {
    const made = document.createElement(name);
    made.append(...inside);
    return made;
  };

  const clauses = async (release) => {
    const { clauses: rows, revoked } = await read(`releases/${release}/clauses.json`);
    return new Map(rows.map((row) => [row[0], [...row, revoked.includes(row[0])]]));
  };

  function differences(old, young) {
    const rows = [];
    for (const [lineage, [, number, print, isRevoked]] of young) {
      const was = old.get(lineage);
      if (!was) rows.push({ lineage, number, from: "", to: number, kind: "added" });
      else if (isRevoked && !was[3]) rows.push({ lineage, number, from: was[1], to: number, kind: "revoked" });
      else if (was[2] !== print) rows.push({ lineage, number, from: was[1], to: number, kind: "reworded" });
      else if (was[1] !== number) rows.push({ lineage, number, from: was[1], to: number, kind: "renumbered" });
    }
    for (const [lineage, [, number]] of old) {
      if (!young.has(lineage)) rows.push({ lineage, number, from: number, to: "", kind: "removed" });
    }
    return rows;
  }

  // Redline: the longest common run of words, exact to the character
  function redline(before, after) {
    const a = before.match(/[\p{L}\p{N}'’.]+|\s+|./gsu) ?? [];
    const b = after.match(/[\p{L}\p{N}'’.]+|\s+|./gsu) ?? [];
    const runs = [];
    const push = (op, text) => {
      if (runs.length && runs.at(-1)[0] === op) runs.at(-1)[1] += text; else runs.push([op, text]);
    };
    if (a.length * b.length > MOST_CELLS) return [["del", before], ["ins", after]];
    const width = b.length + 1;
    const best = new Uint16Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        best[i * width + j] = a[i] === b[j] ? best[(i + 1) * width + j + 1] + 1
          : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
      }
    }
    let i = 0, j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) { push("", a[i]); i++; j++; }
      else if (j >= b.length || (i < a.length && best[(i + 1) * width + j] >= best[i * width + j + 1])) push("del", a[i++]);
      else push("ins", b[j++]);
    }
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

  const wordingAt = (life, release) => life.wordings.find((each) => each.from <= release && release <= each.to);
  const said = (wording) => wording ? [wording.text ?? "", ...wording.examples].join("\n") : "";

  async function open(row, dates, body) {
    const where = `clause/${row.lineage}/`;
    const life = await read(`${where}index.json`);
    const before = row.from ? said(wordingAt(life, dates.old)) : "";
    const after = row.to ? said(wordingAt(life, dates.young)) : "";
    const line = make("p", ...redline(before, after).map(([op, text]) => op ? make(op, text) : text));
    line.className = "rt redline";
    const link = make("a", "its life, with every step between");
    link.href = new URL(where, root);
    body.replaceChildren(line, make("p", link));
  }

  function item(row, dates, isOpen) {
    const numbers = [row.from, row.to].filter((each, at, all) => each && all.indexOf(each) === at).join(" → ");
    const summary = make("summary", make("b", numbers), ` ${row.kind}`);
    const body = make("div");
    const fold = make("details", summary, body);
    fold.addEventListener("toggle", () => { if (fold.open && !body.childNodes.length) open(row, dates, body); });
    fold.open = isOpen;
    return fold;
  }

  function group(subsection, rows, dates, isOpen) {
    const fold = make("details", make("summary", make("b", subsection), ` ${rows.length} ${rows.length === 1 ? "clause" : "clauses"}`));
    fold.className = "fold";
    fold.addEventListener("toggle", () => {
      if (fold.open && fold.childElementCount === 1) fold.append(...rows.map((row) => item(row, dates, isOpen && rows.length <= MOST_OPEN)));
    });
    fold.open = isOpen;
    return fold;
  }

  const within = (asked) => (row) => !asked || [row.from, row.to].some((number) =>
    number === asked || (number.startsWith(asked) && !/^[0-9]/.test(number.slice(asked.length))));

  async function compare() {
    const dates = { old: form.elements.old.value, young: form.elements.new.value };
    const asked = window.crdiff.meant(form.elements.clause.value) || form.elements.clause.value.trim();
    const here = new URL(location.href);
    for (const [name, value] of [["old", dates.old], ["new", dates.young], ["clause", asked]]) {
      if (value) here.searchParams.set(name, value); else here.searchParams.delete(name);
    }
    history.replaceState(null, "", here);
    says.textContent = "Comparing…";
    try {
      const rows = differences(await clauses(dates.old), await clauses(dates.young)).filter(within(asked));
      const groups = Map.groupBy ? Map.groupBy(rows, (row) => row.number.split(".")[0]) : rows.reduce((all, row) => {
        const key = row.number.split(".")[0];
        return all.set(key, [...(all.get(key) ?? []), row]);
      }, new Map());
      const counts = ["reworded", "renumbered", "added", "removed", "revoked"]
        .map((kind) => `${rows.filter((row) => row.kind === kind).length} ${kind}`).join(", ");
      says.textContent = rows.length ? `${dates.old} and ${dates.young}: ${counts}.` : `${dates.old} and ${dates.young}: no difference${asked && " in " + asked}.`;
      result.replaceChildren(...[...groups].sort((a, b) => a[0] - b[0]).map(([subsection, inside]) => group(subsection, inside, dates, groups.size === 1 || rows.length <= MOST_OPEN)));
    } catch (error) {
      says.textContent = `That could not be compared (${error.message}).`;
    }
  }

  const query = new URL(location.href).searchParams;
  const releases = [...form.elements.new.options].map((each) => each.value);
  const named = { latest: releases[0], previous: releases[1] };
  for (const [name, value] of query) if (form.elements[name]) form.elements[name].value = named[value] ?? value;
  form.addEventListener("submit", (event) => { event.preventDefault(); compare(); });
  if (query.has("old")) compare();
})();
