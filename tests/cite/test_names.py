"""The numbers in names of tests, as people and test runners spell them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from table import table_at_once

from crdiff.cite.scan import numbers_in_name
from crdiff.model.number import ClauseNumber


@table_at_once
def test_a_name_cites_the_numbers_that_it_spells(name: str, expected: str) -> None:
    assert " ".join(str(each.number) for each in numbers_in_name(name)) == expected


def test_a_number_without_a_word_before_it_is_marked() -> None:
    assert [each.is_bare for each in numbers_in_name("704.5k: the legend rule")] == [True]
    assert [each.is_bare for each in numbers_in_name("CR 704.5k: the legend rule")] == [False]


@given(st.integers(100, 999), st.integers(1, 99), st.sampled_from(["", *"bcdefghjkm"]), st.booleans())
def test_a_number_is_read_from_an_identifier_and_from_a_sentence(
    sub: int, rule: int, letter: str, joined: bool
) -> None:
    number = ClauseNumber.of(sub, rule, letter)
    spelled = f"test_cr{'' if joined else '_'}{sub}_{rule}{letter}_holds"
    assert [each.number for each in numbers_in_name(spelled)] == [number]
    assert [each.number for each in numbers_in_name(f"CR {number}: holds")] == [number]


@given(st.text(max_size=200))
def test_any_name_is_read(name: str) -> None:
    numbers_in_name(name)
