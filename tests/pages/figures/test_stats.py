"""The page of figures: how much a picture shows, and what it says of an archive of one release."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from html_reader import read_html
from small_archive import fill, index_of, pages_of

from crdiff.history.news import Size
from crdiff.pages.drawing import HEIGHT, Scale, draw_growth
from tests.small_releases import RELEASES


def test_the_largest_release_is_as_high_as_its_track() -> None:
    sizes = [Size(date(2001, 1, 1), 10, 100, 0, 0, 0, 5, 4), Size(date(2002, 1, 1), 20, 400, 0, 0, 0, 90, 64)]
    scale = Scale(date(2001, 1, 1), date(2003, 1, 1))
    first, last = draw_growth(sizes, scale, [date(2002, 1, 1), date(2003, 1, 1)])["columns"]
    assert (last["words"], last["clauses"], last["changes"]) == (HEIGHT, HEIGHT, HEIGHT)
    assert (first["words"], first["clauses"], first["changes"]) == (HEIGHT // 4, HEIGHT // 2, HEIGHT // 4)
    assert first["title"] == "2001-01-01: 10 clauses, 100 words, 4 changes to read"


def test_an_archive_of_one_release_has_a_page_of_figures_too(tmp_path: Path) -> None:
    only = dict(list(RELEASES.items())[:1])
    said = " ".join(read_html(pages_of(index_of(fill(tmp_path / "corpus", only)))["/stats/"]).text.split())
    assert "From 15 clauses" in said
    assert "changes to read, up to 0" in said
    assert "Subsection by subsection" not in said
