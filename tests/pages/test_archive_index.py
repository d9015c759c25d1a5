"""What an archive is indexed by: how long a clause is known to have stood, where its text is read, what is data."""

from __future__ import annotations

from datetime import date

from msgspec.structs import replace
from small_excerpt import make_corpus, make_excerpt

from crdiff.model.corpus import KnownRelease
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.reports.history import history_line
from crdiff.store.build.recorded import recorded_archive
from crdiff.store.embedded.corpus import load_corpus


def test_what_stands_in_the_newest_text_is_drawn_to_the_end_of_its_year(archive: ArchiveIndex) -> None:
    """All pictures end there, so that a new release need not draw every one of them anew."""
    lineage = archive.lineages["2003-10-01-507.1"]
    assert archive.until(lineage) == date(2015, 1, 1) == archive.scale.last


def test_what_was_removed_is_drawn_up_to_the_release_without_it(archive: ArchiveIndex) -> None:
    assert archive.until(archive.lineages["2003-10-01-507.4"]) == date(2009, 7, 11)


def test_what_is_only_recorded_is_drawn_up_to_the_next_release_known() -> None:
    corpus = make_corpus()
    later = replace(corpus, releases=(*corpus.releases, KnownRelease(date(2016, 4, 8), "", "", ())))
    excerpt = make_excerpt(later)
    assert excerpt.until(excerpt.lineages["2003-10-01-507.1"]) == date(2016, 4, 8)


def test_nothing_known_after_a_recorded_clause_leaves_it_a_day() -> None:
    excerpt = make_excerpt()
    assert excerpt.until(excerpt.lineages["2003-10-01-507.1"]) == date(2016, 1, 17)


def test_only_the_newest_text_is_called_today(archive: ArchiveIndex, excerpt: ArchiveIndex) -> None:
    newest = replace(archive, contents=replace(archive.contents, known=()))
    assert (newest.named(newest.newest), newest.named(date(2009, 7, 11))) == ("today", "2009-07-11")
    assert excerpt.named(excerpt.newest) == "2016-01-16"


def test_a_text_older_than_the_newest_release_known_is_not_called_today(archive: ArchiveIndex) -> None:
    assert archive.newer
    assert archive.named(archive.newest) == "2014-05-01"


def test_a_text_is_read_in_the_edition_that_quotes_it(excerpt: ArchiveIndex) -> None:
    lineage = excerpt.lineages["2003-10-01-507.1a"]
    first, last = lineage.joined_runs
    assert excerpt.text_address(lineage, first.first, first.last) == "/editions/507-old/#r507.1a"
    assert excerpt.text_address(lineage, last.first, last.last) == "/editions/712-new/#r712.1a"
    assert excerpt.text_address(lineage, date(2003, 10, 1), date(2003, 10, 1)) == ""


def test_a_release_is_called_by_its_set_and_lasts_to_the_day_before_the_next_one_known() -> None:
    known = tuple(
        KnownRelease(day, code, name, ())
        for day, code, name in ((date(2009, 5, 1), "", ""), (date(2009, 7, 11), "M10", "Magic 2010"))
    )
    index = make_excerpt(replace(make_corpus(), releases=known))
    assert index.release_name(date(2009, 7, 11)) == "Magic 2010 (2009-07-11)"
    assert index.release_name(date(2009, 5, 1)) == "2009-05-01"
    assert index.codes == {date(2009, 7, 11): "M10"}
    assert index.last_day(date(2009, 5, 1)) == date(2009, 7, 10)
    assert index.last_day(index.published[-1]) is None


def test_a_wording_without_a_text_is_known_by_its_dates(excerpt: ArchiveIndex) -> None:
    old, new = excerpt.lineages["2003-10-01-507.1"].wordings
    assert (str(old.first), str(old.last), old.is_held) == ("2003-10-01", "2008-02-01", True)
    assert (str(new.first), str(new.last), str(new.number)) == ("2009-07-11", "2016-01-16", "712.1")


def test_pages_and_commands_give_the_same_of_every_clause(facts_pages: dict[str, bytes]) -> None:
    """`crdiff history` answers from the same facts where no text was added."""
    with recorded_archive() as archive:
        for recorded in load_corpus().lineages:
            lineage = archive.lineage(archive.index_of(recorded.id))
            assert facts_pages[f"/clause/{lineage.id}/index.json"] == history_line(lineage)
