"""The passes that link whole clauses: by the same text, by titles, reworded ones round after round, and examples."""

from __future__ import annotations

import pytest
from table import table

from crdiff.align.alignment import FOLLOWED, Alignment, ExampleLink, ExampleRef
from crdiff.align.engine import align_releases
from crdiff.align.matching import SAME, Branch, Grounds
from crdiff.align.measure import cuts
from crdiff.align.passes.followed import Followed, link_followed, settle_followed
from crdiff.align.passes.notices import link_notices
from crdiff.align.passes.same_text import link_same_texts, printed_once
from crdiff.align.passes.similar import TIER as SIMILAR
from crdiff.align.passes.similar import align_examples, describe, link_doubtful, link_sure
from crdiff.align.passes.titles import TIER as TITLES
from crdiff.align.passes.titles import link_containers, link_renamed, link_titles
from crdiff.align.state import Pass, PassState
from crdiff.changes.change import Change, Structure
from crdiff.changes.compare import compare
from crdiff.model.release import Release
from tests.align.conftest import NOTHING, Clauses, heirs, places, release_of, state_of

PAY = "That player pays all of its costs in any order."
SEE = "A player can concede. See rule {}."
TWO = {"308": "Attack", "308.1": "Creatures attack.", "309": "Block", "309.1": "Creatures block."}


