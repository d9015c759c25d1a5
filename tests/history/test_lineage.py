"""Places, stays and runs, and what a lineage knows of a release."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from crdiff.changes.change import Facet
from crdiff.errors import UnknownNumber
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Phrasing, Place, Uncounted, Worded, headline
from crdiff.history.sameness import SameAs, same_as
from crdiff.history.saying import FacetsAndSaying, begin_phrasings, may_differ, saying
from crdiff.history.thread import PlacedStay, copies, number_runs, wording_runs
from crdiff.model.number import ClauseNumber
from tests.support.days import number, on, run, standing


@pytest.mark.parametrize("written", ["2003-10-01-507.3b", "2006-05-01-501.2~2", "2024-09-20-7", "2008-10-01-306.b"])
def test_a_place_survives_being_read_and_written(written: str) -> None:
    assert str(Place.parse(written)) == written


@pytest.mark.parametrize("written", ["507.3b", "2003-10-01", "2003-10-01-", "2003-10-01-five", "03-10-01-507"])
def test_anything_else_is_no_place(written: str) -> None:
    with pytest.raises(UnknownNumber, match="such as"):
        Place.parse(written)


def test_a_number_printed_again_is_a_copy() -> None:
    assert copies(["501.1", "501.2", "501.2", "501.3", "501.2"]) == {2: 2, 4: 3}
    assert copies(["501.1", "501.2"]) == {}


def test_runs_end_where_the_feature_changes_and_at_a_gap() -> None:
    stays = [PlacedStay(0, 1, "1.1", "a"), PlacedStay(2, 3, "1.1", "b"), PlacedStay(4, 4, "1.2", "b"),
             PlacedStay(7, 9, "1.2", "b")]  # fmt: skip
    assert [[stay.first for stay in run] for run in number_runs(stays)] == [[0, 2], [4], [7]]
    assert [[stay.first for stay in run] for run in wording_runs(stays)] == [[0], [2, 4], [7]]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8))
def test_runs_put_together_are_the_stays(steps: list[tuple[bool, bool]]) -> None:
    position, number, stays = 0, 1, []
    for has_gap, is_renumbered in steps:
        position += 1 + has_gap
        number += is_renumbered
        stays.append(PlacedStay(position, position, f"1.{number}", "same"))
    for runs in (number_runs, wording_runs):
        assert [stay for run in runs(stays) for stay in run] == stays


BURN = standing("2003-10-01-507.4", run("2003-10-01", "2005-02-01", "507.4"), run("2005-08-01", "2009-05-01", "507.5"))


@table
def test_a_run_covers_its_first_and_its_last_release(day: str, expected: str | None) -> None:
    assert BURN.number_in(on(day)) == (number(expected) if expected else None)


def test_a_clause_that_was_removed_is_gone_until_it_is_back() -> None:
    """410.4 is missing in the text of 2003-05-26 and stands in the one after it."""
    removed: Event[ClauseNumber] = Event(How.REMOVED, on("2003-05-26"))
    runs = run("2003-03-15", "2003-03-15", "410.4"), run("2003-07-01", "2008-05-01", "410.4")
    clause = replace(standing("2003-03-15-410.4", *runs), fate=(removed,), known_until=on("2026-04-17"))
    days = ("2003-03-15", "2003-05-25", "2003-05-26", "2003-06-01", "2003-07-01", "2008-05-01", "2009-07-11")
    assert [clause.is_gone_in(on(day)) for day in days] == [False, False, True, True, False, False, False]
    assert [clause.is_unknown_in(on(day)) for day in days] == [False, False, False, False, False, False, True]
    assert (clause.ended, clause.in_force) == (None, False)


def test_a_clause_ended_where_its_last_release_is_followed_by_a_removal_or_a_merger() -> None:
    for how in (How.REMOVED, How.MERGED):
        end: Event[ClauseNumber] = Event(how, on("2009-07-11"))
        clause = replace(BURN, fate=(end,))
        assert (clause.ended, clause.removed) == (end, on("2009-07-11"))
        assert [clause.is_gone_in(on(day)) for day in ("2009-07-10", "2009-07-11", "2030-01-01")] == [False, True, True]
    parted: Event[ClauseNumber] = Event(How.SPLIT, on("2005-08-01"))
    clause = replace(BURN, fate=(parted,))
    assert (clause.ended, clause.is_gone_in(on("2009-07-11")), clause.in_force) == (None, False, True)


def test_a_revoked_clause_is_gone_though_its_notice_stands() -> None:
    """306.7 of 2018-01-19 is a notice from 2018-04-27 on."""
    revoked: Event[ClauseNumber] = Event(How.REVOKED, on("2018-04-27"))
    parted: Event[ClauseNumber] = Event(How.SPLIT, on("2018-04-27"))
    clause = replace(standing("2009-10-01-306.7", run("2009-10-01", "2026-04-17", "306.7")), fate=(revoked, parted))
    clause = replace(clause, known_until=on("2026-04-17"))
    days = [on(day) for day in ("2018-01-19", "2018-04-27", "2026-04-17")]
    assert [clause.number_in(day) for day in days] == [number("306.7")] * 3
    assert (
        [clause.is_gone_in(day) for day in days] == [clause.is_revoked_in(day) for day in days] == [False, True, True]
    )
    assert (clause.stands, clause.in_force) == (True, False)
    assert (clause.ended, clause.revoked, clause.removed) == (revoked, on("2018-04-27"), None)


def test_a_notice_that_goes_itself_is_removed() -> None:
    """502.9d of 1999-11-01 was revoked in 2001-07-23, and 2003-07-01 lacks the notice."""
    revoked: Event[ClauseNumber] = Event(How.REVOKED, on("2001-07-23"))
    removed: Event[ClauseNumber] = Event(How.REMOVED, on("2003-07-01"))
    clause = replace(standing("1999-04-23-502.9d", run("1999-04-23", "2003-05-26", "502.9d")), fate=(revoked, removed))
    assert (clause.ended, clause.revoked, clause.removed) == (removed, on("2001-07-23"), on("2003-07-01"))


def _recorded(*wordings: tuple[str, str, tuple[Facet, ...]]) -> Lineage[ClauseNumber]:
    worded = tuple(
        Worded(on(first), on(last), number("507.4"), "", "", (), None, facets, False, facets == (Facet.REFERENCE,))
        for first, last, facets in wordings
    )
    return replace(BURN, wordings=worded, is_recorded=True)


def test_what_is_recorded_says_the_same_between_two_rewordings() -> None:
    clause = _recorded(
        ("2003-10-01", "2004-10-01", ()),
        ("2005-02-01", "2005-02-01", (Facet.REFERENCE,)),
        ("2005-08-01", "2008-05-01", (Facet.WORDING,)),
    )
    assert clause.says_the_same(on("2003-10-01"), on("2005-02-01"))
    assert clause.says_the_same(on("2005-02-01"), on("2003-10-01"))
    assert not clause.says_the_same(on("2005-02-01"), on("2005-08-01"))
    assert clause.says_the_same(on("2005-08-01"), on("2008-05-01"))
    assert not clause.says_the_same(on("2005-08-01"), on("2009-05-01"))
    known = [clause.is_recorded_in(on(day)) for day in ("2003-09-30", "2008-05-01", "2009-05-01")]
    assert known == [False, True, False]
    assert not replace(clause, is_recorded=False).says_the_same(on("2005-08-01"), on("2008-05-01"))


def test_neighbouring_runs_of_one_number_are_joined() -> None:
    """A clause that a release lacks comes back under its number: 410.4 is missing in 2003-05-26."""
    runs = run("2010-04-23", "2010-07-16", "711"), run("2010-10-01", "2011-07-15", "711")
    clause = standing("711", *runs, run("2011-09-30", "2016-04-08", "712"))
    assert clause.joined_runs == (run("2010-04-23", "2011-07-15", "711"), run("2011-09-30", "2016-04-08", "712"))


def test_typography_case_and_cited_numbers_are_not_what_a_clause_says() -> None:
    assert saying("", "See Rule 102.3a, “Winning”") == saying("", 'see rule 104.3a, "winning"')
    assert saying("", "See rule 102.3a twice") != saying("", "See rule 102.3a once")


def test_a_headline_says_that_there_is_more_only_where_there_is() -> None:
    assert headline("A player controls another player.", 5) == "A player controls another player."
    assert headline("A player controls another player.", 3) == "A player controls…"


# readers count a wording where words changed; whether any two wordings say the same, five measures tell


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


@table
def test_a_phrasing_begins_where_words_changed(said: list[tuple[str, list[str]]], begins: list[bool]) -> None:
    assert begun(*((text, set(map(Facet, facets))) for text, facets in said)) == tuple(begins)


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


# The fingerprint of a wording, its facets, whether it is proved, whether it begins a phrasing.
Step = tuple[str, set[Facet], bool, bool]

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
