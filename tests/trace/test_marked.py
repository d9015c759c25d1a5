"""Checks are read from the source of tests as pytest would collect them, without running anything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from crdiff.checks.marked_tests import checks_in
from crdiff.errors import CorpusError
from crdiff.trace.marked import marked_checks
from crdiff.trace.results import read_checks
from crdiff.trace.timeline import ClauseName
from tests.support.days import on

ROOT = Path(__file__).parents[2]

SOURCE = '''
import pytest
from pytest import mark

raise RuntimeError("nobody runs this")

pytestmark = [pytest.mark.slow, pytest.mark.clause("102.1")]

@pytest.mark.clause("720.5", "720.5a", release="2024-06-07")
@mark.clause("104.3a", says="concede")
def test_two_markers():
    """A title.

    More of it.
    """

@pytest.mark.parametrize("who", ["A"])
def test_of_the_module(who):
    pass

@pytest.mark.clause("506.2")
class TestCombat:
    @pytest.mark.clause("506.2a")
    async def test_inside(self): ...

    def helper(self): ...

@pytest.mark.clause(NUMBER)
def test_that_only_running_could_read(): ...

@pytest.mark.clause("1.1")
def not_a_test(): ...
'''


def test_markers_on_functions_classes_and_modules_are_read() -> None:
    found = marked_checks(SOURCE, "tests/test_a.py")
    assert {check.id: check.clauses for check in found.checks} == {
        "tests/test_a.py::test_two_markers": (
            ClauseName("104.3a", says="concede"),
            ClauseName("720.5", on("2024-06-07")),
            ClauseName("720.5a", on("2024-06-07")),
            ClauseName("102.1"),
        ),
        "tests/test_a.py::test_of_the_module": (ClauseName("102.1"),),
        "tests/test_a.py::TestCombat::test_inside": (ClauseName("506.2a"), ClauseName("506.2"), ClauseName("102.1")),
        "tests/test_a.py::test_that_only_running_could_read": (ClauseName("102.1"),),
    }
    assert found.unread == (SOURCE.split("\n").index("@pytest.mark.clause(NUMBER)") + 1,)
    assert (found.checks[0].title, found.checks[0].description) == ("A title.", "More of it.")


def test_our_own_checks_are_read_as_pytest_collects_them(tmp_path: Path) -> None:
    report = tmp_path / "checks.json"
    options = ["-q", "-m", "clause", "--collect-only", "-p", "no:cacheprovider", "--crdiff-report", str(report)]
    subprocess.run([sys.executable, "-m", "pytest", *options, "tests/rules"], cwd=ROOT, check=True, capture_output=True)
    collected = {check.id: (check.clauses, check.title) for check in read_checks(json.loads(report.read_bytes()))}
    read = checks_in([ROOT / "tests" / "rules"])
    assert {check.id: (check.clauses, check.title) for check in read.checks} == collected
    assert read.unread == ()
    assert read.reviews


def test_a_file_that_is_no_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_a(:\n")
    with pytest.raises(CorpusError, match=r"test_a\.py: is no Python"):
        checks_in([tmp_path])
