"""What became of sentences: each case is a chapter with a few clauses changed, the links of the passes before given."""

from __future__ import annotations

import pytest

from crdiff.align.matching import OVERRIDE, Branch, Grounds
from crdiff.align.passes.followed import Followed
from crdiff.align.passes.ledger import TIER, keeps_opening, link_sentences
from tests.align.conftest import Clauses, heirs, places, state_of

KEPT = {
    "300": "Turns",
    "300.7": "A turn has five phases, in this order: beginning, main, combat, main again, and ending.",
    "300.8": "A player whose turn is skipped loses nothing but that turn.",
    "300.9": "Extra turns are added one at a time, and the most recent one comes first.",
}
"""What stands unchanged beside the clauses of a case, so that their chapter is not written anew."""
TAPPED = "A tapped creature can't be declared as an attacker."
DAMAGE = "Combat damage is dealt simultaneously by every creature that fights."
WALL = "Walls guard whoever summoned them until the moon has risen."
MANA = "Each {} that somebody controls may produce mana only once in each of their turns."
DIES = "Whenever a {} dies, its controller reveals the top card of their library and may play it."
COUNTER = "To counter a spell is to move the spell from the stack to the graveyard of its owner."
RESTART = "The game restarts."


def became(old: Clauses, new: Clauses, linked: Clauses) -> dict[str, str]:
    """Return the heirs that the pass leaves to the clauses of a case."""
    state = state_of(
        {**KEPT, **old}, {**KEPT, **new}, {**{number: number for number in KEPT}, **linked}, link_sentences
    )
    return {number: to for number, to in heirs(state).items() if number not in KEPT}


