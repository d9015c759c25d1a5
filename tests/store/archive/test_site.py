"""What a site and the known lives are made from: every release, clause and entry that the store has."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import pytest

from benchmarks.lives import lives_of
from crdiff.book_words import embedded_folder
from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.history.known_lives import KnownLives
from crdiff.history.renumbering import Became
from crdiff.model.number import ClauseNumber
from crdiff.site_source import contents_of
from crdiff.store.archive.site_contents import SiteContents
from crdiff.store.embedded.corpus import load_corpus
from tests.conftest import Filled
from tests.small_releases import RELEASES


@pytest.fixture
def contents(filled: Callable[..., Corpus]) -> SiteContents:
    """Return all of the small archive."""
    return contents_of(filled().folder, load_corpus())


def test_every_clause_of_every_release_is_there_in_document_order(contents: SiteContents) -> None:
    assert tuple(map(str, contents.dates)) == tuple(RELEASES)
    for release, standing in contents.standing.items():
        numbers = [one.number for one in standing if not one.number.is_section]
        assert [str(number) for number in numbers if number.path[0] > 2] == list(RELEASES[str(release)])


def test_renumberings_are_those_that_the_corpus_tells(contents: SiteContents, filled: Callable[..., Corpus]) -> None:
    told = filled(name="other").renumbering("2009-10-01", "2014-05-01", check=False)
    assert contents.renumberings[-1] == told
    assert [row.new for row in told.rows if str(row.old) == "710.1a"] == [(ClauseNumber.parse("712.1a"),)]
    gone = [str(row.old) for row in contents.renumberings[0].rows if row.became is Became.REMOVED]
    assert gone == ["507.4"]


def test_lineages_and_news_are_those_of_the_corpus(contents: SiteContents, filled: Callable[..., Corpus]) -> None:
    with filled(name="other") as corpus:
        assert contents.lineages == tuple(corpus.lineages())
        assert contents.entries == tuple(corpus.entries())
        assert contents.news == corpus.news("2003-10-01").releases[::-1]


def test_a_term_has_the_text_that_the_newest_release_prints(contents: SiteContents) -> None:
    (term,) = contents.glossary
    assert (term.term, term.texts) == ("Concede", ("To leave the game by choice.",))
    assert [str(entry.runs[-1].number) for entry in contents.entries] == ["Concede"]


def test_the_last_text_under_each_number_is_known_of_recorded_facts() -> None:
    """507 became 710 with 2009-07-11, so 2009-05-01 is the last release with that number."""
    contents = contents_of(None, load_corpus())
    text = contents.subsections[ClauseNumber.of(507)]
    assert (contents.is_recorded, str(text.release)) == (True, "2009-05-01")
    assert {str(shown.number) for shown in text.clauses if shown.is_held} >= {"507", "507.1", "507.4"}
    assert not all(shown.is_held for shown in contents.subsections[ClauseNumber.of(711)].clauses)


def test_a_corpus_without_texts_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="holds no text of a release"):
        contents_of(tmp_path, load_corpus())


# known lives made from texts say what the archive says, and the file that comes with crdiff is made from texts


followed = attrgetter("runs", "origin", "fate", "aliases", "known_until")
# Bytes of the file that comes with crdiff.
SIZE_MAX = 1_600_000


def test_lives_tell_of_every_clause_what_the_archive_does(filled: Filled) -> None:
    corpus = filled()
    lives = KnownLives(lives_of(corpus.archive))
    assert lives.dates == corpus.releases
    lineages = {lineage.id: lineage for lineage in corpus.lineages()}
    assert [thread.id for thread in lives.clauses] == sorted(lineages)
    for name, lineage in lineages.items():
        life = lives.lineage(name)
        assert life
        assert followed(life) == followed(lineage)
        spans = ([(one.first, one.last, set(one.facets)) for one in each.wordings] for each in (life, lineage))
        assert next(spans) == next(spans)
        assert not any(one.text or one.title for one in life.wordings)


def test_lives_hold_no_text_but_titles_and_terms(filled: Filled) -> None:
    corpus = filled()
    text = lives_of(corpus.archive)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for lineage in corpus.lineages():
        for worded in lineage.wordings:
            assert not worded.text or not any(worded.text in line for line in lines)
    assert any(line.endswith("2003-10-01 Controlling Another Player’s Turn") for line in lines)


def test_figures_are_those_of_the_archive(filled: Filled) -> None:
    corpus = filled()
    assert tuple(release.size for release in KnownLives(lives_of(corpus.archive)).releases) == corpus.stats()


def test_releases_with_other_numbers_or_other_words_have_other_digests(filled: Filled) -> None:
    releases = KnownLives(lives_of(filled().archive)).releases
    assert len({release.content for release in releases}) == len(releases)
    by_day = {str(release.effective): release for release in releases}
    assert by_day["2009-07-11"].numbers == by_day["2009-10-01"].numbers
    assert by_day["2009-07-11"].content != by_day["2009-10-01"].content


def test_the_file_that_comes_with_crdiff_is_small() -> None:
    assert (embedded_folder() / "lives.txt").stat().st_size <= SIZE_MAX


@pytest.mark.slow
def test_the_file_in_crdiff_is_what_the_texts_make(every_release: Path, all_shared: Path, tmp_path: Path) -> None:
    known = load_corpus().lives.dates
    with Corpus(every_release) as corpus:
        if corpus.releases == known:
            made = lives_of(corpus.archive)
        else:
            with Corpus(tmp_path / "known") as own:
                own.add(*(all_shared / "cr" / f"{day}.txt" for day in known))
                made = lives_of(own.archive)
    there = (embedded_folder() / "lives.txt").read_bytes().decode()
    is_same = made == there  # a comparison by pytest takes minutes where they differ
    assert is_same, sorted({*made.split("\n")} ^ {*there.split("\n")})
