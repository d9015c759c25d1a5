"""Redlines: exact to the character, whole words, grouped as a person would mark them, with a line of prose."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crdiff.changes.change import Op, Segment
from tests.changes.conftest import change_of, compared, shown

WORDS = (
    "A", "player", "may", "can’t", "can't", "cast", "it", ".", ",", " ", "  ", "\n", "“", '"', "—", "--", "_", "(tm)",
    "{2/U}", "702.9c", "rule 104.3a", "-", "+1/+1", "?", "Dandân",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join)


def side(redline: tuple[Segment, ...], left_out: Op) -> str:
    return "".join(segment.text for segment in redline if segment.op is not left_out)


@settings(max_examples=300)
@given(old=TEXTS, new=TEXTS)
def test_kept_and_deleted_is_the_old_text_kept_and_inserted_the_new(old: str, new: str) -> None:
    change = change_of(old, new)
    assert side(change.redline, Op.INSERTED) == change.old[0].wording
    assert side(change.redline, Op.DELETED) == change.new[0].wording
    assert all(segment.text for segment in change.redline)


@settings(max_examples=100)
@given(old=TEXTS, new=TEXTS)
def test_kinds_of_segments_alternate(old: str, new: str) -> None:
    """No two segments of a kind in a row, and nothing inserted before what is deleted in its place."""
    operations = "".join(segment.op for segment in change_of(old, new).redline)
    assert not any(pair in operations for pair in ("==", "--", "++", "+-"))


@pytest.mark.parametrize(
    "expected",
    [
        "Players [-can-]{+can’t+} attack.",
        "See rule [-102.3a-]{+104.3a+}.",
        "the [-player's-]{+player’s+} hand",
        'the word [-"-]{+“+}play[-"-]{+”+}',
        "The types are Jace{+, Jaya+}, Karn, and Venser.",
        "The turn ends. {+Damage wears off. +}The next begins.",
        "The turn ends.[- This is a change from previous rules.-]",
        "If a player loses the game, he or she leaves it[- (see rule 800.4)-].",
        "Each player draws [-a new hand of seven-]{+as many+} cards{+ as before+}.",
        "if its [-controller changes-]{+owner leaves+} or it [-stops being a land-]{+becomes a creature+}",
        "Reveal [-several hidden cards of the opposing team-]{+some lost creatures of the other side+} now.",
        "a static ability[-?-]{+ -- +}not",
    ],
)
def test_a_redline_marks_what_a_person_would(expected: str) -> None:
    old = re.sub(r"\[-(.*?)-\]|\{\+.*?\+\}", r"\1", expected)
    new = re.sub(r"\[-.*?-\]|\{\+(.*?)\+\}", r"\1", expected)
    assert shown(change_of(old, new).redline) == expected


@pytest.mark.parametrize(
    ("old", "new", "summary"),
    [
        ("Same.", "Same.", "Text unchanged"),
        ("See rule 102.3a.", "See rule 104.3a.", "1 reference updated"),
        ("See rules 102.3 and 7.", "See rules 104.3 and 7.", "1 reference updated"),
        ("See rule 102.", "See rule 104.", "1 reference updated"),
        ("See rules 601.2a–d.", "See rules 601.2a–e.", "1 reference updated"),
        ("It deals 1 damage.", "It deals 2 damage.", "1 word replaced"),
        ("Start at 100 life.", "Start at 200 life.", "1 word replaced"),
        ("the _Ravnica_ (R) block", "the _Ravnica_(R) block", "1 space removed"),
        ("the player's hand", "the player’s hand", "1 word replaced"),
        ('the word "play"', "the word “play”", "2 marks changed"),
        ("One ends. Two begins.", "One ends. Two begins. Three waits. Four goes.", "2 sentences added"),
        ("One ends. Two begins.", "One ends.", "1 sentence removed"),
        ("That player draws a card now.", "Its owner discards a card now.", "1 phrase replaced"),
        ("It may attack or block.", "It attacks or may block.", "1 phrase replaced"),
    ],
)
def test_a_line_of_prose_says_how_much_changed(old: str, new: str, summary: str) -> None:
    assert change_of(old, new).summary == summary


def test_examples_are_counted_in_the_line_of_prose() -> None:
    old = {"100.1": ["Players act.", "Example: Ann acts.", "Example: Bob acts."]}
    new = {"100.1": ["Players act now.", "Example: Ann acted."]}
    change = compared(old, new).changes[0]
    assert change.summary == "1 word added; 1 example changed, 1 example removed"
