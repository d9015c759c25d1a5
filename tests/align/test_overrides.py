"""Decisions by hand: read, applied, and refused where they do not fit."""

from __future__ import annotations

import pytest

from crdiff.align.engine import align_releases
from crdiff.align.overrides import Override, parse_overrides
from crdiff.errors import OverrideError
from crdiff.model.number import ClauseNumber
from tests.align.conftest import links_by_number, release_of

OLD = {"100.1": "The first rule of the game.", "100.2": "Each player needs a deck of cards.", "100.3": "Draw a card."}
NEW = {"100.1": "The first rule of the game.", "100.2": "Each player needs a deck of cards.", "100.4": "Play a land."}

SPLIT = """
# made for a test
[[link]]
old = ["100.2"]
new = ["100.4", "100.2"]
reason = "the deck is a land now"

[[link]]
old = ["100.3"]
new = []
reason = "drawing is gone"
"""


def number(printed: str) -> ClauseNumber:
    return ClauseNumber.parse(printed)


def test_overrides_are_read_with_their_lines() -> None:
    one, other = parse_overrides(SPLIT)
    assert one == Override((number("100.2"),), (number("100.4"), number("100.2")), "the deck is a land now", 3)
    assert (other.new, other.line) == ((), 8)


def test_a_decision_by_hand_beats_equal_texts() -> None:
    found = align_releases(release_of(OLD), release_of(NEW, "2009-07-11"), parse_overrides(SPLIT))
    assert links_by_number(found) == {("100.1",): ("100.1",), ("100.2",): ("100.4", "100.2"), ("100.3",): ()}
    decided = [link for link in found.links if link.tier == "override"]
    assert all(link.confidence == 1.0 and link.evidence[0].startswith("decided by hand: ") for link in decided)
    assert len(decided) == 2


def test_it_holds_the_other_way_round_too() -> None:
    overrides = [override.mirrored() for override in parse_overrides(SPLIT)]
    found = links_by_number(align_releases(release_of(NEW, "2009-07-11"), release_of(OLD), overrides))
    assert found == {("100.1",): ("100.1",), ("100.4", "100.2"): ("100.2",), (): ("100.3",)}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[[link]]\nold = ["100.9"]\nnew = []\nreason = "x"', 1, "100.9, which the old text does not have"),
        ('\n[[link]]\nold = []\nnew = ["100.3"]\nreason = "x"', 2, "100.3, which the new text does not have"),
        (
            '[[link]]\nold = ["100.1"]\nnew = []\nreason = "x"\n[[link]]\nold = ["100.1"]\nnew = []\nreason = "y"',
            5,
            "another has decided on",
        ),
    ],
)
def test_an_override_that_no_longer_fits_is_an_error_with_its_line(text: str, line: int, said: str) -> None:
    with pytest.raises(OverrideError, match=said) as error:
        align_releases(release_of(OLD), release_of(NEW, "2009-07-11"), parse_overrides(text))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[link]", "not TOML"),
        ("[[links]]\nold = []", "tables"),
        ('link = [{old = ["1"], new = [], reason = "x"}]', "not written as tables"),
        ('[[link]]\nold = ["100.1"]\nnew = []', "incomplete"),
        ('[[link]]\nold = ["100.1"]\nnew = []\nreason = ""', "incomplete"),
        ('[[link]]\nold = []\nnew = []\nreason = "x"', "names no clause"),
        ('[[link]]\nold = ["rule"]\nnew = []\nreason = "x"', "not a clause number"),
        ('[[link]]\nold = "100.1"\nnew = []\nreason = "x"', "expected a list"),
        ('[[link]]\nold = ["100.1", "100.2"]\nnew = ["100.1", "100.2"]\nreason = "x"', "many to many"),
    ],
)
def test_what_is_no_decision_is_refused(text: str, said: str) -> None:
    with pytest.raises(OverrideError, match=said):
        parse_overrides(text)
