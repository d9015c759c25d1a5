"""The pages and the data of each release."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.data.data import release_data
from crdiff.pages.releases.release import release_pages


def release_files(archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield for each release held its page, or pages, and the data beside them."""
    for position in range(len(archive.contents.dates)):
        yield from release_pages(position, archive)
        yield from release_data(position, archive, readings)
