"""The home page: it says what one can ask, and promises nothing that is not there."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from urllib.parse import unquote

from html_reader import words
from msgspec.structs import replace
from rendering import render_site
from small_archive import fill, index_of, pages_of

from crdiff.history.lineage import NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.home import STEPS, examples, year_grid
from tests.small_releases import RELEASES

Pages = dict[str, bytes]


def test_every_example_leads_to_a_page_that_is_there(archive: ArchiveIndex, pages: Pages) -> None:
    made = examples(archive, None)
    assert len(made) >= 2
    for example in made:
        path = unquote(example[2].partition("?")[0].partition("#")[0])
        assert path in pages, example


def test_the_day_of_an_example_is_one_on_which_a_subsection_had_the_number_that_it_has_in_the_text(
    archive: ArchiveIndex,
) -> None:
    """Of a text of 1999 alone it is recorded that its subsections have had other numbers since."""
    later = NumberRun(date(2050, 1, 1), date(2050, 1, 1), ClauseNumber.of(999))
    lineages = tuple(replace(each, runs=(*each.runs, later)) for each in archive.contents.lineages)
    renumbered = replace(archive, contents=replace(archive.contents, lineages=lineages))
    assert examples(renumbered, None)[-1][0] == examples(archive, None)[-1][0]


def test_an_archive_of_recorded_facts_offers_only_what_it_can_answer(excerpt: ArchiveIndex) -> None:
    there = render_site(excerpt)
    for example in examples(excerpt, None):
        assert example[2].partition("#")[0] in there, example
    said = words(there["/"]) if "/" in there else ""
    assert "side by side" not in said


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
    assert "one number and one wording" in said
