"""The list of all releases, newest first: what each changed, and which texts of it are held."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from crdiff.model.corpus import Address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.reports.corpus import Shelf, corpus_json


@dataclass(frozen=True, slots=True)
class ListedRelease:
    """A release known; `href` is "" where its text is not held, `texts` are (title, address) of editions that quote it.

    `is_first`: whether it is the first text held, which nothing is compared with.
    """

    effective: date
    name: str
    href: str
    to_read: int
    others: int
    is_first: bool
    texts: tuple[tuple[str, str], ...]
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class ReleasesView:
    """What `releases/releases.html` shows: years, newest first. `held` counts texts, of recorded facts those quoted."""

    is_recorded: bool
    known: int
    held: int
    first: date | None
    last: date | None
    years: tuple[tuple[int, tuple[ListedRelease, ...]], ...]


def releases_page(archive: ArchiveIndex) -> bytes:
    """Return the list of all releases."""
    head = Head(
        address=address.RELEASES,
        title="Releases · crdiff",
        description="Every release of the Magic: The Gathering Comprehensive Rules, and what it changed.",
        card="Every release of the Magic rules",
        part=address.RELEASES,
        data=address.as_json(address.RELEASES),
    )
    rows = tuple(_rows(archive))
    held = [row.effective for row in reversed(rows) if row.href or (archive.is_recorded and row.texts)]
    years = groupby(rows, key=lambda row: row.effective.year)
    view = ReleasesView(
        archive.is_recorded,
        len(rows),
        len(held),
        held[0] if held else None,
        held[-1] if held else None,
        tuple((year, tuple(inside)) for year, inside in years),
    )
    return render("releases/releases.html", head, view)


def releases_json(archive: ArchiveIndex) -> bytes:
    """Return the catalogue and the editions as published beside the page: ``crdiff.corpus/1``."""
    return corpus_json(Shelf(archive.contents.known, [text.edition for text in archive.editions], {}))


def _rows(archive: ArchiveIndex) -> Iterator[ListedRelease]:
    known = {each.effective: each for each in archive.contents.known}
    news = {each.release: each for each in archive.contents.news}
    held = () if archive.is_recorded else archive.contents.dates
    for release in sorted({*held, *known}, reverse=True):
        found = news.get(release)
        yield ListedRelease(
            release,
            archive.names.get(release, ""),
            archive.release_page(release) if release in held else "",
            len(found.to_read) if found else 0,
            len(found.others) if found else 0,
            release in held[:1],
            tuple((text.edition.title, address.edition(text.id)) for text in archive.editions_of(release)),
            known[release].addresses if release in known else (),
        )
