"""Comparing any two releases: the page that does it in the browser, and what is prepared for reading without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.with_newest import TODAY
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_lead import lead_of


@dataclass(frozen=True, slots=True)
class CompareView:
    """What `comparisons/any_two.html` shows: releases newest first, and the comparisons of editions.

    `prepared` are (release, the next one, address of their comparison, address of that with today).
    """

    releases: tuple[date, ...]
    prepared: tuple[tuple[date, date, str, str], ...]
    editions: tuple[comparison.ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class NeighboursView:
    """What `comparisons/neighbours.html` shows."""

    old: date
    new: date
    lead: str
    href: str


def compare_page(archive: ArchiveIndex) -> bytes:
    """Return the page that compares any two releases; of recorded facts, the comparisons of editions."""
    dates = () if archive.is_recorded else archive.contents.dates
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
        for news in reversed(archive.contents.news if dates else ())
    )
    view = CompareView(dates[::-1], prepared, comparison.rows(archive))
    return render("comparisons/any_two.html", head, view)


def neighbour_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every two neighbours that leads to what the later one changed."""
    taken = {row.href for row in comparison.rows(archive)}
    for news in archive.contents.news:
        where = address.comparison(news.before, news.release)
        if where not in taken:
            shown = NeighboursView(news.before, news.release, lead_of(news), address.release(news.release))
            yield where, render("comparisons/neighbours.html", _head(where, news.before, news.release), shown)


def _head(where: str, old: date, new: date) -> Head:
    return Head(
        address=where,
        title=f"{old} and {new} · crdiff",
        description=f"What changed in the Comprehensive Rules from {old} to {new}.",
        part=address.COMPARE,
        data=address.as_json(address.release(new)),
    )
