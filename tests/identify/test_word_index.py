"""The index gives back what it was made from, and says in one line that other bytes are none."""

from __future__ import annotations

import pytest

from crdiff.errors import CorpusError
from crdiff.identify.page_words import PageWords
from crdiff.identify.word_index import KIND, WordIndex, write_index
from tests.identify.conftest import DATES, LIVES


def test_lives_come_back_as_they_were(small_index: WordIndex) -> None:
    assert [small_index.life(place) for place in range(len(small_index))] == list(LIVES)
    assert small_index.dates == DATES


def test_the_words_kept_are_those_of_the_wording(small_index: WordIndex) -> None:
    for place, life in enumerate(LIVES):
        for wording, printed in enumerate(life.wordings):
            said, words = small_index.words_of(place, wording), PageWords(printed)
            assert (said.plain, said.shingles) == (words.plain, words.shingles)
            assert (said.sentence_starts, said.speaks) == (words.sentence_starts, words.speaks)


def test_every_shingle_leads_to_its_lives(small_index: WordIndex) -> None:
    for place, life in enumerate(LIVES):
        for printed in life.wordings:
            assert all(place in small_index.with_shingle(one) for one in PageWords(printed).shingles)


def test_lives_are_found_by_a_number_they_had(small_index: WordIndex) -> None:
    assert list(small_index.numbered("502.9a")) == list(small_index.numbered("702.17a")) == [0]
    assert not small_index.numbered("999.1")


def test_equal_lives_give_equal_bytes() -> None:
    assert write_index(LIVES, DATES) == write_index(LIVES, DATES)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x",
        KIND,
        KIND + b"      12\n{}",
        write_index(LIVES, DATES)[:-1],
        write_index(LIVES, DATES)[: len(KIND) + 40],
    ],
    ids=["empty", "other", "head only", "no head", "cut short", "cut in the head"],
)
def test_other_bytes_are_told_in_one_line(data: bytes) -> None:
    with pytest.raises(CorpusError, match=r"\Astore\.words: is no index of wordings; expected .*\Z"):
        WordIndex(data, "store.words")
