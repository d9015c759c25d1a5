"""What a change is called, and a redline with its unchanged sentences folded: nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_excerpt import make_excerpt
from table import table_at_once

from crdiff.changes.change import Change, ExampleChange, Facet, Op, RunnerUpClause, Segment, Structure
from crdiff.pages import change_view
from crdiff.pages.change_view import RedlineView, anchor, view_change


@pytest.fixture
def change() -> Change:
    return make_excerpt().comparisons[0].changes[1]


@table_at_once
def test_every_kind_has_an_icon_and_words_and_fewer_words_beside_a_reason(
    change: Change, kind: str, called: str
) -> None:
    structure, *facets = kind.split()
    made = replace(change, structure=Structure(structure), facets=tuple(map(Facet, facets)))
    assert f"{change_view.label(made)}; {change_view.short_label(made)}; {change_view.icon(made)}" == called


def test_every_facet_has_words(change: Change) -> None:
    for facet in Facet:
        assert change_view.label(replace(change, structure=Structure.SAME, facets=(facet,))) not in {"", "The same"}


def test_the_number_beside_a_change_says_where_it_came_from(change: Change) -> None:
    assert view_change(change, lambda *_: "").beside == "was 507.1"
    merged = replace(change, old=(*change.old, replace(change.old[0], number="507.2")))
    assert view_change(merged, lambda *_: "").beside == "was 507.1 and 507.2"
    split = replace(change, new=(*change.new, replace(change.new[0], number="712.2")))
    assert view_change(split, lambda *_: "").beside == "and 712.2, was 507.1"


def test_a_change_says_only_once_that_it_is_new_or_removed(change: Change) -> None:
    """Its kind says it, in words; nothing beside the number says it again."""
    for one_sided, said in ((replace(change, old=()), Structure.ADDED), (replace(change, new=()), Structure.REMOVED)):
        view = view_change(replace(one_sided, structure=said), lambda *_: "")
        assert (view.label, view.beside) == ({Structure.ADDED: "New", Structure.REMOVED: "Removed"}[said], "")


def test_a_removed_clause_has_its_own_place_on_the_page(change: Change) -> None:
    assert anchor(change) == "to-712.1"
    assert anchor(replace(change, new=())) == "from-507.1"


def test_an_undecided_link_names_the_next_best_partner(change: Change) -> None:
    undecided = replace(change, undetermined=True, runner_up=RunnerUpClause("507.2", "", 0.61))
    assert view_change(undecided, lambda *_: "").undetermined == (
        "507.2 is nearly as likely to be the same rule (61%)."
    )


def test_examples_that_came_or_went_say_so(change: Change) -> None:
    came = ExampleChange(None, ("712.1", 1), (Segment(Op.INSERTED, "Example: new."),))
    went = ExampleChange(("507.1", 0), None, (Segment(Op.DELETED, "Example: old."),))
    first, second = view_change(replace(change, examples=(came, went)), lambda *_: "").examples
    assert (first.label, first.whole) == ("Example, added", True)
    assert (second.label, second.whole) == ("Example, removed", True)


# a redline with its unchanged sentences folded: nothing is lost, and what changed stays in sight


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
