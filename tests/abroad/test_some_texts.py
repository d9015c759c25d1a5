"""A corpus with a few known releases and the next one: the known lives answer for the releases that are not held."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import UnknownNumber
from crdiff.history.lineage import Lineage
from crdiff.history.renumbering import Became
from crdiff.model.number import ClauseNumber
from crdiff.reports.history import history_text
from crdiff.store.embedded.lives import known_lives
from crdiff.text.normalise import fold_typography
from tests.abroad.conftest import Future, newest_text

HELD = ("2003-10-01", "2014-05-01")
TERMS = ("Concede", "Lose the Game", "Activated Ability", "Cast", "Battlefield", "Battle", "Absorb", "Ante")
NUMBERS = ("702.19b", "704.5k", "507.3b", "300.3", "500.4", "101.3", "903.9a", "103.5", "1", "702")


@pytest.fixture(scope="module")
def some(shared: Path, future: Callable[[int], Future], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return a corpus of two old releases, the newest one, and one made to come after it."""
    given = tmp_path_factory.mktemp("given")
    (given / "next.txt").write_bytes(future(1).text)
    with Corpus(tmp_path_factory.mktemp("some")) as corpus:
        corpus.add(given, newest_text(shared), *(shared / "cr" / f"{day}.txt" for day in HELD))
        yield corpus


@pytest.fixture(scope="module")
def without_texts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with Corpus(tmp_path_factory.mktemp("none")) as corpus:
        yield corpus


def runs(lineage: Lineage[ClauseNumber], until: date) -> list[tuple[date, date, str]]:
    """Return the numbers of a clause up to a release."""
    inside = [run for run in lineage.runs if run.first <= until]
    return [(run.first, min(run.last, until), str(run.number)) for run in inside]


def newest() -> date:
    return known_lives().dates[-1]


def test_a_clause_has_all_its_numbers_and_wordings_whatever_is_held(some: Corpus, without_texts: Corpus) -> None:
    for number in NUMBERS:
        here, there = some.history(number, at=newest()), without_texts.history(number, at=newest())
        assert (here.id, runs(here, newest())) == (there.id, runs(there, newest()))
        begun = [worded.first for worded in here.wordings if worded.first <= newest()]
        assert set(begun) >= {worded.first for worded in there.wordings}, number
        for worded in here.wordings:
            held = [day for day in some.releases if worded.first <= day <= worded.last]
            assert worded.is_held or not held, number
        facets = {worded.first: worded.facets for worded in here.wordings}
        assert all(facets[worded.first] == worded.facets for worded in there.wordings), number


def test_releases_after_the_last_known_one_go_on_from_there(some: Corpus, future: Callable[[int], Future]) -> None:
    moved = dict(future(1).answers.moved)
    coming = some.releases[-1]
    for old, new in list(moved.items())[:40]:
        lineage = some.history(new, at=coming)
        assert str(lineage.number_in(newest())) == old
        assert lineage.known_until == coming
        assert lineage.in_force
    for new in future(1).answers.added:
        assert some.history(new, at=coming).runs[0].first == coming
    for gone in future(1).answers.removed:
        assert some.history(gone, at=newest()).removed == coming


def test_old_numbers_lead_on_through_releases_that_are_not_held(some: Corpus, future: Callable[[int], Future]) -> None:
    last, coming, moved = *some.releases[-2:], future(1).answers.moved
    to_newest = {row.old: row.new for row in some.renumbering("2009-05-01", last).rows}
    to_coming = {row.old: row.new for row in some.renumbering("2009-05-01", coming).rows}
    assert to_newest.keys() == to_coming.keys()
    gone = future(1).answers.removed
    followed = {
        old: {moved.get(str(number), str(number)) for number in new if str(number) not in gone}
        for old, new in to_newest.items()
    }
    assert {old: {str(number) for number in new} for old, new in to_coming.items()} == followed


