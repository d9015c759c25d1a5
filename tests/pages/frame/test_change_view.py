"""A redline with its unchanged sentences folded: nothing is lost, and what changed stays in sight."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.changes.change import Op, Segment
from crdiff.pages.frame.change_view import RedlineView

FIRST = "The controller of an attacking creature with trample first assigns damage to the creature(s) blocking it. "
SECOND = "Once all of them are assigned lethal damage, any "
LAST = " damage is assigned as its controller chooses. "
EXCESS = (
    Segment(Op.KEPT, FIRST + SECOND),
    Segment(Op.DELETED, "remaining"),
    Segment(Op.INSERTED, "excess"),
    Segment(Op.KEPT, LAST + FIRST + FIRST),
)


def test_long_unchanged_sentences_are_folded_and_counted() -> None:
    """As in 702.19b of 2023-04-14, which keeps its first sentence and its last two."""
    stretches = RedlineView(EXCESS, whole=False).stretches
    assert [stretch.unchanged for stretch in stretches] == [1, 0, 2]
    assert "".join(segment.text for segment in stretches[1].segments) == f"{SECOND}remainingexcess{LAST}"


def test_short_unchanged_sentences_stay_in_sight() -> None:
    segments = (Segment(Op.KEPT, "Draw a card. Discard "), Segment(Op.INSERTED, "two"), Segment(Op.KEPT, " cards."))
    assert [stretch.unchanged for stretch in RedlineView(segments, whole=False).stretches] == [0]


def test_a_text_that_came_as_a_whole_is_in_one_piece() -> None:
    assert len(RedlineView((Segment(Op.INSERTED, FIRST + FIRST),), whole=True).stretches) == 1
    assert len(RedlineView((Segment(Op.KEPT, FIRST + FIRST),), whole=False).stretches) == 1


@given(st.lists(st.tuples(st.sampled_from(list(Op)), st.sampled_from([FIRST, "A. ", "b", " ", "C.\n"]))))
def test_the_stretches_are_the_redline(pieces: list[tuple[Op, str]]) -> None:
    segments = tuple(Segment(*piece) for piece in pieces)
    stretches = RedlineView(segments, whole=False).stretches
    for side in Op:
        parts = (segment.text for stretch in stretches for segment in stretch.segments if segment.op is side)
        assert "".join(parts) == "".join(text for op, text in segments if op is side)
