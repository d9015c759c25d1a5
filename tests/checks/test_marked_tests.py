"""The checks in test files, found without running them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from crdiff.checks.inputs import checks_in
from crdiff.errors import CorpusError
from crdiff.trace.report import read_report
from crdiff.trace.results import checks_of

ROOT = Path(__file__).parents[2]
CHECK = 'import pytest\n\n@pytest.mark.clause("720.5")\ndef test_a(): ...\n'


def test_our_own_checks_are_read_as_pytest_collects_them(tmp_path: Path) -> None:
    report = tmp_path / "checks.json"
    options = ["-q", "-m", "clause", "--collect-only", "-p", "no:cacheprovider", "--crdiff-report", str(report)]
    subprocess.run([sys.executable, "-m", "pytest", *options, "tests/rules"], cwd=ROOT, check=True, capture_output=True)
    collected = {check.id: (check.clauses, check.title) for check in checks_of(read_report(report.read_bytes()))}
    read = checks_in([ROOT / "tests" / "rules"])
    assert {check.id: (check.clauses, check.title) for check in read.checks} == collected
    assert read.unread == ()
    assert read.reviews


def test_a_file_that_is_not_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_a(:\n")
    with pytest.raises(CorpusError, match=r"test_a\.py: is no Python"):
        checks_in([tmp_path])


def test_checks_are_named_from_the_folder_that_configures_pytest(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    inside = tmp_path / "checks"
    inside.mkdir()
    for name in ("test_a.py", "b_test.py", "other.py"):
        (inside / name).write_text(CHECK)
    assert [check.id for check in checks_in([inside]).checks] == [
        "checks/b_test.py::test_a",
        "checks/test_a.py::test_a",
    ]
    assert [check.id for check in checks_in([inside / "other.py"]).checks] == ["checks/other.py::test_a"]
