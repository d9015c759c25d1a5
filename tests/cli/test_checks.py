"""``crdiff checks`` on a small project of somebody else's."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from small_archive import fill

from crdiff.cli.app import run
from crdiff.store.embedded.corpus import load_corpus
from tests.cli.conftest import Run
from tests.small_releases import RELEASES

PASSING = '''
import pytest

@pytest.mark.clause("720.6", release="2024-06-07")
def test_nobody_concedes_for_somebody_else(crdiff_release):
    """The controller can't make the player concede."""
    assert crdiff_release

def test_of_something_else():
    raise AssertionError("not a check")
'''
FAILING = PASSING.replace("assert crdiff_release", 'assert crdiff_release < "2024"')
ORPHANED = PASSING.replace("720.6", "720.99")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with a check and a test that is none."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(PASSING)
    return tmp_path


@pytest.mark.usefixtures("project")
def test_checks_are_played_in_every_release_that_has_their_clauses(crdiff: Run) -> None:
    for environment in ({}, {"PYTHONPATH": ""}):  # the second has all played by interpreters of their own
        done = crdiff("checks", "run", ".", **environment)
        assert (done.returncode, done.stdout) == (0, b"1 check in 4 releases: 4 passed\n")


@pytest.mark.usefixtures("project")
def test_status_says_how_the_clauses_stand(crdiff: Run) -> None:
    status = crdiff.of("checks", "status", ".", "--release", "2024-06-07")
    assert status.printed().startswith("1 clause: 0 covered, 1 covered but unproved, 0 informational")
    written = status.json()
    assert (written["schema"], written["summary"]["covered, unproved"]) == ("crdiff.checks/1", 1)


def test_a_draft_that_turns_a_clause_round_makes_its_checks_suspect(crdiff: Run, project: Path) -> None:
    corpus = load_corpus()
    text = corpus.raw(corpus.edition("720-mtg-wiki")).decode()
    (project / "same.txt").write_text(text, "utf-8")
    draft = text.replace("can’t make that player concede", "can make that player concede")
    (project / "draft.txt").write_text(draft, "utf-8")
    same, changed = (crdiff("checks", "status", ".", "--against", name) for name in ("same.txt", "draft.txt"))
    assert same.stdout == b"The draft concerns no check.\n"
    assert changed.stdout.decode().splitlines()[1:] == [
        "  suspect: 720.6, test_engine.py::test_nobody_concedes_for_somebody_else"
    ]
    status = crdiff.of("checks", "status", ".", "--against", "draft.txt")
    assert status.json("--fail-on", "suspect", code=1)["schema"] == "crdiff.concerns/1"


def test_of_a_clause_that_is_not_held_a_draft_does_not_claim_to_concern_nothing(
    crdiff: Run, project: Path, shared: Path
) -> None:
    """Both whole texts tell; an edition that quotes 720 does not."""
    (project / "test_engine.py").write_text(PASSING.replace('"720.6"', '"704.5a"'))
    base = shared / "cr" / "2024-06-07.txt"
    said = base.read_text("utf-8-sig").replace("If a player has 0 or less life", "If a player has 1 or less life")
    (project / "draft.txt").write_text(said, "utf-8")
    against = ("checks", "status", ".", "--against", "draft.txt", "--fail-on")
    unknown = crdiff(*against, "unknown")
    first, second = unknown.stdout.decode().splitlines()
    assert first == "The draft concerns no check for certain; of 1 it is unknown."
    assert second.startswith("  unknown: 704.5a of 2024-06-07, 1 check: ")
    known = crdiff(*against, "suspect", "--base", base)
    assert known.stdout.decode().splitlines()[1:] == [
        "  suspect: 704.5a, test_engine.py::test_nobody_concedes_for_somebody_else"
    ]
    assert (unknown.returncode, known.returncode) == (1, 1)


def test_what_stands_around_a_clause_is_told_apart_from_what_it_says(crdiff: Run, project: Path, shared: Path) -> None:
    """720.6 says "See rule 104.3a"."""
    base = shared / "cr" / "2024-06-07.txt"
    said = base.read_text("utf-8-sig").replace("104.3a A player can concede", "104.3a A player may never concede")
    (project / "draft.txt").write_text(said, "utf-8")
    against = ("checks", "status", ".", "--against", "draft.txt", "--base", base, "--fail-on")
    changed = crdiff(*against, "context-changed")
    assert changed.stdout.decode().splitlines() == [
        "The draft concerns 1 check.",
        "  context changed: 720.6, 1 check: 104.3a would say something else",
    ]
    assert changed.returncode == 1


def test_a_clause_played_in_one_release_only_is_not_played_in_the_others(crdiff: Run, project: Path) -> None:
    (project / "test_engine.py").write_text(PASSING.replace("(crdiff_release)", "()").replace("crdiff_release", "True"))
    (clause,) = crdiff.json("checks", "status", ".")["clauses"]
    states = [(place["release"], place["state"]) for place in clause["releases"]]
    assert states[-1] == ("2024-06-07", "covered, unproved")
    assert {state for _, state in states[:-1]} == {"not played"}
    assert clause["state"] == "covered, unproved"


def test_a_review_is_recorded_beside_the_checks(crdiff: Run, project: Path) -> None:
    reason = 'read it, and "nothing" changes'
    asked = ("accept", "720.6", ".", "--release", "2024-06-07", "--reason", reason)
    written = crdiff.json("checks", *asked)
    assert written["accepted"][0]["reason"] == reason
    assert "test_nobody_concedes_for_somebody_else" in (project / "reviewed.toml").read_text("utf-8")
    assert crdiff("checks", "status", ".").returncode == 0


def test_a_check_has_the_same_name_wherever_the_corpus_is(
    crdiff: Run, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bound = PASSING.replace("720.6", "507.3").replace("2024-06-07", "2003-10-01")
    (tmp_path / "test_engine.py").write_text(bound)  # no settings of pytest, so the paths that it is given decide
    corpus = fill(tmp_path_factory.mktemp("elsewhere") / "corpus")
    review = ("accept", "507.3", ".", "--release", "2003-10-01", "--reason", "read", "--corpus", corpus)
    (accepted,) = crdiff.json("checks", *review)["accepted"]
    assert accepted["check"] == "test_engine.py::test_nobody_concedes_for_somebody_else"


@pytest.mark.usefixtures("project")
def test_junit_names_the_clauses(crdiff: Run) -> None:
    cases = ET.fromstring(crdiff("checks", "run", ".", "--format", "junit").stdout).iter("testcase")
    properties = [{each.get("name"): each.get("value") for each in case.iter("property")} for case in cases]
    assert [each["clause_number"] for each in properties] == ["507.3b", "712.6", "718.6", "720.6"]


def test_a_project_that_keeps_checks_where_crdiff_does_has_its_own(crdiff: Run, project: Path) -> None:
    (project / "tests" / "rules").mkdir(parents=True)
    (project / "test_engine.py").rename(project / "tests" / "rules" / "test_engine.py")
    assert crdiff("checks", "run").stdout == b"1 check in 4 releases: 4 passed\n"


@pytest.mark.usefixtures("project")
def test_checks_are_played_on_the_corpus_that_every_command_takes(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "test_engine.py").write_text(PASSING.replace("720.6", "507.3").replace("2024-06-07", "2003-10-01"))
    corpus = str(fill(tmp_path / "corpus"))
    named, by_environment = (
        crdiff("checks", "run", ".", "--corpus", corpus),
        crdiff("checks", "run", ".", CRDIFF_HOME=corpus),
    )
    played = f"1 check in {len(RELEASES)} releases: {len(RELEASES)} passed\n".encode()
    assert named.stdout == by_environment.stdout == played
    assert named.stderr == b""
    assert by_environment.stderr.decode() == f"crdiff: the corpus is {corpus} ($CRDIFF_HOME)\n"
    assert crdiff("checks", "run", ".", "--quiet", CRDIFF_HOME=corpus).stderr == b""


def test_without_pytest_the_way_to_get_it_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    for words in ("status", "run", "show 720.5", "accept 720.5 --release 2024-06-07 --reason x"):
        assert run(["checks", *words.split()]) == 2
        assert capsys.readouterr().err == "crdiff: pytest is not installed; expected pip install 'crdiff[checks]'\n"
