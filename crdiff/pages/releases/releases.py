"""The list of all releases, newest first: what each changed, and which of their texts are here."""

from __future__ import annotations

from datetime import date
from itertools import groupby

from crdiff.history.news import ReleaseNews
from crdiff.model.corpus import KnownRelease
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page
from crdiff.pages.releases.release_lead import lead_of
from crdiff.reports.corpus import Shelf, corpus_json


def releases_page(archive: ArchiveIndex) -> bytes:
    """Return the list of all releases."""
    head = Head(
        address=address.RELEASES,
        title="Releases · crdiff",
        description="Every release of the Magic: The Gathering Comprehensive Rules, and what it changed.",
        card="Every release of the Magic rules",
        part=address.RELEASES,
        data=address.as_json(address.RELEASES),
        feed="" if archive.is_recorded else "/data/releases.atom",
    )
    known = {each.effective: each for each in archive.contents.known}
    news = {each.release: each for each in archive.contents.news}
    dates = () if archive.is_recorded else archive.contents.dates
    every = sorted({*dates, *known}, reverse=True)
    read = [each for each in every if each in dates or (archive.is_recorded and archive.editions_of(each))]
    return page(
        "releases/releases.html",
        head,
        is_recorded=archive.is_recorded,
        known=len(every),
        held=len(read),
        first=archive.release_name(read[-1]) if read else "",
        last=archive.release_name(read[0]) if read else "",
        by_year=[
            (year, [_row(each, known.get(each), news.get(each), archive) for each in inside])
            for year, inside in groupby(every, key=lambda release: release.year)
        ],
    )


def _row(
    release: date, known: KnownRelease | None, news: ReleaseNews | None, archive: ArchiveIndex
) -> dict[str, object]:
    """Return a release in the list.

    `href` is "" where its text is not held, `texts` are (title, address) of editions that quote it. `said` is what it
    changed, "" where that is not known; `is_first`: it is the first text, which nothing is compared with.
    """
    return {
        "effective": release,
        "name": archive.set_name(release),
        "code": archive.codes.get(release, ""),
        "href": archive.release_page(release),
        "said": lead_of(news) if news else "",
        "is_first": not archive.is_recorded and release == archive.contents.dates[0],
        "texts": [(text.edition.title, address.edition(text.id)) for text in archive.editions_of(release)],
        "addresses": known.addresses if known else (),
    }


def releases_json(archive: ArchiveIndex) -> bytes:
    """Return the catalogue and the editions as published beside the page: ``crdiff.corpus/1``."""
    return corpus_json(Shelf(archive.contents.known, [text.edition for text in archive.editions], {}))
