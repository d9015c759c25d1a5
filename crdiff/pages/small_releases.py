"""The list of all releases known, with those of which a text is held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from crdiff.model.corpus import Address, KnownRelease
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.library import Library
from crdiff.reports.corpus import Shelf, corpus_json


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """A release in the list: `texts` are (words, address) of what is held of it."""

    effective: str
    name: str
    addresses: tuple[Address, ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """What `releases/small_releases.html` shows: years, newest first, each with its releases."""

    count: int
    held: int
    first: str
    last: str
    years: tuple[tuple[int, tuple[ReleaseRow, ...]], ...]


def releases_page(library: Library) -> bytes:
    """Return the list of all releases."""
    head = Head(
        address=address.RELEASES,
        title="Releases · crdiff",
        description="Every known release of the Comprehensive Rules, with the texts held here.",
        part=address.RELEASES,
        data=address.as_json(address.RELEASES),
    )
    releases = library.releases
    view = ReleasesView(
        count=len(releases),
        held=sum(bool(library.texts_of(release.effective)) for release in releases),
        first=releases[0].effective.isoformat() if releases else "",
        last=releases[-1].effective.isoformat() if releases else "",
        years=tuple(_years(library)),
    )
    return render("releases/small_releases.html", head, view)


def releases_json(library: Library) -> bytes:
    """Return the catalogue and the editions as published beside the page: ``crdiff.corpus/1``."""
    return corpus_json(Shelf(library.releases, [text.edition for text in library.texts], {}))


def _years(library: Library) -> Iterator[tuple[int, tuple[ReleaseRow, ...]]]:
    newest_first = reversed(library.releases)
    for year, releases in groupby(newest_first, key=lambda release: release.effective.year):
        yield year, tuple(_row(release, library) for release in releases)


def _row(release: KnownRelease, library: Library) -> ReleaseRow:
    texts = library.texts_of(release.effective)
    return ReleaseRow(
        release.effective.isoformat(),
        release.name,
        release.addresses,
        tuple((text.edition.title, address.edition(text.id)) for text in texts),
    )
