"""``crdiff checks`` on a small project of somebody else's."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.cli.app import run
from crdiff.pytest_plugin import mutating
from crdiff.reports.schemas import schema
from tests.cli.conftest import Run

PASSING = '''
import pytest

@pytest.mark.clause("720.6", release="2024-06-07")
def test_nobody_concedes_for_somebody_else(crdiff_release):
    """The controller can't make the player concede."""
    assert crdiff_release

def test_of_something_else():
    raise AssertionError("not a check")
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project with a check and a test that is none."""
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(PASSING)
    return tmp_path


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


def test_without_pytest_the_way_to_get_it_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    for words in ("status", "run", "show 720.5", "accept 720.5 --at 2024-06-07 --reason x"):
        assert run(["checks", *words.split()]) == 2
        assert capsys.readouterr().err == "crdiff: pytest is not installed; pip install 'crdiff[checks]' brings it\n"


# checks are played against mutants of the model


MUTATED = Path(__file__).with_name("mutated_checks.txt").read_text("utf-8")


def test_checks_are_played_against_mutants_of_what_they_run(
    crdiff: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but those with a fixture that may be torn down; the text lists the mutants that no check notices."""
    model = {name: mutating.model_sources()[name] for name in ("blocks", "players")}
    monkeypatch.setattr(mutating, "model_sources", lambda: model)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(MUTATED)
    mutate = ("checks", "mutate", "test_engine.py", "--at", "2024-06-07", "--quiet")
    done = crdiff(*mutate, "--format", "json")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "build" / "mutants.json").read_bytes() == done.stdout
    value = json.loads(done.stdout)
    Draft202012Validator(json.loads(schema("mutants"))).validate(value)
    assert len(value["plays"]) == 2
    found = [
        tuple({value["mutants"][place]["id"] for place in play[which]} for which in ("tried", "noticed"))
        for play in value["plays"]
    ]
    (tried, noticed), (_, by_the_other) = found
    assert noticed <= tried
    assert noticed == by_the_other
    assert any(mutant.startswith("players.opponents:") for mutant in noticed)
    assert not any(mutant.startswith("blocks.") for mutant in tried)
    said = crdiff.text(*mutate).splitlines()
    assert said[0] == f"{len(tried)} mutants tried: {len(noticed)} noticed, {len(tried - noticed)} survive"
    assert sum("→" in line for line in said) == len(tried - noticed)
    assert all("→" in line for line in said[3:])
