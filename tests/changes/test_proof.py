"""The mechanical proof: it can be applied again, no change of meaning ever passes it, and thousands of edits do."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from proofs import apply

from crdiff.align.alignment import Alignment
from crdiff.changes.change import Change, Comparison, Structure
from crdiff.changes.compare import compare_releases
from crdiff.changes.english import Usage, agrees, plurals_of, singulars_of
from crdiff.changes.places.number_map import NumberMap, number_map
from crdiff.changes.proof.rewriting import Rewriter, explain
from crdiff.changes.rewordings.families import ChangedText, UnchangedText, patterns
from crdiff.changes.rewordings.mining import mine
from crdiff.changes.text_pair import side_by_side
from crdiff.dialects.registry import read
from tests.changes.test_planted_changes import ANY_WORD, SWAPS, WORD_SWAPS, replaced
from tests.conftest import Aligned, Compared

PAIRS = [
    ("2009-05-01", "2009-07-11"),
    ("2013-11-01", "2014-02-01"),
    ("2018-01-19", "2018-04-27"),
    ("2021-06-18", "2021-07-23"),
]


MARKS = {"drop a comma", "put a comma", "drop brackets"}
"""Swaps of marks alone, some of which a release may make and the proof allows: only whole releases try them."""
ALL_SWAPS = {how: swap for how, swap in SWAPS.items() if how not in MARKS}
ALL_SWAPS |= {how: (ANY_WORD, put) for how, put in WORD_SWAPS.items()}


@dataclass(frozen=True)
class Bench:
    """A pair of releases compared, with what its proofs may use."""

    comparison: Comparison
    numbers: NumberMap
    rewriter: Rewriter
    mechanical: tuple[Change, ...]


@pytest.fixture(scope="module")
def benches(aligned: Aligned, comparison: Compared) -> tuple[Bench, ...]:
    return tuple(bench(aligned(*pair), comparison(*pair)) for pair in PAIRS)


def bench(alignment: Alignment, comparison: Comparison) -> Bench:
    numbers = number_map(alignment)
    pairs = [change for change in comparison.changes if len(change.old) == len(change.new) == 1]
    changed = [
        ChangedText(change.new[0].number, side_by_side(change.old[0].wording, change.new[0].wording, numbers))
        for change in pairs
        if change.facets
    ]
    unchanged = [UnchangedText(change.new[0].number, change.new[0].wording) for change in pairs if not change.facets]
    mechanical = tuple(change for change in pairs if change.mechanical and change.facets)
    return Bench(
        comparison,
        numbers,
        Rewriter(patterns(mine(changed, unchanged)), numbers, Usage(alignment.old, alignment.new)),
        mechanical,
    )


def test_applying_the_proof_of_a_mechanical_change_gives_the_new_texts(benches: tuple[Bench, ...]) -> None:
    for found in benches:
        assert len(found.mechanical) > 100
        for change in found.mechanical:
            assert change.proof is not None
            assert apply(change.proof.wording, change.old[0].wording) == change.new[0].wording
            olds = {clause.number: clause for clause in change.old}
            for example, steps in zip(change.examples, change.proof.examples, strict=True):
                assert example.old is not None
                assert example.new is not None
                old_text = olds[example.old[0]].examples[example.old[1]]
                assert apply(steps, old_text) == change.new[0].examples[example.new[1]]


def test_only_a_mechanical_change_has_a_proof(benches: tuple[Bench, ...]) -> None:
    for found in benches:
        for change in found.comparison.changes:
            assert change.mechanical is (change.proof is not None)
            assert not (change.mechanical and change.structure in {Structure.ADDED, Structure.REMOVED, Structure.SPLIT})


@pytest.mark.parametrize("swap", ALL_SWAPS)
def test_a_change_of_meaning_in_a_mechanical_change_is_never_mechanical(benches: tuple[Bench, ...], swap: str) -> None:
    """Drop a "not", change a number, swap may and must, widen a list: the rest of the change stays mechanical."""
    pattern, put = ALL_SWAPS[swap]
    attacked = 0
    for found in benches:
        for change in found.mechanical:
            old, new = change.old[0].wording, change.new[0].wording
            places = list(re.finditer(pattern, new))
            for mutated in {replaced(new, place, put) for place in (*places[:1], *places[-1:])} - {new}:
                edits = explain(side_by_side(old, mutated, found.numbers), found.rewriter)
                assert not all(edit.means for edit in edits), mutated
                attacked += 1
    assert attacked


# clauses with thousands of edits: proved as any other, and no deeper in calls


_HEAD = "These rules are effective as of {} 1, 2030.\n\n1. Game\n\n100. General\n\n"
_MANY = 1200  # more than Python's stack has calls


def _text(month: str, verb: str, tail: str = "") -> bytes:
    few = "\n\n".join(
        f"100.{at}. A {name} {verb} it." for at, name in enumerate(("player", "team", "judge", "owner"), 1)
    )
    many = " ".join(f"A player {verb} card {at}." for at in range(_MANY))
    return f"{_HEAD.format(month)}{few}\n\n100.5. {many}{tail}\n".encode()


def test_twelve_hundred_edits_of_one_clause_are_proved() -> None:
    """Source: 1,300 sentences of one rule reworded alike ended in a RecursionError."""
    found = compare_releases(read(_text("March", "exiles"), "old.txt"), read(_text("April", "banishes"), "new.txt"))
    change = next(change for change in found.changes if change.new and change.new[0].number == "100.5")
    assert change.mechanical
    assert change.proof is not None
    assert len(change.proof.wording) == _MANY


def test_twelve_hundred_edits_and_one_of_another_kind_are_not_proved() -> None:
    new = _text("April", "banishes", " It is not over.")
    found = compare_releases(read(_text("March", "exiles", " It is over."), "old.txt"), read(new, "new.txt"))
    change = next(change for change in found.changes if change.new and change.new[0].number == "100.5")
    assert not change.mechanical


def test_the_forms_of_a_verb_are_those_that_agree_with_it() -> None:
    verbs = ["is", "are", "has", "have", "doesn't", "don't", "untaps", "untap", "passes", "pass", "carries", "carry"]
    for one in verbs:
        for other in verbs:
            assert agrees(one, other) == (other in plurals_of(one)) == (one in singulars_of(other)), (one, other)
