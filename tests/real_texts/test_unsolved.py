"""What crdiff gets wrong today, each case as the page on tricky cases tells it; strict, so that a cure is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.changes.change import Comparison, Part
from tests.conftest import Compared

PAGE = Path(__file__).parents[2] / "site" / "tricky-cases.md"


def heirs(comparison: Comparison, number: str) -> set[str]:
    """Return the new numbers of an old clause."""
    return {
        clause.number
        for change in comparison.changes
        if change.part is Part.RULES and number in {clause.number for clause in change.old}
        for clause in change.new
    }


UNSOLVED = [
    ("2009-05-01", "2009-07-11", "411.1", {"605.3"}, "rewritten on one subject"),
    ("2009-05-01", "2009-07-11", "502.11b", {"702.19c"}, "rewritten on one subject"),
    ("2003-05-26", "2003-10-01", "401.2", {"415.1", "415.3", "401.2", "213.2"}, "dissolved into several"),
]


@pytest.mark.xfail(strict=True, reason="see site/tricky-cases.md, Not solved")
@pytest.mark.parametrize(
    ("old", "new", "number", "expected"),
    [case[:4] for case in UNSOLVED],
    ids=[f"{case[0]} {case[2]}" for case in UNSOLVED],
)
def test_a_clause_goes_where_a_person_found_it(
    comparison: Compared, old: str, new: str, number: str, expected: set[str]
) -> None:
    assert heirs(comparison(old, new), number) == expected


@pytest.mark.xfail(strict=True, reason="see site/tricky-cases.md, Not solved")
def test_a_rewording_that_only_quoted_abilities_follow_is_named(comparison: Compared) -> None:
    found = comparison("2024-06-07", "2024-07-30").rewordings
    assert ("enters the battlefield", "enters") in {(rewording.old, rewording.new) for rewording in found}


@pytest.mark.parametrize("said", sorted({said for *_, said in UNSOLVED} | {"enters the battlefield"}))
def test_what_is_not_solved_is_told(said: str) -> None:
    assert said in PAGE.read_text("utf-8").partition("## Not solved")[2].lower()
