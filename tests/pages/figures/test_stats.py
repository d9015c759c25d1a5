"""The page of figures: each picture says what its table says, and each mark leads somewhere."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from html_reader import read_html
from small_archive import fill, index_of, pages_of

from crdiff.history.news import Size
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing import HEIGHT, Scale, draw_growth, draw_heat, heat_rows, sections_of, step_of
from crdiff.pages.flow import cut_anew, draw_rivers
from tests.small_releases import RELEASES

Pages = dict[str, bytes]


def test_the_largest_release_is_as_high_as_its_track() -> None:
    sizes = [Size(date(2001, 1, 1), 10, 100, 0, 0, 0, 5, 4), Size(date(2002, 1, 1), 20, 400, 0, 0, 0, 90, 64)]
    scale = Scale(date(2001, 1, 1), date(2003, 1, 1))
    first, last = draw_growth(sizes, scale, [date(2002, 1, 1), date(2003, 1, 1)])["columns"]
    assert (last["words"], last["clauses"], last["changes"]) == (HEIGHT, HEIGHT, HEIGHT)
    assert (first["words"], first["clauses"], first["changes"]) == (HEIGHT // 4, HEIGHT // 2, HEIGHT // 4)
    assert first["title"] == "2001-01-01: 10 clauses, 100 words, 4 changes to read"


def test_the_map_has_a_larger_cell_for_more_changes() -> None:
    assert [step_of(count) for count in (0, 1, 4, 5, 19, 20, 59, 60, 900)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_the_map_and_its_table_say_the_same(reordered: ArchiveIndex) -> None:
    news = reordered.contents.news
    sections = sections_of(news)
    assert sections == ("3", "G")
    picture = draw_heat(news, sections, cut_anew(reordered))
    rows = {address.release(release): counts for release, counts in heat_rows(news, sections)}
    for column in picture["columns"]:
        cells = sum(outline.count("M") for _, outline in column["cells"])
        assert cells == sum(bool(count) for count in rows[column["href"]])
    assert "2004-02-01, changes to read by section: 3: " in picture["columns"][0]["title"]


def test_a_release_that_put_the_text_in_a_new_order_is_found(reordered: ArchiveIndex, archive: ArchiveIndex) -> None:
    assert cut_anew(reordered) == (date(2004, 6, 1),)
    assert cut_anew(archive) == (date(2009, 7, 11),)


def test_every_clause_of_a_section_went_somewhere_or_is_gone(reordered: ArchiveIndex) -> None:
    picture = draw_rivers(cut_anew(reordered), reordered)
    assert [stop.release for stop in picture["stops"]] == list(reordered.contents.dates)
    tables = {release: {row["number"]: row for row in rows} for release, _, rows in picture["stretches"]}
    for row in (row for rows in tables.values() for row in rows.values()):
        assert row["clauses"] == sum(count for _, count in row["went"]) + row["gone"]
    assert tables[date(2004, 2, 1)]["3"]["went"] == [("5", 12), ("3", 2)]
    gone = {number: row["gone"] for number, row in tables[date(2003, 10, 1)].items()}
    assert gone == {"1": 0, "2": 0, "3": 1}


def test_every_mark_of_the_pictures_leads_to_a_page_or_a_row(reordered_pages: Pages) -> None:
    page = read_html(reordered_pages["/stats/"])
    rows = {link.removeprefix("#") for _, link in page.links if link.startswith("#s")}
    assert {"s3-2004-02-01"} <= rows <= set(page.ids)
    assert ("a", "../releases/2004-06-01/") in page.links


def test_an_archive_of_one_release_has_a_page_of_figures_too(tmp_path: Path) -> None:
    only = dict(list(RELEASES.items())[:1])
    said = " ".join(read_html(pages_of(index_of(fill(tmp_path / "corpus", only)))["/stats/"]).text.split())
    assert "From 15 clauses" in said
    assert "changes to read, up to 0" in said
    assert "Where the changes were" not in said
