"""Clauses with thousands of edits: proved as any other, and no deeper in calls."""

from __future__ import annotations

from crdiff.changes.compare import compare_releases
from crdiff.changes.english import agrees, plurals_of, singulars_of
from crdiff.dialects.registry import read

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
