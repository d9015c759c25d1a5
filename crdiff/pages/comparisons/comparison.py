"""The page that compares two texts, with a map of the links, the list of all, and what each clause said when."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from markupsafe import Markup
from msgspec import Struct, field

from crdiff.changes.change import Change, Comparison, Facet, Part, Quoted, Structure
from crdiff.changes.description.redline import compare_as_printed
from crdiff.history.lineage import Lineage, Term, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import Node
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.cited.citing_places import with_outdated
from crdiff.pages.frame import address, change_view
from crdiff.pages.frame.change_view import OUTSIDE, ChangeView, anchor, view_change
from crdiff.pages.frame.english import clipped, counted, sentence
from crdiff.pages.frame.render import page, this_book
from crdiff.reports import phrases
from crdiff.store.archive.site_contents import Standing
from crdiff.store.embedded.editions import EditionText

_PARTS = {Part.GLOSSARY: "Glossary", **OUTSIDE}


def comparison_page(comparison: Comparison, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of `comparison`."""
    editions = archive.edition_of(comparison.alignment.old), archive.edition_of(comparison.alignment.new)
    old, new = (
        {"name": _name(each), "release": archive.release_name(each.effective), "href": address.edition(each.id)}
        for each in editions
    )
    days = {"old": editions[0].effective, "new": editions[1].effective}
    where = address.comparison(days["old"], days["new"])
    lead, names = lead_of(comparison), f"{old['name']} and {new['name']}"
    rules = [change for change in comparison.changes if change.part is Part.RULES]
    kept = [change for change in rules if change.new]
    changed = [change for change in comparison.changes if change.is_changed]

    def lookup(side: str, printed: str) -> str:
        return archive.clause_at(archive.numbered(printed), days[side])

    def shown(changes: Iterable[Change]) -> list[ChangeView]:
        views = ((view_change(change, lookup), change) for change in changes)
        return [with_outdated(view, change, days["old"], days["new"], archive) for view, change in views]

    numbers = {clause.number for change in rules for clause in change.new}
    kinds = Counter((change_view.icon(change), change_view.label(change)) for change in rules)
    return page(
        "comparisons/comparison.html",
        where,
        names,
        f"What changed from {old['name']} to {new['name']} of the {this_book().short}, clause by clause. {lead}",
        data=address.as_json(where),
        old=old,
        new=new,
        lead=lead,
        others=[(f"{row['old']} and {row['new']}", row["href"]) for row in rows(archive) if row["href"] != where],
        counts=sorted(kinds.items(), key=lambda item: (-item[1], item[0])),
        rewordings=[
            (each, [(name, lookup("new", name) if name in numbers else "") for name in each.exceptions])
            for each in comparison.rewordings
        ],
        map=map_clauses(comparison),
        read=shown(change for change in kept if change.is_unproved),
        gone=shown(change for change in rules if not change.new),
        mechanical=shown(change for change in kept if change.facets and not change.is_unproved),
        same=shown(change for change in kept if not change.facets and not change.is_unproved),
        parts=[
            (title, found)
            for part, title in _PARTS.items()
            if (found := shown(change for change in changed if change.part is part))
        ],
    )


def rows(addresses: Addresses) -> list[dict[str, str]]:
    """Return every comparison as a row, in the archive's order: both texts, what happened, and where it is."""
    found = []
    for comparison in addresses.comparisons:
        old, new = addresses.edition_of(comparison.alignment.old), addresses.edition_of(comparison.alignment.new)
        where = address.comparison(old.effective, new.effective)
        found.append({"href": where, "old": _name(old), "new": _name(new), "lead": lead_of(comparison)})
    return found


def _name(text: EditionText) -> str:
    """Return what a text is called in a sentence: "507 of 2008"."""
    heading = text.heading
    return f"{heading.number} of {text.effective.year}" if heading else f"{text.edition.title}, {text.effective}"


def lead_of(comparison: Comparison) -> str:
    """Return what happened to the numbered clauses in one or two sentences, headings not counted."""
    changes = list(_clause_changes(comparison))
    kept = [change for change in changes if change.old and change.new and change.structure is not Structure.REVOKED]
    old = sum(len(change.old) for change in changes)
    reworded = sum(bool(set(change.facets) - {Facet.TYPOGRAPHIC}) for change in kept)
    renumbered = sum(change.structure is not Structure.SAME for change in kept)
    return " ".join(filter(None, (_survival(old, kept, reworded, renumbered), _arrivals(changes))))


def _survival(old: int, kept: Sequence[Change], reworded: int, renumbered: int) -> str:
    stayed = sum(len(change.old) for change in kept)
    if not old:
        return ""
    if not stayed:
        return sentence(f"none of {old:,} clauses is still there" if old > 1 else "the only clause is gone")
    who = (
        "the only clause"
        if old == 1
        else f"all {counted(old, 'clause')}"
        if stayed == old
        else f"{phrases.numeral(stayed)} of {counted(old, 'clause')}"
    )
    number = "each under a new number" if renumbered == len(kept) else "some under new numbers" if renumbered else ""
    words = (
        "none reworded"
        if not reworded
        else "every one reworded"
        if reworded == len(kept)
        else f"{phrases.numeral(reworded)} of them reworded"
    )
    return sentence(f"{who} {'is' if stayed == 1 else 'are'} still there, {', '.join(filter(None, (number, words)))}")


def _arrivals(changes: Iterable[Change]) -> str:
    counts = Counter(change.structure for change in changes)
    kinds = [kind for kind in (Structure.REMOVED, Structure.REVOKED, Structure.ADDED) if counts[kind]]
    said = [f"{phrases.numeral(counts[kind])} {'was' if counts[kind] == 1 else 'were'} {kind.value}" for kind in kinds]
    return sentence(phrases.listed(said))


