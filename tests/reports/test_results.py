"""The formats that jobs read are what their readers expect: GitHub's commands, JUnit, SARIF."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from junitparser import JUnitXml
from msgspec.structs import replace

from crdiff import __version__
from crdiff.changes.change import Comparison
from crdiff.model.release import Level
from crdiff.reports.answer import Result, Results, Rule, TextFix
from crdiff.reports.ci_forms import SHOWN, github, junit, sarif
from crdiff.reports.diff import diff_results
from crdiff.reports.view import view
from tests.conftest import Golden

FORMS = Path(__file__).parents[1] / "golden" / "reports"
# The schema of SARIF 2.1.0 (OASIS), as SchemaStore publishes it.
SARIF_SCHEMA = Path(__file__).with_name("schemas") / "sarif-2.1.0.json"

RULES = (
    Rule("stale-reference", Level.ERROR, "A citation must lead somewhere."),
    Rule("double-space", Level.WARNING, "Two spaces are a slip."),
    Rule("unused-term", Level.NOTE, "A term that no rule uses."),
)
HOSTILE = "100% of “it”: a, b\nand ::error:: \x0b<c> & “d”"


def result(rule: Rule, number: str, message: str = "is wrong", **place: object) -> Result:
    usual: dict[str, object] = {"file": "some rules.txt", "line": 7, "column": 3, "end_line": 7, "end_column": 9}
    usual["fails"] = rule.level is not Level.NOTE
    return Result(rule.id, rule.level, number, message, fingerprint=f"{len(number):012x}", **{**usual, **place})  # type: ignore[arg-type]


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


@pytest.mark.parametrize("form", [github, junit, sarif])
def test_results_are_written_for_jobs_as_reviewed(golden: Golden, form: Callable[[Results], str | bytes]) -> None:
    """Some of four kinds, the same where none of them fails the run, and nothing."""
    passing = replace(RESULTS, results=tuple(replace(each, fails=False) for each in RESULTS.results))
    told = [form(results) for results in (RESULTS, passing, NOTHING)]
    texts = [each.decode() if isinstance(each, bytes) else each for each in told]
    golden(FORMS / f"{form.__name__}.txt", "\n".join(texts).replace(f'"{__version__}"', "…"))


def test_a_reader_of_each_form_finds_what_there_is(tmp_path: Path) -> None:
    """What a message says of its own, such as another command or an end of a line, is read back as it was."""
    assert [(kind, said) for kind, _, said in annotations(github(RESULTS))][1] == ("warning", HOSTILE)
    for results, counts in ((RESULTS, (4, 3, 0)), (NOTHING, (len(RULES), 0, 0))):
        (tmp_path / "report.xml").write_bytes(junit(results))
        report = JUnitXml.fromfile(str(tmp_path / "report.xml"))
        assert (report.tests, report.failures, report.errors) == counts
        jsonschema.validate(json.loads(sarif(results)), json.loads(SARIF_SCHEMA.read_text("utf-8")))


def test_what_github_would_not_show_is_in_the_log() -> None:
    many = Results("lint", RULES, tuple(result(RULES[1], f"100.{number}") for number in range(1, 31)))
    text = github(many)
    assert len(annotations(text)) == SHOWN
    assert "20 more results" in text
    assert all(f"100.{number} " in text for number in range(SHOWN + 1, 31))
    assert text.splitlines()[-1] == "crdiff lint: 30 warnings"


def test_changes_are_told_by_what_has_to_be_done_about_them(comparison: Comparison) -> None:
    results = diff_results(view(comparison), "rules.txt")
    assert len(results.results) == len([c for c in view(comparison).changes if c.is_changed])
    by_level = {result.rule: result.level for result in results.results}
    assert by_level["review"] is Level.WARNING
    assert {"mechanical", "place"} & set(by_level)
    assert len({result.fingerprint for result in results.results}) == len(results.results)
    jsonschema.validate(json.loads(sarif(results)), json.loads(SARIF_SCHEMA.read_text("utf-8")))
    assert len(annotations(github(results))) == len(results.results)
