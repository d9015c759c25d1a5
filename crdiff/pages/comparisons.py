"""Two texts side by side: two editions, with a map of the links, and any two releases, in the browser.

What the browser compares these by is which wordings say the same, as numbers, and the texts in pieces. For reading
without it, pages lead from two neighbours to what the later one changed, and from a release and today to the releases
in between. The script decides nothing about a text: it looks up which wording a clause had on either side, and whether
the two have the same number by a measure of `crdiff.history.sameness`. Texts are only loaded for the redlines shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import TypeVar

from crdiff.changes.change import Change, Comparison, Facet, Part, Quoted, Structure
from crdiff.history.lineage import How, Lineage, Term
from crdiff.history.paragraphs import FollowedParagraph, follow_paragraphs
from crdiff.history.sameness import SameAs, same_as
from crdiff.model.clause import ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.model.tree import Node
from crdiff.pages import address, change_view
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.change_view import OUTSIDE, ChangeView, Readings, anchor, view_change
from crdiff.pages.cited import outdated_citations, with_outdated
from crdiff.pages.english import clipped, counted, sentence
from crdiff.pages.lives import Calendar, Lives, is_heading
from crdiff.pages.releases import lead_of
from crdiff.pages.render import page, this_book
from crdiff.pages.search import json_file
from crdiff.pages.stories import decided_in_short
from crdiff.reports import phrases
from crdiff.reports.labels import PART_TITLES
from crdiff.reports.view import break_place
from crdiff.store.embedded.editions import EditionText
from crdiff.text.groups import by_key
from crdiff.text.normalise import fold_typography


def comparison_page(comparison: Comparison, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of `comparison`."""
    editions = archive.edition_of(comparison.alignment.old), archive.edition_of(comparison.alignment.new)
    old, new = (
        {"name": _name(each), "release": archive.release_name(each.effective), "href": address.edition(each.id)}
        for each in editions
    )
    days = {"old": editions[0].effective, "new": editions[1].effective}
    where = address.comparison(days["old"], days["new"])
    lead, names = lead_of_comparison(comparison), f"{old['name']} and {new['name']}"
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
            for part, title in PART_TITLES.items()
            if (found := shown(change for change in changed if change.part is part))
        ],
    )


def rows(addresses: Addresses) -> list[dict[str, str]]:
    """Return every comparison as a row, in the archive's order: both texts, what happened, and where it is."""
    found = []
    for comparison in addresses.comparisons:
        old, new = addresses.edition_of(comparison.alignment.old), addresses.edition_of(comparison.alignment.new)
        where = address.comparison(old.effective, new.effective)
        found.append({"href": where, "old": _name(old), "new": _name(new), "lead": lead_of_comparison(comparison)})
    return found


def _name(text: EditionText) -> str:
    """Return what a text is called in a sentence: "507 of 2008"."""
    heading = text.heading
    return f"{heading.number} of {text.effective.year}" if heading else f"{text.edition.title}, {text.effective}"


def lead_of_comparison(comparison: Comparison) -> str:
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


_Key = tuple[str, int]


# A clause on one side of the map: its number, its first words, and the id of its change on the page.
End = tuple[str, str, str]
# A link as an SVG path, and its kind: ``kept``, ``cross`` (moved), ``in`` (added) or ``out`` (removed).
Curve = tuple[str, str]


# The clauses of both sides, `old` and `new`, in printed order, and the `curves` between them.
ClauseMap = dict[str, Sequence[tuple[str, ...]]]


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


# Stands for the newest release held in the address of a comparison with it, so that the address stays.
_TODAY = "today"
# Characters of the wordings of a subsection, from which on each of its rules has a piece of its own.
#
# Source: 502.1, the keywords from 1999-04-23 to 2009-05-01: all wordings of their subsection have 549,000 characters.
PIECE_MOST = 60_000
# The piece of the paragraphs outside the rules.
_OUTSIDE = "outside"
_Number = TypeVar("_Number", bound=ClauseNumber | Term)
# A clause or entry: id, number runs, wordings, the release that revoked it, what it came from and became.
Row = tuple[object, ...]


