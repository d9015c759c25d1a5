"""The page that tells which rules a pasted text quotes: its script asks pieces of the site, and nothing leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.identify.sentence_shards import sentence_shards


@dataclass(frozen=True, slots=True)
class IdentifyView:
    """What `identify/identify.html` shows: how many `releases` the text is looked for in, and the outer two.

    `is_compared` tells that the site compares any two of them.
    """

    releases: int
    first: str
    last: str
    is_compared: bool


def identify_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page and the pieces that its script reads."""
    head = Head(
        address=address.IDENTIFY,
        title="Identify a quotation · crdiff",
        description="Which rules of Magic a text quotes, as they read in which releases, and what they are today.",
        part=address.SEARCH,
    )
    dates = archive.sentence_dates
    view = IdentifyView(len(dates), str(dates[0]), str(dates[-1]), is_compared=not archive.is_recorded)
    yield address.IDENTIFY, render("identify/identify.html", head, view)
    yield from sentence_shards(archive)
