"""A notice that a rule is gone continues the rule whose number it keeps, and no rule continues a notice."""

from __future__ import annotations

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.passes.notices import link_notices
from crdiff.changes.change import Change, Structure
from crdiff.changes.compare import compare
from crdiff.model.release import Release
from tests.align.conftest import heirs, release_of, state_of

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


def became(alignment: Alignment, number: str) -> list[str]:
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
    assert became(align_releases(early, late), "502.9d") == ["502.9d"]
    again = release("2003-07-01", rule)
    assert became(align_releases(late, again), "502.9d") == []


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


def test_a_rule_in_the_place_of_a_notice_is_another_one() -> None:
    old, new = (
        release("2001-07-23", REMOVED),
        release("2003-07-01", REMOVED.replace("has been removed", "is about damage")),
    )
    assert became(align_releases(old, new), "502.9d") == []
    change = change_to("502.9d", old, new)
    assert (change.structure, change.old) == (Structure.ADDED, ())


def test_a_notice_continues_a_notice_whatever_was_retouched() -> None:
    """306.7 of 2018-04-27 and 2018-07-13."""
    change = change_to("502.9d", release("2018-04-27", REMOVED), release("2018-07-13", f"{REMOVED} See rule 502.9a."))
    assert (change.structure, [clause.number for clause in change.old]) == (Structure.SAME, ["502.9d"])


def test_a_notice_under_another_number_revokes_no_rule_that_it_does_not_resemble() -> None:
    old, new = release("1999-11-01", TRAMPLE), release("2001-07-23", "Ignore this rule.", number="502.9f")
    assert became(align_releases(old, new), "502.9d") == []


def test_swapping_the_releases_mirrors_the_links_of_notices() -> None:
    old, new = release("1999-11-01", TRAMPLE), release("2001-07-23", "Ignore this rule.")
    assert became(align_releases(new, old), "502.9d") == ["502.9d"]
    change = change_to("502.9d", new, old)
    assert change.structure is Structure.SAME
