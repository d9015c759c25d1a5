"""What a person asks about is told apart: a number, a place, a name; and what is near to what there is not."""

from __future__ import annotations

import pytest
from table import table

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.asked import folded, read_asked
from crdiff.history.nearest import dated, day_named, nearest_dates, nearest_numbers, read_date
from crdiff.model.number import ClauseNumber
from tests.support.days import number, on


@table
def test_what_is_written_is_told_apart(written: str, kind: str, asked: str) -> None:
    found = read_asked(written)
    assert (type(found).__name__, str(found)) == (kind, asked)


@pytest.mark.parametrize("written", ["7021", "rule 702.19bbb", "7.10", "5O7", "--", "", "2003-10-01-7x"])
def test_a_number_that_is_none_is_not_taken_for_a_name(written: str) -> None:
    with pytest.raises(UnknownNumber, match="is not a clause number"):
        read_asked(written)


@table
def test_two_spellings_of_one_name_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


# what is near to a number or a date that does not exist


KNOWN = [
    number(each) for each in ("507", "507.1", "507.1a", "507.3", "507.3a", "507.3b", "508", "508.1", "601.2", "702.9")
]


@table
def test_numbers_of_the_same_rule_and_subsection_are_nearest(asked: str, near: tuple[str, ...]) -> None:
    assert nearest_numbers(ClauseNumber.parse(asked), KNOWN) == near


def test_nothing_is_near_where_nothing_is() -> None:
    assert nearest_numbers(ClauseNumber.parse("507.1"), []) == ()


def test_a_date_lies_between_its_neighbours() -> None:
    held = [on("2003-10-01"), on("2009-07-11"), on("2014-05-01")]
    assert nearest_dates(on("2010-01-01"), held) == (on("2009-07-11"), on("2014-05-01"))
    assert nearest_dates(on("1999-01-01"), held) == (on("2003-10-01"),)
    assert nearest_dates(on("2020-01-01"), held) == (on("2014-05-01"),)


@pytest.mark.parametrize("written", ["2009-7-11", "20090711", "July 11, 2009", "2009-02-30", ""])
def test_only_iso_dates_are_dates(written: str) -> None:
    with pytest.raises(UnknownRelease, match="is not a date; expected a date such as 2009-07-11"):
        read_date(written)


def test_a_day_is_named_by_its_place_among_the_releases_by_its_date_or_by_itself() -> None:
    held = [on("2003-10-01"), on("2008-02-01"), on("2009-07-11")]
    assert day_named("latest", held) == on("2009-07-11")
    assert day_named("previous", held) == on("2008-02-01")
    assert day_named("2003-10-02", held) == on("2003-10-02")
    assert day_named(on("2003-10-02"), held) == on("2003-10-02")


def test_another_name_than_latest_and_previous_is_left_to_its_reader() -> None:
    assert dated("latest", ["2008-02-01", "2009-07-11"]) == "2009-07-11"
    assert dated("draft.txt", ["2008-02-01", "2009-07-11"]) == "draft.txt"
