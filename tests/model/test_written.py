"""Numbers are read as people write them, and nothing else is taken for a number."""

from __future__ import annotations

import pytest
from every import every
from hypothesis import given
from hypothesis import strategies as st
from soon import ends_soon

from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber, read_number, written_number
from tests.support.written import NO_NUMBERS, NUMBERS


@every("written", NUMBERS)
def test_the_words_and_marks_around_a_number_do_not_count(written: str) -> None:
    assert str(read_number(written)) == NUMBERS[written]


@every("written", NO_NUMBERS)
def test_what_is_no_number_is_not_taken_for_one(written: str) -> None:
    assert written_number(written) is None
    with pytest.raises(UnknownNumber, match="is not a clause number; expected a number such as"):
        read_number(written)


@given(st.integers(100, 999), st.integers(1, 999), st.sampled_from(("", "a", "aa", "z")))
def test_every_number_as_printed_is_read(subsection: int, rule: int, letter: str) -> None:
    number = ClauseNumber.of(subsection, rule, letter)
    assert written_number(str(number)) == number
    assert written_number(f"CR {str(number).upper()}.") == number


@given(st.text(max_size=40))
def test_what_is_read_has_a_printed_form_that_reads_the_same(written: str) -> None:
    number = written_number(written)
    assert number is None or ClauseNumber.parse(str(number)) == number


@pytest.mark.parametrize("piece", ["rule ", "§", "(", "1 ", " ", ". ", "702. .", "7"])
def test_a_long_line_is_refused_at_once(piece: str) -> None:
    with ends_soon():
        assert written_number(piece * 200_000 + "!x") is None
