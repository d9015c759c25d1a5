"""The small archive and its pages, made once."""

from __future__ import annotations

import pytest
from reordered_archive import reordered_holdings
from small_archive import fill, holdings_of, pages_of

from crdiff.pages.archive_index import Holdings


@pytest.fixture(scope="session")
def holdings(tmp_path_factory: pytest.TempPathFactory) -> Holdings:
    """Return the holdings of the small archive."""
    return holdings_of(fill(tmp_path_factory.mktemp("archive") / "corpus"))


@pytest.fixture(scope="session")
def pages(holdings: Holdings) -> dict[str, bytes]:
    """Return the site of the small archive."""
    return pages_of(holdings)


@pytest.fixture(scope="session")
def reordered(tmp_path_factory: pytest.TempPathFactory) -> Holdings:
    """Return the holdings of the archive in which much happens at once."""
    return reordered_holdings(tmp_path_factory.mktemp("reordered") / "archive")


@pytest.fixture(scope="session")
def reordered_pages(reordered: Holdings) -> dict[str, bytes]:
    """Return its site."""
    return pages_of(reordered)
