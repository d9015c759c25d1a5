"""Results of checks as pages read them."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator
from small_excerpt import make_results

from crdiff.reports.schemas import schema


def test_results_are_found_by_clause_and_by_check() -> None:
    results = make_results()
    (check,) = results.checks_of("2003-10-01-507.1a")
    assert results.by_id[check.id] is check
    assert results.by_lineage["2003-10-01-507.1a"].state == "covered"
    assert results.checks_of("2003-10-01-507.4") == ()


def test_the_results_that_tests_make_keep_to_the_published_schema() -> None:
    """Otherwise these tests would show pages of values that no run of checks writes."""
    value = json.loads(make_results().raw)
    published = json.loads(schema("checks"))
    Draft202012Validator(published).validate(value)
