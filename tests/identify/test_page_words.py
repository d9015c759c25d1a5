"""A text as words: what is one word, and what stands for an apostrophe that a carrier lost."""

from __future__ import annotations

import pytest

from crdiff.identify.page_words import NearWords, PageWords


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("don?t they?re players?", ["dont", "theyre", "players"]),
        ("as events happen?they aren?t locked in", ["as", "events", "happen", "they", "arent", "locked", "in"]),
        ("rules 409.1f?h", ["rules", "409", "1f", "h"]),
        ("can’t can't can´t", ["cant", "cant", "cant"]),
        ("Æther", ["aether"]),
    ],
)
def test_a_question_mark_within_a_word_is_an_apostrophe_or_a_dash(text: str, words: list[str]) -> None:
    """419.2 of 2008-02-01 has both."""
    assert PageWords(text).plain == words


WORDS = NearWords(("the", "player", "gets", "active", "plays", "get", "creature"))


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("palyer", ["player"]),
        ("gts", ["gets"]),
        ("xplayer", ["player"]),
        ("creatuer", ["creature"]),
        ("playe", ["player", "plays"]),
        ("gt", []),
        ("112", []),
        ("cretuer", []),
    ],
)
def test_a_slip_of_typing_leads_to_the_words_it_was_made_of(word: str, near: list[str]) -> None:
    """504.2 of 2016-09-30, "Second, the active player gets priority", with a slip in three of its words."""
    assert WORDS.near(word) == near
