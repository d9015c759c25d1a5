"""Readers count a wording where words changed; whether any two wordings say the same, five measures tell."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.changes.change import Facet
from crdiff.history.lineage import Lineage, NumberRun, Phrasing, Uncounted, Worded
from crdiff.history.sameness import SameAs, same_as
from crdiff.history.saying import FacetsAndSaying, begin_phrasings, may_differ, saying
from crdiff.model.number import ClauseNumber

FACETS = st.sets(st.sampled_from(Facet), max_size=4)
TEXTS = st.sampled_from(("draw a card", "draw two cards", "drw a card", "Draw a card", "see rule 102.3a", "see rule 7"))


def begun(*texts: tuple[str, set[Facet]]) -> tuple[bool, ...]:
    return begin_phrasings([FacetsAndSaying(facets, lambda text=text: saying("", text)) for text, facets in texts])  # type: ignore[misc]


def test_the_number_of_a_subsection_that_is_cited_is_no_word() -> None:
    """702.160a of 2023-04-14 has "See 718" where later releases have another number."""
    assert saying("", "That creature is a prototype. See 718.") == saying("", "That creature is a prototype. See 719.")
    assert saying("", "A player may draw 718.") != saying("", "A player may draw 719.")


@pytest.mark.parametrize("facet", [Facet.TYPOGRAPHIC, Facet.REFERENCE, Facet.TYPO, Facet.EXAMPLE])
def test_typography_references_and_examples_alone_begin_none(facet: Facet) -> None:
    """507.3b in 2008-05-01 lost its apostrophes: "player?s"."""
    assert begun(("player's turn", set()), ("player?s turn", {facet})) == (True, False)


def test_an_example_reworded_begins_no_phrasing_of_its_clause() -> None:
    """702.19b in 2013-02-01: only the words of its example changed, and the facets say "wording" of the whole."""
    assert begun(("assigns damage", set()), ("assigns damage", {Facet.EXAMPLE, Facet.WORDING})) == (True, False)


def test_a_misprint_and_its_end_begin_no_phrasing() -> None:
    """502.9b of 2003-05-26 has "but n that case", the releases before and after it "but in that case"."""
    said = (("but in that case", set()), ("but n that case", {Facet.WORDING}), ("but in that case", {Facet.WORDING}))
    assert begun(*said) == (True, False, False)


def test_a_change_that_was_taken_back_is_counted_twice() -> None:
    said = (("draw a card", set()), ("draw two cards", {Facet.WORDING}), ("draw a card", {Facet.WORDING}))
    assert begun(*said) == (True, True, True)


def test_a_figure_is_no_misprint() -> None:
    said = (("seven or 7", set()), ("seven or 4", {Facet.WORDING}), ("seven or 7", {Facet.WORDING}))
    assert begun(*said) == (True, True, True)


@given(st.lists(st.tuples(TEXTS, FACETS), min_size=1, max_size=6))
def test_the_first_wording_always_begins_a_phrasing_and_one_that_cannot_differ_never(
    said: Sequence[tuple[str, set[Facet]]],
) -> None:
    begins = begun(*said)
    assert begins[0]
    assert not any(begin for begin, (_, facets) in zip(begins[1:], said[1:], strict=True) if not may_differ(facets))


def test_what_is_not_counted_is_named() -> None:
    days = [date(2000, 1, day) for day in range(1, 7)]
    kinds: list[tuple[Facet, ...]] = [
        (),
        (Facet.TYPOGRAPHIC,),
        (Facet.TYPOGRAPHIC, Facet.REFERENCE),
        (Facet.EXAMPLE, Facet.WORDING),
        (Facet.WORDING,),
        (Facet.WORDING,),
    ]
    number = ClauseNumber.of(100, 1)
    said = ["it has", "it?has", "it has", "it has", "it hsa", "it hsa,"]
    worded = tuple(
        Worded(day, day, number, "", text, (), None, kind, begins_phrasing=not kind)
        for day, kind, text in zip(days, kinds, said, strict=True)
    )
    phrasing = Phrasing(days[0], days[-1], worded)
    assert [why for _, why in phrasing.uncounted] == [
        Uncounted.TYPOGRAPHY,
        Uncounted.REFERENCE,
        Uncounted.EXAMPLES,
        Uncounted.MISPRINT,
        Uncounted.TYPOGRAPHY,
    ]


# any two wordings of a clause are compared by numbers: which they are, five measures say


Step = tuple[str, set[Facet], bool, bool]
"""The fingerprint of a wording, its facets, whether it is proved, whether it begins a phrasing."""

NUMBER = ClauseNumber.of(217, 1)


def same(*steps: Step) -> Sequence[SameAs]:
    return same_as(lineage(steps), [print_ for print_, _, _, _ in steps])


def lineage(steps: Sequence[Step]) -> Lineage[ClauseNumber]:
    days = [date(2001 + at, 1, 1) for at in range(len(steps))]
    worded = (
        Worded(day, day, NUMBER, "", print_, (), None, tuple(facets), is_mechanical=proved, begins_phrasing=begins)
        for day, (print_, facets, proved, begins) in zip(days, steps, strict=True)
    )
    return Lineage("2001-01-01-217.1", "", (NumberRun(days[0], days[-1], NUMBER),), tuple(worded), (), (), days[-1])


def test_what_was_changed_and_changed_back_says_the_same() -> None:
    """217.1 of 2002-10-07 has "a place where", the releases around it "a place that"."""
    that, where, again = same(
        ("that", set(), False, True), ("where", {Facet.WORDING}, False, True), ("that", {Facet.WORDING}, False, True)
    )
    assert that[:4] == again[:4]
    assert all(one != other for one, other in zip(that, where, strict=True))


def test_a_proved_reference_is_told_from_proved_terms_and_from_what_has_to_be_read() -> None:
    first, renewed, replaced, read = same(
        ("rule 420", set(), False, True),
        ("rule 704", {Facet.REFERENCE}, True, False),
        ("exile", {Facet.TERMINOLOGY}, True, True),
        ("exile it", {Facet.WORDING}, False, True),
    )
    assert first.references == renewed.references != replaced.references
    assert first.proof == renewed.proof == replaced.proof != read.proof
    assert first.words == renewed.words != replaced.words


def test_an_example_alone_leaves_the_words_as_they_are_but_has_to_be_read() -> None:
    """702.19b in 2013-02-01: only its example changed."""
    before, after = same(("one", set(), False, True), ("other", {Facet.EXAMPLE, Facet.WORDING}, False, False))
    assert before.words == after.words
    assert before.proof != after.proof


def test_marks_that_no_step_proves_leave_all_words_as_they_are() -> None:
    """206.3 of 2006-10-01 has "symbol. Any reprint" for "symbol; any reprint"."""
    semicolon, stop, reworded = same(
        ("symbol; any", set(), False, True),
        ("symbol. Any", {Facet.TYPOGRAPHIC}, False, False),
        ("symbol. No", {Facet.TYPOGRAPHIC, Facet.WORDING}, False, True),
    )
    assert semicolon.proof != stop.proof
    assert semicolon.marks == stop.marks != reworded.marks


STEPS = st.tuples(st.sampled_from("abc"), st.sets(st.sampled_from(Facet), max_size=2), st.booleans(), st.booleans())


@given(st.lists(STEPS, min_size=1, max_size=8))
def test_what_agrees_by_a_measure_agrees_by_every_looser_one(steps: list[Step]) -> None:
    found = same(*steps)
    for one in found:
        for other in found:
            assert one.typography != other.typography or one.references == other.references
            assert one.references != other.references or one.proof == other.proof
            assert one.proof != other.proof or one.marks == other.marks
    assert all(value <= at for at, each in enumerate(found) for value in each)