@table
def test_texts_printed_once_are_partners(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert heirs(state_of(old, new, {}, link_same_texts)) == expected


@table
def test_copies_are_told_apart_by_their_places(old: Clauses, new: Clauses, expected: Clauses) -> None:
    linked = {number: number for number in TWO if number in old}
    found = heirs(state_of(old, new, linked, link_same_texts))
    assert {number: to for number, to in found.items() if number not in TWO} == expected


def test_a_pair_says_how_it_is_known() -> None:
    state = state_of({"308.2": PAY, "309.2": SEE.format("1")}, {"308.2": PAY, "309.3": SEE.format("1")}, {},
        link_same_texts)  # fmt: skip
    same, moved = (state.matching.grounds[at] for at in (0, 1))
    assert (same.tier, same.confidence, same.evidence) == (
        SAME,
        1.0,
        ("it has the same text and number, which no other clause has",),
    )
    assert 0.99 < moved.confidence < 1


def test_what_is_printed_once_is_known_whatever_is_linked() -> None:
    state = state_of({"308.2": PAY, "309.2": "Rest."}, {"308.2": PAY, "309.3": "Rest."}, {"308.2": "309.3"})
    assert list(printed_once(state.matching)) == [(0, 0), (1, 1)]


# headings of one title


@table
def test_headings_are_partners_by_their_titles(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert heirs(state_of(old, new, {}, link_titles)) == expected


def test_a_section_is_known_by_its_clauses_before_a_subsection_has_its_title() -> None:
    old = {"7": "Abilities", "701": "Static", "702": "Triggered", "9": "Damage"}
    new = {"106": "Abilities", "109": "Damage", "6": "Abilities and Effects", "601": "Static", "602": "Triggered"}
    state = state_of(old, new, {"701": "601", "702": "602"}, link_titles, link_renamed)
    assert heirs(state) == {"7": "6", "9": "109", "701": "601", "702": "602"}


@pytest.mark.parametrize(("came", "expected"), [("108.1", None), ("105.1", "104")])
def test_a_heading_of_which_no_clause_went_there_is_not_known_by_a_word_of_its_title(
    came: str, expected: str | None
) -> None:
    """As "Playing Cards", 1.5 of Disney Lorcana's rules of 2025-10-31, is not "Cards", 1.4 of the next text."""
    old = {"105": "Playing Cards", "105.1": PAY, "108": "Ownership", "108.1": SEE.format("1")}
    state = state_of(old, {"104": "Cards", "104.1": PAY}, {came: "104.1"})
    state.matching.link(*places(state, "105", "104"), Grounds(SIMILAR, (), 0.9))
    link_containers(state)
    assert heirs(state).get("105") == expected
    assert [each.score for each in state.unpaid_new.values()] == [0.9] * (expected is None)


def test_a_clause_whose_chapter_went_on_is_not_looked_for_elsewhere_by_a_few_words() -> None:
    """1.9.3 of Disney Lorcana's rules of 2025-10-31 is 1.8.3 of 2026-02-05 and not 4.6.6.3."""
    old = {
        "109": "Game State Check",
        "109.3": "Once a required action is completed, the game state check occurs again.",
    }
    new = {"108": "Game State Check", "406": "Challenge", "406.6": "Third, a game state check occurs."}
    assert heirs(state_of(old, new, {"109": "108"}, link_sure, link_doubtful)) == {"109": "108"}


def test_a_pair_by_words_alone_gives_way_to_one_whose_place_is_known_later() -> None:
    """As 3.2.1.1 of Disney Lorcana's rules of 2025-10-31 became 2.3.3.1."""
    old = {
        "320": "Ending", "320.1": "A game can end one of these ways:",
        "320.1a": "When a player reaches 20 lore, they win the game.",
        "320.1b": "If a player is the last one left in a game, they win the game.",
    }  # fmt: skip
    new = {
        "230": "Playing", "230.3": "Players take turns until the game ends. A game can end in one of these ways:",
        "230.3a": "A player who has 20 or more lore wins the game.",
        "230.3b": "A player who is the last one left in a multiplayer game wins the game.",
        "910": "Variants", "910.4": "When a player reaches 15 or more lore, they win the game.",
    }  # fmt: skip
    state = state_of(old, new, {}, link_sure, link_doubtful)
    assert heirs(state)["320.1a"] == "230.3a"


def test_a_clause_that_has_a_partner_keeps_it() -> None:
    state = state_of({"507": "Mana", "508": "Costs"}, {"507": "Mana", "508": "Costs"}, {"507": "508"}, link_titles)
    assert heirs(state) == {"507": "508"}


def test_the_same_title_and_number_is_certain_and_another_number_nearly() -> None:
    matching = state_of({"507": "Mana", "508": "Costs"}, {"507": "Mana", "608": "Costs"}, {}, link_titles).matching
    assert [matching.grounds[at].confidence for at in (0, 1)] == [1.0, 0.99]
    assert {grounds.tier for grounds in matching.grounds.values()} == {TITLES}


# reworded clauses, round after round, from sure to doubtful


KEPT = {
    "300": "Turns",
    "300.1": "A turn has five phases, in this order: beginning, main, combat, main again, and ending.",
    "300.9": "Extra turns are added one at a time, and the most recent one comes first.",
}
FIGHT = "Each creature that fights deals damage equal to its power to the other creature."
FIGHTS = "Each creature that fights deals damage equal to its power to the other one at once."


def beside_kept(old: Clauses, new: Clauses, *passes: Pass) -> PassState:
    """Return the state after some passes of a chapter of which the rest stayed."""
    kept = {number: number for number in KEPT}
    return state_of({**KEPT, **old}, {**KEPT, **new}, kept, *passes or (link_sure, link_doubtful))


def became(old: Clauses, new: Clauses, *passes: Pass) -> dict[str, str]:
    """Return the heirs that some passes find in such a chapter."""
    found = heirs(beside_kept(old, new, *passes))
    return {number: to for number, to in found.items() if number not in KEPT}


@table
def test_the_first_rounds_link_what_is_sure(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became(old, new, link_sure) == expected


@table
def test_the_rounds_after_it_link_what_is_likelier_than_not(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became(old, new) == expected


def test_no_round_comes_without_the_first_one() -> None:
    assert became({"300.2": FIGHT}, {"700.4": f"{FIGHT} It may die."}, link_doubtful) == {}


def test_words_that_replaced_one_another_in_sure_pairs_are_known_to_the_later_rounds() -> None:
    old = {
        f"300.{n}": f"If a spell{n} is removed, no player{n} regains cards{n} from elsewhere{n}." for n in range(2, 6)
    }
    new = {number: text.replace("removed", "exiled") for number, text in old.items()}
    state = beside_kept(old, new, link_sure)
    shared = state.lexicon.shared(frozenset({"remov"}), frozenset({"exil"}))
    assert shared > 0.5 * state.lexicon.mass({"exil"})


def test_a_pair_says_what_supports_it_which_cut_it_passed_and_what_came_second() -> None:
    state = beside_kept({"300.2": FIGHT}, {"300.2": FIGHTS, "300.3": f"{FIGHT} Later."})
    one, other = places(state, "300.2", "300.2")
    grounds = state.matching.grounds[one]
    assert grounds.tier == SIMILAR
    assert grounds.cuts[0] in {cuts.SIMILAR_SURE_MIN, cuts.SIMILAR_LIKELY_MIN, cuts.SIMILAR_EVEN_MIN}
    assert grounds.runner_up is not None
    assert state.scorer is not None
    assert describe(state.scorer.score(one, other))[0].endswith(" of the shorter text in the other one")


# which example became which: those of partners first, then anywhere


WALL = "Example: A wall blocks a dragon, and the dragon is destroyed by whatever the wall does."
ANGEL = "Example: An angel attacks without tapping, since it is vigilant like no other creature."
ANGELS = "Example: An angel attacks without becoming tapped, since it is vigilant."
ZERO, ONE = ExampleRef(0, 0), ExampleRef(1, 0)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param({"1": [WALL]}, {"1": [WALL]}, {ExampleLink(ZERO, ZERO)}, id="the same one"),
        pytest.param({"1": [ANGEL]}, {"1": [ANGELS]}, {ExampleLink(ZERO, ZERO)}, id="reworded"),
        pytest.param(
            {"1": [WALL]}, {"1": [ANGEL]}, {ExampleLink(ZERO, None), ExampleLink(None, ZERO)}, id="another one",
        ),
        pytest.param({"1": [WALL], "2": []}, {"1": [], "2": [WALL]}, {ExampleLink(ZERO, ONE)}, id="elsewhere"),
        pytest.param(
            {"1": [WALL], "2": [WALL]}, {"1": [], "2": [WALL]}, {ExampleLink(ZERO, None), ExampleLink(ONE, ONE)},
            id="printed twice: that of the partner",
        ),
        pytest.param(
            {"1": [WALL, ANGEL]}, {"1": [ANGELS, WALL]},
            {ExampleLink(ZERO, ExampleRef(0, 1)), ExampleLink(ExampleRef(0, 1), ZERO)}, id="in another order",
        ),
    ],
)  # fmt: skip
def test_examples_follow_their_texts(
    old: dict[str, list[str]], new: dict[str, list[str]], expected: set[ExampleLink]
) -> None:
    def clauses(examples: dict[str, list[str]]) -> Clauses:
        return {f"300.{at}": "\n".join(["A rule.", *found]) for at, found in examples.items()}

    state = state_of(clauses(old), clauses(new), {f"300.{at}": f"300.{at}" for at in old})
    assert set(align_examples(state.matching)) == expected


# the two passes on clauses that were followed, called by themselves: first what is alike, at the end the fusion


FLYING = "Flying is an evasion ability that few creatures have."
REACH = "A creature with reach may block a creature with flying."
OLD = {"300.1": FLYING, "300.2": REACH}
NEW = {"600.1": f"{FLYING} It is old.", "600.2": f"{REACH} No other may.", "600.3": "Loyalty is counted in dice."}


def followed(state: PassState, pairs: Clauses, parts: Clauses = NOTHING) -> PassState:
    """Return the state with what became of the clauses through releases between, by number."""
    found = (tuple(sorted(places(state, one, other) for one, other in each.items())) for each in (pairs, parts))
    state.followed = Followed(*found, 3)
    return state


@table
def test_what_was_followed_and_is_alike_is_linked_first(pairs: Clauses, parts: Clauses, expected: Clauses) -> None:
    state = followed(state_of(OLD, NEW), pairs, parts)
    link_followed(state)
    assert heirs(state) == expected
    assert {grounds.tier for grounds in state.matching.grounds.values()} <= {FOLLOWED}


@table
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


# A notice that a rule is gone continues the rule whose number it keeps, and no rule continues a notice


TRAMPLE = "An attacking creature with trample ignores any blocking creatures that can't have damage assigned to them."
REMOVED = "Previously, creatures with trample were subject to a rule on damage. This rule has been removed."


def release(day: str, *said: str, number: str = "502.9d") -> Release:
    clauses = {
        "5": "Additional Rules",
        "502": "Abilities",
        "502.9": "Trample",
        "502.9a": "Trample is a static ability that modifies the rules for assigning an attacking creature's damage.",
        **dict.fromkeys([number][: len(said)], *said),
        "502.9e": "Assigning damage from a creature with trample considers only a blocking creature's toughness.",
    }
    return release_of(clauses, day)


def heirs_of(alignment: Alignment, number: str) -> list[str]:
    """Return the numbers of the clauses that the clause called `number` became."""
    links = [link for link in alignment.links if [str(alignment.old_nodes[old].number) for old in link.old] == [number]]
    return [str(alignment.new_nodes[new].number) for link in links for new in link.new]


def change_to(number: str, old: Release, new: Release) -> Change:
    changes = compare(align_releases(old, new)).changes
    return next(change for change in changes if change.new and change.new[0].number == number)


RULES = [
    TRAMPLE,
    "If all the creatures blocking it are removed from combat, the creature assigns all its damage to the player.",
    "Multiple instances of trample on the same creature are redundant.",
    "A creature with trample that is blocked by several creatures may assign damage among them in any order.",
    "The controller of a planeswalker chooses how loyalty counters are removed. This rule is for each of them.",
]
NOTICES = ["Ignore this rule.", REMOVED]


@pytest.mark.parametrize("notice", NOTICES)
@pytest.mark.parametrize("rule", RULES)
def test_whatever_the_words_a_notice_continues_the_rule_and_no_rule_the_notice(rule: str, notice: str) -> None:
    early, late = release("1999-11-01", rule), release("2001-07-23", notice)
    assert heirs_of(align_releases(early, late), "502.9d") == ["502.9d"]
    retouched = release("2002-02-20", f"{notice} See rule 502.9a.")
    assert heirs_of(align_releases(late, retouched), "502.9d") == ["502.9d"]
    again = release("2003-07-01", rule)
    assert heirs_of(align_releases(late, again), "502.9d") == []


def test_the_pass_links_what_is_left_and_takes_apart_what_is_linked() -> None:
    there = {"502.9": "Trample", "502.9d": TRAMPLE}
    gone = {"502.9": "Trample", "502.9d": "Ignore this rule."}
    assert heirs(state_of(there, gone, {"502.9": "502.9"}, link_notices)) == {"502.9": "502.9", "502.9d": "502.9d"}
    assert heirs(state_of(there, gone, {}, link_notices)) == {}
    both = {"502.9": "502.9", "502.9d": "502.9d"}
    assert heirs(state_of(gone, there, both, link_notices)) == {"502.9": "502.9"}
    assert heirs(state_of(there, there, both, link_notices)) == both


@pytest.mark.parametrize("notice", NOTICES)
def test_a_notice_continues_the_rule_whose_number_it_keeps_and_revokes_it(notice: str) -> None:
    """502.9d of 1999-11-01 and 2001-07-23."""
    change = change_to("502.9d", release("1999-11-01", TRAMPLE), release("2001-07-23", notice))
    assert [clause.number for clause in change.old] == ["502.9d"]
    assert (change.structure, change.mechanical, change.proof) == (Structure.REVOKED, False, None)
    assert change.for_review
    assert change.summary == "Clause revoked: its text is a notice that the rule is gone"


def test_a_notice_under_another_number_revokes_no_rule_that_it_does_not_resemble() -> None:
    old, new = release("1999-11-01", TRAMPLE), release("2001-07-23", "Ignore this rule.", number="502.9f")
    assert heirs_of(align_releases(old, new), "502.9d") == []


def test_swapping_the_releases_mirrors_the_links_of_notices() -> None:
    old, new = release("1999-11-01", TRAMPLE), release("2001-07-23", "Ignore this rule.")
    assert heirs_of(align_releases(new, old), "502.9d") == ["502.9d"]
    change = change_to("502.9d", new, old)
    assert change.structure is Structure.SAME
