"""The nearest sentence: one measure and one search for everybody who asks; sketches, alike where texts are."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from crdiff.text.nearest import NEAREST_MAX, NearestSentences, RareWords, likeness_of_sketches, nearest, sketch
from crdiff.text.words import EVEN, KIN, SAID, SAME, Weights, distinct_words, fit

BURN = "That player loses 1 life for each one mana lost this way."
OTHER = "Each player draws a card at the beginning of the draw step."
RULE = "the remainder of the process for putting a triggered ability on the stack is like that for casting"
WORDS = st.frozensets(st.sampled_from("abcdefghijkl"), min_size=1)


@given(WORDS, WORDS)
def test_a_fit_is_a_share_and_the_same_both_ways(one: frozenset[str], other: frozenset[str]) -> None:
    assert 0.0 <= EVEN.fit(one, other) <= 1.0
    assert EVEN.fit(one, other) == EVEN.fit(other, one)


@given(WORDS)
def test_nothing_fits_a_text_better_than_itself(words: frozenset[str]) -> None:
    assert EVEN.fit(words, words) == 1.0


@given(st.lists(st.sampled_from([BURN, OTHER, f"{BURN} {OTHER}", "Mana is lost."]), min_size=1))
def test_the_nearest_of_some_texts_is_as_near_as_any(texts: list[str]) -> None:
    best, at = nearest(BURN, texts)
    assert best == max(EVEN.fit(distinct_words(BURN), distinct_words(text)) for text in texts)
    assert texts.index(texts[at]) == at


def test_of_no_texts_none_is_the_nearest() -> None:
    assert nearest(BURN, []) == (0.0, -1)


def test_a_part_fits_nearly_as_well_as_the_whole_but_never_says_the_same() -> None:
    assert SAID <= nearest(BURN, [f"{OTHER} {BURN}"])[0] < SAME


def test_a_few_words_in_common_make_no_part() -> None:
    assert fit(1.0, 1.0, 10.0) < KIN


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    weights = Weights(Counter({"player": 40, "madness": 1}))
    assert weights.mass(["player"]) < weights.mass(["madness"]) == weights.mass(["unheard"]) == 1.0


def test_the_texts_that_share_rare_words_are_found_and_only_a_few_of_them() -> None:
    texts = [frozenset({"all", f"of{at // 20}", f"own{at}"}) for at in range(100)]
    found = RareWords(EVEN)
    for at, words in enumerate(texts):
        found.put(at, words)
    assert all(found.sharing(words)[0] == at for at, words in enumerate(texts))
    assert len(found.sharing(texts[0])) == NEAREST_MAX


def test_a_text_at_home_comes_first() -> None:
    found = RareWords(EVEN)
    for at in range(2):
        found.put(at, frozenset({"untap", "step"}), at)
    assert found.sharing(frozenset({"untap"}), frozenset({1})) == [1, 0]


def test_the_nearest_sentences_come_with_those_who_say_them() -> None:
    said = NearestSentences([("500.4", f"{OTHER} {BURN}"), ("106.4", BURN.replace("one mana", "mana")), ("1.1", OTHER)])
    assert [speaker for speaker, _ in said.of(BURN, SAID)] == ["500.4", "106.4"]
    assert said.of("Shuffle the library.", KIN) == []


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
