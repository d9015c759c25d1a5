"""The formats that jobs read are what their readers expect: GitHub's commands, JUnit, SARIF."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from junitparser import Failure, JUnitXml
from msgspec.structs import replace

from crdiff.changes.change import Comparison
from crdiff.model.release import Level
from crdiff.reports.answer import Result, Results, Rule, TextFix
from crdiff.reports.ci_forms import SHOWN, github, junit, sarif
from crdiff.reports.diff import diff_results
from crdiff.reports.view import view

SARIF_SCHEMA = Path(__file__).with_name("schemas") / "sarif-2.1.0.json"
"""The schema of SARIF 2.1.0 (OASIS), as SchemaStore publishes it."""

RULES = (
    Rule("stale-reference", Level.ERROR, "A citation must lead somewhere."),
    Rule("double-space", Level.WARNING, "Two spaces are a slip."),
    Rule("unused-term", Level.NOTE, "A term that no rule uses."),
)
HOSTILE = "100% of “it”: a, b\nand ::error:: \x0b<c> & “d”"


def result(rule: Rule, number: str, message: str = "is wrong", **place: object) -> Result:
    usual: dict[str, object] = {"file": "some rules.txt", "line": 7, "column": 3, "end_line": 7, "end_column": 9}
    usual["fails"] = rule.level is not Level.NOTE
    return Result(
        rule.id, rule.level, number, message, fingerprint=f"{abs(hash(number)) % 16**12:012x}", **{**usual, **place}
    )  # type: ignore[arg-type]


RESULTS = Results(
    "lint",
    RULES,
    (
        result(RULES[0], "104.3a", fix=TextFix(7, 3, 7, 9, "104.3b")),
        result(RULES[1], "104.4", HOSTILE, column=0),
        result(RULES[2], "Zombie", line=0, column=0, end_line=0, end_column=0),
        result(RULES[1], "", "of the whole", file=""),
    ),
)
NOTHING = Results("lint", RULES, ())

COMMAND = re.compile(r"::(error|warning|notice) ?([^:]*)::(.*)")


def annotations(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Read workflow commands as a runner does: commands at the beginning of a line, properties, then the message."""
    found = []
    for line in text.rstrip("\n").split("\n"):
        if match := COMMAND.fullmatch(line):
            properties = dict(pair.split("=", 1) for pair in match[2].split(","))
            found.append((match[1], {key: _plain(value) for key, value in properties.items()}, _plain(match[3])))
        else:
            assert "::" not in line
    return found


def _plain(text: str) -> str:
    for code, character in (("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def test_annotations_say_where_and_what() -> None:
    told = annotations(github(RESULTS))
    assert [kind for kind, _, _ in told] == ["error", "warning", "warning", "notice"]
    assert told[0][1] == {
        "file": "some rules.txt", "line": "7", "endLine": "7", "col": "3", "endColumn": "9",
        "title": "stale-reference 104.3a",
    }  # fmt: skip
    assert told[1][2] == HOSTILE
    assert "col" not in told[1][1]
    assert told[2][1] == {"title": "double-space", "line": "7", "endLine": "7", "col": "3", "endColumn": "9"}
    assert told[3][1] == {"file": "some rules.txt", "title": "unused-term Zombie"}


def test_what_github_would_not_show_is_in_the_log() -> None:
    many = Results("lint", RULES, tuple(result(RULES[1], f"100.{number}") for number in range(1, 31)))
    text = github(many)
    assert len(annotations(text)) == SHOWN
    assert "20 more results" in text
    assert all(f"100.{number} " in text for number in range(SHOWN + 1, 31))
    assert text.splitlines()[-1] == "crdiff lint: 30 warnings"


def test_nothing_to_report_is_said() -> None:
    assert github(NOTHING) == "crdiff lint: nothing to report\n"


def test_a_junit_reader_finds_suites_failures_and_places(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    file.write_bytes(junit(RESULTS))
    report = JUnitXml.fromfile(str(file))
    assert (report.tests, report.failures, report.errors) == (4, 3, 0)
    suites = {suite.name: list(suite) for suite in report}
    assert set(suites) == {rule.id for rule in RULES}
    (case,) = suites["stale-reference"]
    assert case.classname == "crdiff.lint.stale-reference"
    (failure,) = case.result
    assert isinstance(failure, Failure)
    assert (failure.type, failure.message) == ("error", "is wrong")
    assert suites["unused-term"][0].is_passed
    assert "\\x0b<c> & “d”" in suites["double-space"][0].result[0].text


def test_what_does_not_fail_the_run_is_no_failure(tmp_path: Path) -> None:
    passing = tuple(replace(each, fails=False) for each in RESULTS.results)
    (tmp_path / "report.xml").write_bytes(junit(replace(RESULTS, results=passing)))
    report = JUnitXml.fromfile(str(tmp_path / "report.xml"))
    assert (report.tests, report.failures) == (4, 0)


def test_a_rule_without_results_is_a_passed_test(tmp_path: Path) -> None:
    file = tmp_path / "report.xml"
    file.write_bytes(junit(NOTHING))
    report = JUnitXml.fromfile(str(file))
    assert (report.tests, report.failures) == (len(RULES), 0)
    assert all(case.is_passed for suite in report for case in suite)


@pytest.mark.parametrize("results", [RESULTS, NOTHING], ids=["some", "none"])
def test_sarif_keeps_to_the_official_schema(results: Results) -> None:
    log = json.loads(sarif(results))
    jsonschema.validate(log, json.loads(SARIF_SCHEMA.read_text("utf-8")))


def test_sarif_holds_places_fingerprints_and_fixes() -> None:
    (run,) = json.loads(sarif(RESULTS))["runs"]
    stale, double, unused, whole = run["results"]
    place = stale["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "some%20rules.txt"
    assert place["region"] == {"startLine": 7, "startColumn": 3, "endLine": 7, "endColumn": 9}
    replacement = stale["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement == {"deletedRegion": place["region"], "insertedContent": {"text": "104.3b"}}
    assert stale["partialFingerprints"]["crdiff/v1"]
    assert run["tool"]["driver"]["rules"][double["ruleIndex"]]["id"] == "double-space"
    assert "startColumn" not in double["locations"][0]["physicalLocation"]["region"]
    assert "region" not in unused["locations"][0]["physicalLocation"]
    assert "physicalLocation" not in whole["locations"][0]
    assert "fixes" not in double


def test_changes_are_told_by_what_has_to_be_done_about_them(comparison: Comparison) -> None:
    results = diff_results(view(comparison), "rules.txt")
    assert len(results.results) == len([c for c in view(comparison).changes if c.is_changed])
    by_level = {result.rule: result.level for result in results.results}
    assert by_level["review"] is Level.WARNING
    assert {"mechanical", "place"} & set(by_level)
    assert len({result.fingerprint for result in results.results}) == len(results.results)
    jsonschema.validate(json.loads(sarif(results)), json.loads(SARIF_SCHEMA.read_text("utf-8")))
    assert len(annotations(github(results))) == len(results.results)
