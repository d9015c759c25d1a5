"""A corpus of one text that comes after all that is known: what the first day after a release looks like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from crdiff.corpus import Corpus
from crdiff.history.recorded_changes import JOINED, UNSURE
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


def test_what_a_release_changed_that_the_facts_do_not_know_is_not_said_to_be_read_from_two_texts(lone: Corpus) -> None:
    (told,) = lone.news(known_lives().dates[-2]).releases
    changes = (*told.to_read, *told.others)
    assert {change.evidence for change in changes} == {(JOINED.evidence,)}
    assert {change.confidence for change in changes} <= {JOINED.confidence, UNSURE.confidence}
    reworded = [change for change in changes if change.old and change.new and not change.redline]
    assert {change.remarks[0].partition(";")[2] for change in reworded} == {
        " the numbers that it cites may be all that differs"
    }
