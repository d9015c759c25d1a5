"""The report of a run as JSON: it keeps to its published schema in both directions."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from crdiff.errors import CorpusError
from crdiff.reports.schemas import schema
from crdiff.trace.report import SCHEMA, CheckReport, read_report, read_summary
from crdiff.trace.results import Check, CheckCoverage, Run, report_of
from crdiff.trace.scope import read_scope
from crdiff.trace.timeline import ClauseName, Timeline

PUBLISHED = json.loads(schema("checks"))


def _report(small: Timeline) -> CheckReport:
    names = ("100.1@2001-01-01", "999.9@2001-01-01", "100.2@2001-01-01")
    runs = tuple(Run(release, "passed") for release in small.releases)
    checks = [
        Check(f"t.py::test_{at}", "Title.", "", "t.py", 3, "def …", (ClauseName.parse(name),), runs)
        for at, name in enumerate(names)
    ]
    return report_of(CheckCoverage(small, small.releases, tuple(checks), scope=read_scope(f'scope = ["{names[0]}"]')))


def test_a_report_keeps_to_its_schema_and_is_read_back_unchanged(small: Timeline) -> None:
    report = _report(small)
    value = json.loads(report.encoded())
    Draft202012Validator(PUBLISHED).validate(value)
    assert next(iter(value.items())) == ("schema", SCHEMA)
    assert read_report(report.encoded()) == report


def test_keys_added_later_are_ignored(small: Timeline) -> None:
    report = _report(small)
    value = json.loads(report.encoded())
    value["something"] = value["checks"][0]["more"] = 1
    assert read_report(json.dumps(value).encode()) == report


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "results.json: not a file of check results"),
        (b"[]", "results.json: not a file of check results"),
        (
            b'{"schema": "crdiff.diff/1"}',
            "results.json: results of checks of schema 'crdiff.diff/1'; expected crdiff.checks/1",
        ),
        (b'{"schema": "crdiff.checks/1"}', "results.json: not a file of check results"),
        (b'{"more": ' + b"[" * 200_000, "results.json: not a file of check results"),
    ],
)
def test_a_file_of_something_else_is_one_clear_line(raw: bytes, said: str) -> None:
    with pytest.raises(CorpusError) as caught:
        read_report(raw, "results.json")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_the_summary_can_be_read_alone(embedded: Timeline) -> None:
    check = Check("a::b", "", "", "a", 1, "", (ClauseName.of("720.6", "2024-06-07"),))
    report = report_of(CheckCoverage(embedded, embedded.releases, (check,)))
    assert read_summary(report.encoded()) == report.summary
    assert report.summary.checks == 1
