"""A book whose paragraphs stand under headings of any level, with a mark, through the commands and on a site."""

from __future__ import annotations

from pathlib import Path

import pytest
from table import table

from tests.cli.conftest import Run
from tests.marked_book import BREAD, BREAD_LATER, write_bread
from tests.other_book import check_site

OLD, NEW = "2001-01-01", "2002-01-01"


@pytest.fixture
def bread(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a command in a folder with the texts, on a corpus that has both releases of the book."""
    crdiff.text("corpus", "add", "--book", "./bread", *write_bread(tmp_path), "--quiet")
    return crdiff


@table
def test_a_book_that_no_number_can_follow_is_refused(
    crdiff: Run, tmp_path: Path, stated: str, wrong: str, told: str
) -> None:
    write_bread(tmp_path)
    book = tmp_path / "bread" / "book.toml"
    book.write_text(book.read_text().replace(stated, wrong))
    assert told in crdiff.refused("parse", "old.txt", "--book", "./bread")


def test_a_site_has_a_page_for_each_heading_with_its_own_paragraphs(bread: Run) -> None:
    bread.text("site", "build", "--plain", "--out", "out", "--quiet")
    out = bread.folder / "out"
    assert len(check_site(out, "The Rules of Bread belong to their guild.")) > len(BREAD_LATER)
    headings = {number for number in BREAD_LATER if ":" not in number}
    assert {path.name for path in (out / "rules").iterdir() if (path / "index.html").is_file()} == headings
    page = (out / "rules" / "1" / "index.html").read_text("utf-8")
    assert BREAD["1:1"] in page
    assert BREAD["1.2:1"] not in page
    clause = (out / "clause" / f"{OLD}-2.1.1.1:1" / "index.html").read_text("utf-8")
    assert "RB 2.2.1.1:1, 2001-01-01" in clause
    for above in ("2 Dough", "2.2 Kneading", "2.2.1 By Hand", "2.2.1.1 Folding"):
        assert above in clause
