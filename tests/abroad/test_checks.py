"""The checks that come with crdiff on archives that nobody has at home: none stops, and none says what is untrue."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.abroad.conftest import Abroad

KINDS = ("newest and the next two", "a date that the catalog does not know")
"""Each takes a run of pytest; these archives differ most."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_checks_that_come_with_crdiff_are_played_on_it(
    small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str
) -> None:
    abroad = small_archives(kind)
    command = [sys.executable, "-m", "crdiff", "checks", "status", "--format", "json", "--quiet"]
    environment = {**os.environ, "CRDIFF_HOME": str(abroad.home)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    clauses = json.loads(done.stdout)["clauses"]
    states = {(place["release"], place["state"]) for clause in clauses for place in clause["releases"]}
    for day in abroad.files:
        assert any(release == day and state in {"covered", "suspect"} for release, state in states), day
    assert not {day for day, _ in states} - abroad.files.keys()
