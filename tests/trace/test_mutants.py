"""Mutants by rule: what is changed, and what is left alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from every import every

import crdiff.game
from crdiff.trace.mutants import mutants_of

SOURCES = sorted(Path(crdiff.game.__file__).parent.glob("*.py"))


def _changes(body: str) -> set[tuple[str, str]]:
    source = f"def play(game, player):\n    {body}\n"
    return {(each.was, each.now) for each in mutants_of("turns", source)}


@pytest.mark.parametrize(
    ("body", "was", "now"),
    [
        ("return game.owner == player", "game.owner == player", "(game.owner != player)"),
        ("return game.owner == player", "game.owner", "(game.controller)"),
        ("return game.life <= 3", "game.life <= 3", "(game.life < 3)"),
        ("return game.life <= 3", "3", "(4)"),
        ("return game.on and player", "game.on and player", "(game.on or player)"),
        ("return game.on and player", "game.on and player", "(game.on)"),
        ("return not player", "not player", "(player)"),
        ("return game.life - 1", "game.life - 1", "(game.life + 1)"),
        ("return game if player else None", "game if player else None", "(game)"),
        ("game = pay(game)", "game = pay(game)", "pass"),
        ("require(game, player)", "require(game, player)", "pass"),
        ("raise ValueError(player)", "raise ValueError(player)", "pass"),
        (
            "return [each for each in game if each != player]",
            "[each for each in game if each != player]",
            "([each for each in game])",
        ),
        ("return (*game.effects, player)", "(*game.effects, player)", "((player,))"),
        ("return replace(game, life=1, mana=2)", "replace(game, life=1, mana=2)", "(replace(game, mana=2))"),
    ],
)
def test_each_rule_makes_its_change(body: str, was: str, now: str) -> None:
    assert (was, now) in _changes(body)


def test_a_condition_is_turned_round_or_never_met() -> None:
    source = "def play(game):\n    if game.on:\n        return 1\n    return 2\n"
    tests = [
        ast.unparse(each.source and ast.parse(each.source).body[0].body[0].test)
        for each in mutants_of("turns", source)[:2]
    ]
    assert {"not game.on", "False"} <= set(tests)


def test_what_does_not_run_is_left_alone() -> None:
    source = (
        'def play(game: int | None = None) -> int | None:\n    """Return 1."""\n    raise ValueError(f"{1} of {2}")\n'
    )
    assert [(each.was, each.now) for each in mutants_of("turns", source)] == [
        ('raise ValueError(f"{1} of {2}")', "pass")
    ]


@every("path", SOURCES, ids=lambda path: path.stem)
def test_mutants_of_the_model_are_python_that_says_something_else_and_have_names_of_their_own(path: Path) -> None:
    source = path.read_text("utf-8")
    mutants = mutants_of(path.stem, source)
    before = ast.dump(ast.parse(source))
    assert all(ast.dump(ast.parse(each.source)) != before for each in mutants[::25])  # each rule has hundreds
    assert len({each.id for each in mutants}) == len(mutants) == len({each.source for each in mutants})
