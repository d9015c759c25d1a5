"""A corpus of one text that comes after all that is known: what the first day after a release looks like."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import StoreError
from crdiff.history.recorded_changes import JOINED, UNSURE
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.state import STORE
from crdiff.store.embedded.lives import known_lives
from tests.support.cut_lives import facts_before

_NUMBERS = 150


@pytest.fixture(scope="module")
def lone(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Return the newest known release alone, asked with the facts up to the one before it."""
    newest = known_lives().dates[-1]
    folder = tmp_path_factory.mktemp("lone")
    with Corpus(folder) as corpus:
        with facts_before(newest, folder):
            corpus.add(shared / "cr" / f"{newest}.txt")
            assert corpus.archive.facts
            assert newest not in corpus.archive.facts.lives.dates
        yield corpus


def drawn() -> list[str]:
    newest = len(known_lives().dates) - 1
    return Random(4).sample(sorted(one.number for one in known_lives().standing(newest)), _NUMBERS)


def test_every_clause_has_the_life_that_the_facts_give_it_later(lone: Corpus) -> None:
    lives, newest = known_lives(), known_lives().dates[-1]
    named = {one.number: lives.clauses[one.name].id for one in lives.standing(len(lives.dates) - 1)}
    for number in drawn():
        found, expected = lone.history(number, newest), lives.lineage(named[number])
        assert expected is not None
        if not found.unsure:
            assert (found.id, found.runs) == (expected.id, expected.runs)


def test_hardly_any_clause_is_unsure(lone: Corpus) -> None:
    newest = known_lives().dates[-1]
    assert sum(bool(lone.history(number, newest).unsure) for number in drawn()) <= 0.05 * _NUMBERS


def test_a_number_means_what_it_did_before_the_text_was_added(lone: Corpus) -> None:
    dates = known_lives().dates
    with Corpus("/nonexistent") as facts:
        for number in drawn():
            known = [(use.first, min(use.last, dates[-2])) for use in facts.number(number) if use.first < dates[-1]]
            uses = [(use.first, min(use.last, dates[-2])) for use in lone.number(number) if use.first < dates[-1]]
            assert uses == known


def test_the_figures_and_the_news_go_back_to_the_first_known_release(lone: Corpus) -> None:
    dates = known_lives().dates
    assert [size.release for size in lone.stats()] == list(dates)
    news = lone.news(dates[-6])
    assert [one.release for one in news.releases] == list(reversed(dates[-5:]))
    assert all(one.to_read for one in news.releases)


def test_what_a_release_changed_that_the_facts_do_not_know_is_not_said_to_be_read_from_two_texts(lone: Corpus) -> None:
    (told,) = lone.news(known_lives().dates[-2]).releases
    changes = (*told.to_read, *told.others)
    assert {change.evidence for change in changes} == {(JOINED.evidence,)}
    assert {change.confidence for change in changes} <= {JOINED.confidence, UNSURE.confidence}
    reworded = [change for change in changes if change.old and change.new and not change.redline]
    assert {change.remarks[0].partition(";")[2] for change in reworded} == {
        " the numbers that it cites may be all that differs"
    }


def test_an_old_number_is_shown_as_the_text_has_it(lone: Corpus) -> None:
    shown = lone.show("507.3b")
    assert shown.release == known_lives().dates[-1]
    assert shown.number != ClauseNumber.parse("507.3b")
    assert "concede" in shown.clauses[0].text


def test_renumberings_lead_from_any_known_release_to_the_text(lone: Corpus) -> None:
    dates = known_lives().dates
    rows = lone.renumbering(dates[0], dates[-1], check=False).rows
    assert len(rows) == known_lives().releases[0].size.clauses
    assert sum(bool(row.new) for row in rows) > 0.75 * len(rows)


def test_every_lineage_of_the_facts_is_among_those_of_the_text(shared: Path, tmp_path: Path) -> None:
    with Corpus(tmp_path) as corpus:
        known = {one.id: one.runs for one in corpus.lineages()}
        corpus.add(shared / "cr" / "2009-05-01.txt")
        assert {one.id: one.runs for one in corpus.lineages()} == known


def test_a_wording_of_a_text_that_is_gone_is_missed(shared: Path, tmp_path: Path) -> None:
    corpus = Corpus(tmp_path)
    corpus.add(shared / "cr" / "2009-05-01.txt")
    corpus.build()
    assert corpus.verify() == ()
    corpus.close()
    with closing(sqlite3.connect(tmp_path / STORE)) as store, store:
        store.execute("DELETE FROM wording WHERE text LIKE '%mana burn%'")
    with pytest.raises(StoreError, match="the store is damaged"):
        corpus.history("507.4")
    with pytest.raises(StoreError, match="the store is damaged"):
        corpus.show("507.4", "2009-05-01")
    assert corpus.verify() != ()
