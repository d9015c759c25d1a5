"""Numbers: their order, their printed forms, and how people write them."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from every import every
from hypothesis import given
from hypothesis import strategies as st
from soon import ends_soon
from table import table

from crdiff.errors import UnknownNumber
from crdiff.importers import page, pdf
from crdiff.model.number import LETTERS, NUMBERS, ClauseNumber, first_number, next_number, read_number, written_number
from crdiff.text import words
from tests.support.written import NO_NUMBERS
from tests.support.written import NUMBERS as WRITTEN

letters = st.one_of(
    st.just(""), st.sampled_from(LETTERS), st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)).map("".join)
)


@st.composite
def numbers(draw: st.DrawFn) -> ClauseNumber:
    """Draw a section, a subsection, a rule, a subrule, or a number without a rule such as ``306.b``."""
    if draw(st.booleans()) and draw(st.booleans()):
        return ClauseNumber.of(draw(st.integers(1, 9)))
    return ClauseNumber.of(draw(st.integers(100, 999)), draw(st.integers(0, 200)), draw(letters))


@given(numbers())
def test_a_number_survives_being_printed_and_read(number: ClauseNumber) -> None:
    assert ClauseNumber.parse(str(number)) == number
    assert ClauseNumber.parse(f" {number}. ") == number


@given(numbers(), numbers())
def test_two_numbers_are_equal_or_one_comes_first(one: ClauseNumber, other: ClauseNumber) -> None:
    assert (one < other) + (other < one) + (one == other) == 1


@given(numbers())
def test_a_number_comes_after_its_parent_and_stands_within_it(number: ClauseNumber) -> None:
    parent = number.parent
    assert (parent is None) == number.is_section
    if parent:
        assert parent < number
        assert number.within(parent)
        assert not parent.within(number)


@table
def test_a_number_stands_within_its_ancestors_and_beside_its_siblings(number: str, outer: str, is_within: bool) -> None:
    assert ClauseNumber.parse(number).within(ClauseNumber.parse(outer)) is is_within


@given(numbers(), numbers(), numbers())
def test_a_subtree_is_one_run_of_the_order(outer: ClauseNumber, other: ClauseNumber, another: ClauseNumber) -> None:
    inner = ClauseNumber((*outer.path, *(3, 2)[outer.level - 2 :])) if 1 < outer.level < 4 else outer
    assert inner.within(outer)
    assert inner.section == outer.section
    for number in (other, another):
        if outer < number < inner:
            assert number.within(outer)


@table
def test_numbers_sort_in_document_order(ordered: list[str]) -> None:
    parsed = [ClauseNumber.parse(printed) for printed in ordered]
    backwards = parsed[::-1]
    assert sorted(backwards) == parsed


def test_letters_skip_l_and_o_and_go_on_after_z() -> None:
    run = [first_number(ClauseNumber.parse("702.9"))]
    while run[-1].letters != "zz":
        run.append(next_number(run[-1]))
    letters = [number.letters for number in run]
    assert letters[: len(LETTERS) + 3] == [*LETTERS, "aa", "ab", "ac"]
    assert not {"l", "o"} & set("".join(letters))
    assert [number.place for number in run] == list(range(1, 1 + len(LETTERS) + len(LETTERS) ** 2))
    assert all(one < other for one, other in pairwise(run))


@table
def test_labels_as_printed_are_numbers(printed: str, number: str) -> None:
    assert str(ClauseNumber.parse(printed)) == number


@table
def test_what_is_no_number_is_refused_with_the_form_expected(printed: str) -> None:
    with pytest.raises(UnknownNumber, match="expected"):
        ClauseNumber.parse(printed)


# one module knows what a printed number looks like; see tests/form/test_one_home.py for the others


def test_the_patterns_that_cannot_import_the_grammar_say_the_same() -> None:
    assert words.tokens("CR 702.19b, 5.2.1a") == ["CR", " ", "702.19b", ",", " ", "5.2.1a"]
    assert pdf._STARTS_ANEW.pattern.startswith(NUMBERS.digits.replace("[0-9]", r"\d") + NUMBERS.stop)
    assert NUMBERS.dotted in page._ONLY_NUMBER.pattern


@table
def test_each_pattern_matches_its_kind_of_number(name: str, matching: tuple[str, ...], other: tuple[str, ...]) -> None:
    pattern = re.compile(getattr(NUMBERS, name))
    assert [printed for printed in (*matching, *other) if pattern.fullmatch(printed)] == list(matching)


@table
def test_a_pattern_has_no_groups_that_count(name: str) -> None:
    assert re.compile(getattr(NUMBERS, name)).groups == 0


@table
def test_the_first_clause_under_another_and_the_next(parent: str, first: str, second: str) -> None:
    assert str(first_number(ClauseNumber.parse(parent))) == first
    assert str(next_number(ClauseNumber.parse(first))) == second


# numbers are read as people write them, and nothing else is taken for a number


@every("written", WRITTEN)
def test_the_words_and_marks_around_a_number_do_not_count(written: str) -> None:
    assert str(read_number(written)) == WRITTEN[written]


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
