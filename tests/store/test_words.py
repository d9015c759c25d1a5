"""The index of wordings beside a store is made with it, and again where it is missing, damaged or of other texts."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from killing import run_until

from crdiff.corpus import Corpus
from crdiff.store.archive.words import WORDS
from tests.conftest import Filled
from tests.small_releases import CHOICES

TEXT = f"A forum said: {CHOICES} {CHOICES}"


def test_a_build_makes_the_index(filled: Filled) -> None:
    with filled() as corpus:
        corpus.build()
        assert (corpus.folder / WORDS).exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:0],
        lambda raw: raw[:-1],
        lambda raw: raw[:100],
        lambda raw: raw[:-20] + bytes([raw[-20] ^ 1]) + raw[-19:],
        lambda raw: b"another" + raw,
        lambda raw: b"\xff" * len(raw),
    ],
    ids=["empty", "cut short", "cut at the head", "one bit", "another state", "other bytes"],
)
def test_a_damaged_index_is_made_again(filled: Filled, damage: object) -> None:
    with filled() as corpus:
        corpus.build()
        path = corpus.folder / WORDS
        whole = path.read_bytes()
        path.write_bytes(damage(whole))  # type: ignore[operator]
        corpus.close()
        answer = corpus.identify(TEXT)
        assert path.read_bytes() == whole
        path.unlink()
        corpus.close()
        assert corpus.identify(TEXT) == answer
        assert path.read_bytes() == whole


KILLED_TIMES = 12


def _make(folder: Path) -> None:
    with Corpus(folder) as corpus:
        assert corpus.words


def test_an_index_whose_making_is_killed_is_whole_or_not_there(filled: Filled) -> None:
    with filled() as corpus:
        corpus.build()
        path = corpus.folder / WORDS
        answer, whole, files = corpus.identify(TEXT), path.read_bytes(), sorted(corpus.folder.iterdir())
        path.unlink()
        corpus.close()
        make = partial(_make, corpus.folder)
        needed = run_until(make)
        chance = Random(17)
        for _ in range(KILLED_TIMES):
            path.unlink()
            run_until(make, chance.randint(1, needed))
            assert not path.exists() or path.read_bytes() == whole
            corpus.close()
            assert corpus.identify(TEXT) == answer
            assert path.read_bytes() == whole
        corpus.build()
        assert sorted(corpus.folder.iterdir()) == files
