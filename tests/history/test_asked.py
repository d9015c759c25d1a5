"""What a person asks about is told apart: a number, a place, a name."""

from __future__ import annotations

import pytest

from crdiff.errors import UnknownNumber
from crdiff.history.asked import Asked, folded, read_asked
from crdiff.history.lineage import Place
from crdiff.model.number import ClauseNumber
from tests.support.days import number, on


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("CR 702.19B", ClauseNumber.of(702, 19, "b")),
        ("2003-10-01-507.3b", Place(on("2003-10-01"), number("507.3b"))),
        (" 2003-10-01-507.3B ", Place(on("2003-10-01"), number("507.3b"))),
        ("2006-05-01-501.2~2", Place(on("2006-05-01"), number("501.2"), 2)),
        ("Double-Faced  Cards", "Double-Faced Cards"),
        ("Roll a d20", "Roll a d20"),
        ("1999-04-23-mana-burn", "1999-04-23-mana-burn"),
        ("∞ (Infinity)", "∞ (Infinity)"),
    ],
)
def test_what_is_written_is_told_apart(written: str, asked: Asked) -> None:
    assert read_asked(written) == asked


@pytest.mark.parametrize("written", ["7021", "rule 702.19bbb", "7.10", "5O7", "--", "", "2003-10-01-7x"])
def test_a_number_that_is_none_is_not_taken_for_a_name(written: str) -> None:
    with pytest.raises(UnknownNumber, match="is not a clause number"):
        read_asked(written)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Mana Burn (Obsolete)", "mana burn"), ("Player’s Turn", "PLAYER'S TURN"), ("Snow-Covered", "snow covered")],
)
def test_two_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)
