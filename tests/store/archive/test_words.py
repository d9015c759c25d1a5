"""The index of wordings beside a store: made with it, again where it is missing or spoiled, and sent by its address."""

from __future__ import annotations

import pickle
import shutil
from functools import partial
from pathlib import Path
from random import Random

import pytest
from killing import run_until

from crdiff.corpus import Corpus
from crdiff.errors import StoreError
from crdiff.store.archive.words import WORDS, MappedWords
from tests.conftest import Filled
from tests.small_releases import CHOICES, MANA_BURN, RELEASES

TEXT = f"A forum said: {CHOICES} {CHOICES}"


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


# the index of wordings in other processes: sent as an address, opened once, and never another one unnoticed


FIRST, SECOND, _, LAST = RELEASES


def words_of(corpus: Corpus) -> MappedWords:
    assert isinstance(corpus.words, MappedWords)
    return corpus.words


def sent(words: MappedWords) -> MappedWords:
    """Return what another process receives."""
    received = pickle.loads(pickle.dumps(words))
    assert isinstance(received, MappedWords)
    return received


def test_it_is_sent_as_an_address_and_gives_the_same_answers(filled: Filled) -> None:
    corpus = filled()
    assert len(pickle.dumps(corpus.words)) < 1_000
    assert sent(words_of(corpus)).identify(CHOICES) == corpus.identify(CHOICES)
    assert corpus.identify(CHOICES).passages


def test_the_address_does_not_depend_on_the_current_folder(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = filled().folder
    monkeypatch.chdir(folder.parent)
    words = words_of(Corpus(folder.name))
    monkeypatch.chdir("/")
    assert sent(words).identify(CHOICES).passages


def test_an_index_that_was_made_anew_since_is_not_asked_for_the_old_one(filled: Filled, small_files: Path) -> None:
    corpus = filled(FIRST, SECOND)
    raw = pickle.dumps(corpus.words)
    corpus.add(small_files / f"{LAST}.txt")
    corpus.build()
    with pytest.raises(StoreError, match=r"store\.words: is missing or not the index of wordings that was asked for"):
        pickle.loads(raw).identify(MANA_BURN)
    assert corpus.identify(MANA_BURN).passages


def test_a_machine_without_the_folder_reads_a_copy_of_the_file(filled: Filled, tmp_path: Path) -> None:
    words = words_of(filled())
    copy = tmp_path / "copy"
    shutil.copy(words.path, copy)
    words.path.unlink()
    with pytest.raises(StoreError, match="is missing or not the index"):
        sent(words).identify(CHOICES)
    assert sent(words).at(copy).identify(CHOICES).passages
