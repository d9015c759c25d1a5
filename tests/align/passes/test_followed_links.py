"""The two passes on clauses that were followed, called by themselves: first what is alike, at the end the fusion."""

from __future__ import annotations

import pytest

from crdiff.align.alignment import FOLLOWED, NOT_FOLLOWED
from crdiff.align.matching import Branch, Grounds
from crdiff.align.passes.followed import Followed, link_followed, settle_followed
from crdiff.align.state import PassState
from tests.align.conftest import HAND, NOTHING, Clauses, heirs, places, state_of

FLYING = "Flying is an evasion ability that few creatures have."
REACH = "A creature with reach may block a creature with flying."
OLD = {"300.1": FLYING, "300.2": REACH}
NEW = {"600.1": f"{FLYING} It is old.", "600.2": f"{REACH} No other may.", "600.3": "Loyalty is counted in dice."}


def followed(state: PassState, pairs: Clauses, parts: Clauses = NOTHING) -> PassState:
    """Return the state with what became of the clauses through releases between, by number."""
    found = (tuple(sorted(places(state, one, other) for one, other in each.items())) for each in (pairs, parts))
    state.followed = Followed(*found, 3)
    return state


@pytest.mark.parametrize(
    ("pairs", "parts", "expected"),
    [
        pytest.param({"300.1": "600.1"}, {}, {"300.1": "600.1"}, id="alike"),
        pytest.param({"300.1": "600.3"}, {}, {}, id="hardly a word in common: the texts are asked for another answer"),
        pytest.param({"300.1": "600.1"}, {"300.1": "600.2"}, {}, id="with parts: the texts say which is the main one"),
        pytest.param({"300.1": "600.1", "300.2": "600.2"}, {}, {"300.1": "600.1", "300.2": "600.2"}, id="both"),
        pytest.param({}, {}, {}, id="nothing"),
    ],
)
def test_what_was_followed_and_is_alike_is_linked_first(pairs: Clauses, parts: Clauses, expected: Clauses) -> None:
    state = followed(state_of(OLD, NEW), pairs, parts)
    link_followed(state)
    assert heirs(state) == expected
    assert {grounds.tier for grounds in state.matching.grounds.values()} <= {FOLLOWED}


@pytest.mark.parametrize(
    ("linked", "pairs", "parts", "expected", "tier"),
    [
        pytest.param({"300.1": "600.1"}, {"300.1": "600.1"}, {}, {"300.1": "600.1"}, HAND, id="both ways agree"),
        pytest.param({}, {"300.1": "600.3"}, {}, {"300.1": "600.3"}, FOLLOWED, id="the texts show nothing"),
        pytest.param({"300.1": "600.2"}, {"300.1": "600.1"}, {}, {"300.1": "600.1"}, FOLLOWED, id="they differ"),
        pytest.param({"300.1": "600.1"}, {}, {}, {"300.1": "600.1"}, NOT_FOLLOWED, id="it ended in between"),
        pytest.param(
            {"300.1": "600.2"}, {"300.1": "600.1"}, {"300.1": "600.2"}, {"300.1": "600.2 600.1"}, HAND,
            id="the texts say which of two heirs is the main one",
        ),
        pytest.param(
            {"300.1": "600.1"}, {"300.1": "600.1"}, {"300.1": "600.2"}, {"300.1": "600.1 600.2"}, HAND, id="a part",
        ),
    ],
)  # fmt: skip
def test_the_two_ways_are_fused(linked: Clauses, pairs: Clauses, parts: Clauses, expected: Clauses, tier: str) -> None:
    state = followed(state_of(OLD, NEW, linked), pairs, parts)
    settle_followed(state)
    assert heirs(state) == expected
    assert state.matching.grounds[0].tier == tier


def test_parts_that_only_the_texts_show_are_dropped() -> None:
    state = followed(state_of(OLD, NEW, {"300.1": "600.1"}), {"300.1": "600.1"})
    state.matching.add_branch(Branch(*places(state, "300.1", "600.3"), Grounds("by words", (), 1.0)))
    settle_followed(state)
    assert heirs(state) == {"300.1": "600.1"}


def test_a_text_that_both_releases_have_once_is_one_clause_whatever_was_followed() -> None:
    state = followed(state_of(OLD, {**NEW, "600.2": REACH}, {"300.2": "600.2"}), {"300.2": "600.3"})
    settle_followed(state)
    assert heirs(state) == {"300.2": "600.2"}


def test_nothing_is_fused_where_nothing_was_followed() -> None:
    state = state_of(OLD, NEW, {"300.1": "600.1"}, link_followed, settle_followed)
    assert heirs(state) == {"300.1": "600.1"}
    assert state.matching.grounds[0].tier not in {FOLLOWED, NOT_FOLLOWED}
