"""Turns in order: steps, extra and skipped turns, players who have left, what a phase does to mana."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.combat import given_combat
from crdiff.game.control import control_for_a_while, control_next_turn, controller_of
from crdiff.game.leaving import concede
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Combat, Game, Phase, TurnStep, new_game
from crdiff.game.subgames import end_subgame
from crdiff.game.turns import add_extra_turn, add_to_turn, in_step, next_step, next_turn, skip_next_turn

RULES = RuleSet.all()


def _takers(game: Game, turns: int) -> list[str]:
    """Return who takes each of the next `turns` turns."""
    found = []
    for _ in range(turns):
        game = next_turn(game)
        found.append("+".join(game.turn.takers))
    return found


def test_a_player_who_skips_two_turns_is_passed_over_twice() -> None:
    game = skip_next_turn(skip_next_turn(new_game(RULES, "Ann", "Bob"), "Bob"), "Bob")
    assert _takers(game, 4) == ["Ann", "Ann", "Bob", "Ann"]


def test_an_extra_turn_can_be_the_one_that_is_skipped() -> None:
    game = skip_next_turn(add_extra_turn(new_game(RULES, "Ann", "Bob", "Cat"), "Cat"), "Cat")
    assert _takers(game, 3) == ["Bob", "Cat", "Ann"]


def test_a_second_combat_phase_begins_with_nobody_attacking() -> None:
    game = given_combat(
        new_game(RULES, "Ann", "Bob"), TurnStep.END_OF_COMBAT, Combat(("Bob",), (Attack("Wolf", "Bob"),))
    )
    again = next_step(add_to_turn(game, Phase.COMBAT, "Ann"))
    assert (again.turn.step, again.combat) == (TurnStep.BEGINNING_OF_COMBAT, Combat())


def test_a_scenario_that_begins_in_a_step_goes_on_with_the_next_one() -> None:
    steps = list(TurnStep)
    for step, following in pairwise(steps):
        game = in_step(new_game(RULES, "Ann", "Bob"), step)
        assert (game.turn.step, next_step(game).turn.step) == (step, following)


def test_the_last_player_left_goes_on_taking_turns() -> None:
    game = concede(new_game(RULES, "Ann", "Bob"), "Bob", by="Bob")
    assert _takers(game, 2) == ["Ann", "Ann"]


def test_control_ends_when_the_controller_leaves_the_game() -> None:
    game = control_for_a_while(new_game(RULES, "Ann", "Bob", "Cat"), "Cat", "Bob", "Word of Command")
    game = control_next_turn(game, "Cat", "Bob")
    game = concede(game, "Cat", by="Cat")
    assert controller_of(game, "Bob") == "Bob"
    assert controller_of(next_turn(game), "Bob") == "Bob"


@pytest.mark.parametrize("name", ["player", "object"])
def test_a_name_that_is_not_in_the_game_is_refused(name: str) -> None:
    with pytest.raises(IllegalAction, match="'Zoe'"):
        getattr(new_game(RULES, "Ann", "Bob"), name)("Zoe")


def test_a_subgame_can_end_only_where_there_is_one() -> None:
    with pytest.raises(IllegalAction, match="no subgame"):
        end_subgame(new_game(RULES, "Ann", "Bob"))


def test_nothing_changes_a_state() -> None:
    """An action returns another game; the one before is as it was."""
    before = new_game(RULES, "Ann", "Bob")
    kept = hash(before)
    control_for_a_while(next_turn(before), "Ann", "Bob", "Word of Command")
    assert hash(before) == kept
    assert before == new_game(RULES, "Ann", "Bob")
