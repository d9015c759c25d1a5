"""The election of main heirs: a clause goes on as what keeps its opening, its first sentence, its title, its number."""

from __future__ import annotations

import pytest

from crdiff.align.matching import OVERRIDE, Branch, Grounds
from crdiff.align.passes.followed import Followed
from crdiff.align.passes.main_links import elect_main_links
from tests.align.conftest import Clauses, heirs, places, state_of

OPENING = "A double-faced permanent that is turned face down stays as it is."
MORE = "Its other face, its counters, its auras, and everything else about it remain what they were before that."
OTHER = "The game goes on as if nobody had ever noticed any of this."
MERGED = "Players may agree to end it."


@pytest.mark.parametrize(
    ("old", "new", "linked", "expected"),
    [
        pytest.param(
            {"708.2": f"{OPENING} {MORE}"}, {"708.2": OPENING, "708.2a": MORE}, {"708.2": "708.2a 708.2"},
            {"708.2": "708.2 708.2a"}, id="its opening words, though most of the text went elsewhere",
        ),
        pytest.param(
            {"708.2": f"{OPENING} {MORE}"}, {"708.2": MORE, "708.7": OPENING}, {"708.2": "708.2 708.7"},
            {"708.2": "708.7 708.2"}, id="its opening words rather than its number",
        ),
        pytest.param(
            {"708.2": "Face Down\n", "708.3": OTHER}, {"708.4": "Face Up", "708.5": "Face Down"},
            {"708.2": "708.4 708.5"}, {"708.2": "708.5 708.4"}, id="its title",
        ),
    ],
)  # fmt: skip
def test_of_its_parts_the_main_heir_keeps_what_a_clause_is_known_by(
    old: Clauses, new: Clauses, linked: Clauses, expected: Clauses
) -> None:
    assert heirs(state_of(old, new, linked, elect_main_links)) == expected


def test_of_equals_the_part_with_clearly_more_of_the_text_is_the_main_one() -> None:
    old = {"708.2": f"{OTHER} {MORE} {OPENING}"}
    new = {"709.3": OPENING, "709.4": f"{MORE} {OPENING}"}
    assert heirs(state_of(old, new, {"708.2": "709.3 709.4"}, elect_main_links)) == {"708.2": "709.4 709.3"}
    assert heirs(state_of(old, new, {"708.2": "709.4 709.3"}, elect_main_links)) == {"708.2": "709.4 709.3"}


def test_a_tie_leaves_the_choice_as_it_was() -> None:
    old, new = {"708.2": f"{OTHER} {OPENING}"}, {"709.3": OPENING, "709.4": OPENING}
    for linked in ("709.3 709.4", "709.4 709.3"):
        assert heirs(state_of(old, new, {"708.2": linked}, elect_main_links)) == {"708.2": linked}


def test_of_merged_clauses_the_main_origin_keeps_it_too() -> None:
    old, new = {"708.2": OPENING, "709.2": f"{OTHER} {MORE}"}, {"708.2": f"{OPENING} {OTHER}"}
    state = state_of(old, new, {"709.2": "708.2"})
    state.matching.add_branch(Branch(*places(state, "708.2", "708.2"), Grounds("by hand", (), 1.0)))
    elect_main_links(state)
    assert state.matching.origins(0) == [0, 1]


def test_a_clause_that_lost_its_main_link_gets_the_heaviest_of_its_parts() -> None:
    """708.2 is the main heir of 709.2 until 708.2 wins it; 709.2 goes on as its other part, the heavier of two."""
    old = {"708.2": OPENING, "709.2": f"{OTHER} {MORE} {MERGED}"}
    new = {"708.2": f"{OPENING} {OTHER}", "709.5": MERGED, "709.6": MORE}
    state = state_of(old, new, {"709.2": "708.2 709.5 709.6"})
    state.matching.add_branch(Branch(*places(state, "708.2", "708.2"), Grounds("by hand", (), 1.0)))
    elect_main_links(state)
    found = heirs(state)
    assert found["708.2"] == "708.2"
    assert found["709.2"].split()[0] == "709.6"


@pytest.mark.parametrize("is_main", [True, False])
def test_what_was_decided_by_hand_is_not_up_for_election(is_main: bool) -> None:
    state = state_of({"708.2": f"{OPENING} {MORE}"}, {"708.2": OPENING, "708.3": MORE})
    by_hand, found = Grounds(OVERRIDE, (), 1.0), Grounds("by words", (), 1.0)
    state.matching.link(*places(state, "708.2", "708.3"), by_hand if is_main else found)
    state.matching.add_branch(Branch(*places(state, "708.2", "708.2"), found if is_main else by_hand))
    elect_main_links(state)
    assert heirs(state) == {"708.2": "708.3 708.2"}


def test_where_clauses_were_followed_nothing_is_elected() -> None:
    state = state_of({"708.2": f"{OPENING} {MORE}"}, {"708.2": OPENING, "708.3": MORE}, {"708.2": "708.3 708.2"})
    state.followed = Followed((), (), 1)
    elect_main_links(state)
    assert heirs(state) == {"708.2": "708.3 708.2"}
