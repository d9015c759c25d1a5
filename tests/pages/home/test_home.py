"""The home page of an archive: nothing on it is promised that is not there."""

from __future__ import annotations

from pathlib import Path

from html_reader import read_html
from small_archive import fill, index_of, pages_of

from tests.small_releases import RELEASES

Pages = dict[str, bytes]


def text(page: bytes) -> str:
    return " ".join(read_html(page).text.split())


def test_it_shows_what_the_newest_release_changed(reordered_pages: Pages) -> None:
    said = text(reordered_pages["/"])
    assert "The newest release held: 2004-06-01" in said
    assert "3 glossary entries changed" in said
    assert read_html(reordered_pages["/"]).tags.count("ins") >= 1


def test_it_tells_of_the_clause_that_had_the_most_numbers(pages: Pages) -> None:
    said = text(pages["/"])
    assert "It was 507.1 in 2003-10-01 and is 712.1 in 2014-05-01. It has stood under 3 numbers" in said
    assert ("a", "clause/2003-10-01-507.1/") in read_html(pages["/"]).links


def test_it_tells_of_the_section_that_had_the_most_numbers_and_leads_to_its_texts(pages: Pages) -> None:
    page = read_html(pages["/"])
    assert "It was 507 in 2003-10-01, the first release held. It has moved twice, through three numbers." in " ".join(
        page.text.split()
    )
    assert "text not held" not in page.text


def test_an_archive_of_one_release_promises_no_changes(tmp_path: Path) -> None:
    only = dict(list(RELEASES.items())[:1])
    said = text(pages_of(index_of(fill(tmp_path / "corpus", only)))["/"])
    assert "1 official text of 2003-10-01" in said
    assert "The newest release held" not in said
    assert "It has been 507.4 in each release held that has it, with the same letter." in said
    assert "It was 100 in 2003-10-01, the first release held. It has kept that number." in said
    assert "entered the rules" not in said


def test_searching_goes_to_the_page_that_searches(pages: Pages) -> None:
    page = read_html(pages["/"])
    assert ("form", "search/") in page.links
    assert "/search/" in pages
