"""Indexes of wordings: of a few clauses made up of real sentences, and of all releases."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex, write_index
from crdiff.store.archive.words import MappedWords, word_index

DATES = (date(2009, 5, 1), date(2009, 7, 11), date(2011, 6, 17))

TRAMPLE = (
    "Trample is a static ability that modifies the rules for assigning an attacking creature’s combat damage. {}"
    "(See rule {}, “Combat Damage Step.”)"
)
BLOCKING = "The ability has no effect when a creature with trample is blocking or is dealing noncombat damage. "
PROHIBITED = "A player can’t begin to cast a spell that’s prohibited from being cast."
SOULSHIFT = "If a permanent has multiple instances of soulshift, each triggers separately."
CONSPIRE = "If a spell has multiple instances of conspire, each triggers separately."

LIVES = (
    IndexedLife(
        "2009-05-01-502.9a",
        (IndexedStay(0, 0, "502.9a", 0, False), IndexedStay(1, 2, "702.17a", 1, True)),
        False,
        (TRAMPLE.format("", 310), TRAMPLE.format(BLOCKING, 510)),
    ),
    IndexedLife("2009-07-11-601.5", (IndexedStay(1, 2, "601.5", 0, False),), False, (PROHIBITED,)),
    IndexedLife("2009-05-01-502.49b", (IndexedStay(0, 2, "502.49b", 0, False),), False, (SOULSHIFT,)),
    IndexedLife("2009-05-01-502.78b", (IndexedStay(1, 2, "702.76b", 0, False),), False, (CONSPIRE,)),
)


# Clauses that share no words with those: three words in a row weigh as much as among all rules.
OTHERS = tuple(IndexedLife(f"2009-05-01-{number}", (), False, ("",)) for number in range(100, 4100))
DATA = write_index((*LIVES, *OTHERS), DATES)
# The index of all of them.
INDEX = WordIndex(DATA)


@pytest.fixture(scope="session")
def small_index() -> WordIndex:
    """Return the index of a few clauses of three releases."""
    return WordIndex(write_index(LIVES, DATES))


@pytest.fixture(scope="session")
def whole_index(every_release: Path) -> WordIndex:
    """Return the index of all official releases."""
    with Corpus(every_release) as corpus:
        words = corpus.words
        assert isinstance(words, MappedWords)
        return word_index(words)
