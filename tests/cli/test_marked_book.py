"""A book whose paragraphs stand under headings of any level, with a mark, through the commands and on a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.marked_book import BREAD, BREAD_LATER, printed, write_bread
from tests.other_book import check_site

OLD, NEW = "2001-01-01", "2002-01-01"


@pytest.fixture
def bread(crdiff: Run, tmp_path: Path) -> Run:
    """Return what runs a command in a folder with the texts, on a corpus that has both releases of the book."""
    crdiff.text("corpus", "add", "--book", "./bread", *write_bread(tmp_path), "--quiet")
    return crdiff


def test_paragraphs_go_on_under_the_heading_that_was_renumbered(bread: Run) -> None:
    changes = {change["new"][0]["number"]: change for change in bread.json("diff", OLD, NEW, "--all")["changes"]}
    assert changes["2.2.1:2"]["old"][0]["number"] == "2.1.1:1"
    assert changes["2.2.1.1:1"]["old"][0]["number"] == "2.1.1.1:1"
    assert changes["2.2.1:1"]["structure"] == changes["2.1:1"]["structure"] == "added"
    assert changes["1.1:1"]["mechanical"]


def test_clauses_shown_are_as_deep_as_what_they_stand_under(bread: Run) -> None:
    shown = bread.json("show", "2.2")["clauses"]
    depths = {clause["number"]: clause["depth"] for clause in shown}
    assert depths == {"2.2": 0, "2.2.1": 1, "2.2.1:1": 2, "2.2.1:2": 2, "2.2.1:3": 2, "2.2.1.1": 2, "2.2.1.1:1": 3}


def _linted(crdiff: Run, folder: Path, clauses: dict[str, str]) -> dict[str, str]:
    (folder / "draft.txt").write_text(printed(clauses, NEW))
    found = crdiff.json("lint", "draft.txt", "--book", "bread", "--fail-on", "never")["findings"]
    return {finding["check"]: finding["number"] for finding in found}


def test_lint_counts_paragraphs_and_headings_apart(crdiff: Run, tmp_path: Path) -> None:
    write_bread(tmp_path)
    assert _linted(crdiff, tmp_path, BREAD) == {}
    for lost, after in (("1:1", "1:2"), ("1.1", "1.2"), ("2.1.1:1", "2.1.1:2")):
        left = {number: said for number, said in BREAD.items() if not number.startswith(lost)}
        found = _linted(crdiff, tmp_path, left)
        assert found["numbering-gap"] == after, found


def test_a_check_that_the_book_is_not_made_for_does_not_run(crdiff: Run, tmp_path: Path) -> None:
    write_bread(tmp_path)
    stated = tmp_path / "bread" / "book.toml"
    stated.write_text(stated.read_text().replace('["missing-full-stop"]', "[]"))
    assert _linted(crdiff, tmp_path, BREAD) == {"missing-full-stop": "1.1.1:1"}


@pytest.mark.parametrize(
    ("stated", "wrong", "told"),
    [
        ("headings = 4", "headings = 1", "`headings` is 2, with a `mark` 2 or more"),
        ('mark = ":"', "", "`headings` is 2, with a `mark` 2 or more"),
        ("is_dotted = true", "", "with a `mark`, `is_dotted` is true"),
    ],
)
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
