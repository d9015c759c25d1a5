"""A changed source in place of the model's: functions imported before work by it, and so do methods and constants."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PLAY = """
from crdiff.checks.swapping import model_sources, swap_in
from crdiff.game import spells
from crdiff.game.control import controller_of
from crdiff.game.rules import RuleSet
from crdiff.game.state import Object, TurnStep, Zone, new_game
from crdiff.game.turns import controlled_turn, go_to
old, new = {edit!r}
source = model_sources()[{module!r}]
assert source.count(old) == 1
swap_in({module!r}, source.replace(old, new))
print({asked})
"""


STEP = "go_to(new_game(RuleSet.all(), 'Ann', 'Bob'), TurnStep.DRAW).turn.step"
OWNED = "new_game(RuleSet.all(), 'Ann').having(Object('Island', 'Ann', Zone.HAND)).object('Ann').name"
CONTROLLED = "controller_of(controlled_turn(new_game(RuleSet.all(), 'Ann', 'Bob'), 'Ann', 'Bob'), 'Bob')"


@pytest.mark.parametrize(
    ("module", "edit", "asked", "answer"),
    [
        ("control", ("effect.controller if effect else player", "player"), CONTROLLED, "Bob"),
        ("rules", ("behaviour in self.behaviours", "False"), "RuleSet.all().has('anything')", "False"),
        ("state", ("if candidate.name == name", "if candidate.owner == name"), OWNED, "Island"),
        ("turns", ("while game.turn.step is not step", "while False"), STEP, "upkeep"),
        (
            "spells",
            ("_MAIN_PHASES = (TurnStep.PRECOMBAT_MAIN, ", "_MAIN_PHASES = (TurnStep.DRAW, "),
            "spells._MAIN_PHASES[0]",
            "draw",
        ),
    ],
)
def test_what_was_imported_before_works_as_the_new_source_says(
    module: str, edit: tuple[str, str], asked: str, answer: str
) -> None:
    script = _PLAY.format(module=module, edit=edit, asked=asked)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (answer, "")


def test_other_defaults_of_a_value_are_refused() -> None:
    script = _PLAY.format(module="state", edit=("life: int = 20", "life: int = 19"), asked="")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ValueError: the defaults of Player cannot be changed\n")
