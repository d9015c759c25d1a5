"""``crdiff checks mutate`` on a small project of somebody else's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.pytest_plugin import mutating
from crdiff.reports.schemas import schema
from tests.cli.conftest import Run

CHECKS = Path(__file__).with_name("mutated_checks.txt").read_text("utf-8")


def test_checks_are_played_against_mutants_of_what_they_run(
    crdiff: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but those with a fixture that may be torn down; the text lists the mutants that no check notices."""
    model = {name: mutating.model_sources()[name] for name in ("blocks", "players")}
    monkeypatch.setattr(mutating, "model_sources", lambda: model)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(CHECKS)
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
