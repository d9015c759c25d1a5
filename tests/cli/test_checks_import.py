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
CHECK = '''
import pytest

@pytest.mark.clause("720.6", release="2024-06-07")
def test_nobody_concedes_for_somebody_else():
    """The controller can't make the player concede."""
'''


@pytest.fixture
def imported(crdiff: Run, tmp_path: Path) -> Path:
    """Return a file with the results of an engine of 2024-06-07."""
    file = tmp_path / "java.json"
    done = crdiff("checks", "import", str(RESULTS / "surefire.xml"), "--engine", "java", "--release", "2024-06-07",
                  "-o", str(file), "-q")  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    return file


def valid(name: str, raw: bytes) -> dict[str, object]:
    value = json.loads(raw)
    Draft202012Validator(json.loads(schema(name))).validate(value)
    return value


def test_the_answer_says_which_clauses_the_tests_name_and_how_they_stand(crdiff: Run) -> None:
    done = crdiff("checks", "import", str(RESULTS / "surefire.xml"), "--engine", "java", "--release", "2024-06-07")
    assert done.returncode == 0
    first, second, *rest = done.stdout.decode().splitlines()
    assert first == "java (2024-06-07): 5 tests of 6 name 5 clauses: 3 passed, 1 failed, 1 skipped"
    assert second == "under the rules of 2026-08-07: 3 covered, 1 failed, 1 uncovered"
    assert rest[0].startswith("  704.5i failed, 1 test: rules.StateBasedActionsTest rule704_5iPlaneswalker")


def test_results_and_coverage_keep_to_their_schemas(crdiff: Run, imported: Path, tmp_path: Path) -> None:
    valid("engine-results", imported.read_bytes())
    (tmp_path / "test_engine.py").write_text(CHECK)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    done = crdiff("checks", "status", ".", "--results", str(imported), "--all", "--format", "json")
    found = valid("coverage", done.stdout)
    assert found["release"] == "2024-06-07"
    players = {player["name"]: player["clauses"] for player in found["players"]}  # type: ignore[attr-defined]
    assert players == {"checks": 1, "java (2024-06-07)": 5}
    assert len(found["nobody"]) + len(found["claimed"]) == found["clauses"]  # type: ignore[arg-type]


def test_status_shows_who_claims_what_and_what_nobody_claims(crdiff: Run, imported: Path, tmp_path: Path) -> None:
    (tmp_path / "test_engine.py").write_text(CHECK)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    claimed = crdiff.text("checks", "status", ".", "--results", str(imported))
    assert "  704.5i   java (2024-06-07): failed (1 failed)" in claimed
    assert "  720.6    checks: covered, unproved (1 passed)" in claimed
    everything = crdiff.text("checks", "status", ".", "--results", str(imported), "--all")
    assert "rules and subrules of 2024-06-07 are claimed by nobody:" in everything
    assert "  905: all 14" in everything


def test_a_state_of_an_engine_fails_status_where_it_is_asked_to(crdiff: Run, imported: Path, tmp_path: Path) -> None:
    (tmp_path / "test_engine.py").write_text(CHECK)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    assert crdiff("checks", "status", ".", "--results", str(imported), "--fail-on", "suspect").returncode == 0
    assert crdiff("checks", "status", ".", "--results", str(imported), "--fail-on", "uncovered").returncode == 1


SENSELESS = [
    (("none.xml",), b"none.xml: the results cannot be read"),
    ((".",), b"holds no results"),
    ((RESULTS / "surefire.xml", "--release", "2024-06-08"), b"no text of 2024-06-08 is held"),
    ((RESULTS / "surefire.xml", "--engine", ""), b"--engine '' is not a name"),
    ((RESULTS / "surefire.xml", "--link", "("), b"--link '(' is not a regular expression of RE2 (missing ): ()"),
    ((RESULTS / "surefire.xml", "--map", "no.toml"), b"no.toml: the map of tests cannot be read"),
    ((RESULTS / "surefire.xml", "--switches", "no.toml"), b"no.toml: the switches cannot be read"),
]


def test_what_makes_no_sense_is_one_line_and_exit_code_two(crdiff: Run) -> None:
    for arguments, said in SENSELESS:
        done = crdiff("checks", "import", "--engine", "e", "--release", "2024-06-07", "-q", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), arguments
        assert said in done.stderr


def test_results_that_are_none_are_refused(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "test_engine.py").write_text(CHECK)
    broken = tmp_path / "broken.json"
    broken.write_text('{"schema": "crdiff.engine-results/1", "engine": 1}')
    for command in (("checks", "status"), ("site", "build", "--plain", "--no-checks")):
        assert "broken.json: not a file of engine results" in crdiff.refused(*command, "--results", str(broken))


def test_terminal_commands_in_names_are_written_out(crdiff: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.xml"
    file.write_text("<testsuite><testcase name='cr_704_99 \u009b31m\u202egnp'/></testsuite>", "utf-8")
    done = crdiff("checks", "import", str(file), "--engine", "e", "--release", "2024-06-07")
    assert b"cr_704_99 \\x9b31m\\u202egnp" in done.stdout
