"""What checks need from files: a timeline, the two files beside them, and the markers of tests that nobody runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from crdiff.checks.inputs import (
    REVIEWED,
    SCOPE,
    checks_in,
    reviews_beside,
    save_reviews,
    scope_beside,
    timeline_of,
    timeline_of_folder,
)
from crdiff.errors import CorpusError, UnknownRelease
from crdiff.store.texts.chosen import BUILT_IN, Chosen
from crdiff.trace.beside import Scope
from crdiff.trace.report import read_report
from crdiff.trace.results import checks_of
from tests.conftest import Filled
from tests.small_releases import RELEASES

REVIEWS = Path(__file__).parents[1] / "rules"


def test_without_the_files_there_are_no_reviews_and_no_scope(tmp_path: Path) -> None:
    assert reviews_beside(tmp_path) == ()
    assert scope_beside(tmp_path) == Scope()


def test_reviews_that_are_saved_are_read_again(tmp_path: Path) -> None:
    reviews = reviews_beside(REVIEWS)
    assert reviews
    assert save_reviews(tmp_path, reviews) == tmp_path / REVIEWED
    assert reviews_beside(tmp_path) == reviews


def test_a_file_that_makes_no_sense_is_named_with_its_path(tmp_path: Path) -> None:
    for name, read in ((REVIEWED, reviews_beside), (SCOPE, scope_beside)):
        (tmp_path / name).write_text("nonsense = [")
        with pytest.raises(CorpusError, match=name):
            read(tmp_path)


def test_a_folder_without_texts_has_no_timeline(tmp_path: Path) -> None:
    with pytest.raises(UnknownRelease, match="no text of a release"):
        timeline_of_folder(tmp_path)


def test_a_corpus_and_its_texts_alone_and_what_comes_with_crdiff_have_timelines(filled: Filled) -> None:
    corpus = filled()
    releases = timeline_of(Chosen(corpus.folder)).releases
    assert [str(day) for day in releases if str(day) in RELEASES] == list(RELEASES)
    assert str(timeline_of(BUILT_IN).newest) == "2024-06-07"


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
