"""``crdiff checks mutate`` on a small project of somebody else's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema

Run = Callable[..., CompletedProcess[bytes]]

CHECK = '''
import pytest
from crdiff.game.players import opponents
from crdiff.game.state import new_game

@pytest.mark.clause("102.2", release="2024-06-07")
def test_the_other_player_is_the_opponent(crdiff_rules):
    """In a two-player game, a player's opponent is the other player."""
    game = new_game(crdiff_rules, "Ann", "Bob")
    assert opponents(game, "Ann") == ("Bob",)
'''


def _played(crdiff: Run, folder: Path, check: str) -> tuple[set[str], set[str]]:
    """Return the mutants that a check was played against and those that it noticed."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_engine.py").write_text(check)
    done = crdiff("checks", "mutate", "test_engine.py", "--release", "2024-06-07", "--format", "json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert (folder / "build" / "mutants.json").read_bytes() == done.stdout
    value = json.loads(done.stdout)
    Draft202012Validator(json.loads(schema("mutants"))).validate(value)
    (play,) = value["plays"]
    tried, noticed = ({value["mutants"][place]["id"] for place in play[which]} for which in ("tried", "noticed"))
    return tried, noticed


def test_a_check_is_played_against_mutants_of_what_it_runs(crdiff: Run, tmp_path: Path) -> None:
    tried, noticed = _played(crdiff, tmp_path, CHECK)
    assert noticed <= tried
    assert any(mutant.startswith("players.opponents:") for mutant in noticed)
    assert not any(mutant.startswith("blocks.") for mutant in tried)


def test_the_text_lists_those_that_no_check_notices(crdiff: Run, tmp_path: Path) -> None:
    tried, noticed = _played(crdiff, tmp_path, CHECK)
    done = crdiff("checks", "mutate", "test_engine.py", "--release", "2024-06-07", "--quiet")
    assert done.returncode == 0
    said = done.stdout.decode().splitlines()
    assert said[0] == f"{len(tried)} mutants tried: {len(noticed)} noticed, {len(tried - noticed)} survive"
    assert sum("→" in line for line in said) == len(tried - noticed)
    assert all("→" in line for line in said[3:])


def test_a_check_that_asks_for_its_release_is_played_too(crdiff: Run, tmp_path: Path) -> None:
    check = CHECK.replace("(crdiff_rules)", "(crdiff_rules, crdiff_release)")
    assert _played(crdiff, tmp_path, check + "    assert crdiff_release\n")[1] == _played(crdiff, tmp_path, CHECK)[1]


def test_a_check_with_a_fixture_that_may_be_torn_down_is_not(crdiff: Run, tmp_path: Path) -> None:
    check = CHECK.replace("(crdiff_rules)", "(crdiff_rules, names)")
    fixture = '\n@pytest.fixture\ndef names():\n    found = ["Bob"]\n    yield found\n    found.clear()\n'
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_engine.py").write_text(check.replace('("Bob",)', "tuple(names)") + fixture)
    done = crdiff("checks", "mutate", "test_engine.py", "--release", "2024-06-07", "--format", "json", "--quiet")
    assert json.loads(done.stdout)["plays"] == []