@pytest.mark.parametrize(
    ("old", "new", "linked", "expected"),
    [
        pytest.param(
            {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}, {"300.1": "300.1"},
            {"300.1": "300.1 300.2"}, id="a sentence that became a clause",
        ),
        pytest.param(
            {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": f"{DAMAGE} It can't be prevented."},
            {"300.1": "300.1"}, {"300.1": "300.1 300.2"}, id="a sentence that became most of a clause",
        ),
        pytest.param(
            {"300.1": f"Three things end a turn: (1) {TAPPED} (2) {DAMAGE} (3) {WALL}"},
            {"300.1": "Three things end a turn.", "300.1a": TAPPED, "300.1b": DAMAGE, "300.1c": WALL},
            {"300.1": "300.1"}, {"300.1": "300.1 300.1a 300.1b 300.1c"}, id="the items of a list, a clause each",
        ),
    ],
)  # fmt: skip
def test_a_clause_is_split(old: Clauses, new: Clauses, linked: Clauses, expected: Clauses) -> None:
    (main, *parts), (wanted, *others) = (found["300.1"].split() for found in (became(old, new, linked), expected))
    assert (main, set(parts)) == (wanted, set(others))


@pytest.mark.parametrize(
    ("old", "new", "linked", "expected"),
    [
        pytest.param(
            {"300.1": TAPPED, "300.2": DAMAGE}, {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": "300.1"},
            {"300.1": "300.1", "300.2": "300.1"}, id="two clauses became one",
        ),
        pytest.param(
            {"300.1": f"{TAPPED} {DAMAGE}", "300.2": WALL}, {"300.1": TAPPED, "300.2": f"{WALL} {DAMAGE}"},
            {"300.1": "300.1", "300.2": "300.2"}, {"300.1": "300.1 300.2", "300.2": "300.2"},
            id="a sentence moved to a clause that has an origin of its own",
        ),
        pytest.param(
            {f"300.{at}": MANA.format(what) for at, what in enumerate(("artifact", "creature", "land"), 1)},
            {"300.1": MANA.format("artifact, creature, or land")}, {"300.1": "300.1"},
            {"300.1": "300.1", "300.2": "300.1", "300.3": "300.1"}, id="three twins became one general rule",
        ),
        pytest.param(
            {f"300.{at}": MANA.format(what) for at, what in enumerate(("artifact", "creature", "land"), 1)},
            {"300.1": MANA.format("artifact, creature, or land")}, {},
            {"300.1": "300.1", "300.2": "300.1", "300.3": "300.1"}, id="three twins of which none has an heir yet",
        ),
        pytest.param(
            {"300.1": f"{TAPPED} {DAMAGE}"}, {"300.2": f"{DAMAGE} Shields prevent it."}, {}, {"300.1": "300.2"},
            id="two clauses without partner are a pair by a sentence as it was",
        ),
        pytest.param(
            {"300.1": f"{DAMAGE} {WALL} {TAPPED}"}, {"300.1": f"{WALL} {RESTART} Nobody wins it."}, {},
            {"300.1": "300.1"}, id="or by a sentence among others",
        ),
        pytest.param({"300.1": RESTART}, {"300.2": "The game is drawn."}, {}, {}, id="but not by words of no weight"),
        pytest.param({"300.1": DAMAGE}, {"300.2": WALL}, {}, {}, id="nothing in common"),
    ],
)  # fmt: skip
def test_clauses_are_merged_and_paired_by_their_sentences(
    old: Clauses, new: Clauses, linked: Clauses, expected: Clauses
) -> None:
    assert became(old, new, linked) == expected


def test_a_sentence_that_the_heir_keeps_is_copied_where_a_new_clause_beside_the_heir_has_it_too() -> None:
    old, new = {"300.1": f"{DAMAGE} {TAPPED}"}, {"300.1": f"{DAMAGE} {TAPPED} Note it well.", "300.2": DAMAGE}
    assert became(old, new, {"300.1": "300.1"}) == {"300.1": "300.1 300.2"}


def test_a_sentence_that_the_heir_keeps_is_new_under_another_rule_of_the_same_chapter() -> None:
    old = {"300.1": f"{DAMAGE} {TAPPED}", "300.2": WALL}
    new = {"300.1": f"{DAMAGE} {TAPPED} Note it well.", "300.2": WALL, "300.2a": DAMAGE}
    assert became(old, new, {"300.1": "300.1", "300.2": "300.2"}) == {"300.1": "300.1", "300.2": "300.2"}


def test_a_clause_of_the_same_text_was_neither_split_nor_merged() -> None:
    old, new = {"300.1": f"{DAMAGE} {TAPPED}"}, {"300.1": f"{DAMAGE} {TAPPED}", "300.2": DAMAGE}
    assert became(old, new, {"300.1": "300.1"}) == {"300.1": "300.1"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"300.1": DIES.format("goblin")}, {"300.1": f"{DIES.format('goblin')} Pay {RESTART}"}),
        ({"300.1": f"{DIES.format('goblin')} {TAPPED}"}, {"300.1": DIES.format("goblin")}),
        ({"300.1": f"{WALL} {DIES.format('goblin')}"}, {"300.1": f"{DAMAGE} {DIES.format('goblin')}"}),
    ],
)
def test_a_clause_on_the_pattern_of_a_sibling_is_new(old: Clauses, new: Clauses) -> None:
    """The sibling's own origin says what both have in common, and the sibling still says it."""
    assert became(old, {**new, "300.2": DIES.format("knight")}, {"300.1": "300.1"}) == {"300.1": "300.1"}


def test_a_clause_that_only_points_elsewhere_has_no_pattern_to_follow() -> None:
    old = {"300.1": f"{TAPPED} {DAMAGE}", "300.2": "See rule 810."}
    new = {"300.1": TAPPED, "300.2": WALL, "300.3": f"{DAMAGE} Not now."}
    assert became(old, new, {"300.1": "300.1", "300.2": "300.2"}) == {"300.1": "300.1 300.3", "300.2": "300.2"}


COUNTERS = {
    "400": "Counters",
    "400.1": COUNTER,
    "400.2": f"{COUNTER} Damage was once put on this stack as well.",
    "400.3": "Words on banding, which stood here for many years and were never read.",
}
SPELLS = {
    "500": "Spells",
    "500.1": f"{COUNTER} Nothing is refunded for it.",
    "500.2": "Loyalty says how often a planeswalker may be attacked before it leaves.",
}


def test_a_chapter_written_anew_says_once_what_it_said_twice() -> None:
    linked = {"400": "500", "400.2": "500.1"}
    assert became(COUNTERS, SPELLS, linked) == {"400": "500", "400.1": "500.1", "400.2": "500.1"}


