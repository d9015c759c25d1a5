"""Addresses that others use stay good in an archive that holds fewer releases."""

from __future__ import annotations

from pathlib import Path

from html_reader import read_html
from small_archive import fill, index_of, pages_of

from tests.small_releases import RELEASES


def test_a_clause_that_the_archive_names_otherwise_is_led_to(tmp_path: Path) -> None:
    """The embedded corpus of the tests knows 712.2 from 2014 on; the archive has had it since 2009, as 710.2."""
    later = {day: clauses for day, clauses in RELEASES.items() if day > "2003-10-01"}
    archive = index_of(fill(tmp_path / "corpus", later))
    assert archive.aliases == {"2014-05-01-712.2": "2009-07-11-710.2"}
    pages = pages_of(archive)
    page = pages["/clause/2014-05-01-712.2/"]
    assert b'<meta http-equiv="refresh" content="0; url=../2009-07-11-710.2/">' in page
    assert ("a", "../2009-07-11-710.2/") in read_html(page).links
    assert "/clause/2009-07-11-710.2/" in pages


def test_the_page_for_missing_pages_looks_for_the_clause_that_was_meant(pages: dict[str, bytes]) -> None:
    assert b'src="/assets/typed.js"' in pages["/404.html"]
    assert "/assets/typed.js" in pages
