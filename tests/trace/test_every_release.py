"""The checks in ``tests/rules``, played under the rules of every official release that has the section."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from table import rows_of, table

from crdiff.checks.inputs import scope_beside, timeline_of_folder
from crdiff.corpus import Corpus
from crdiff.game.rules import Behaviour
from crdiff.trace.beside import clauses_in_scope
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import Timeline
from tests.support.days import in_force, on

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
# The release with which the section begins.
FIRST = on("2003-10-01")
SCOPE = scope_beside(ROOT / "tests" / "rules")


def _played(timeline: Timeline, release: date) -> object:
    """Return all that decides what a check finds in a release: the rules, the clauses in scope, their wordings."""
    clauses = [(clause.lineage, clause.wording) for clause in clauses_in_scope(timeline, SCOPE, release)]
    wordings = [(lineage, wording and wording.fingerprint) for lineage, wording in clauses]
    return rule_set(timeline, release), wordings


@pytest.fixture(scope="module")
def report(shared: Path, archive: Timeline, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Return the results for each release that differs, in what checks find, from the one before it."""
    releases = [release for release in archive.releases if release >= FIRST]
    different = [now for before, now in pairwise(releases) if _played(archive, before) != _played(archive, now)]
    folder = tmp_path_factory.mktemp("texts")
    for release in [FIRST, *different, releases[-1]]:
        shutil.copy(shared / "cr" / f"{release}.txt", folder)
    path = folder / "report.json"
    options = ["-q", "--crdiff-corpus", folder, "--crdiff-report", path]
    options += [f"-pno:{name}" for name in ("logging", "hypothesispytest", "xdist", "timeout", "doctest", "junitxml")]
    command = [sys.executable, "-m", "pytest", "tests/rules", *options]
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    value: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
    return value


def test_nothing_is_uncovered_unproved_suspect_or_failing(report: Mapping[str, Any]) -> None:
    summary = report["summary"]
    bad = (
        "uncovered", "unproved", "suspect", "context changed", "unknown", "predated", "orphaned", "pending", "failed",
    )  # fmt: skip
    assert {state: summary[state] for state in bad} == dict.fromkeys(bad, 0)
    assert summary["covered"] + summary["informational"] == summary["clauses"] == 59


def test_headings_alone_are_informational(report: Mapping[str, Any]) -> None:
    informational = [clause for clause in report["clauses"] if clause["state"] == "informational"]
    assert [clause["lineage"] for clause in informational] == [
        "2009-07-11-102",
        "2003-10-01-507",
        "2005-08-01-602",
        "2017-06-05-805.10",
    ]
    assert all(clause["reason"] for clause in informational)


def test_every_behaviour_of_the_model_turns_some_check_red(report: Mapping[str, Any]) -> None:
    """A behaviour that no check misses is one that the model need not have."""
    reds = {
        red["behaviour"]
        for check in report["checks"]
        for run in check["runs"]
        if run["proof"]  # none where the model refuses
        for red in run["proof"]["reds"]
        if red["was_on"]
    }
    assert [behaviour.name for behaviour in Behaviour if behaviour.value not in reds] == []


def test_every_check_is_played_in_some_release(report: Mapping[str, Any]) -> None:
    assert [check["id"] for check in report["checks"] if not check["runs"]] == []


# A part of an Example under a clause in scope (a pattern) -> the scenario that plays it, or the one of each clause.
EXAMPLES = {row["part"]: row["scenario"].split("; ") for row in rows_of(__file__, "examples")}


def test_every_example_printed_under_these_clauses_is_played_as_a_scenario(
    report: Mapping[str, Any], archive: Timeline
) -> None:
    """Every part of every Example, in every release in which checks were played, by a scenario of its own clause."""
    names = {check["id"]: check["name"] for check in report["checks"]}
    unplayed: list[tuple[str, str, str]] = []
    played: set[str] = set()
    for clause in report["clauses"]:
        for place in clause["releases"]:
            text = archive.wordings[clause["lineage"], on(place["release"])].text.replace("?", "'")
            here = {names[check] for check in place["checks"]}
            for printed in (line for line in text.splitlines() if line.startswith("Example")):
                parts = [scenarios for pattern, scenarios in EXAMPLES.items() if re.search(pattern, printed)]
                found = [here.intersection(part) for part in parts]
                played.update(*found)
                if not found or not all(found):
                    unplayed.append((place["release"], place["number"], printed))
    assert unplayed == []
    assert len(played) == len(EXAMPLES) + 1


@table
def test_a_check_of_a_passing_wording_is_played_while_it_stands(
    report: Mapping[str, Any], archive: Timeline, check: str, first: str, last: str
) -> None:
    """First and last are among the releases played; a release like the one before it is not played again."""
    (found,) = [each for each in report["checks"] if each["name"] == check]
    releases = [run["release"] for run in found["runs"]]
    assert (releases[0], releases[-1]) == (first, last or str(archive.newest))


def test_a_corpus_with_its_own_lineages_gives_the_clauses_the_same_ids(shared: Path, tmp_path: Path) -> None:
    """Three releases around the great renumbering, aligned by the store, beside the facts that crdiff records."""
    with Corpus(tmp_path) as corpus:
        corpus.add(*(shared / "cr" / f"{release}.txt" for release in ("2009-05-01", "2009-07-11", "2010-10-01")))
    timeline = timeline_of_folder(tmp_path)
    standing = timeline.standing("2003-10-01-507.3a", on("2010-10-01"))
    assert standing is not None
    assert (str(standing.number), standing.says("only that player's resources")) == ("711.5a", True)
    assert timeline.standing("2003-10-01-507.4", on("2009-07-11")) is None
    flying = [each for each in in_force(timeline, on("2010-10-01")) if each.says("with flying can't be blocked except")]
    assert flying
    assert all(timeline.standing(each.lineage, on("2009-05-01")) for each in flying)
