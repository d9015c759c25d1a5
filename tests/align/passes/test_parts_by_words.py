"""Parts without a sentence in common: a clause that has the words which a changed pair lost or gained."""

from __future__ import annotations

import pytest

from crdiff.align.passes.parts_by_words import TIER, WordPart, link_parts_by_words
from crdiff.align.passes.similar import link_sure
from tests.align.conftest import Clauses, heirs, state_of

KEPT = {
    "300": "Turns",
    "300.7": "A turn has five phases, in this order: beginning, main, combat, main again, and ending.",
    "300.8": "A player whose turn is skipped loses nothing but that turn.",
    "300.9": "Extra turns are added one at a time, and the most recent one comes first.",
}
ZONES = "A commander that would be put into a graveyard, a library, or exile goes to the command zone."
GRAVE = "A commander that would be put into a graveyard goes to the command zone."
REST = "Likewise for a library or exile."
OTHER = "Dice are rolled and coins are flipped where everybody can see them."


def became(old: Clauses, new: Clauses, linked: Clauses) -> dict[str, str]:
    """Return the heirs that the pass leaves, after a search for likely pairs that finds none."""
    linked = {**{number: number for number in KEPT}, **linked}
    state = state_of({**KEPT, **old}, {**KEPT, **new}, linked)
    state.scorer = None
    link_sure(state)
    link_parts_by_words(state)
    return {number: to for number, to in heirs(state).items() if number not in KEPT}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            {"300.1": ZONES}, {"300.1": GRAVE, "300.2": REST}, {"300.1": "300.1 300.2"},
            id="a clause that says what its neighbour no longer says was split off",
        ),
        pytest.param(
            {"300.1": GRAVE, "300.2": REST}, {"300.1": ZONES}, {"300.1": "300.1", "300.2": "300.1"},
            id="a clause whose neighbour says it now was merged in",
        ),
        pytest.param(
            {"300.1": ZONES}, {"300.1": GRAVE, "300.1a": REST}, {"300.1": "300.1 300.1a"}, id="under its main heir",
        ),
        pytest.param(
            {"300.1": ZONES}, {"300.1": GRAVE, "300.2": OTHER}, {"300.1": "300.1"}, id="other words are new",
        ),
        pytest.param(
            {"300.1": ZONES}, {"300.1": f"{ZONES} Always.", "300.2": REST}, {"300.1": "300.1"},
            id="nothing was split off where the heir kept it",
        ),
        pytest.param(
            {"300.1": GRAVE}, {"300.1": ZONES, "300.2": REST}, {"300.1": "300.1"}, id="nothing moved there",
        ),
        pytest.param(
            {"300.1": ZONES}, {"300.1": ZONES, "300.2": REST}, {"300.1": "300.1"}, id="the same text has no parts",
        ),
        pytest.param(
            {"300.1": ZONES}, {"300.1": GRAVE, "900": "Other Games", "900.1": REST}, {"300.1": "300.1"},
            id="not in a chapter that took nothing over",
        ),
    ],
)  # fmt: skip
def test_words_that_moved_make_a_part(old: Clauses, new: Clauses, expected: Clauses) -> None:
    assert became(old, new, {"300.1": "300.1"}) == expected


def test_a_clause_on_the_pattern_of_a_sibling_is_new() -> None:
    """It shares with the old clause what its sibling says all the better, and that one has another origin."""
    old = {"300.1": ZONES, "300.2": "A vanguard never goes to a library or to exile, likewise."}
    new = {
        "300.1": GRAVE,
        "300.2": "A vanguard never goes to a library or exile.",
        "300.3": "A vanguard goes to exile.",
    }
    assert became(old, new, {"300.1": "300.1", "300.2": "300.2"}) == {"300.1": "300.1", "300.2": "300.2"}


def test_words_that_one_part_has_do_not_make_another() -> None:
    new = {"300.1": GRAVE, "300.2": REST, "300.3": "A library, or exile."}
    found = became({"300.1": ZONES}, new, {"300.1": "300.1"})["300.1"]
    assert len(found.split()) == 2


def test_without_a_search_for_likely_pairs_there_are_no_leftovers() -> None:
    state = state_of({"300.1": ZONES}, {"300.1": GRAVE, "300.2": REST}, {"300.1": "300.1"}, link_parts_by_words)
    assert not state.matching.branches


@pytest.mark.parametrize(
    ("part", "is_one"),
    [
        (WordPart(1, 1, cover=0.7, moved=1.0, recall=0.0, is_beside=True), True),
        (WordPart(1, 1, cover=0.7, moved=0.1, recall=0.9, is_beside=True), False),
        (WordPart(1, 1, cover=0.55, moved=1.0, recall=0.9, is_beside=True), True),
        (WordPart(1, 1, cover=0.55, moved=1.0, recall=0.1, is_beside=True), False),
        (WordPart(1, 1, cover=0.9, moved=1.0, recall=0.9, is_beside=False), False),
        (WordPart(1, 1, cover=0.9, moved=3.0, recall=0.9, is_beside=False), True),
        (WordPart(1, 1, cover=0.1, moved=9.0, recall=0.9, is_beside=True), False),
    ],
)
def test_far_from_the_partners_more_has_to_have_moved_and_be_recalled(part: WordPart, is_one: bool) -> None:
    assert bool(part.cuts) is is_one
    assert 0.3 <= part.confidence <= 0.9


def test_a_part_says_what_it_has_of_its_source() -> None:
    state = state_of({**KEPT, "300.1": ZONES}, {**KEPT, "300.1": GRAVE, "300.2": REST},
        {"300.1": "300.1", **{number: number for number in KEPT}}, link_sure, link_parts_by_words)  # fmt: skip
    (branch,) = state.matching.branches
    assert branch.grounds.tier == TIER
    assert " of its words are in 300.1, and it has " in branch.grounds.evidence[0]
