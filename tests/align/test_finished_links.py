"""What the finished matching says: links, their confidence, and the confidence that there is no partner."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from crdiff.align.alignment import Excerpt, RunnerUp
from crdiff.align.breaks import excerpts
from crdiff.align.engine import align_releases
from crdiff.align.finished_links import certain, finished_links
from crdiff.align.matching import OVERRIDE, Branch, Grounds
from crdiff.align.measure.absence import weigh_absences
from crdiff.align.measure.confidence import DECIDED_MIN, REMOVED_MAX, RESEMBLED_MAX, UNDETERMINED_MIN, calibrated
from crdiff.align.passes.ledger import TIER as SENTENCES
from crdiff.align.state import PassState
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from tests.align.conftest import Clauses, link, places, release_of, state_of

OLD = {"300": "Turns", "300.1": "Phases come one after another.", "300.2": "Madness takes discarded cards."}
NEW = {"300": "Turns", "300.1": "Phases come in order.", "300.2": "Loyalty is counted.", "300.3": "Dice are rolled."}


def links(state: PassState) -> list[tuple[str, str]]:
    """Return the links as numbers, apart by blanks."""
    old, new = state.matching.old.numbers, state.matching.new.numbers
    return [
        (" ".join(str(old[at]) for at in found.old), " ".join(str(new[at]) for at in found.new))
        for found in finished_links(state)
    ]


@table
def test_pairs_splits_merges_removals_and_additions_are_links(linked: Clauses, expected: list[tuple[str, str]]) -> None:
    assert links(state_of(OLD, NEW, linked)) == expected


def test_a_link_is_as_sure_as_the_least_sure_of_its_parts() -> None:
    state = state_of(OLD, NEW, {"300.1": "300.1"})
    part = Grounds(SENTENCES, ("1 sentence in common",), 0.3)
    state.matching.add_branch(Branch(*places(state, "300.1", "300.3"), part))
    found = next(each for each in finished_links(state) if len(each.new) > 1)
    assert (found.tier, found.confidence) == (SENTENCES, certain(part))
    assert found.undetermined is (found.confidence < DECIDED_MIN)
    assert found.evidence[-1] == "300.3: 1 sentence in common"


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_calibrated_confidence_rises_with_the_raw_one(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= calibrated(low) <= calibrated(high) <= 1


def test_a_clause_without_anything_like_it_is_gone_for_nearly_sure() -> None:
    state = state_of(OLD, NEW, {"300": "300", "300.1": "300.1"})
    removed, added = weigh_absences(state)
    assert set(removed) == {2}
    assert set(added) == {2, 3}
    assert UNDETERMINED_MIN <= removed[2].confidence <= REMOVED_MAX
    assert removed[2].runner_up is None


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_sentence_that_nobody_accounts_for_is_the_runner_up_of_a_removal(share: float) -> None:
    state = state_of(OLD, NEW, {"300": "300", "300.1": "300.1"})
    state.unpaid_old[2] = RunnerUp(2, 3, share)
    absence = weigh_absences(state)[0][2]
    assert absence.confidence <= RESEMBLED_MAX
    assert absence.runner_up is not None
    assert (absence.runner_up.old, absence.runner_up.new) == (2, 3)
    assert absence.runner_up.score <= 1 - absence.confidence + 1e-9


def test_headings_go_as_surely_as_ever_from_a_chapter_written_anew() -> None:
    state = state_of({"300": "Turns", "300.1": "One."}, {"300.1": "Two.", "301.1": "Three."})
    removed, _ = weigh_absences(state)
    assert removed[0].confidence > removed[1].confidence


@pytest.mark.parametrize(("went_on", "expected"), [({"300.1": "301.1"}, "301"), ({}, None)])
def test_a_heading_is_not_surely_gone_while_its_clauses_live_on(went_on: dict[str, str], expected: str | None) -> None:
    old, new = {"300": "Turns", "300.1": "One."}, {"301": "Steps", "301.1": "One, then two."}
    state = state_of(old, new, went_on)
    removed, _ = weigh_absences(state)
    second = removed[0].runner_up
    assert (removed[0].confidence >= DECIDED_MIN) is (expected is None)
    assert (str(state.matching.new.numbers[second.new]) if second else None) == expected


def test_a_decision_by_hand_says_so_of_a_clause_without_partner() -> None:
    state = state_of(OLD, NEW)
    state.matching.close((2,), (), Grounds(OVERRIDE, ("decided by hand: it went",), 1.0))
    found = next(each for each in finished_links(state) if each.old == (2,))
    assert (found.tier, found.confidence, found.undetermined) == (OVERRIDE, 1.0, False)


def test_preferring_a_part_keeps_the_main_links_that_it_replaces_as_parts() -> None:
    state = state_of(OLD, NEW, {"300.1": "300.1", "300.2": "300.2"})
    branch = Branch(*places(state, "300.1", "300.2"), Grounds("by hand", (), 1.0))
    state.matching.add_branch(branch)
    assert state.matching.rivals(branch) == [(1, 1), (2, 2)]
    state.matching.prefer(branch)
    assert list(state.matching.pairs()) == [(1, 2)]
    assert state.matching.heirs(1) == [2, 1]
    assert state.matching.origins(2) == [1, 2]


def test_a_pair_taken_apart_leaves_both_open() -> None:
    state = state_of(OLD, NEW, {"300.1": "300.1"})
    state.matching.unlink(1)
    assert state.matching.open_old() == [0, 1, 2]
    link(state, "300.1", "300.3")
    assert not state.matching.is_open_new(3)


def test_a_text_that_quotes_some_numbers_is_an_excerpt_of_the_other() -> None:
    whole, part = release_of(OLD), release_of({"300.1": OLD["300.1"]}, "2009-07-11")
    inferred = Coverage((ClauseNumber.parse("300.1"),), is_inferred=True)
    found = align_releases(whole, replace(part, coverage=inferred))
    assert excerpts(found) == found.excerpts == (Excerpt(part.name, True, ("300.1",), whole.name, 2, False),)
    assert not align_releases(whole, release_of(NEW, "2009-07-11")).excerpts
