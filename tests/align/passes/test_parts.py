"""What became of parts: sentences and words that moved make parts, of which the main heir is elected."""

from __future__ import annotations

import pytest
from table import table

from crdiff.align.matching import OVERRIDE, Branch, Grounds
from crdiff.align.passes.followed import Followed
from crdiff.align.passes.ledger import TIER, keeps_opening, link_sentences
from crdiff.align.passes.main_links import elect_main_links
from crdiff.align.passes.parts_by_words import TIER as BY_WORDS
from crdiff.align.passes.parts_by_words import WordPart, link_parts_by_words
from crdiff.align.passes.similar import link_sure
from crdiff.align.state import Pass, PassState
from tests.align.conftest import Clauses, heirs, places, state_of

# What stands unchanged beside the clauses of a case, so that their chapter is not written anew.
KEPT = {
    "300": "Turns",
    "300.7": "A turn has five phases, in this order: beginning, main, combat, main again, and ending.",
    "300.8": "A player whose turn is skipped loses nothing but that turn.",
    "300.9": "Extra turns are added one at a time, and the most recent one comes first.",
}
TAPPED = "A tapped creature can't be declared as an attacker."
DAMAGE = "Combat damage is dealt simultaneously by every creature that fights."
WALL = "Walls guard whoever summoned them until the moon has risen."
RESTART = "The game restarts."


def beside_kept(old: Clauses, new: Clauses, linked: Clauses, *passes: Pass) -> PassState:
    """Return the state of a case after some passes."""
    kept = {number: number for number in KEPT}
    return state_of({**KEPT, **old}, {**KEPT, **new}, {**kept, **linked}, *passes)


def heirs_in(state: PassState) -> dict[str, str]:
    """Return the heirs of the clauses of a case."""
    return {number: to for number, to in heirs(state).items() if number not in KEPT}


def became(old: Clauses, new: Clauses, linked: Clauses) -> dict[str, str]:
    """Return the heirs that the pass leaves to the clauses of a case."""
    return heirs_in(beside_kept(old, new, linked, link_sentences))


@table
def test_a_clause_is_split(old: Clauses, new: Clauses, linked: Clauses, expected: Clauses) -> None:
    (main, *parts), (wanted, *others) = (found["300.1"].split() for found in (became(old, new, linked), expected))
    assert (main, set(parts)) == (wanted, set(others))


@table
def test_clauses_are_merged_and_paired_by_their_sentences(
    old: Clauses, new: Clauses, linked: Clauses, expected: Clauses
) -> None:
    assert became(old, new, linked) == expected


def test_a_clause_has_no_more_than_twelve_partners() -> None:
    said = [f"Object{n} number{n} named{n} may{n} cause{n} its{n} controller{n} grief{n}." for n in range(16)]
    new = {"300.1": said[0], **{f"301.{n}": text for n, text in enumerate(said[1:], 1)}}
    found = became({"300.1": " ".join(said)}, {**new, "301": "Grief"}, {"300.1": "300.1"})
    assert len(found["300.1"].split()) == 12


def test_what_was_decided_by_hand_gets_no_parts() -> None:
    state = beside_kept({"300.1": f"{TAPPED} {DAMAGE}"}, {"300.1": TAPPED, "300.2": DAMAGE}, {})
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
    assert 0.3 < state.unpaid_new[other].score < state.unpaid_old[one].score <= 1


SOMEWHAT = "Combat damage is dealt simultaneously by some creature which neither attacks nor regenerates."


@table
def test_a_new_sentence_like_one_of_a_removed_clause_speaks_against_its_end(
    gone: str, added: str, speaks: bool
) -> None:
    new = {"300.1": f"{TAPPED} {added}"}
    state = state_of({"300.1": TAPPED, "300.2": gone}, new, {"300.1": "300.1"}, link_sentences)
    assert state.matching.open_old() == [1]
    assert [each.new for each in state.unpaid_old.values()] == [0] * speaks


@pytest.mark.parametrize(
    ("kept", "speaks"), [({}, True), ({"300.3": WALL, "300.4": RESTART, "300.5": "Flying."}, False)]
)
def test_a_lost_sentence_speaks_against_a_new_clause_like_it_in_a_chapter_written_anew(
    kept: dict[str, str], speaks: bool
) -> None:
    kept = {"300": "Combat", **kept}
    old, new = {"300.1": f"{TAPPED} {SOMEWHAT}", **kept}, {"300.1": TAPPED, "300.2": DAMAGE, **kept}
    state = state_of(old, new, {each: each for each in ("300.1", *kept)}, link_sentences)
    assert state.matching.open_new() == [2]
    assert [each.old for each in state.unpaid_new.values()] == [1] * speaks


def test_a_new_sentence_that_another_clause_said_as_well_speaks_against_no_end() -> None:
    old = {"300.1": TAPPED, "300.2": DAMAGE, "300.3": f"{WALL} {DAMAGE}"}
    linked = {"300.1": "300.1", "300.3": "300.3"}
    state = state_of(old, {"300.1": f"{TAPPED} {SOMEWHAT}", "300.3": WALL}, linked, link_sentences)
    assert 1 in state.matching.open_old()
    assert 1 in state.unpaid_old
    old["300.3"] = f"{WALL} {SOMEWHAT}"
    state = state_of(old, {"300.1": f"{TAPPED} {SOMEWHAT}", "300.3": WALL}, linked, link_sentences)
    assert 1 not in state.unpaid_old