def test_a_clause_whose_twin_stands_there_as_it_did_was_removed() -> None:
    said = f"{COUNTER} Nothing is refunded for it."
    assert became({"300.1": COUNTER, "300.2": said}, {"300.2": said}, {"300.2": "300.2"}) == {"300.2": "300.2"}


def test_a_clause_that_a_changed_one_of_another_chapter_had_said_too_was_removed() -> None:
    other = {"400": "Counters", "400.1": TAPPED, "400.2": WALL}
    linked = {number: number for number in (*other, "400.3")}
    new = {**other, "400.3": f"{COUNTER} Nothing is refunded for it."}
    old = {"300.1": COUNTER, **other, "400.3": f"{COUNTER} Damage was once put on it."}
    assert became(old, new, linked) == linked


def test_a_sentence_does_not_cross_from_one_keyword_to_another() -> None:
    old = {"300.1": "Flying", "300.1a": f"{TAPPED} {DAMAGE}", "300.2": "Reach", "300.2a": WALL}
    new = {"300.1": "Flying", "300.1a": TAPPED, "300.2": "Reach", "300.2a": WALL, "300.2b": DAMAGE}
    linked = {number: number for number in old}
    assert became(old, new, linked) == linked


def test_a_clause_has_no_more_than_twelve_partners() -> None:
    said = [f"Object{n} number{n} named{n} may{n} cause{n} its{n} controller{n} grief{n}." for n in range(16)]
    new = {"300.1": said[0], **{f"301.{n}": text for n, text in enumerate(said[1:], 1)}}
    found = became({"300.1": " ".join(said)}, {**new, "301": "Grief"}, {"300.1": "300.1"})
    assert len(found["300.1"].split()) == 12


def test_what_was_decided_by_hand_gets_no_parts() -> None:
    old, new = {**KEPT, "300.1": f"{TAPPED} {DAMAGE}"}, {**KEPT, "300.1": TAPPED, "300.2": DAMAGE}
    state = state_of(old, new, {number: number for number in KEPT})
    state.matching.link(*places(state, "300.1", "300.1"), Grounds(OVERRIDE, (), 1.0))
    link_sentences(state)
    assert heirs(state)["300.1"] == "300.1"


def test_where_clauses_were_followed_no_ledger_is_kept() -> None:
    state = state_of({"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}, {"300.1": "300.1"})
    state.followed = Followed((), (), 1)
    link_sentences(state)
    assert not state.matching.branches


def test_a_part_says_which_share_of_either_clause_it_is_and_which_cut_it_passed() -> None:
    state = state_of({"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}, {"300.1": "300.1"})
    link_sentences(state)
    (branch,) = state.matching.branches
    assert branch == Branch(*places(state, "300.1", "300.2"), branch.grounds)
    assert branch.grounds.tier == TIER
    assert branch.grounds.evidence[0].startswith("1 sentence in common: ")
    assert branch.grounds.evidence[0].endswith(", 100% of 300.2")
    assert branch.grounds.cuts


def test_a_clause_without_partner_knows_which_clause_has_a_sentence_of_it_that_nobody_accounts_for() -> None:
    old = {"300.1": "Flying", "300.1a": TAPPED, "300.2": "Reach", "300.2a": f"{WALL} {DAMAGE}"}
    new = {"300.1": "Flying", "300.1a": TAPPED, "300.1b": f"{DAMAGE} {RESTART}", "300.2": "Reach"}
    state = state_of(old, new, {"300.1": "300.1", "300.1a": "300.1a", "300.2": "300.2"}, link_sentences)
    one, other = places(state, "300.2a", "300.1b")
    assert (state.unpaid_old[one].new, state.unpaid_new[other].old) == (other, one)
    assert 0.3 < state.unpaid_old[one].score < state.unpaid_new[other].score <= 1


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (f"{DAMAGE} {TAPPED}", f"{DAMAGE.lower()} {WALL}", True),
        (DAMAGE, f"Usually {DAMAGE}", False),
        ("A short text.", "A short text.", False),
    ],
)
def test_the_opening_of_a_clause_is_its_first_six_words(one: str, other: str, expected: bool) -> None:
    state = state_of({"300.1": one}, {"300.1": other})
    assert keeps_opening(state.matching, 0, 0) is expected
