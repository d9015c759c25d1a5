"""All official releases in one archive, with a made-up draft: every command, and the checks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from tests.abroad.conftest import Abroad, Future, archive, undated
from tests.abroad.test_commands import faults

CHECKS = Path(__file__).parents[1] / "rules" / "test_when_control_begins_and_ends.py"


@pytest.fixture(scope="module")
def whole(every_release: Path, future: Callable[[int], Future], tmp_path_factory: pytest.TempPathFactory) -> Abroad:
    """Return an archive of all there is, with a made release as a draft."""
    abroad = archive(tmp_path_factory.mktemp("whole"), {}, undated(future(1).text))
    shutil.copytree(every_release, abroad.home)
    with Corpus(abroad.home) as corpus:
        held = {text.release: abroad.home / "texts" / text.file for text in corpus.texts.chosen()}
    return Abroad(abroad.home, held, abroad.draft, abroad.work)


def test_every_command_answers(whole: Abroad) -> None:
    assert faults(whole, lines=1) == []


def test_the_checks_are_played_in_every_release_that_has_the_section(whole: Abroad, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "crdiff", "checks", "status", CHECKS, "--corpus", whole.home, "--format", "json"]
    environment = {**os.environ, "CRDIFF_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode in {0, 1}, done.stderr
    status = json.loads(done.stdout)
    places = [place for clause in status["clauses"] for place in clause["releases"]]
    played = {place["release"] for place in places if place["state"] == "covered"}
    assert {day for day in whole.files if day >= "2003-10-01"} <= played
