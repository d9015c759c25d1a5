"""A project of somebody else: its own engine, settings, fixtures and texts; crdiff is only installed.

Nothing in it knows of this checkout, and its settings are strict: a warning or an unknown marker ends the run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from small_archive import fill

from crdiff.reports.schemas import schema
from tests.small_releases import RELEASES

FILES = {
    "pyproject.toml": """
[tool.pytest.ini_options]
testpaths = ["checks"]
pythonpath = ["src"]
addopts = ["--strict-markers", "--strict-config", "-p", "no:cacheprovider"]
filterwarnings = ["error"]
markers = ["slow: a marker of their own"]
""",
    "src/engine/__init__.py": """
def may_concede(player, whose_turn):
    return True


def players_needed():
    return 2
""",
    "checks/conftest.py": """
import pytest


@pytest.fixture(params=["Ann", "Bob"])
def whose_turn(request):
    return request.param
""",
    "checks/rules/test_conceding.py": '''
import pytest

from engine import may_concede, players_needed


@pytest.mark.slow
@pytest.mark.clause("701.1", release="2014-05-01")
def test_a_player_concedes_at_any_time(crdiff_release, whose_turn):
    """Ann concedes, whoever’s turn it is."""
    assert may_concede("Ann", whose_turn)


class TestPlayers:
    @pytest.mark.clause("100.1", release="2014-05-01")
    def test_two_are_enough(self):
        assert players_needed() == 2
''',
    "checks/test_arithmetic.py": """
def test_nothing_of_rules():
    assert 1 + 1 == 2
""",
}

Run = Callable[..., "CompletedProcess[str]"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the texts of the project, as `crdiff corpus add` keeps them."""
    return fill(tmp_path_factory.mktemp("archive") / "texts")


@pytest.fixture
def run(tmp_path: Path, archive: Path) -> Run:
    """Write the project and return a function that runs the installed pytest in it."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, "utf-8")
    ours = {"PYTHONPATH", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"}
    environment = {name: value for name, value in os.environ.items() if name not in ours}

    def pytest_there(*options: str) -> CompletedProcess[str]:
        return subprocess.run(
            [Path(sys.executable).with_name("pytest"), f"--crdiff-corpus={archive}", *options],
            cwd=tmp_path,
            env=environment | {"CRDIFF_HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=False,
        )

    return pytest_there


def test_checks_are_bound_to_the_texts_of_the_project_and_reported_everywhere(run: Run, tmp_path: Path) -> None:
    """One run writes all: lines on the terminal, JUnit with the clauses, and JSON by its schema."""
    done = run("--junit-xml", "junit.xml", "--crdiff-report", "build/checks.json")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout

    assert f"{2 * len(RELEASES) + 2} passed" in done.stdout
    assert "= clauses =" in done.stdout
    assert f"2 checks on 2 clauses in {len(RELEASES)} releases" in done.stdout

    cases = {case.attrib["name"]: case for case in ET.parse(tmp_path / "junit.xml").iter("testcase")}
    told = [(each.attrib["name"], each.attrib["value"]) for each in _properties(cases, "Ann", "2003-10-01")]
    assert ("clause", "2003-10-01-500.1") in told
    assert ("clause_number", "500.1") in told
    assert ("crdiff_release", "2003-10-01") in told
    assert _properties(cases, "test_nothing_of_rules") == []

    report = json.loads((tmp_path / "build" / "checks.json").read_text("utf-8"))
    jsonschema.validate(report, json.loads(schema("checks")))
    assert {check["id"].partition("::")[0] for check in report["checks"]} == {"checks/rules/test_conceding.py"}
    played = {
        check["id"].rpartition("::")[2]: [each["release"] for each in check["runs"]] for check in report["checks"]
    }
    assert played["test_a_player_concedes_at_any_time"] == list(RELEASES)
    assert played["test_two_are_enough"] == [max(RELEASES)]


def _properties(cases: dict[str, ET.Element], *parts: str) -> list[ET.Element]:
    (name,) = (name for name in cases if all(part in name for part in parts))
    return list(cases[name].iter("property"))


def test_a_fault_of_the_engine_is_told_with_its_clause(run: Run, tmp_path: Path) -> None:
    """It fails under one parameter of two: the worse outcome is that of the check."""
    engine = tmp_path / "src" / "engine" / "__init__.py"
    engine.write_text(FILES["src/engine/__init__.py"].replace("return True", "return player == whose_turn"), "utf-8")
    done = run("--crdiff-report", "checks.json", "--crdiff-release", "2009-07-11")
    assert done.returncode == 1
    checks = json.loads((tmp_path / "checks.json").read_text("utf-8"))["checks"]
    (failed,) = (check for check in checks if check["id"].endswith("concedes_at_any_time"))
    assert [(each["release"], each["outcome"]) for each in failed["runs"]] == [("2009-07-11", "failed")]
    assert failed["runs"][0]["message"].startswith("AssertionError")
