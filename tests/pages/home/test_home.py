"""The home page: it says what one can ask, and promises nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

from html_reader import words
from rendering import render_site
from small_archive import fill, index_of, pages_of

from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.home import STEPS, year_grid
from crdiff.store.texts.books import read_book
from tests.small_releases import RELEASES

Pages = dict[str, bytes]


def test_every_example_asks_the_search(pages: Pages, excerpt: ArchiveIndex) -> None:
    """An archive of recorded facts offers no more than it can answer."""
    recorded = render_site(excerpt)
    for site in (pages, recorded):
        asked = re.findall(rb'<a href="(search/\?q=[^"]+)"', site["/"])
        assert len(set(asked)) == len(read_book().examples)
        assert address.SEARCH in site
    assert "side by side" not in words(recorded["/"])


def test_the_grid_has_a_square_for_each_release_and_a_column_for_each_year(archive: ArchiveIndex) -> None:
    years = year_grid(archive)
    dates = archive.contents.dates
    assert [year for year, _, _ in years] == list(range(dates[0].year, dates[-1].year + 1))
    assert sum(len(squares) for _, _, squares in years) == len(dates)
    assert all(0 <= tone <= len(STEPS) for _, _, squares in years for _, _, tone in squares)
    assert years[-1][1]


def test_an_archive_of_one_release_promises_no_changes(tmp_path: Path) -> None:
    only = dict(list(RELEASES.items())[:1])
    page = pages_of(index_of(fill(tmp_path / "corpus", only)))["/"]
    said = words(page)
    assert "Newest release" not in said
    assert "side by side" not in said
    assert "years of changes" not in said
