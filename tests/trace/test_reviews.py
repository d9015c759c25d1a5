"""The file of reviews: what is written is read back, and lines of different checks do not touch."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from crdiff.errors import CorpusError
from crdiff.trace.reviews import Review, accepted, read_reviews, write_reviews
from tests.support.days import on

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


@pytest.mark.parametrize("text", ["not toml at all", 'a = "b"', '["check"]\nclause = [{ release = "2008" }]'])
def test_another_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(CorpusError, match="no file of reviews"):
        read_reviews(text)
