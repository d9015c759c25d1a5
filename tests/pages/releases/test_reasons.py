"""What a change does, in words: quoted where the words are few, counted where they are many."""

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


def test_few_words_are_quoted(change: Change) -> None:
    """As in 106.4 of 2018-04-27, whose new sentence is counted."""
    assert said(change, (KEPT, "a "), (OLD, "produces "), (NEW, "instructs a player to add "), (KEPT, "b")) == (
        "“produces” became “instructs a player to add”."
    )
    assert said(change, (KEPT, "a "), (NEW, "as unspent mana"), (KEPT, "b")) == "“as unspent mana” is new."
    sentence = "Cards with abilities that produce mana have received errata in the Oracle card reference to say so. "
    assert said(change, (KEPT, "a "), (NEW, sentence), (KEPT, "b")) == "A sentence is new."


def test_many_places_are_counted(change: Change) -> None:
    """103.4 of 2018-04-27 reads otherwise in nine places."""
    places = [each for at in range(9) for each in ((KEPT, "a "), (OLD, f"he {at} "), (NEW, f"they {at} "))]
    assert said(change, *places) == "Words changed in nine places."


def test_marks_alone_are_no_reason(change: Change) -> None:
    assert said(change, (KEPT, "a"), (NEW, ","), (KEPT, " b")) == ""


def test_an_item_of_a_list_is_named(change: Change) -> None:
    listed = replace(change, remarks=("added to the list: Jaya", "now cites 714"))
    assert said(listed, (KEPT, "a "), (NEW, "Jaya, "), (KEPT, "b")) == "Added to the list: Jaya."


def test_an_exception_to_a_rewording_says_which_words_it_keeps(change: Change) -> None:
    rewording = Rewording("his or her", "their", 168, (change.new[0].number,))
    redline = (Segment(KEPT, "a "), Segment(NEW, "once "), Segment(KEPT, "b"))
    assert reason(replace(change, redline=redline), {change.new[0].number: (rewording,)}) == (
        "It keeps “his or her”, which became “their” elsewhere. “once” is new."
    )


def test_an_example_that_changed_alone_is_quoted(change: Change) -> None:
    example = ExampleChange(PLACE, PLACE, (Segment(OLD, "land cards"), Segment(NEW, "lands")))
    shown = replace(change, redline=(Segment(KEPT, "a"),), examples=(example,))
    assert reason(shown, {}) == "In the example, “land cards” became “lands”."
    assert reason(replace(shown, examples=(example, replace(example, old=None))), {}) == (
        "One example changed. One example added."
    )


def test_a_notice_is_told_as_what_it_is(change: Change) -> None:
    assert reason(replace(change, structure=Structure.REVOKED), {}) == "Its text is now a notice that the rule is gone."


def test_the_bound_of_a_page_leaves_room_below_200_kb() -> None:
    """The changes of 2003-10-01 and 2011-09-30 stood on pages of more than 200 kB: 501.1 and all the others."""
    assert LARGE < 200_000
