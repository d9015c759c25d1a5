"""Results of checks as pages read them, and the sentence under which each check is listed."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from small_excerpt import make_results

from crdiff.pages.checks.check_titles import title_of
from crdiff.reports.schemas import schema


def test_results_are_found_by_clause_and_by_check() -> None:
    results = make_results()
    (check,) = results.naming["2003-10-01-507.1a"]
    assert results.by_id[check.id] is check
    assert results.by_lineage["2003-10-01-507.1a"].state == "covered"
    assert "2003-10-01-507.4" not in results.naming


def test_the_results_that_tests_make_keep_to_the_published_schema() -> None:
    """Otherwise these tests would show pages of values that no run of checks writes."""
    value = json.loads(make_results().raw)
    published = json.loads(schema("checks"))
    Draft202012Validator(published).validate(value)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("creatures in a band cant attack different players", "Creatures in a band can’t attack different players."),
        ("in two headed giant a team doesnt draw", "In Two-Headed Giant a team doesn’t draw."),
        ("the plant went on", "The plant went on."),
    ],
)
def test_the_name_of_a_function_gets_its_marks_back(name: str, title: str) -> None:
    """As 101.2 and 810 of 2024-11-08 write them."""
    (check,) = make_results().report.checks
    assert title_of(replace(check, name=name, title="")) == title


def test_the_docstring_of_a_check_comes_before_its_name() -> None:
    (check,) = make_results().report.checks
    assert title_of(replace(check, title="Ann concedes for Bob.")) == "Ann concedes for Bob."