def _clause_changes(comparison: Comparison) -> Iterator[Change]:
    """Yield the changes of rules and subrules."""
    headings = {ClauseKind.SECTION, ClauseKind.SUBSECTION}
    nodes = (*comparison.alignment.old_nodes, *comparison.alignment.new_nodes)
    titles = {str(node.number) for node in nodes if node.kind in headings}
    for change in comparison.changes:
        if change.part is Part.RULES and (change.new or change.old)[0].number not in titles:
            yield change


class Readings(Struct, frozen=True):
    """The wordings of `lineages`, which are by id. What was worked out once is kept: 134 releases ask the same."""

    lineages: Mapping[str, Lineage[ClauseNumber]]
    _prints: dict[tuple[str, bool], list[str]] = field(default_factory=dict)
    _redlines: dict[tuple[str, str], Markup] = field(default_factory=dict)
    _firsts: dict[str, list[date]] = field(default_factory=dict)
    _standing: dict[tuple[str, str], str] = field(default_factory=dict)

    def fingerprint(self, lineage: str, release: date) -> str:
        """Return the fingerprint of what a clause said in `release`: equal where only typography differs."""
        return self.prints_of(self.lineages[lineage])[self._place(lineage, release)]

    def print_of(self, standing: Standing, release: date) -> str:
        """Return the fingerprint of what `standing` says, a clause in `release`; asked a quarter of a million times."""
        key = standing.lineage, standing.fingerprint
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = self.fingerprint(standing.lineage, release)
        return found

    def redline(self, lineage: str, release: date) -> Markup:
        """Return the redline from what a clause said in `release` to the last wording it had, examples too.

        Wordings that differ in typography alone share the redline of the newest of them.
        """
        key = lineage, self.fingerprint(lineage, release)
        if key not in self._redlines:
            wordings = self.lineages[lineage].wordings
            prints = zip(wordings, self.prints_of(self.lineages[lineage]), strict=True)
            *_, newest = (worded for worded, print_ in prints if print_ == key[1])
            self._redlines[key] = _redline(newest, wordings[-1])
        return self._redlines[key]

    def prints_of(self, lineage: Lineage[ClauseNumber] | Lineage[Term]) -> list[str]:
        """Return the fingerprints of all wordings of a clause or entry: equal where only typography differs."""
        key = lineage.id, isinstance(lineage.runs[0].number, Term)
        if key not in self._prints:
            clauses = (Clause(ClauseKind.RULE, each.title, each.text, each.examples, ()) for each in lineage.wordings)
            self._prints[key] = list(map(fingerprint, clauses))
        return self._prints[key]

    def _place(self, lineage: str, release: date) -> int:
        if lineage not in self._firsts:
            self._firsts[lineage] = [worded.first for worded in self.lineages[lineage].wordings]
        return bisect_right(self._firsts[lineage], release) - 1


def _redline(old: Worded[ClauseNumber], new: Worded[ClauseNumber]) -> Markup:
    lines = compare_as_printed(old.wording, old.examples, new.wording, new.examples)
    marked = (("eg" if line.is_example else "rt", change_view.marked(line.segments)) for line in lines)
    return Markup("".join(f'<p class="{kind} redline">{text}</p>' for kind, text in marked))


_Key = tuple[str, int]


End = tuple[str, str, str]
"""A clause on one side of the map: its number, its first words, and the id of its change on the page."""
Curve = tuple[str, str]
"""A link as an SVG path, and its kind: ``kept``, ``cross`` (moved), ``in`` (added) or ``out`` (removed)."""


ClauseMap = dict[str, Sequence[tuple[str, ...]]]
"""The clauses of both sides, `old` and `new`, in printed order, and the `curves` between them."""


def map_clauses(comparison: Comparison) -> ClauseMap:
    """Return the map of all rules and subrules on both sides, headings left out."""
    changes = [change for change in comparison.changes if change.part is Part.RULES]
    old = _rows(comparison.alignment.old_nodes)
    new = _rows(comparison.alignment.new_nodes)
    return {
        "old": _ends(old, {_key(clause): change for change in changes for clause in change.old}),
        "new": _ends(new, {_key(clause): change for change in changes for clause in change.new}),
        "curves": list(_curves(changes, _heights(old), _heights(new))),
    }


def _rows(nodes: Iterable[Node]) -> list[Node]:
    return [node for node in nodes if node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}]


def _ends(rows: Sequence[Node], changes: dict[_Key, Change]) -> tuple[End, ...]:
    linked = ((node, changes.get(_place(node))) for node in rows)
    return tuple(
        (str(node.number), clipped(node.clause.wording, 42), anchor(change) if change else "")
        for node, change in linked
    )


def _heights(rows: Sequence[Node]) -> dict[_Key, float]:
    return {_place(node): 100 * (index + 0.5) / len(rows) for index, node in enumerate(rows)}


def _curves(changes: Iterable[Change], old: dict[_Key, float], new: dict[_Key, float]) -> Iterator[Curve]:
    for change in changes:
        starts = [old[_key(clause)] for clause in change.old if _key(clause) in old]
        ends = [new[_key(clause)] for clause in change.new if _key(clause) in new]
        kind = "cross" if change.structure is Structure.MOVED else "kept"
        for start in starts:
            for end in ends:
                yield f"M0 {start:.2f}C45 {start:.2f} 55 {end:.2f} 100 {end:.2f}", kind
        if not change.new:
            yield from ((f"M0 {start:.2f}H26", "out") for start in starts)
        if not change.old:
            yield from ((f"M74 {end:.2f}H100", "in") for end in ends)


def _key(clause: Quoted) -> _Key:
    return clause.number, clause.line


def _place(node: Node) -> _Key:
    return str(node.number), node.placement.lines.start
