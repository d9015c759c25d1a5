"""``crdiff cite check``: findings in every format, and nothing said where nothing could be judged."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema

Run = Callable[..., subprocess.CompletedProcess[bytes]]

TREE = """\
// CR 114.4: A spell or ability on the stack is an illegal target for itself.
// CR 704.5a: a player with 0 or less life loses.
// CR 799.9z, and paying costs in 4091f-h
"""


@pytest.fixture
def _tree(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "target.rs").write_text(TREE)


@pytest.mark.usefixtures("_tree")
def test_a_stale_citation_is_told_with_its_place_and_its_number_now(crdiff: Run) -> None:
    answer = crdiff("cite", "check", "src", "--from", "2018-01-19", "--at", "2026-04-17")
    assert answer.returncode == 0
    lines = answer.stdout.decode().splitlines()
    assert lines[0] == (
        "src/target.rs:1:7: error: 114.4 is 115.5 since 2018-04-27; 114.4 is another clause now  [reused]"
    )
    assert "no clause has ever been numbered 799.9z" in lines[1]
    assert lines[-1].startswith("2 of 3 citations in 1 file to look at, judged by 2026-04-17")


@pytest.mark.usefixtures("_tree")
def test_json_keeps_to_its_schema_and_lists_the_right_ones_where_asked(crdiff: Run) -> None:
    for more, count in (((), 2), (("--all",), 3)):
        answer = crdiff("cite", "check", "--from", "2018-01-19", "--format", "json", *more)
        found = json.loads(answer.stdout)
        Draft202012Validator(json.loads(schema("cite"))).validate(found)
        assert len(found["findings"]) == count
        assert found["citations"] == 3


@pytest.mark.usefixtures("_tree")
@pytest.mark.parametrize("form", ["github", "junit", "sarif"])
def test_jobs_get_each_finding(crdiff: Run, form: str) -> None:
    answer = crdiff("cite", "check", "--from", "2018-01-19", "--format", form)
    assert answer.returncode == 0
    assert b"115.5" in answer.stdout


@pytest.mark.usefixtures("_tree")
def test_it_fails_on_the_kinds_asked_for_alone(crdiff: Run) -> None:
    asked = ("cite", "check", "--from", "2018-01-19", "--fail-on")
    assert crdiff(*asked, "reused").returncode == 1
    assert crdiff(*asked, "retired,split").returncode == 0
    wrong = crdiff(*asked, "nonsense")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert b"there is no kind of finding 'nonsense'" in wrong.stderr


def test_standard_input_is_read(crdiff: Run) -> None:
    answer = crdiff("cite", "check", "-", "--from", "2018-01-19", stdin=b"see CR 114.4")
    assert b"-:1:8: error: 114.4 is 115.5" in answer.stdout


def test_no_citation_is_no_success(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing here\n")
    answer = crdiff("cite", "check", ".")
    assert answer.returncode == 2
    assert b"no citation of a rule in 1 files" in answer.stderr or b"no citation" in answer.stderr


@pytest.mark.usefixtures("_tree")
@pytest.mark.parametrize("option", ["--at", "--from"])
def test_a_release_that_is_none_is_told_in_a_line(crdiff: Run, option: str) -> None:
    for name in ("yesterday", "1990-01-01"):
        answer = crdiff("cite", "check", option, name)
        assert answer.returncode == 2
        assert len(answer.stderr.splitlines()) <= 2
