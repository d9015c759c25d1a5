"""The small sites, of recorded facts and of archives, made once."""

from __future__ import annotations

import pytest
from reordered_archive import reordered_index
from small_archive import fill, index_of, pages_of
from small_excerpt import make_excerpt, make_results

from crdiff.pages.archive_index import ArchiveIndex


@pytest.fixture(scope="session")
def excerpt() -> ArchiveIndex:
    """Return the small excerpt without results of checks."""
    return make_excerpt()


@pytest.fixture(scope="session")
def checked() -> ArchiveIndex:
    """Return the small excerpt with results of a check."""
    return make_excerpt(checks=make_results())


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the small archive, indexed."""
    return index_of(fill(tmp_path_factory.mktemp("archive") / "corpus"))


@pytest.fixture(scope="session")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the site of the small archive."""
    return pages_of(archive)


@pytest.fixture(scope="session")
def reordered(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the archive in which much happens at once, indexed."""
    return reordered_index(tmp_path_factory.mktemp("reordered") / "archive")


@pytest.fixture(scope="session")
def reordered_pages(reordered: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(reordered)
