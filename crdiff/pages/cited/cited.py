"""The pages on what repositories cite, none where no list of citations was given."""

from __future__ import annotations

from crdiff.output.parallel import Files
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.cited_rules import cited_page
from crdiff.pages.cited.citing_places import citing_pages
from crdiff.pages.cited.outdated import outdated_pages
from crdiff.pages.frame import address


def cited_pages(archive: ArchiveIndex) -> Files:
    """Yield the map, the places that cite each clause, the numbers that each release made wrong."""
    if archive.citations:
        yield address.CITED, cited_page(archive)
        yield from citing_pages(archive)
        yield from outdated_pages(archive)
