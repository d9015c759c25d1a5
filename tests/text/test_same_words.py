"""Marks, what is lost of them, blanks and capitals are no words; misprints that the next text mends are none either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.text.same_words import few_letters_apart, mended, sentences_as_printed, words_alone

WORDS = st.lists(
    st.sampled_from(["the", "a", "player", "creature", "draws", "attacks", "card", "three"]), min_size=1, max_size=8
)


@pytest.mark.parametrize(
    "other",
    [
        "A player's \"legend rule\" can't apply.",
        "A player?s ?legend rule? can?t apply.",
        "A player\ufffds \ufffdlegend rule\ufffd can\ufffdt apply.",
        "a player’s  “Legend Rule”\ncan’t apply",
        "A player's _legend rule_ can't apply!",
        "A player's ‘legend-rule’ can't apply;",
    ],
)
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


@pytest.mark.parametrize(
    ("meant", "printed"),
    [
        ("but in that case it has trample", "but n that case it hsa trample"),
        ("simultaneously played", "simultaneoulsy palyed"),
        ("the cost is lost", "the cost is lsot"),
    ],
)
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
