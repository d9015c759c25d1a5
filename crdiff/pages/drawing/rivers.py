"""Which section became which: the clauses of each section followed from the first release to the newest.

The text is looked at where its sections were cut anew (2009-07-11 sent nine clauses in ten to another section), just
before that, and at both ends. Each section is a bar as high as it has clauses; what two bars share is a band.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.flow import heading
from crdiff.pages.frame.english import clipped
from crdiff.reports.phrases import counted

_CUT_ANEW = 0.25
"""Share of the surviving clauses that must be in another section before a release counts as cut anew."""
_HEIGHT = 380
"""Pixels that all clauses of the longest release take, gaps aside."""
_GAP = 7
_LEAST = 14
"""Pixels that a section takes at least: its name has to stand beside it."""
_BAR = 14
_NAME = 26
"""Letters of a section's name that there is room for."""
_LAST = 2
"""The way to the last stop is so many times as long as the others: names stand on both its sides."""
_THIN = 3
"""Clauses that two sections must share before a band is drawn; the table has all."""


@dataclass(frozen=True, slots=True)
class SectionBar:
    """A section of a release: its place in a frame 1000 wide, and what it is called."""

    x: float
    y: float
    height: float
    number: str
    title: str
    said: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A release that the text is looked at: place in per cent, and the sections it has then."""

    release: date
    x: float
    is_first: bool
    is_last: bool
    bars: tuple[SectionBar, ...]


River = tuple[str, bool, str, str]
"""A band between two bars: its path, whether the section stays, the row of the table that says it, in words."""


def cut_anew(archive: ArchiveIndex) -> tuple[date, ...]:
    """Return the releases in which many clauses went to another section."""
    found = []
    sections = ((release, _sections(release, archive)) for release in archive.contents.days)
    for (_, before), (new, after) in pairwise(sections):
        both = before.keys() & after.keys()
        if sum(before[lineage] != after[lineage] for lineage in both) > _CUT_ANEW * len(both):
            found.append(new)
    return tuple(found)


def _sections(release: date, archive: ArchiveIndex) -> Mapping[str, str]:
    """Return the section that each rule and subrule stands in."""
    return {one.lineage: str(one.number.section) for one in archive.contents.standing[release] if one.number.rule}


def draw_rivers(anew: Sequence[date], archive: ArchiveIndex) -> dict[str, object]:
    """Return the picture of all sections from the first release known to the newest; `anew` are those cut anew.

    `stops` go from left to right, `rivers` are the bands between them. `stretches` is the table that says the same:
    (release, the next stop, rows).
    """
    dates = archive.contents.days
    stops = sorted({dates[0], dates[-1], *anew, *(dates[dates.index(release) - 1] for release in anew)})
    sections = [_sections(release, archive) for release in stops]
    scale = _HEIGHT / max(*map(len, sections), 1)
    steps = max(len(stops) - 2 + _LAST, 1)
    places = [1.0 if at and at == len(stops) - 1 else at / steps for at in range(len(stops))]
    drawn = [
        _stop(release, place, inside, scale, archive)
        for release, place, inside in zip(stops, places, sections, strict=True)
    ]
    rivers: list[River] = []
    stretches = []
    for (left, right), (old, new) in zip(pairwise(drawn), pairwise(sections), strict=True):
        shared = Counter((section, new[lineage]) for lineage, section in old.items() if lineage in new)
        rows = [_row(bar, left, Counter(old.values())[bar.number], shared, archive) for bar in left.bars]
        if rows:
            stretches.append((left.release, right.release, rows))
        rivers += _rivers(left, right, shared, scale, archive)
    return {
        "height": max((round(stop.bars[-1].y + stop.bars[-1].height) for stop in drawn if stop.bars), default=0) + _GAP,
        "stops": drawn,
        "rivers": sorted(rivers, key=lambda river: not river[1]),
        "stretches": stretches,
    }


def _stop(release: date, place: float, sections: Mapping[str, str], scale: float, archive: ArchiveIndex) -> Stop:
    x = round(place * (1000 - _BAR), 1)
    bars = []
    y = 0.0
    for number, clauses in sorted(Counter(sections.values()).items()):
        title = heading(ClauseNumber.parse(number), release, archive)[0]
        height = round(clauses * scale, 1)
        said = f"{archive.release_name(release)}, section {number}, {title}: {counted(clauses, 'clause')}"
        bars.append(SectionBar(x, round(y, 1), height, number, clipped(title, _NAME), said))
        y += max(height, _LEAST) + _GAP
    return Stop(release, round(place * 100, 2), place == 0.0, place == 1.0, tuple(bars))


def _row(
    bar: SectionBar, stop: Stop, clauses: int, shared: Mapping[tuple[str, str], int], archive: ArchiveIndex
) -> dict[str, object]:
    """Return a section of a release, and where its clauses stood at the next stop: (number, clauses), most first."""
    went = [(new, count) for (old, new), count in shared.items() if old == bar.number]
    number = ClauseNumber.parse(bar.number)
    return {
        "id": _row_id(stop.release, bar.number),
        "number": bar.number,
        "title": heading(number, stop.release, archive)[0],
        "href": archive.clause_at(number, stop.release),
        "clauses": clauses,
        "went": sorted(went, key=lambda pair: (-pair[1], pair[0])),
        "gone": clauses - sum(count for _, count in went),
    }


def _row_id(release: date, section: str) -> str:
    return f"s{section}-{release}"


def _rivers(
    left: Stop, right: Stop, shared: Mapping[tuple[str, str], int], scale: float, archive: ArchiveIndex
) -> Iterator[River]:
    """Yield the bands between two stops, each section's bands stacked in the order of the sections they lead to."""
    out = {bar.number: bar.y for bar in left.bars}
    into = {bar.number: bar.y for bar in right.bars}
    from_x, to_x = left.bars[0].x + _BAR if left.bars else 0.0, right.bars[0].x if right.bars else 0.0
    middle = round((from_x + to_x) / 2, 1)
    before, after = archive.release_name(left.release), archive.release_name(right.release)
    starts: dict[tuple[str, str], float] = {}
    for pair in sorted(shared):
        starts[pair] = out[pair[0]]
        out[pair[0]] += shared[pair] * scale
    for old, new in sorted(shared, key=lambda pair: (pair[1], pair[0])):
        count, start, end = shared[old, new], starts[old, new], into[new]
        into[new] += count * scale
        if count >= _THIN:
            a, b, c, d = (round(y, 1) for y in (start, start + count * scale, end, end + count * scale))
            path = f"M{from_x} {a}C{middle} {a} {middle} {c} {to_x} {c}V{d}C{middle} {d} {middle} {b} {from_x} {b}Z"
            title = f"{counted(count, 'clause')} of section {old} in {before}: section {new} in {after}"
            yield path, old == new, f"#{_row_id(left.release, old)}", title
