"""All official releases and made-up ones to come in one archive: every command, the checks and the site."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from links import ids_and_targets

from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.model.tree import walk
from crdiff.pages.frame import address
from tests.abroad.conftest import Abroad, Future, archive, undated
from tests.abroad.test_commands import faults
from tests.abroad.test_sites import built

CHECKS = Path(__file__).parents[1] / "rules" / "test_when_control_begins_and_ends.py"
TO_COME = (1, 2)
"""Seeds of the releases after the newest one."""


@pytest.fixture(scope="module")
def whole(every_release: Path, future: Callable[[int], Future], tmp_path_factory: pytest.TempPathFactory) -> Abroad:
    """Return an archive of all there is, with made releases after it and one more as a draft."""
    made = {f"2027-0{seed}-05": future(seed).text for seed in TO_COME}
    abroad = archive(tmp_path_factory.mktemp("whole"), {}, undated(future(3).text))
    shutil.copytree(every_release, abroad.home)
    given = abroad.draft.with_name("given")
    for day, raw in made.items():
        (given / f"{day}.txt").write_bytes(raw)
    with Corpus(abroad.home) as corpus:
        corpus.add(given)
        held = {text.release: abroad.home / "texts" / text.file for text in corpus.texts.chosen()}
    return Abroad(abroad.home, held, abroad.draft, abroad.work)


def test_every_command_answers(whole: Abroad) -> None:
    assert faults(whole, lines=1) == []


def test_every_clause_drawn_is_followed_to_the_release_to_come(whole: Abroad) -> None:
    nodes = walk(read(whole.files[whole.newest].read_bytes(), "newest.txt"))
    for node in Random(7).sample(nodes, 12):
        number = str(node.number)
        life = whole.answer("history", number)
        assert (life["runs"][-1]["to"], life["runs"][-1]["number"]) == (whole.newest, number)
        shown = whole.crdiff("show", number)
        assert " ".join(node.clause.wording.split())[:40] in " ".join(shown.out.split())


def test_a_clause_has_one_life_through_every_release_to_come(whole: Abroad) -> None:
    """702.19b of 2026-04-17 is the clause of 1999 on trample; none of the made releases touches it."""
    runs = whole.answer("history", "702.19b")["runs"]
    assert (runs[0]["from"], runs[-1]["to"]) == ("1999-04-23", whole.newest)


def test_the_checks_are_played_in_every_release_that_has_the_section(whole: Abroad, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "crdiff", "checks", "status", CHECKS, "--corpus", whole.home, "--format", "json"]
    environment = {**os.environ, "CRDIFF_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode in {0, 1}, done.stderr
    status = json.loads(done.stdout)
    places = [place for clause in status["clauses"] for place in clause["releases"]]
    played = {place["release"] for place in places if place["state"] == "covered"}
    assert {day for day in whole.files if day >= "2003-10-01"} <= played


def test_its_site_is_whole(whole: Abroad, tmp_path: Path) -> None:
    site = built(whole, tmp_path / "site")
    pages = sorted(address.served_at(path.relative_to(site).as_posix()) for path in site.rglob("*.html"))

    @cache
    def places(where: str) -> tuple[list[str], set[tuple[str, str]]]:
        return ids_and_targets(where, (site / address.file_of(where)).read_bytes())

    drawn = {*Random(11).sample(pages, 200), *(where for where in pages if where.count("/") < 3)}
    for where, (path, at) in ((page, target) for page in drawn for target in places(page)[1]):
        assert at in places(path)[0] if at else (site / address.file_of(path)).is_file(), (where, path, at)
    assert all((site / "releases" / day / "index.html").is_file() for day in whole.files)
