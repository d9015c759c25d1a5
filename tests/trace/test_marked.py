"""The files on scope and reviews beside checks."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given
from table import table

from crdiff.checks.inputs import reviews_beside
from crdiff.errors import CorpusError, UnknownNumber
from crdiff.trace.beside import (
    Review,
    Scope,
    accepted,
    clauses_in_scope,
    merged,
    read_reviews,
    read_scope,
    reasons_by_lineage,
    write_reviews,
)
from crdiff.trace.timeline import ClauseName, Timeline
from tests.support.days import on

# what checks set out to cover


def test_a_subsection_stands_for_all_under_it_whatever_its_number_is_in_the_release(embedded: Timeline) -> None:
    scope = read_scope('scope = ["720@2024-06-07"]')
    numbers = {
        release: [str(clause.number) for clause in clauses_in_scope(embedded, scope, release)]
        for release in (on("2008-02-01"), on("2024-06-07"))
    }
    assert numbers[on("2008-02-01")][0] == "507"
    assert len(numbers[on("2008-02-01")]) == 12
    assert numbers[on("2024-06-07")][-1] == "720.9"
    assert len(numbers[on("2024-06-07")]) == 14


def test_a_rule_stands_for_itself(embedded: Timeline) -> None:
    scope = read_scope('scope = ["720.5@2024-06-07"]')
    assert [str(clause.number) for clause in clauses_in_scope(embedded, scope, on("2014-05-01"))] == ["712.5"]


def test_without_a_scope_it_is_what_the_checks_play(embedded: Timeline) -> None:
    played = clauses_in_scope(embedded, Scope(), on("2008-02-01"), ["2003-10-01-507.4"])
    assert [str(clause.number) for clause in played] == ["507.4"]


def test_reasons_are_kept_by_lineage(embedded: Timeline) -> None:
    scope = read_scope('[informational]\n"712@2014-05-01" = "A heading."')
    assert reasons_by_lineage(embedded, scope.informational) == {"2003-10-01-507": "A heading."}


def test_a_reason_of_a_release_that_is_not_known_is_left_out_and_one_of_no_clause_refused(embedded: Timeline) -> None:
    assert reasons_by_lineage(embedded, {ClauseName("720", on("2031-01-01")): "A heading."}) == {}
    with pytest.raises(UnknownNumber, match=r"999 is not a clause of 2014-05-01"):
        reasons_by_lineage(embedded, {ClauseName("999", on("2014-05-01")): "A heading."})


def test_several_scopes_are_one() -> None:
    one, other = (Scope((ClauseName(number),), {ClauseName(number): "why"}) for number in ("102", "720"))
    assert merged([one, other, one]).clauses == (ClauseName("102"), ClauseName("720"))
    assert set(merged([one, other]).informational) == {ClauseName("102"), ClauseName("720")}


@pytest.mark.parametrize("text", ["scope = 7", '[informational]\n"720" = " "', "]"])
def test_a_broken_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CorpusError):
        read_scope(text)


# the file of reviews: what is written is read back, and lines of different checks do not touch


# The reviews of the checks that come with crdiff.
OURS = reviews_beside(Path(__file__).parents[1] / "rules")
WORDS = st.text(min_size=1, max_size=20)
FINGERPRINTS = st.text("0123456789abcdef", min_size=16, max_size=16)
REVIEWS = st.builds(Review, WORDS, WORDS, st.dates(), FINGERPRINTS, WORDS)
BURN = Review("checks.py::burn", "2003-10-01-507.4", on("2008-02-01"), "0123456789abcdef", "written with the check")


@given(st.lists(REVIEWS, unique=True))
def test_reviews_survive_being_written_and_read(reviews: list[Review]) -> None:
    assert read_reviews(write_reviews(reviews)) == tuple(sorted(reviews))


@given(st.lists(REVIEWS))
def test_the_order_of_reviews_makes_no_difference_to_the_file(reviews: list[Review]) -> None:
    assert write_reviews(reviews) == write_reviews(reversed(reviews))


def test_a_review_is_one_line_under_its_check_and_clause() -> None:
    assert write_reviews([BURN]).splitlines()[2:] == [
        '["checks.py::burn"]',
        '"2003-10-01-507.4" = [',
        '  { release = "2008-02-01", wording = "0123456789abcdef", reason = "written with the check" },',
        "]",
    ]


def test_accepting_another_wording_keeps_the_first() -> None:
    later = Review(BURN.check, BURN.lineage, on("2009-05-01"), "f" * 16, "still burns")
    assert accepted([BURN], [later]) == (BURN, later)


def test_accepting_the_same_wording_again_replaces_its_reason() -> None:
    again = Review(BURN.check, BURN.lineage, BURN.release, BURN.wording, "read again")
    assert accepted([BURN], [again]) == (again,)


@table
def test_another_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CorpusError, match="not a file of reviews"):
        read_reviews(text)


def test_our_reviews_are_of_wordings_that_official_texts_have(archive: Timeline) -> None:
    official = {(lineage, release): wording.fingerprint for (lineage, release), wording in archive.wordings.items()}
    assert [each for each in OURS if official[each.lineage, each.release] != each.wording] == []


def test_no_review_of_ours_repeats_one_where_a_wording_changed_mechanically_alone(archive: Timeline) -> None:
    """A second line on what a clause says has to be about what is around the clause."""
    repeated: list[Review] = []
    for (_, lineage), of_clause in groupby(OURS, key=lambda each: (each.check, each.lineage)):
        senses = archive.senses(lineage)
        for _, same in groupby(of_clause, key=lambda each: senses[each.release]):
            repeated += [each for each in list(same)[1:] if "the wording is unchanged" not in each.reason]
    assert repeated == []
