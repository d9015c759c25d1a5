"""How the rules grew: clauses, words and changes of each year, and which sections each year's changes were in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Part
from crdiff.history.news import Size, YearSize, by_year
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings

_HEAT = (0, 5, 20, 60)
"""Changes to read in a section and a year from which on a cell is one step darker."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A release in the picture of growth: its place across in per cent, and its height in pixels."""

    x: float
    height: int
    title: str


@dataclass(frozen=True, slots=True)
class StatsView:
    """What `whole/stats.html` shows; a cell of `heat` is (count, step 0-4)."""

    first: Size
    last: Size
    bars: tuple[Bar, ...]
    years: tuple[YearSize, ...]
    sections: tuple[str, ...]
    heat: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    ticks: tuple[tuple[float, int, bool], ...]


def stats_page(holdings: Holdings) -> bytes:
    """Return the page of figures."""
    head = Head(
        address=address.STATS,
        title="How the rules grew · crdiff",
        description="Clauses, words and changes of the Comprehensive Rules, release by release.",
        part=address.RELEASES,
    )
    sizes = holdings.whole.sizes
    counts = _changes(holdings)
    sections = tuple(sorted({section for _, section in counts}))
    years = by_year(sizes)
    heat = tuple((each.year, tuple(_cell(counts[each.year, section]) for section in sections)) for each in years)
    view = StatsView(sizes[0], sizes[-1], _bars(holdings), years[::-1], sections, heat[::-1], holdings.years)
    return render("whole/stats.html", head, view)


def _changes(holdings: Holdings) -> Mapping[tuple[int, str], int]:
    """Return how many changes to read each section had in each year; the glossary is "G"."""
    counts: Counter[tuple[int, str]] = Counter()
    for news in holdings.whole.news:
        for change in news.to_read:
            if change.part in {Part.RULES, Part.GLOSSARY}:
                named = (change.new or change.old)[0].number
                section = str(ClauseNumber.parse(named).section) if change.part is Part.RULES else "G"
                counts[int(news.release[:4]), section] += 1
    return counts


def _cell(count: int) -> tuple[int, int]:
    return count, sum(count > least for least in _HEAT)


def _bars(holdings: Holdings) -> tuple[Bar, ...]:
    most = max(size.words for size in holdings.whole.sizes)
    return tuple(
        Bar(
            holdings.scale.at(date.fromisoformat(size.release)),
            round(120 * size.words / most),
            f"{size.release}: {size.clauses:,} clauses, {size.words:,} words",
        )
        for size in holdings.whole.sizes
    )
