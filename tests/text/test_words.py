"""Words, sentences and stems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.text.words import counted_words, sentences, tokens, word_counts


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
