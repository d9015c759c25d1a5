"""One corpus and many threads: each gets the answers of one thread, and nothing is called damaged that is whole."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CrdiffError, StoreError
from tests.conftest import Filled
from tests.small_releases import CHOICES, RELEASES

THREADS = 8
QUESTIONS = 25


def asked(corpus: Corpus, seed: int, amount: int) -> Iterator[str]:
    """Yield the answers to so many mixed questions."""
    random = Random(seed)
    numbers = sorted({number for clauses in RELEASES.values() for number in clauses} | {"999.9"})
    for _ in range(amount):
        number, day = random.choice(numbers), random.choice(list(RELEASES))
        questions = (
            lambda: corpus.history(number),  # noqa: B023 - asked at once
            lambda: corpus.number(number),  # noqa: B023
            lambda: corpus.show(number, day),  # noqa: B023
            lambda: corpus.blame(number),  # noqa: B023
            lambda: corpus.search("turn", day),  # noqa: B023
            lambda: corpus.identify(CHOICES),
            lambda: corpus.in_force(day),  # noqa: B023
            corpus.stats,
        )
        try:
            yield repr(random.choice(questions)())
        except CrdiffError as error:
            yield f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("days", [tuple(RELEASES), ()], ids=["texts", "facts alone"])
def test_eight_threads_get_the_answers_of_one(filled: Filled, tmp_path: Path, days: tuple[str, ...]) -> None:
    """The first questions come at once: the store is built, opened and mapped by one thread only."""
    folder = filled(*days).folder if days else tmp_path / "none"
    together = Barrier(THREADS)

    def answers(seed: int) -> list[str]:
        together.wait()
        return list(asked(corpus, seed, QUESTIONS))

    with Corpus(folder) as corpus, ThreadPoolExecutor(THREADS) as threads:
        found = list(threads.map(answers, range(THREADS)))
    with Corpus(folder) as corpus:
        assert found == [list(asked(corpus, seed, QUESTIONS)) for seed in range(THREADS)]


def test_a_store_that_another_thread_closed_is_not_called_damaged(filled: Filled) -> None:
    corpus = filled()
    archive = corpus.archive
    with ThreadPoolExecutor(1) as thread:
        thread.submit(corpus.close).result()
    with pytest.raises(StoreError, match=r"closed database.*expected to be asked again") as caught:
        archive.lineage(0)
    assert "damaged" not in str(caught.value)
    assert corpus.stats()
