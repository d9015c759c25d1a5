"""The small sites, of recorded facts and of archives, made once."""

from __future__ import annotations

import pytest
from rendering import render_site
from reordered_archive import reordered_index
from small_archive import fill, index_of, pages_of, with_our_notes
from small_citations import ROWS, citation, citation_list, citing_archive
from small_excerpt import make_excerpt, make_results

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.store.embedded.corpus import load_corpus
from tests.revoked_releases import REVOKED_RELEASES

HOST = "https://rules.example/cr/"
"""Where the site of `hosted` is."""


@pytest.fixture(scope="session")
def excerpt() -> ArchiveIndex:
    """Return the small excerpt without results of checks."""
    return make_excerpt()


@pytest.fixture(scope="session")
def excerpt_pages(checked: ArchiveIndex) -> dict[str, bytes]:
    """Return the site of the small excerpt with results of a check."""
    return render_site(checked)


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
def hosted(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return it as it is made for `HOST`."""
    return render_site(archive, HOST)


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the small archive with our own notes, indexed."""
    return with_our_notes(fill(tmp_path_factory.mktemp("few") / "corpus"))


@pytest.fixture(scope="session")
def none() -> ArchiveIndex:
    """Return what comes with crdiff, indexed: our own notes, and no texts but those of the editions."""
    return with_our_notes(None)


@pytest.fixture(scope="session")
def facts() -> ArchiveIndex:
    """Return the same with pages of prose."""
    return make_excerpt(load_corpus())


@pytest.fixture(scope="session")
def facts_pages(facts: ArchiveIndex) -> dict[str, bytes]:
    """Return its site, which takes seconds."""
    return render_site(facts)


@pytest.fixture(scope="session")
def reordered(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the archive in which much happens at once, indexed."""
    return reordered_index(tmp_path_factory.mktemp("reordered") / "archive")


@pytest.fixture(scope="session")
def reordered_pages(reordered: ArchiveIndex) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(reordered)


@pytest.fixture(scope="session")
def citing_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of the small archive with two repositories that cite it."""
    other = citation_list([citation("Control.java:5", "710.1", "2003-10-01-507.1", "2009-10-01")], link=None)
    lists = {"me/engine": citation_list(ROWS), "you/cards": other}
    return render_site(citing_archive(tmp_path_factory.mktemp("citing") / "corpus", lists))


@pytest.fixture(scope="session")
def revoked_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of the releases in which a rule is revoked."""
    return pages_of(index_of(fill(tmp_path_factory.mktemp("revoked") / "corpus", REVOKED_RELEASES)))
