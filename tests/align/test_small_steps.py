"""What the alignment takes into account beside the texts: decisions, families, citations, texts that break off."""

from __future__ import annotations

import pytest
from clean_text import CLEAN, release

from crdiff.align.breaks import beyond, completed, ends_after, ends_in, without_the_missing
from crdiff.align.engine import align_releases
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.context import Families, Patterns
from crdiff.align.overrides import Override
from crdiff.align.passes.same_text import apply_overrides
from crdiff.errors import OverrideError
from crdiff.model.number import ClauseNumber
from tests.align.conftest import heirs, places, state_of

TWO = {"100": "General", "100.1": "One player wins the game.", "100.2": "Another player draws a card."}


def decided(old: str, new: str) -> Override:
    """Return a decision on the numbers in `old` and `new`, apart by blanks."""
    sides = [tuple(map(ClauseNumber.parse, side.split())) for side in (old, new)]
    return Override(sides[0], sides[1], "a person read it", 7)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("100.1", "100.2", {"100.1": "100.2"}),
        ("100.1", "100.2 100.1", {"100.1": "100.2 100.1"}),
        ("100.1 100.2", "100.2", {"100.1": "100.2", "100.2": "100.2"}),
        ("100.1", "", {}),
        ("", "100.2", {}),
    ],
    ids=["one", "a split", "a merger", "removed", "added"],
)
def test_a_decision_by_hand_links_what_it_names_the_main_clause_first(
    old: str, new: str, expected: dict[str, str]
) -> None:
    state = state_of(TWO, TWO)
    state.overrides = [decided(old, new)]
    apply_overrides(state)
    assert heirs(state) == expected
    for number in old.split():
        assert not state.matching.is_open_old(places(state, number, "100")[0])
    for number in new.split():
        assert not state.matching.is_open_new(places(state, "100", number)[1])


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ([decided("100.9", "100.1")], "100.9, which the old text does not have"),
        ([decided("100.1", "100.9")], "100.9, which the new text does not have"),
        ([decided("100.1", "100.1"), decided("100.1", "100.2")], "another has decided on"),
    ],
)
def test_a_decision_that_does_not_fit_is_refused_with_its_line(overrides: list[Override], says: str) -> None:
    state = state_of(TWO, TWO)
    state.overrides = overrides
    with pytest.raises(OverrideError, match=says) as refused:
        apply_overrides(state)
    assert refused.value.line == 7


def test_a_clause_and_its_heir_cite_the_same_clauses_whatever_their_numbers() -> None:
    old = {**TWO, "100.3": "See rules 100.1 and 100.2.", "100.4": "See rule 100.9."}
    new = {**TWO, "100.5": "See rule 100.1.", "100.6": "See rules 100.1 and 100.2."}
    citations = Citations(state_of(old, new, {"100.1": "100.1", "100.2": "100.2"}).matching)
    state = state_of(old, new)
    assert citations.in_common(*places(state, "100.3", "100.6")) == 2
    assert citations.in_common(*places(state, "100.3", "100.5")) == 1
    assert citations.in_common(*places(state, "100.4", "100.6")) == 0


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


def test_what_is_beyond_the_end_of_a_text_that_breaks_off_is_not_compared() -> None:
    broken, whole = release(CUT), release(CLEAN)
    assert (ends_in(broken), ends_after(broken), ends_in(whole)) == ("glossary", "Game", "credits")
    found = without_the_missing(align_releases(whole, broken))
    assert {whole.glossary[link.old].term for link in found.glossary if link.old is not None} == {
        entry.term for entry in broken.glossary
    }
    assert all(link.new is not None for link in found.credits)
    (record,) = found.breaks[:1]
    assert (record.part, record.entries, record.paragraphs) == ("glossary", 1, len(whole.credits))


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
