"""Comparing any two releases: the page that does it in the browser, and what is prepared for reading without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons import comparison
from crdiff.pages.comparisons.with_newest import TODAY
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.releases.release_lead import lead_of


@dataclass(frozen=True, slots=True)
class CompareView:
    """What `comparisons/any_two.html` shows: names and codes of releases, newest first, and comparisons of editions.

    `old` and `new` are chosen at first. `prepared` are (release, the next one, address of their comparison, address of
    that with today).
    """

    releases: tuple[tuple[str, str], ...]
    old: str
    new: str
    prepared: tuple[tuple[str, str, str, str], ...]
    editions: tuple[comparison.ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class NeighboursView:
    """What `comparisons/neighbours.html` shows."""

    old: str
    new: str
    lead: str
    href: str


def compare_page(archive: ArchiveIndex) -> bytes:
    """Return the page that compares any two releases; of recorded facts, the comparisons of editions."""
    releases = () if archive.is_recorded else archive.contents.dates[::-1]
    head = Head(
        address=address.COMPARE,
        title="Compare · crdiff",
        description="Compare any two releases of the Magic Comprehensive Rules, rule by rule.",
        part=address.COMPARE,
        data=address.as_json(address.COMPARE) if releases else "",
    )
    names = [archive.release_name(release) for release in releases]
    view = CompareView(
        releases=tuple((name, archive.codes.get(day, "")) for name, day in zip(names, releases, strict=True)),
        old=next(iter(names[1:2] or names), ""),
        new=next(iter(names), ""),
        prepared=tuple(_prepared(archive)) if releases else (),
        editions=comparison.rows(archive),
    )
    return render("comparisons/any_two.html", head, view)


def _prepared(archive: ArchiveIndex) -> Iterator[tuple[str, str, str, str]]:
    for news in reversed(archive.contents.news):
        yield (
            archive.release_name(news.before),
            archive.release_name(news.release),
            address.comparison(news.before, news.release),
            address.comparison(news.before, TODAY),
        )


def neighbour_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield a page for every two neighbours that leads to what the later one changed."""
    taken = {row.href for row in comparison.rows(archive)}
    for news in archive.contents.news:
        where = address.comparison(news.before, news.release)
        if where not in taken:
            old, new = archive.release_name(news.before), archive.release_name(news.release)
            head = Head(
                address=where,
                title=f"{old} and {new} · crdiff",
                description=f"What changed in the Magic Comprehensive Rules from {old} to {new}.",
                part=address.COMPARE,
                data=address.as_json(address.release(news.release)),
            )
            shown = NeighboursView(old, new, lead_of(news), address.release(news.release))
            yield where, render("comparisons/neighbours.html", head, shown)
