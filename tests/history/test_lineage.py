"""Places, stays and runs, and what a lineage knows of a release."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from crdiff.changes.change import Facet
from crdiff.errors import UnknownNumber
from crdiff.history.lineage import Event, How, Lineage, Place, Worded, headline
from crdiff.history.saying import saying
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


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("2003-09-30", None),
        ("2003-10-01", "507.4"),
        ("2004-06-01", "507.4"),
        ("2005-02-01", "507.4"),
        ("2005-03-01", None),
        ("2005-08-01", "507.5"),
        ("2009-05-01", "507.5"),
        ("2009-05-02", None),
    ],
)
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
