"""The file of reviews: what is written is read back, and lines of different checks do not touch."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import given

from crdiff.checks.inputs import reviews_beside
from crdiff.errors import CorpusError
from crdiff.trace.beside import Review, accepted, read_reviews, write_reviews
from crdiff.trace.timeline import Timeline
from tests.support.days import on

OURS = reviews_beside(Path(__file__).parents[1] / "rules")
"""The reviews of the checks that come with crdiff."""
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


@pytest.mark.parametrize(
    "text",
    [
        "not toml at all",
        'a = "b"',
        '["check"]\nclause = [{ release = "2008" }]',
        '["check"]\nclause = [{ release = "2008-02-01", wording = 12, reason = "read" }]',
        '["check"]\nclause = [{ release = "2008-02-01", wording = "0123456789abcdef", reason = false }]',
    ],
)
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
