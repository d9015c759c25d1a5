"""Checks played in two processes are reported as those played in one: the same results in the same order."""

from __future__ import annotations

import os
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commands import run_pytest

from crdiff.output.child_process import can_fork
from crdiff.pytest_plugin import in_two

pytestmark = pytest.mark.skipif(not can_fork() or (os.cpu_count() or 1) < 2, reason="one process plays everything")

CHECKS = """
import os
from pathlib import Path
import pytest

@pytest.fixture(autouse=True)
def process():
    with Path(__file__).with_suffix(".process").open("a") as file:
        file.write(f"{os.getpid()}\\n")

@pytest.mark.parametrize("turn", range(TURNS))
@pytest.mark.clause("720.6", release="2024-06-07")
def test_of_a_release(crdiff_release, turn):
    assert turn != 7, "SAID"
"""
IN_TWO = ("-p", "crdiff.pytest_plugin.in_two")
MANY = 8
"""Tests of one of two files: together as many as two processes play, where these pay sooner than they do."""


@pytest.fixture(autouse=True)
def _two_processes_pay_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_two, "_FEWEST", 2 * MANY)


def _write(folder: Path, turns: int, first: str = "", second: str = "") -> None:
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n", "utf-8")
    for name, more in (("first", first), ("second", second)):
        checks = CHECKS.replace("TURNS", str(turns)).replace("SAID", f"{name} fails")
        (folder / f"test_{name}.py").write_text(checks + more, "utf-8")


def _play(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    asked = ("--crdiff-built-in", "--crdiff-release=2024-06-07", "--crdiff-report=report.json", "--junit-xml=junit.xml")
    return run_pytest(["-q", "-ra", "-p", "no:xdist", "--capture=sys", *asked, *options], folder)


def _processes(folder: Path) -> list[set[str]]:
    """Return the processes that played the tests of each file, and forget them."""
    files = [folder / f"test_{name}.process" for name in ("first", "second")]
    found = [set(file.read_text().split()) for file in files]
    for file in files:
        file.unlink()
    return found


def _cases(folder: Path) -> list[tuple[str | None, list[str]]]:
    cases = ET.parse(folder / "junit.xml").iter("testcase")
    return [(case.get("name"), [each.tag for each in case]) for case in cases]


def _said(done: subprocess.CompletedProcess[str]) -> str:
    """Return what pytest printed, without the time it took."""
    return re.sub(r"in [\d.]+s", "", done.stdout)


def test_two_processes_report_what_one_does(tmp_path: Path) -> None:
    _write(tmp_path, MANY)
    alone, report, cases = _play(tmp_path), (tmp_path / "report.json").read_bytes(), _cases(tmp_path)
    assert len(set.union(*_processes(tmp_path))) == 1
    both = _play(tmp_path, *IN_TWO)
    first, second = _processes(tmp_path)
    assert (len(first), len(second), first & second) == (1, 1, set())
    assert (both.returncode, both.stderr) == (alone.returncode, alone.stderr) == (1, "")
    assert _said(both) == _said(alone)
    assert "first fails" in both.stdout
    assert "second fails" in both.stdout
    assert (tmp_path / "report.json").read_bytes() == report
    assert _cases(tmp_path) == cases
    assert len(cases) == 2 * MANY


def test_few_checks_are_played_by_one_process(tmp_path: Path) -> None:
    _write(tmp_path, MANY - 1)
    _play(tmp_path, *IN_TWO)
    assert len(set.union(*_processes(tmp_path))) == 1


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_a_process_that_is_lost_is_one_error(tmp_path: Path, end: str) -> None:
    """It never is a report with holes, whatever the process said of itself."""
    _write(tmp_path, MANY, second=f"\ndef test_of_the_end():\n    {end}\n")
    done = _play(tmp_path, *IN_TWO)
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert done.stderr.strip() == "ERROR: a process that played checks ended before its time; expected enough memory"


def test_what_is_collected_is_not_played(tmp_path: Path) -> None:
    _write(tmp_path, MANY)
    assert _play(tmp_path, *IN_TWO, "--collect-only").returncode == 0
    assert not list(tmp_path.glob("*.process"))


def test_mutants_are_played_by_the_process_that_played_the_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crdiff.pytest_plugin.mutating.model_sources", dict)  # no check here runs the model
    _write(tmp_path, MANY)
    _play(tmp_path, *IN_TWO, "--crdiff-mutants=mutants.json", "-k", "test_of_a_release")
    assert len(set.union(*_processes(tmp_path))) == 1
