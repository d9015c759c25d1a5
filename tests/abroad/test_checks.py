"""The checks that come with crdiff on archives that nobody has at home: none stops, and none says what is untrue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.abroad.conftest import Abroad, Future, archive, newest_text, undated


@pytest.mark.parametrize("with_newest", [True, False])
def test_the_checks_that_come_with_crdiff_are_played_on_a_release_to_come(
    shared: Path, future: Callable[[int], Future], tmp_path: Path, with_newest: bool
) -> None:
    """Beside the newest official release or alone, every clause that the checks name is known in it."""
    newest = newest_text(shared)
    texts = {"2027-01-05": future(1).text} | ({newest.stem: newest.read_bytes()} if with_newest else {})
    abroad = archive(tmp_path / "archive", texts, undated(texts["2027-01-05"]))
    command = [sys.executable, "-m", "crdiff", "checks", "status", "--format", "json", "--quiet"]
    environment = {**os.environ, "CRDIFF_HOME": str(abroad.home)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    clauses = json.loads(done.stdout)["clauses"]
    assert len(clauses) >= 50
    states = {(place["release"], place["state"]) for clause in clauses for place in clause["releases"]}
    assert {day for day, _ in states} == texts.keys()
    assert {state for _, state in states} <= {"covered", "informational", "suspect"}


def test_on_texts_of_other_rules_they_say_nothing(
    small_archives: Callable[[str], Abroad], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made-up releases of a few clauses, none of which is that of a release that crdiff knows."""
    monkeypatch.chdir(tmp_path)  # a project with checks where crdiff keeps its own plays those
    abroad = small_archives("newest and the next two")
    assert {place["state"] for each in abroad.answer("checks", "status")["clauses"] for place in each["releases"]} <= {
        "uncovered",
        "not played",
    }
    built = abroad.crdiff("site", "build", "--corpus", abroad.home, "--output", tmp_path / "site", "--plain")
    assert built.code == 0
