"""One module knows what a printed number looks like; see tests/form/test_one_grammar.py for the others."""

from __future__ import annotations

import re

import pytest

from crdiff.importers import page, pdf
from crdiff.model.number import NUMBERS, ClauseNumber, first_number, next_number
from crdiff.text import words


def test_the_patterns_that_cannot_import_the_grammar_say_the_same() -> None:
    assert NUMBERS.below.replace("[0-9]", r"\d") in words._SOLID
    assert pdf._STARTS_ANEW.pattern.startswith(NUMBERS.digits.replace("[0-9]", r"\d") + NUMBERS.stop)
    assert NUMBERS.dotted in page._ONLY_NUMBER.pattern


@pytest.mark.parametrize(
    ("name", "matching", "other"),
    [
        ("heading", ("7", "702"), ("0", "70", "702.9")),
        ("dotted", ("702.9", "702.9a", "704.5aa", "100.0"), ("702", "702.", "702.9abc", "072.9")),
        ("number", ("702", "702.9", "702.9a"), ("7", "702.0", "702.")),
        ("cited", ("702", "702.9", "702.9a"), ("7", "702.0", "7021")),
        ("label", ("702.", "702.9.", "702.9", "702.9a", "702.9a."), ("702", "7.", "702..")),
        ("written", ("7", "702.19b", "702. 19 b", "702.19(b)"), ("702.19(b", "7021")),
        ("printed", ("7", "702.", "606. 8b", "306.b"), ("702.9abc", "Trample")),
    ],
)
def test_each_pattern_matches_its_kind_of_number(name: str, matching: tuple[str, ...], other: tuple[str, ...]) -> None:
    pattern = re.compile(getattr(NUMBERS, name))
    assert [printed for printed in (*matching, *other) if pattern.fullmatch(printed)] == list(matching)


@pytest.mark.parametrize(
    "name", ["heading", "dotted", "number", "cited", "label", "below", "letters", "any_letters", "written"]
)
def test_a_pattern_has_no_groups_that_count(name: str) -> None:
    assert re.compile(getattr(NUMBERS, name)).groups == 0


@pytest.mark.parametrize(
    ("parent", "first", "second"), [("7", "700", "701"), ("702", "702.1", "702.2"), ("702.9", "702.9a", "702.9b")]
)
def test_the_first_clause_under_another_and_the_next(parent: str, first: str, second: str) -> None:
    assert str(first_number(ClauseNumber.parse(parent))) == first
    assert str(next_number(ClauseNumber.parse(first))) == second
