"""A rule book that is not Magic's, invented and small, through the commands and on a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.other_book import CHESS, OF_MAGIC, check_site, releases, write_book

OLD, NEW = "2001-01-01", "2002-01-01"


@pytest.fixture
def chess(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a command in a folder with the texts, on a corpus that has both releases of the book."""
    write_book(tmp_path)
    crdiff.text("corpus", "add", "--book", "./chess", *releases(tmp_path), "--quiet")
    return crdiff


def test_a_site_of_the_book_speaks_of_nothing_else_and_its_links_lead_somewhere(chess: Run) -> None:
    chess.text("site", "build", "--plain", "--out", "out", "--quiet")
    assert len(check_site(chess.folder / "out", "The Laws of Chess belong to their publisher.")) > len(CHESS)


def test_mkdocs_makes_the_pages_of_the_book_that_the_texts_are_of(chess: Run) -> None:
    (chess.folder / "docs").mkdir()
    (chess.folder / "docs" / "index.md").write_text("# A club\n")
    (chess.folder / "mkdocs.yml").write_text("site_name: A club\ndocs_dir: docs\nplugins:\n  - crdiff\n")
    chess.text("site", "build", "-o", "public", "--quiet")
    page = (chess.folder / "public" / "rules" / "2.1" / "index.html").read_text()
    assert "A bishop moves" in page
    assert not OF_MAGIC.search(page)
