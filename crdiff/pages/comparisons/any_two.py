"""Comparing any two releases: the page that does it in the browser, and what the browser compares them by.

That is which wordings say the same, as numbers, and the texts in pieces. For reading without it, pages lead from two
neighbours to what the later one changed, and from a release and today to the releases in between.
The script decides nothing about a text: it looks up which wording a clause had on either side, and whether the two have
the same number by a measure of `crdiff.history.sameness`. Texts are only loaded for the redlines that are shown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import TypeVar

from crdiff.history.lineage import How, Lineage, Term
from crdiff.history.paragraphs import FollowedParagraph, follow_paragraphs
from crdiff.history.sameness import SameAs, same_as
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.cited.citing_places import outdated_citations
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import OUTSIDE
from crdiff.pages.frame.render import page, this_book
from crdiff.pages.lives import Calendar, Lives, is_heading
from crdiff.pages.releases.release_changes import lead_of
from crdiff.pages.search.search_index import json_file
from crdiff.reports.breaks import break_place
from crdiff.text.groups import by_key
from crdiff.text.normalise import fold_typography

_TODAY = "today"
"""Stands for the newest release held in the address of a comparison with it, so that the address stays."""
PIECE_MOST = 60_000
"""Characters of the wordings of a subsection, from which on each of its rules has a piece of its own.

Source: 502.1, the keywords from 1999-04-23 to 2009-05-01: all wordings of their subsection have 549,000 characters.
"""
_OUTSIDE = "outside"
"""The piece of the paragraphs outside the rules."""
_Number = TypeVar("_Number", bound=ClauseNumber | Term)
Row = tuple[object, ...]
"""A clause or entry: id, number runs, wordings, the release that revoked it, what it came from and became."""


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
        editions=comparison.rows(addresses),
    )


def neighbour_pages(addresses: Addresses) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every two neighbours that leads to what the later one changed."""
    taken = {row["href"] for row in comparison.rows(addresses)}
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
                lead=lead_of(news),
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
        clauses={piece: _rows(inside, lives) for piece, inside in clauses.items()},
        entries={piece: _rows(inside, lives) for piece, inside in entries.items()},
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


_Measured = tuple[Lineage[_Number], Sequence[SameAs]]
"""A clause or entry, and for each of its wordings which others say the same."""


def _measured(lineage: Lineage[_Number], prints: Sequence[str]) -> _Measured[_Number]:
    return lineage, same_as(lineage, prints)


def _rows(measured: Iterable[_Measured[_Number]], calendar: Calendar) -> list[Row]:
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