def compare_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the page that compares any two releases; of recorded facts, the comparisons of editions."""
    releases = () if addresses.is_recorded else addresses.contents.dates[::-1]
    names = [addresses.release_name(release) for release in releases]
    return page(
        "comparisons/any_two.html",
        address.COMPARE,
        "Compare",
        f"Compare any two releases of {this_book().called}, rule by rule.",
        data=address.as_json(address.COMPARE) if releases else "",
        releases=[(name, addresses.codes.get(day, "")) for name, day in zip(names, releases, strict=True)],
        old=next(iter(names[1:2] or names), ""),
        new=next(iter(names), ""),
        calendar=addresses,
        prepared=addresses.contents.news[::-1] if releases else (),
        editions=rows(addresses),
    )


def neighbour_pages(addresses: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every two neighbours that leads to what the later one changed."""
    taken = {row["href"] for row in rows(addresses)}
    for news in addresses.contents.news:
        where = address.comparison(news.before, news.release)
        if where not in taken:
            old, new = addresses.release_name(news.before), addresses.release_name(news.release)
            href = address.release(news.release)
            yield page(
                "comparisons/neighbours.html",
                where,
                f"{old} and {new}",
                f"What changed in {this_book().called} from {old} to {new}.",
                data=address.as_json(address.release(news.release)),
                old=old,
                new=new,
                lead=f"{decided_in_short(news.release, addresses)}{lead_of(news)}",
                href=href,
            )


def with_newest_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every release but the newest that leads to the comparison of the two, and to those between."""
    newest = archive.newest
    for day, following in pairwise(archive.contents.dates):
        old = archive.release_name(day)
        yield page(
            "comparisons/with_newest.html",
            address.comparison(day, _TODAY),
            f"{old} and today",
            f"What has changed in {this_book().called} since {old}.",
            old=old,
            new=archive.release_name(newest),
            days=(day, newest),
            next=address.release(following),
            outdated=outdated_citations(day, newest, archive),
        )


# data


def compare_data(lives: Lives, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the lives of all clauses and entries as positions and numbers, then the pieces with their texts."""
    lineages = [each for each in lives.contents.lineages if _is_held(each, lives)]
    shown = [each for each in lives.entries if _is_held(each, lives)]
    rules = _pieces(lineages)
    terms = {f"glossary-{letter}": inside for letter, inside in _by(shown, _first_letter).items()}
    clauses = {piece: [_measured(each, readings.prints_of(each)) for each in inside] for piece, inside in rules.items()}
    entries = {piece: [_measured(each, readings.prints_of(each)) for each in inside] for piece, inside in terms.items()}
    outside = follow_paragraphs(lives.contents.news)
    index = json_file(
        releases=lives.contents.dates,
        clauses={piece: _measured_rows(inside, lives) for piece, inside in clauses.items()},
        entries={piece: _measured_rows(inside, lives) for piece, inside in entries.items()},
        outside={_OUTSIDE: [_paragraph(*each, lives) for each in enumerate(outside)]},
        breaks=_breaks(lives),
        titles={each.id: each.title for each in lineages if is_heading(each)},
    )
    yield address.as_json(address.COMPARE), index
    yield from (_piece(piece, inside) for piece, inside in clauses.items())
    yield from (_piece(piece, inside) for piece, inside in entries.items())
    said = {
        str(at): {str(first): [text] for first, (_, text) in enumerate(each.said)} for at, each in enumerate(outside)
    }
    yield _texts_address(_OUTSIDE), json_file(wordings=said)


def _is_held(lineage: Lineage[ClauseNumber | Term], calendar: Calendar) -> bool:
    """Whether a clause or an entry is in a text: the others, known without theirs, are in neither side."""
    return any(_inside(run, calendar.contents.dates) for run in lineage.runs)


def _inside(span: ReleaseSpan[date], dates: Sequence[date]) -> tuple[int, int] | None:
    """Return the positions of the first and the last release held within a span, None where none is."""
    first, last = bisect_left(dates, span.first), bisect_right(dates, span.last) - 1
    return (first, last) if first <= last else None


# A clause or entry, and for each of its wordings which others say the same.
_Measured = tuple[Lineage[_Number], Sequence[SameAs]]


def _measured(lineage: Lineage[_Number], prints: Sequence[str]) -> _Measured[_Number]:
    return lineage, same_as(lineage, prints)


def _measured_rows(measured: Iterable[_Measured[_Number]], calendar: Calendar) -> list[Row]:
    return [_row(*each, calendar.contents.dates) for each in measured]


