"""Words, sentences and stems."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.text.words import counted_words, in_grains, sentences, tokens, word_counts


@given(st.text())
def test_joining_the_tokens_gives_the_text_back(text: str) -> None:
    assert "".join(tokens(text)) == text


@pytest.mark.parametrize(
    "whole", ["can’t", "can't", "player’s", "players’", "104.3a", "702.9", "{W}", "{2/U}", "1,000", "DCI"]
)
def test_a_word_a_number_and_a_symbol_are_never_split(whole: str) -> None:
    assert tokens(f"a {whole}, b") == ["a", " ", whole, ",", " ", "b"]


def test_a_quoted_word_leaves_its_quotes_alone() -> None:
    assert tokens("“loop.”") == ["“", "loop", ".", "”"]


def test_sentences_end_before_a_capital_and_keep_their_closing_marks() -> None:
    text = 'It reads "Sacrifice this." Then (see rule 702.5) it goes on. {T}: Add {G}.'
    assert sentences(text) == ['It reads "Sacrifice this."', "Then (see rule 702.5) it goes on.", "{T}: Add {G}."]


def test_a_number_with_a_full_stop_does_not_end_a_sentence() -> None:
    assert sentences("See rule 704.5a. The player loses.") == ["See rule 704.5a.", "The player loses."]


@pytest.mark.parametrize(
    ("one", "other"),
    [("player's", "players"), ("exiled", "exile"), ("casting", "cast"), ("ability", "abilities"), ("Tapped", "tap")],
)
def test_endings_that_rewriting_changes_freely_do_not_count(one: str, other: str) -> None:
    assert counted_words(one) == counted_words(other)


@pytest.mark.parametrize(
    ("one", "other"), [("tapped", "untapped"), ("front", "back"), ("less", "lesser"), ("does", "doe")]
)
def test_other_words_stay_other_words(one: str, other: str) -> None:
    assert counted_words(one) != counted_words(other)


@given(st.lists(st.sampled_from(["exile", "exiled", "players", "the", "{T}", "can't"])))
def test_counting_at_once_equals_counting_one_by_one(words: list[str]) -> None:
    text = " ".join(words)
    counts = word_counts(text)
    assert {word: counted_words(text).count(word) for word in counts} == counts


def test_weights_add_up_to_the_same_in_any_order() -> None:
    """The last bit of two sums used to decide the runner-up of 203.2 in 1999-11-01."""
    plain = [0.1, 0.2, 0.3, 0.7]
    assert len({sum(order) for order in permutations(plain)}) > 1
    assert len({sum(order) for order in permutations(map(in_grains, plain))}) == 1
