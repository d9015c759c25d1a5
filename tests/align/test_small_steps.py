"""What the alignment takes into account beside the texts: decisions, families, citations, texts that break off."""

from __future__ import annotations

from clean_text import CLEAN, release

from crdiff.align.breaks import beyond, completed
from crdiff.align.measure.context import Families, Patterns
from tests.align.conftest import places, state_of

STEPS = {"500": "Untap Step", "501": "Upkeep Step", "502": "Draw Step"}


def test_clauses_rewritten_alike_in_several_places_are_a_family() -> None:
    old = STEPS | {f"{number}.1": "Second, the active player gets priority." for number in STEPS}
    new = STEPS | {f"{number}.1": f"The {title.lower()} begins with priority." for number, title in STEPS.items()}
    state = state_of(old, new, {number: number for number in STEPS})
    families = Families(state.matching)
    assert families.others(*places(state, "500.1", "502.1")) == 2
    assert families.others(*places(state, "500", "502.1")) == 0
    twice = state_of(old | {"500.2": old["500.1"], "501.2": old["501.1"]}, new, {number: number for number in STEPS})
    assert Families(twice.matching).others(*places(twice, "500.1", "502.1")) == 0, "two under one parent are no pattern"
    patterns = Patterns(state.matching.new)
    assert len({patterns.of(places(state, "500", f"{number}.1")[1]) for number in STEPS}) == 1
    assert patterns.of(places(state, "500", "500")[1]) == frozenset()


CUT = CLEAN.rpartition("\nPlayer\n")[0] + "\n"
"""A text that breaks off in its glossary."""


def test_a_text_that_breaks_off_is_completed_from_the_one_before() -> None:
    filled, record = completed(release(CUT), release(CLEAN))
    assert [entry.term for entry in filled.glossary] == [entry.term for entry in release(CLEAN).glossary]
    assert record
    assert (filled.missing, record.after, record.entries) == ((), "Game", 1)
    assert completed(release(CLEAN), release(CLEAN)) == (release(CLEAN), None)


def test_an_item_cut_short_is_beyond_the_end_with_its_partner() -> None:
    pairs = [(0, 0), (1, 1), (None, 2)]
    assert beyond(pairs, ["a", "b"], ["a", "b", "c"]) == ({(None, 2)}, {2})
    assert beyond(pairs, ["a", "b"], ["a", "bcd", "c"]) == ({(None, 2), (1, 1)}, {1, 2})
