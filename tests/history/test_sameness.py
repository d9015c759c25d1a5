"""Any two wordings of a clause are compared by numbers: which they are, five measures say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from crdiff.changes.change import Facet
from crdiff.history.lineage import Lineage, NumberRun, Worded
from crdiff.history.sameness import SameAs, same_as
from crdiff.model.number import ClauseNumber

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
