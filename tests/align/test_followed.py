"""Releases far apart, whose clauses were followed through those between: the answer, with the texts as cross-check."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.align.alignment import Alignment, Followed, Link, mirrored
from crdiff.align.engine import align_releases
from crdiff.align.passes.followed import TIER
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_jump
from tests.conftest import Official
from tests.small_releases import release_text

FLYING = "Flying is an evasion ability that few creatures have."
REACH = "A creature with reach may block a creature with flying."
TRAMPLE = "The attacker assigns lethal damage to all of the blockers first, and the rest to the player."
BANDING = "Bands are formed as attackers are declared, by the player who attacks with them."
OLD = {"300": "Abilities", "300.1": FLYING, "300.2": REACH, "300.3": TRAMPLE, "300.4": BANDING}
NEW = {
    "600": "Abilities",
    "600.1": f"{FLYING} It is old.",
    "600.2": f"{REACH} No other creature may.",
    "600.3": f"{BANDING} Nobody else may form one.",
    "600.5": f"{TRAMPLE} It may assign all of it to them.",
}
CROSSED = {"300": "600", "300.1": "600.1", "300.2": "600.2", "300.3": "600.3", "300.4": "600.5"}
"""What the texts alone would pair otherwise."""
VERBATIM = {"600": "Abilities", "600.1": FLYING, "600.2": REACH, "600.3": BANDING, "600.5": TRAMPLE}


def release(day: str, clauses: Mapping[str, str]) -> Release:
    return read(release_text(day, clauses), f"{day}.txt")


def at(side: Release, *numbers: str) -> list[int]:
    printed = [str(placement.number) for placement in side.placements]
    return [printed.index(number) for number in numbers]


def aligned(pairs: Mapping[str, str], parts: Mapping[str, str] = {}, later: Mapping[str, str] = NEW) -> Alignment:
    """Align two small releases, where clauses were followed from one number to another."""
    old, new = release("2003-10-01", OLD), release("2014-05-01", later)
    every = {"1": "1", "2": "2", "100": "100", "100.1": "100.1", "200": "200", "200.1": "200.1", "3": "6"}
    same = {one: other for one, other in every.items() if one in _printed(old) and other in _printed(new)}
    followed = Followed(
        tuple(sorted((at(old, one)[0], at(new, other)[0]) for one, other in {**same, **pairs}.items())),
        tuple((at(old, one)[0], at(new, other)[0]) for one, other in parts.items()),
        7,
    )
    return align_releases(old, new, (), followed)


def _printed(side: Release) -> list[str]:
    return [str(placement.number) for placement in side.placements]


def link_of(alignment: Alignment, number: str) -> Link:
    index = next(node.index for node in alignment.old_nodes if str(node.number) == number)
    return next(link for link in alignment.links if index in link.old)


def heirs(alignment: Alignment, number: str) -> list[str]:
    return [str(alignment.new_nodes[new].number) for new in link_of(alignment, number).new]


def test_where_the_texts_alone_say_otherwise_both_are_shown_and_the_link_is_undetermined() -> None:
    alignment = aligned(CROSSED)
    link = link_of(alignment, "300.3")
    assert heirs(alignment, "300.3") == ["600.3"]
    assert link.undetermined
    assert link.evidence == ("followed through 7 releases between", "the two texts alone lead to 600.5")
    assert link.runner_up is not None
    assert str(alignment.new_nodes[link.runner_up.new or 0].number) == "600.5"


def test_no_answer_that_lost_is_surer_than_the_one_that_won() -> None:
    alignment = aligned(CROSSED)
    for link in alignment.links:
        assert link.runner_up is None or link.runner_up.score < link.confidence


def test_a_text_that_stands_there_verbatim_is_the_clause_whatever_was_followed() -> None:
    """810.7a of 2011-09-30 ended in 2018; 805.10a of 2026-08-07 says the same, to the word."""
    alignment = aligned(CROSSED, later=VERBATIM)
    link = link_of(alignment, "300.3")
    assert heirs(alignment, "300.3") == ["600.5"]
    assert (link.tier, link.undetermined) == ("not followed", True)
    assert link.evidence[-1] == "followed through 7 releases between, it leads to 600.3"
    assert link.runner_up is not None
    assert str(alignment.new_nodes[link.runner_up.new or 0].number) == "600.3"


def test_a_clause_that_ended_between_may_have_gone_into_one_like_it_that_stood_before() -> None:
    alignment = aligned({"300": "600", "300.1": "600.1", "300.2": "600.2", "300.4": "600.5"})
    link = link_of(alignment, "300.3")
    assert [str(alignment.old_nodes[old].number) for old in link.old] == ["300.4", "300.3"]
    assert (heirs(alignment, "300.3"), link.undetermined) == (["600.5"], True)


def test_the_clause_on_the_starting_life_total_is_followed_past_the_one_on_vanguards(official: Official) -> None:
    """101.3 of 2009-05-01 is 103.4 of 2026-04-17; 905.6, on the life total of a vanguard, reads more like it."""
    old, new = official("2009-05-01"), official("2026-04-17")
    alignment = align_releases(old, new, (), known_jump(old, new))
    assert heirs(alignment, "101.3")[0] == "103.4"
    assert link_of(alignment, "101.3").tier == TIER
    assert heirs(align_releases(old, new), "101.3") == ["905.6"]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), [("2003-10-01", "2014-05-01"), ("2008-02-01", "2022-10-07")])
def test_swapping_two_releases_far_apart_mirrors_the_alignment(official: Official, old: str, new: str) -> None:
    before, after = official(old), official(new)
    there = align_releases(before, after, (), known_jump(before, after))
    assert mirrored(align_releases(after, before, (), known_jump(after, before))).links == there.links


@given(st.permutations(["600.1", "600.2", "600.3", "600.5"]), st.integers(0, 4))
def test_every_clause_that_was_followed_has_the_heir_it_was_followed_to(news: list[str], count: int) -> None:
    pairs = dict(zip(["300.1", "300.2", "300.3", "300.4"][:count], news, strict=False))
    alignment = aligned({"300": "600", **pairs})
    for number, heir in pairs.items():
        assert heirs(alignment, number) == [heir]