@pytest.fixture(scope="module")
def old_only(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return a corpus of two releases, both older than the newest one known."""
    with Corpus(tmp_path_factory.mktemp("old")) as corpus:
        corpus.add(*(shared / "cr" / f"{day}.txt" for day in ("2014-05-01", "2024-06-07")))
        yield corpus


def test_a_release_that_is_not_held_is_not_called_one_of_the_corpus(old_only: Corpus) -> None:
    said = history_text(old_only.history("702.19b"))
    assert f"known up to {newest()}" in said
    assert "of the corpus" not in said


def test_a_rule_is_revoked_in_the_release_that_did_it_whatever_is_held(old_only: Corpus, without_texts: Corpus) -> None:
    """306.7 was revoked in 2018-04-27; the next text held is that of 2024-06-07."""
    for old in ("2014-05-01", "2018-01-19", "2018-04-27", "2019-01-25"):
        here, there = (
            {str(row.old): row.became for row in corpus.renumbering(old, "2024-06-07", check=False).rows}
            for corpus in (old_only, without_texts)
        )
        assert here == there
        assert (here["306.7"] is Became.REVOKED) == (old < "2018-04-27")


def test_a_sentence_may_be_as_old_as_the_releases_without_texts_leave_open(
    old_only: Corpus, without_texts: Corpus, every_release: Path
) -> None:
    """103.3 of 2003-07-01, today 101.3, has a sentence that 103.2 of 1999-04-23 had, and no text of 103.2 is held."""
    with Corpus(every_release) as every:
        for number in NUMBERS:
            lineage = without_texts.history(number, at="2024-06-07").id
            try:
                here, true = old_only.blame(number, "2024-06-07"), every.blame(number, "2024-06-07")
            except UnknownNumber:
                continue
            assert here.lineage == true.lineage == lineage
            for one, other in zip(here.sentences, true.sentences, strict=True):
                assert (one.introduced_earliest or one.introduced) <= other.introduced
                assert (one.since_earliest or one.since) <= other.since


def test_blame_asks_for_the_clause_that_history_tells_of(old_only: Corpus, without_texts: Corpus) -> None:
    """No text held has a number 718.6; that of 2021-07-23 is 720.6 of 2024-06-07."""
    blame = old_only.blame("718.6")
    assert blame.lineage == old_only.history("718.6").id == without_texts.history("718.6").id


def test_the_sentences_of_an_entry_may_be_as_old_as_the_releases_without_texts_leave_open(
    old_only: Corpus, without_texts: Corpus, every_release: Path
) -> None:
    with Corpus(every_release) as every:
        for term in TERMS:
            life, followed = without_texts.entry(term), old_only.entry(term)
            assert (followed.id, followed.runs, followed.known_until) == (life.id, life.runs, newest())
            here, true = (each.blame(f"{term} (glossary)", "2024-06-07") for each in (old_only, every))
            assert (here.lineage, here.number) == (life.id, true.number)
            for one, other in zip(here.sentences, true.sentences, strict=True):
                assert (one.introduced_earliest or one.introduced) <= other.introduced <= one.introduced, term
                assert (one.since_earliest or one.since) <= other.since <= one.since, term


def test_entries_of_a_release_that_is_not_known_go_on_from_those_of_the_one_before(
    some: Corpus, future: Callable[[int], Future], without_texts: Corpus, tmp_path: Path
) -> None:
    """Whether the release before is held, or only known."""
    (tmp_path / "next.txt").write_bytes(future(1).text)
    with Corpus(tmp_path / "lone") as lone:
        lone.add(tmp_path / "next.txt")
        coming = lone.releases[-1]
        lives = {life.id: life for life in without_texts.entries() if life.runs[-1].last == newest()}
        for corpus in (some, lone):
            followed = {entry.id: entry for entry in corpus.entries()}
            going_on = [followed[name].number_in(coming) == life.number_in(newest()) for name, life in lives.items()]
            assert sum(going_on) >= len(lives) - 3
            assert all(followed[name].in_force or followed[name].removed == coming for name in lives)
            new = [entry for entry in followed.values() if entry.runs[0].first == coming]
            assert len(new) <= 3
            assert all(event.release == coming for entry in new for event in entry.origin)
        concede = lone.blame("Concede")
        assert (concede.release, concede.lineage) == (coming, without_texts.entry("Concede").id)
        assert all(sentence.since < coming for sentence in concede.sentences)
        hits = {corpus: corpus.search("concede", ever=True) for corpus in (some, lone)}
        assert all(
            [hit.lineage for hit in found if hit.number == "Concede"] == [concede.lineage] for found in hits.values()
        )


def test_a_redline_is_shown_only_where_the_text_before_it_is_held(some: Corpus, every_release: Path) -> None:
    with Corpus(every_release) as every:
        for number in NUMBERS:
            true = {worded.first: worded for worded in every.history(number, at=newest()).wordings}
            for worded in some.history(number, at=newest()).wordings:
                if worded.first in true and worded.is_held:
                    assert fold_typography(worded.text) == fold_typography(true[worded.first].text)
                if worded.change and worded.change.old and worded.first in true:
                    change = true[worded.first].change
                    assert change is not None
                    here, there = (fold_typography(one.old[0].wording) for one in (worded.change, change))
                    assert here == there
