"""Results of checks as pages read them."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator
from small_excerpt import make_results

from crdiff.errors import CorpusError
from crdiff.pages.checks.check_results import read_results


def test_results_are_found_by_clause_and_by_check() -> None:
    results = make_results()
    (check,) = results.checks_of("2003-10-01-507.1a")
    assert results.by_id[check.id] is check
    assert results.by_lineage["2003-10-01-507.1a"].state == "covered"
    assert results.checks_of("2003-10-01-507.4") == ()


def test_the_results_that_tests_make_keep_to_the_published_schema() -> None:
    """Otherwise these tests would show pages of values that no run of checks writes."""
    value = json.loads(make_results().raw)
    published = json.loads(files("crdiff.reports.schemas").joinpath("checks.json").read_text("utf-8"))
    Draft202012Validator(published).validate(value)


def test_fields_that_pages_do_not_show_are_passed_over() -> None:
    value = json.loads(make_results().raw)
    value["something"] = value["checks"][0]["more"] = 1
    assert read_results(json.dumps(value).encode()).checks == make_results().checks


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "results.json: no results of checks"),
        (b"[]", "results.json: no results of checks"),
        (
            b'{"schema": "crdiff.diff/1"}',
            "results.json: results of checks of schema 'crdiff.diff/1'; expected crdiff.checks/1",
        ),
        (b'{"schema": "crdiff.checks/1"}', "results.json: no results of checks"),
    ],
)
def test_a_file_of_something_else_is_one_clear_line(raw: bytes, said: str) -> None:
    with pytest.raises(CorpusError) as caught:
        read_results(raw, "results.json")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)
