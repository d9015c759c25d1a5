"""Decisions by hand in a user's corpus beat the algorithm, and have to fit the texts."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.cli.conftest import Run
from tests.small_releases import RELEASES, release_text

OLD, NEW = "2003-10-01", "2009-07-11"
DECISION = '[[link]]\nold = ["507.4"]\nnew = ["710.2"]\nreason = "read by a person"\n'
TURNED = '[[link]]\nold = ["710.2"]\nnew = ["507.4"]\nreason = "read by a person"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where a user's decisions stand, with the two releases as files beside."""
    for day in (OLD, NEW):
        (tmp_path / f"{day}.txt").write_bytes(release_text(day, RELEASES[day]))
    made = tmp_path / "home" / "overrides"
    made.mkdir(parents=True)
    return made


def pairs(done: CompletedProcess[bytes]) -> list[tuple[list[str], list[str]]]:
    assert (done.returncode, done.stderr) == (0, b"")
    rows = json.loads(done.stdout)["changes"]
    return [([c["number"] for c in row["old"]], [c["number"] for c in row["new"]]) for row in rows]


@pytest.mark.parametrize(("name", "text"), [(f"{OLD}__{NEW}.toml", DECISION), (f"{NEW}__{OLD}.toml", TURNED)])
def test_a_decision_beats_the_algorithm_whichever_way_round_it_is_written(
    crdiff: Run, folder: Path, name: str, text: str
) -> None:
    command = ["diff", f"{OLD}.txt", f"{NEW}.txt", "--format", "json", "--all"]
    before = pairs(crdiff(*command))
    (folder / name).write_text(text)
    after = pairs(crdiff(*command))
    assert (["507.2"], ["710.2"]) in before
    assert (["507.4"], ["710.2"]) in after


def test_a_decision_that_no_longer_fits_is_an_error_with_its_line(crdiff: Run, folder: Path) -> None:
    file = folder / f"{OLD}__{NEW}.toml"
    file.write_text("# a comment\n\n" + DECISION.replace("710.2", "710.9"))
    for command in ("diff", "explain"):
        line = crdiff.refused(command, f"{OLD}.txt", f"{NEW}.txt", *(["507.4"] if command == "explain" else []))
        assert line.startswith(f"{file}:3: ")
        assert "710.9" in line
