"""``crdiff checks import``, and what ``checks status`` and ``site build`` make of its results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema
from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("one_timeline", "little_site")

RESULTS = Path(__file__).parents[1] / "checks" / "results"
IMPORT = ("checks", "import", RESULTS / "surefire.xml", "--engine", "java", "--release", "2024-06-07")
CHECK = '''
import pytest

@pytest.mark.clause("720.6", release="2024-06-07")
def test_nobody_concedes_for_somebody_else():
    """The controller can't make the player concede."""
'''


@pytest.fixture
def imported(crdiff: Run, tmp_path: Path) -> Path:
    """Return a file with the results of an engine of 2024-06-07, beside a project with a check of its own."""
    (tmp_path / "test_engine.py").write_text(CHECK)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    assert crdiff.text(*IMPORT, "-o", "java.json", "-q") == ""
    return tmp_path / "java.json"


def test_the_answer_says_which_clauses_the_tests_name_and_how_they_stand(crdiff: Run) -> None:
    first, second, *rest = crdiff.printed(*IMPORT).splitlines()
    assert first == "java (2024-06-07): 5 tests of 6 name 5 clauses: 3 passed, 1 failed, 1 skipped"
    assert second == "under the rules of 2026-08-07: 3 covered, 1 failed, 1 uncovered"
    assert rest[0].startswith("  704.5i failed, 1 test: rules.StateBasedActionsTest rule704_5iPlaneswalker")


def test_results_and_coverage_keep_to_their_schemas(crdiff: Run, imported: Path) -> None:
    Draft202012Validator(json.loads(schema("engine-results"))).validate(json.loads(imported.read_bytes()))
    found = crdiff.json("checks", "status", ".", "--results", imported, "--all")
    assert (found["schema"], found["release"]) == ("crdiff.coverage/1", "2024-06-07")
    players = {player["name"]: player["clauses"] for player in found["players"]}
    assert players == {"checks": 1, "java (2024-06-07)": 5}
    assert len(found["nobody"]) + len(found["claimed"]) == found["clauses"]


def test_status_shows_who_claims_what_and_what_nobody_claims(crdiff: Run, imported: Path) -> None:
    status = crdiff.of("checks", "status", ".", "--results", imported)
    assert "  704.5i   java (2024-06-07): failed (1 failed)" in status.printed()
    assert "  720.6    checks: covered, unproved (1 passed)" in status.printed()
    everything = status.printed("--all")
    assert "rules and subrules of 2024-06-07 are claimed by nobody:" in everything
    assert "  905: all 14" in everything


def test_a_state_of_an_engine_fails_status_where_it_is_asked_to(crdiff: Run, imported: Path) -> None:
    status = crdiff.of("checks", "status", ".", "--results", imported, "--fail-on")
    assert [status(state).returncode for state in ("suspect", "uncovered")] == [0, 1]


SENSELESS = [
    (("none.xml",), "none.xml: the results cannot be read"),
    ((".",), "holds no results"),
    ((RESULTS / "surefire.xml", "--release", "2024-06-08"), "no text of 2024-06-08 is held"),
    ((RESULTS / "surefire.xml", "--engine", ""), "--engine '' is not a name"),
    ((RESULTS / "surefire.xml", "--link", "("), "--link '(' is not a regular expression of RE2 (missing ): ()"),
    ((RESULTS / "surefire.xml", "--map", "no.toml"), "no.toml: the map of tests cannot be read"),
    ((RESULTS / "surefire.xml", "--switches", "no.toml"), "no.toml: the switches cannot be read"),
]


def test_what_makes_no_sense_is_one_line_and_exit_code_two(crdiff: Run) -> None:
    for arguments, said in SENSELESS:
        line = crdiff.refused("checks", "import", "--engine", "e", "--release", "2024-06-07", "-q", *arguments)
        assert said in line


def test_results_that_are_none_are_refused(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "test_engine.py").write_text(CHECK)
    broken = tmp_path / "broken.json"
    broken.write_text('{"schema": "crdiff.engine-results/1", "engine": 1}')
    for command in (("checks", "status"), ("site", "build", "--plain", "--no-checks")):
        assert "broken.json: not a file of engine results" in crdiff.refused(
            *command, "--results", str(broken), "--quiet"
        )


def test_terminal_commands_in_names_are_written_out(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<testsuite><testcase name='cr_704_99 \u009b31m\u202egnp'/></testsuite>", "utf-8")
    said = crdiff.printed("checks", "import", "a.xml", "--engine", "e", "--release", "2024-06-07")
    assert "cr_704_99 \\x9b31m\\u202egnp" in said
