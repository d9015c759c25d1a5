"""Comparing any two releases: the page that does it in the browser, and what is prepared for reading without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.output.cached_group import Sheaf
from crdiff.pages.archive_index import Holdings
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.comparisons.with_newest import TODAY, since_pages
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release import lead_of


@dataclass(frozen=True, slots=True)
class CompareView:
    """What `comparisons/any_two.html` shows: releases newest first, and the comparisons of editions.

    `prepared` are (release, the next one, address of their comparison, address of that with today).
    """

    releases: tuple[str, ...]
    prepared: tuple[tuple[str, str, str, str], ...]
    editions: tuple[comparison.ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class NeighboursView:
    """What `comparisons/neighbours.html` shows."""

    old: str
    new: str
    lead: str
    href: str


def compare_pages(holdings: Holdings, readings: Readings) -> Iterator[Sheaf | tuple[str, bytes]]:
    """Yield the page that compares any two releases, then those prepared."""
    dates = holdings.whole.dates
    head = Head(
        address=address.COMPARE,
        title="Compare · crdiff",
        description="Any two releases of the Comprehensive Rules, clause by clause.",
        part=address.COMPARE,
    )
    prepared = tuple(
        (
            news.before,
            news.release,
            address.comparison(news.before, news.release),
            address.comparison(news.before, TODAY),
        )
        for news in reversed(holdings.whole.news)
    )
    view = CompareView(dates[::-1], prepared, comparison.rows(holdings.library))
    yield address.COMPARE, render("comparisons/any_two.html", head, view)
    taken = {row.href for row in view.editions}
    for news in holdings.whole.news:
        where = address.comparison(news.before, news.release)
        if where not in taken:
            shown = NeighboursView(news.before, news.release, lead_of(news), address.release(news.release))
            yield where, render("comparisons/neighbours.html", _head(where, news.before, news.release), shown)
    yield from since_pages(holdings, readings)


def _head(where: str, old: str, new: str) -> Head:
    return Head(
        address=where,
        title=f"{old} and {new} · crdiff",
        description=f"What changed in the Comprehensive Rules from {old} to {new}.",
        part=address.COMPARE,
        data=address.as_json(address.release(new)),
    )
