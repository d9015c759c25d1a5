"""Reworded clauses, round after round, from sure to doubtful."""

from __future__ import annotations

import pytest

from crdiff.align.measure import cuts
from crdiff.align.passes.similar import TIER, describe, link_doubtful, link_sure
from tests.align.conftest import Clauses, heirs, places, state_of

KEPT = {
    "300": "Turns",
    "300.1": "A turn has five phases, in this order: beginning, main, combat, main again, and ending.",
    "300.9": "Extra turns are added one at a time, and the most recent one comes first.",
}
FIGHT = "Each creature that fights deals damage equal to its power to the other creature."
FIGHTS = "Each creature that fights deals damage equal to its power to the other one at once."
ROLL = "To roll a die is to throw it so that its result can't be foreseen by anybody."


def became(old: Clauses, new: Clauses, *passes: object) -> dict[str, str]:
    """Return the heirs that some passes find in a chapter of which the rest stayed."""
    kept = {number: number for number in KEPT}
    state = state_of({**KEPT, **old}, {**KEPT, **new}, kept, *passes or (link_sure, link_doubtful))  # type: ignore[arg-type]
    return {number: to for number, to in heirs(state).items() if number not in KEPT}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"300.2": FIGHT}, {"300.2": FIGHTS}, {"300.2": "300.2"}, id="reworded in its place"),
        pytest.param({"300.2": FIGHT}, {"700.4": "Those that fight deal damage to others."}, {}, id="hardly alike"),
        pytest.param(
            {"300.2": FIGHT, "300.3": ROLL}, {"300.2": f"{ROLL} Really.", "300.3": FIGHTS},
            {"300.2": "300.3", "300.3": "300.2"}, id="reworded and crossed",
        ),
        pytest.param({"300.2": FIGHT}, {"300.2": ROLL}, {}, id="another clause in its place"),
    ],
)  # fmt: skip
def test_the_first_rounds_link_what_is_sure(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became(old, new, link_sure) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"300.2": FIGHT}, {"700.4": f"{FIGHT} It may die."}, {"300.2": "700.4"}, id="moved"),
        pytest.param({"300.2": "Mana may burn."}, {"700.4": "Loyalty counts."}, {}, id="nothing is forced"),
        pytest.param({"300.2": FIGHT}, {"300": "Turns", "701": "Fight"}, {}, id="a rule is no heading"),
    ],
)  # fmt: skip
def test_the_rounds_after_it_link_what_is_likelier_than_not(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became(old, new) == expected


def test_a_clause_rewritten_between_neighbours_that_stayed_is_known_by_its_place() -> None:
    """Both neighbours, the number and a few of the words, none of which would be enough."""
    old = {"300.2": "These rules assume a duel of two players, and there are options for more players."}
    new = {"300.2": "These rules apply to any game of two or more players."}
    assert became(old, new) == {"300.2": "300.2"}


def test_a_place_alone_makes_no_pair() -> None:
    assert became({"300.2": FIGHT}, {"300.2": "Mana empties from pools."}) == {}


def test_no_round_comes_without_the_first_one() -> None:
    assert became({"300.2": FIGHT}, {"700.4": f"{FIGHT} It may die."}, link_doubtful) == {}


def test_words_that_replaced_one_another_in_sure_pairs_are_known_to_the_later_rounds() -> None:
    old = {
        f"300.{n}": f"If a spell{n} is removed, no player{n} regains cards{n} from elsewhere{n}." for n in range(2, 6)
    }
    new = {number: text.replace("removed", "exiled") for number, text in old.items()}
    kept = {number: number for number in KEPT}
    state = state_of({**KEPT, **old}, {**KEPT, **new}, kept, link_sure)
    shared = state.lexicon.shared(frozenset({"remov"}), frozenset({"exil"}))
    assert shared > 0.5 * state.lexicon.mass({"exil"})


def test_a_pair_says_what_supports_it_which_cut_it_passed_and_what_came_second() -> None:
    kept = {number: number for number in KEPT}
    state = state_of({**KEPT, "300.2": FIGHT}, {**KEPT, "300.2": FIGHTS, "300.3": f"{FIGHT} Later."}, kept, link_sure,
        link_doubtful)  # fmt: skip
    one, other = places(state, "300.2", "300.2")
    grounds = state.matching.grounds[one]
    assert grounds.tier == TIER
    assert grounds.cuts[0] in {cuts.SIMILAR_SURE_MIN, cuts.SIMILAR_LIKELY_MIN, cuts.SIMILAR_EVEN_MIN}
    assert grounds.runner_up is not None
    assert state.scorer is not None
    assert describe(state.scorer.score(one, other))[0].endswith(" of the shorter text in the other one")
