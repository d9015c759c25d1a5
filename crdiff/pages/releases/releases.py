"""The list of all releases, newest first, with how much each of those held changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from crdiff.model.corpus import Address
from crdiff.pages.archive_index import Holdings
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """A release known; `href` is "" where its text is not held."""

    effective: str
    name: str
    href: str
    to_read: int
    others: int
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """What `releases/releases.html` shows: years, newest first."""

    known: int
    held: int
    first: str
    last: str
    years: tuple[tuple[str, tuple[ReleaseRow, ...]], ...]


def releases_page(holdings: Holdings) -> bytes:
    """Return the list of all releases."""
    head = Head(
        address=address.RELEASES,
        title="Releases · crdiff",
        description="Every known release of the Comprehensive Rules, and what those held here changed.",
        part=address.RELEASES,
        data=address.as_json(address.RELEASES),
    )
    rows = tuple(_rows(holdings))
    years = groupby(rows, key=lambda row: row.effective[:4])
    dates = holdings.whole.dates
    grouped = tuple((year, tuple(inside)) for year, inside in years)
    return render("releases/releases.html", head, ReleasesView(len(rows), len(dates), dates[0], dates[-1], grouped))


def _rows(holdings: Holdings) -> Iterator[ReleaseRow]:
    addresses = {known.effective.isoformat(): known.addresses for known in holdings.whole.known}
    news = {each.release: each for each in holdings.whole.news}
    held = set(holdings.whole.dates)
    for release in sorted(held | set(addresses), reverse=True):
        found = news.get(release)
        yield ReleaseRow(
            release,
            holdings.names.get(release, ""),
            address.release(release) if release in held else "",
            len(found.to_read) if found else 0,
            len(found.others) if found else 0,
            addresses.get(release, ()),
        )
