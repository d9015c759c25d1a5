"""Sketches of texts: alike where many words are shared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.text.nearest import likeness_of_sketches, sketch

RULE = "the remainder of the process for putting a triggered ability on the stack is like that for casting"


def test_a_sketch_has_twelve_characters_and_none_for_no_words() -> None:
    assert sketch("") == ""
    assert len(sketch("trample")) == len(sketch(RULE)) == 12


def test_the_same_words_have_the_same_sketch() -> None:
    assert likeness_of_sketches(sketch(RULE), sketch(RULE)) == 1.0


def test_a_word_more_leaves_most_of_a_sketch() -> None:
    assert likeness_of_sketches(sketch(RULE), sketch(f"{RULE} it")) > 0.6


def test_other_words_share_hardly_anything() -> None:
    assert likeness_of_sketches(sketch(RULE), sketch("a player may concede the game at any time and leaves it")) < 0.2


@given(st.text("ab "), st.text("ab "))
def test_likeness_is_a_share_and_the_same_both_ways(one: str, other: str) -> None:
    likeness = likeness_of_sketches(sketch(one), sketch(other))
    assert 0.0 <= likeness <= 1.0
    assert likeness == likeness_of_sketches(sketch(other), sketch(one))
