"""Words, sentences and stems; what is no word; the nearest sentence; sketches of texts."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.text.nearest import NEAREST_MAX, NearestSentences, RareWords, likeness_of_sketches, nearest, sketch
from crdiff.text.same_words import few_letters_apart, mended, sentences_as_printed, words_alone
from crdiff.text.words import (
    EVEN,
    KIN,
    SAID,
    SAME,
    Weights,
    counted_words,
    distinct_words,
    fit,
    in_grains,
    sentences,
    tokens,
    word_counts,
)


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


@table
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


# marks, what is lost of them, blanks and capitals are no words; misprints that the next text mends are none either


WORDS = st.lists(
    st.sampled_from(["the", "a", "player", "creature", "draws", "attacks", "card", "three"]), min_size=1, max_size=8
)


@table
def test_marks_and_what_a_carrier_has_in_their_place_are_no_words(other: str) -> None:
    assert words_alone("A player’s “legend rule” can’t apply.") == words_alone(other)


@pytest.mark.parametrize(
    ("one", "other"), [("+1/+1", "1/1"), ("two cards", "three cards"), ("702.9b", "702.9c"), ("the player", "a player")]
)
def test_other_words_and_other_figures_differ(one: str, other: str) -> None:
    assert words_alone(one) != words_alone(other)


@pytest.mark.parametrize(("opening", "closing"), ["“”", '""', "??", "‘’", "\ufffd\ufffd"])
def test_a_text_is_cut_alike_whatever_marks_it_has(opening: str, closing: str) -> None:
    text = f"This is called the {opening}legend rule.{closing} See rule 704. {opening}Tap{closing} means this."
    assert [words_alone(one) for one in sentences_as_printed(text)] == [
        "this is called the legend rule",
        "see rule 704",
        "tap means this",
    ]


@given(st.text(alphabet="ab.?!”\"' AB\n", max_size=60))
def test_sentences_are_printed_as_they_stand_and_none_is_lost(text: str) -> None:
    at = 0
    for sentence in sentences_as_printed(text):
        start = text.index(sentence, at)
        assert not text[at:start].strip()
        at = start + len(sentence)
    assert not text[at:].strip()


@table
def test_misprints_that_the_next_text_mends_are_no_words(meant: str, printed: str) -> None:
    assert mended(meant, printed, meant) == meant


def test_what_the_next_text_keeps_or_changes_otherwise_is_no_misprint() -> None:
    assert mended("draw a card", "draw two cards", "draw a card") == "draw two cards"
    assert mended("draw 7 cards", "draw 4 cards", "draw 7 cards") == "draw 4 cards"
    assert mended("a player draws", "the player draws", "a player drew") == "the player draws"


def test_a_misprint_is_mended_beside_words_that_stay_changed() -> None:
    readings = ("a player can play a spell", "the player can palay a spell", "the player can play a spell")
    assert mended(*readings) == "the player can play a spell"


@given(WORDS, WORDS)
def test_what_stands_before_or_after_as_it_is_stays(one: list[str], other: list[str]) -> None:
    before, now = " ".join(one), " ".join(other)
    assert mended(before, now, now) == mended(now, now, before) == now


@given(st.text(max_size=8), st.text(max_size=8))
def test_a_slip_is_one_both_ways(one: str, other: str) -> None:
    assert few_letters_apart(one, other) == few_letters_apart(other, one)


@given(st.text(alphabet="aB3+-/'\"(){}[]_,.:;!#$%&*<=>@\\^`|~ \n", max_size=40))
def test_words_of_a_text_in_ascii_are_those_of_any_text(text: str) -> None:
    assert words_alone(f"{text} æ") == f"{words_alone(text)} ae".strip()


# the nearest sentence: one measure and one search for everybody who asks


BURN = "That player loses 1 life for each one mana lost this way."
OTHER = "Each player draws a card at the beginning of the draw step."
LETTERS = st.frozensets(st.sampled_from("abcdefghijkl"), min_size=1)


@given(LETTERS, LETTERS)
def test_a_fit_is_a_share_and_the_same_both_ways(one: frozenset[str], other: frozenset[str]) -> None:
    assert 0.0 <= EVEN.fit(one, other) <= 1.0
    assert EVEN.fit(one, other) == EVEN.fit(other, one)


@given(LETTERS)
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


# sketches of texts: alike where many words are shared


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
