"""Characters that a carrier lost are put back, and nothing else is."""

from __future__ import annotations

import pytest

from crdiff.changes.proof.steps import is_repair
from tests.changes.conftest import change_of


@pytest.mark.parametrize(
    ("damaged", "whole"),
    [
        ("409.1f?h", "409.1f–h"),
        ("player?s", "player’s"),
        ("?", "—"),
        ("Creature ? Goblin", "Creature—Goblin"),
        ("Dand?n", "Dandân"),
        ("the DCI?", "the DCI"),
    ],
)
def test_a_lost_character_was_a_quote_a_dash_a_letter_beyond_ascii_or_nothing(damaged: str, whole: str) -> None:
    """2009-05-01 prints "?" for 124 dashes, as in "rules 409.1f?h"."""
    assert is_repair(damaged, whole)
    assert is_repair(whole, damaged)


@pytest.mark.parametrize(
    ("one", "other"), [("can?t", "cannot"), ("may?", "may not"), ("can't", "can’t"), ("player?s", "playerxs")]
)
def test_words_are_never_put_back(one: str, other: str) -> None:
    assert not is_repair(one, other)


@pytest.mark.parametrize(
    ("old", "new", "is_proved"),
    [
        ("rules 409.1f?h say so", "rules 409.1f–h say so", True),
        ("type “Creature ? Goblin” or not", "type “Creature — Goblin” or not", True),
        ("a ?Goblin? ? a red one", "a “Goblin” — a red one", True),
    ],
)
def test_a_repair_proves_a_change(old: str, new: str, is_proved: bool) -> None:
    assert change_of(old, new).mechanical is is_proved
