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
