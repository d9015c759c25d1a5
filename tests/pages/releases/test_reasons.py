"""What a change does, in words: those of its gist, and what else only the page of a release knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from small_excerpt import make_excerpt

from crdiff.changes.change import Change, ExampleChange, ExamplePlace, Op, Rewording, Segment, Structure
from crdiff.pages.releases.release import LARGE
from crdiff.pages.releases.release_changes import reason

KEPT, OLD, NEW = Op.KEPT, Op.DELETED, Op.INSERTED
PLACE = ExamplePlace("507.1", 0)


@pytest.fixture
def change() -> Change:
    return replace(make_excerpt().comparisons[0].changes[1], structure=Structure.SAME, examples=(), remarks=())


def said(change: Change, *segments: tuple[Op, str]) -> str:
    return reason(replace(change, redline=tuple(Segment(op, text) for op, text in segments)), {})


def test_words_are_told_as_on_the_page_of_the_clause(change: Change) -> None:
    """As in 106.4 of 2018-04-27."""
    assert said(
        change,
        (KEPT, "An effect "),
        (OLD, "produces "),
        (NEW, "instructs a player to add "),
        (KEPT, "mana to the mana pool"),
    ) == ("“instructs a player to add” for “produces”.")


def test_marks_alone_are_no_reason(change: Change) -> None:
    assert said(change, (KEPT, "a"), (NEW, ","), (KEPT, " b")) == ""


def test_an_item_of_a_list_is_named(change: Change) -> None:
    listed = replace(change, remarks=("added to the list: Jaya", "now cites 714"))
    assert said(listed, (KEPT, "Ajani, "), (NEW, "Jaya, "), (KEPT, "and Karn")) == "Added to the list: Jaya."


def test_an_exception_to_a_rewording_says_which_words_it_keeps(change: Change) -> None:
    rewording = Rewording("his or her", "their", 168, (change.new[0].number,))
    redline = (Segment(KEPT, "a player "), Segment(NEW, "once "), Segment(KEPT, "draws"))
    assert reason(replace(change, redline=redline), {change.new[0].number: (rewording,)}) == (
        "It keeps “his or her”, which became “their” elsewhere. “once” added."
    )


def test_examples_are_told_after_the_words(change: Change) -> None:
    added = ExampleChange(None, PLACE, (Segment(NEW, "A land."),))
    redline = (Segment(KEPT, "a player "), Segment(NEW, "once "), Segment(KEPT, "draws"))
    assert reason(replace(change, redline=redline, examples=(added,)), {}) == "“once” added. One example added."


def test_a_notice_is_told_as_what_it_is(change: Change) -> None:
    assert reason(replace(change, structure=Structure.REVOKED), {}) == "Its text is now a notice that the rule is gone."


def test_the_bound_of_a_page_leaves_room_below_200_kb() -> None:
    """The changes of 2003-10-01 and 2011-09-30 stood on pages of more than 200 kB: 501.1 and all the others."""
    assert LARGE < 200_000