def _piece(name: str, measured: Iterable[_Measured[_Number]]) -> tuple[str, bytes]:
    return _texts_address(name), json_file(wordings=dict(_texts(*each) for each in measured))


def _texts_address(piece: str) -> str:
    return f"{address.COMPARE}texts/{piece}.json"


def _paragraph(at: int, paragraph: FollowedParagraph, calendar: Calendar) -> Row:
    """Return a paragraph outside the rules as a row; those that say the same, typography aside, have one number."""
    said = [fold_typography(text) for _, text in paragraph.said]
    wordings = [
        value
        for (first, _), text in zip(paragraph.said, said, strict=True)
        for value in (first, *SameAs(*[said.index(text)] * len(SameAs._fields)))
    ]
    last = (len(calendar.contents.dates) if paragraph.end is None else paragraph.end) - 1
    return str(at), [paragraph.said[0][0], last, OUTSIDE[paragraph.part]], wordings, None, []


def _breaks(lives: Lives) -> dict[int, str]:
    """Return, by the release, where a text breaks off: nothing after that is known not to be there."""
    told = (each for news in lives.contents.news for each in news.breaks)
    return {_at(date.fromisoformat(each.release), lives.contents.dates): f"{break_place(each)}." for each in told}


def _pieces(lineages: Iterable[Lineage[ClauseNumber]]) -> dict[str, tuple[Lineage[ClauseNumber], ...]]:
    """Return the clauses in pieces by the subsection of their first place, long ones by the rule."""
    sizes: Counter[str] = Counter()
    for each in lineages:
        sizes[_subsection(each)] += sum(
            len(worded.wording) + sum(map(len, worded.examples)) for worded in each.wordings
        )
    return _by(lineages, lambda each: _rule(each) if sizes[_subsection(each)] > PIECE_MOST else _subsection(each))


def _by(
    lineages: Iterable[Lineage[_Number]], key: Callable[[Lineage[_Number]], str]
) -> dict[str, tuple[Lineage[_Number], ...]]:
    return dict(sorted(by_key((key(each), each) for each in lineages).items()))


def _subsection(lineage: Lineage[ClauseNumber]) -> str:
    return str(lineage.runs[0].number.subsection)


def _rule(lineage: Lineage[ClauseNumber]) -> str:
    number = lineage.runs[0].number
    return str(number.of_rule)


def _first_letter(entry: Lineage[Term]) -> str:
    first = entry.runs[0].number[:1].lower()
    return first if first.isascii() and first.isalpha() else "other"


def _row(lineage: Lineage[_Number], same: Sequence[SameAs], dates: Sequence[date]) -> Row:
    held = ((_inside(run, dates), run.number) for run in lineage.runs)
    runs = [value for inside, number in held if inside for value in (*inside, str(number))]
    stretches = _stretches(lineage, same, dates)
    wordings = [value for stretch in stretches for value in stretch]
    revoked = None if lineage.revoked is None else _at(lineage.revoked, dates)
    return lineage.id, runs, wordings, revoked, list(_met(lineage, dates))


def _stretches(lineage: Lineage[_Number], same: Sequence[SameAs], dates: Sequence[date]) -> Iterator[tuple[int, ...]]:
    """Yield where each stretch of wordings begins that are the same, typography aside, and what it is the same as."""
    before: SameAs | None = None
    for worded, now in zip(lineage.wordings, same, strict=True):
        if (inside := _inside(worded, dates)) and now != before:
            yield inside[0], *now
            before = now


def _met(lineage: Lineage[_Number], dates: Sequence[date]) -> Iterator[tuple[str, int, str]]:
    """Yield which clauses it was split from or merged into, and when."""
    for event in lineage.origin:
        if event.how is How.SPLIT and event.lineage:
            yield "from", _at(event.release, dates), event.lineage
    for event in lineage.fate:
        if event.how is How.MERGED and event.lineage:
            yield "into", _at(event.release, dates), event.lineage


def _at(release: date, dates: Sequence[date]) -> int:
    return bisect_left(dates, release)


def _texts(lineage: Lineage[_Number], same: Sequence[SameAs]) -> tuple[str, dict[str, list[str]]]:
    """Return the id with text and examples as last printed, by the number of their typography; nothing not held."""
    held = zip(same, lineage.wordings, strict=True)
    return lineage.id, {
        str(one.typography): [worded.wording, *worded.examples] for one, worded in held if worded.is_held
    }
