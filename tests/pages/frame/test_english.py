"""Sentences that read like sentences."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.pages.frame import english


@pytest.mark.parametrize(
    ("count", "said"), [(0, "no clauses"), (1, "one clause"), (11, "eleven clauses"), (21, "21 clauses")]
)
def test_small_counts_are_said_in_letters(count: int, said: str) -> None:
    assert english.counted(count, "clause") == said


def test_irregular_plurals_are_given() -> None:
    assert english.counted(2, "glossary entry", "glossary entries") == "two glossary entries"


def test_a_sentence_begins_upper_and_ends_in_one_full_stop() -> None:
    assert english.sentence("two words replaced") == "Two words replaced."
    assert english.sentence("two words replaced.") == "Two words replaced."
    assert english.sentence("") == ""


def test_years_of_dates() -> None:
    assert english.years([date(2018, 4, 27), date(2018, 6, 8)]) == "2018"
    assert english.years([date(2014, 5, 1), date(2003, 10, 1)]) == "2003–2014"


@given(st.text(), st.integers(5, 60))
def test_clipped_text_is_one_line_of_at_most_the_width(text: str, width: int) -> None:
    clipped = english.clipped(text, width)
    assert len(clipped) <= width
    assert "\n" not in clipped
    if len(" ".join(text.split())) <= width:
        assert clipped == " ".join(text.split())