@table
def test_the_opening_of_a_clause_is_its_first_six_words(one: str, other: str, expected: bool) -> None:
    state = state_of({"300.1": one}, {"300.1": other})
    assert keeps_opening(state.matching, 0, 0) is expected


# parts without a sentence in common: a clause that has the words which a changed pair lost or gained


ZONES = "A commander that would be put into a graveyard, a library, or exile goes to the command zone."
GRAVE = "A commander that would be put into a graveyard goes to the command zone."
REST = "Likewise for a library or exile."


def became_by_words(old: Clauses, new: Clauses, linked: Clauses) -> dict[str, str]:
    """Return the heirs that the pass leaves, after a search for likely pairs that finds none."""
    state = beside_kept(old, new, linked)
    state.scorer = None
    link_sure(state)
    link_parts_by_words(state)
    return heirs_in(state)


@table
def test_words_that_moved_make_a_part(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became_by_words(old, new, {"300.1": "300.1"}) == expected


def test_words_on_the_pattern_of_a_sibling_make_no_part() -> None:
    """It shares with the old clause what its sibling says all the better, and that one has another origin."""
    old = {"300.1": ZONES, "300.2": "A vanguard never goes to a library or to exile, likewise."}
    new = {
        "300.1": GRAVE,
        "300.2": "A vanguard never goes to a library or exile.",
        "300.3": "A vanguard goes to exile.",
    }
    assert became_by_words(old, new, {"300.1": "300.1", "300.2": "300.2"}) == {"300.1": "300.1", "300.2": "300.2"}


def test_words_that_one_part_has_do_not_make_another() -> None:
    new = {"300.1": GRAVE, "300.2": REST, "300.3": "A library, or exile."}
    found = became_by_words({"300.1": ZONES}, new, {"300.1": "300.1"})["300.1"]
    assert len(found.split()) == 2


def test_without_a_search_for_likely_pairs_there_are_no_leftovers() -> None:
    state = state_of({"300.1": ZONES}, {"300.1": GRAVE, "300.2": REST}, {"300.1": "300.1"}, link_parts_by_words)
    assert not state.matching.branches


@table
def test_far_from_the_partners_more_has_to_have_moved_and_be_recalled(
    cover: float, moved: float, recall: float, is_beside: bool, is_one: bool
) -> None:
    part = WordPart(1, 1, cover=cover, moved=moved, recall=recall, is_beside=is_beside)
    assert bool(part.cuts) is is_one
    assert 0.3 <= part.confidence <= 0.9


def test_a_part_says_what_it_has_of_its_source() -> None:
    new = {"300.1": GRAVE, "300.2": REST}
    state = beside_kept({"300.1": ZONES}, new, {"300.1": "300.1"}, link_sure, link_parts_by_words)
    (branch,) = state.matching.branches
    assert branch.grounds.tier == BY_WORDS
    assert " of its words are in 300.1, and it has " in branch.grounds.evidence[0]


# the election of main heirs: a clause goes on as what keeps its opening, its first sentence, its title, its number


OPENING = "A double-faced permanent that is turned face down stays as it is."
MORE = "Its other face, its counters, its auras, and everything else about it remain what they were before that."
GOES_ON = "The game goes on as if nobody had ever noticed any of this."
MERGED = "Players may agree to end it."


@table
def test_of_its_parts_the_main_heir_keeps_what_a_clause_is_known_by(
    old: Clauses, new: Clauses, linked: Clauses, expected: Clauses
) -> None:
    assert heirs(state_of(old, new, linked, elect_main_links)) == expected


def test_of_merged_clauses_the_main_origin_keeps_it_too() -> None:
    old, new = {"708.2": OPENING, "709.2": f"{GOES_ON} {MORE}"}, {"708.2": f"{OPENING} {GOES_ON}"}
    state = state_of(old, new, {"709.2": "708.2"})
    state.matching.add_branch(Branch(*places(state, "708.2", "708.2"), Grounds("by hand", (), 1.0)))
    elect_main_links(state)
    assert state.matching.origins(0) == [0, 1]


def test_a_clause_that_lost_its_main_link_gets_the_heaviest_of_its_parts() -> None:
    """708.2 is the main heir of 709.2 until 708.2 wins it; 709.2 goes on as its other part, the heavier of two."""
    old = {"708.2": OPENING, "709.2": f"{GOES_ON} {MORE} {MERGED}"}
    new = {"708.2": f"{OPENING} {GOES_ON}", "709.5": MERGED, "709.6": MORE}
    state = state_of(old, new, {"709.2": "708.2 709.5 709.6"})
    state.matching.add_branch(Branch(*places(state, "708.2", "708.2"), Grounds("by hand", (), 1.0)))
    elect_main_links(state)
    found = heirs(state)
    assert found["708.2"] == "708.2"
    assert found["709.2"].split()[0] == "709.6"


def test_a_clause_over_others_goes_on_as_the_heading_over_them() -> None:
    """As 4.3.7 of Disney Lorcana's rules of 2025-10-31, "Move a character to a location.", became 4.7."""
    old = {"708.2": "Move a card.", "708.2a": OPENING}
    new = {"709": "Move a Card", "709.1": OPENING, "709.2": "Players move no card at all."}
    state = state_of(old, new, {"708.2": "709.2 709", "708.2a": "709.1"}, elect_main_links)
    assert heirs(state)["708.2"] == "709 709.2"


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
