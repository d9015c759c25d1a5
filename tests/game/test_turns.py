"""Turns in order: steps, extra and skipped turns, players who have left, what a phase does to mana."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.combat import given_combat
from crdiff.game.control import control_for_a_while, control_next_turn, controller_of
from crdiff.game.leaving import concede
from crdiff.game.players import apnap_order
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import Attack, Combat, Game, Option, Phase, Player, TurnStep, new_game
from crdiff.game.subgames import end_subgame
from crdiff.game.turns import (
    add_extra_turn,
    add_to_turn,
    go_to,
    in_step,
    next_step,
    next_turn,
    skip_next,
    skip_next_turn,
)

RULES = RuleSet.all()


def _takers(game: Game, turns: int) -> list[str]:
    """Return who takes each of the next `turns` turns."""
    found = []
    for _ in range(turns):
        game = next_turn(game)
        found.append("+".join(game.turn.takers))
    return found


def test_turns_go_round_in_turn_order() -> None:
    assert _takers(new_game(RULES, "Ann", "Bob", "Cat"), 4) == ["Bob", "Cat", "Ann", "Bob"]


def test_a_turn_has_all_steps_in_the_order_of_the_phases() -> None:
    game = new_game(RULES, "Ann", "Bob")
    steps = []
    for _ in TurnStep:
        steps.append(game.turn.step)
        game = next_step(game)
    assert steps == list(TurnStep)
    assert game.turn.number == 2
    assert list(dict.fromkeys(step.phase for step in steps)) == list(Phase)


def test_of_several_extra_turns_the_one_created_last_is_taken_first_and_the_order_goes_on_after_them() -> None:
    game = add_extra_turn(add_extra_turn(new_game(RULES, "Ann", "Bob", "Cat"), "Ann"), "Cat")
    assert _takers(game, 4) == ["Cat", "Ann", "Bob", "Cat"]


def test_a_player_who_skips_two_turns_is_passed_over_twice() -> None:
    game = skip_next_turn(skip_next_turn(new_game(RULES, "Ann", "Bob"), "Bob"), "Bob")
    assert _takers(game, 4) == ["Ann", "Ann", "Bob", "Ann"]


def test_an_extra_turn_can_be_the_one_that_is_skipped() -> None:
    game = skip_next_turn(add_extra_turn(new_game(RULES, "Ann", "Bob", "Cat"), "Cat"), "Cat")
    assert _takers(game, 3) == ["Bob", "Cat", "Ann"]


def _steps(game: Game) -> list[TurnStep]:
    """Return the steps of this turn from the present one on."""
    number, steps = game.turn.number, []
    while game.turn.number == number:
        steps.append(game.turn.step)
        game = next_step(game)
    return steps


def test_a_phase_is_added_after_the_phase_and_a_step_after_the_step() -> None:
    game = go_to(new_game(RULES, "Ann", "Bob"), TurnStep.END)
    assert _steps(add_to_turn(game, TurnStep.END, "Ann")) == [TurnStep.END, TurnStep.END, TurnStep.CLEANUP]
    assert _steps(add_to_turn(game, Phase.ENDING, "Ann")) == [
        TurnStep.END,
        TurnStep.CLEANUP,
        TurnStep.END,
        TurnStep.CLEANUP,
    ]


def test_a_skipped_step_is_skipped_once_and_the_phase_still_begins() -> None:
    """Without its first step the beginning phase is still one phase: mana lasts in it and not beyond."""
    game = next_turn(skip_next(new_game(RULES, "Ann", Player("Bob")), TurnStep.UNTAP, "Bob"))
    assert game.turn.step is TurnStep.UPKEEP
    game = game.with_player(Player("Bob", mana=2))
    assert next_step(game).player("Bob").mana == 2
    assert go_to(game, TurnStep.PRECOMBAT_MAIN).player("Bob").life == 18
    assert next_turn(next_turn(game)).turn.step is TurnStep.UNTAP


def test_a_turn_all_of_which_is_skipped_passes() -> None:
    game = new_game(RULES, "Ann", "Bob")
    for phase in Phase:
        game = skip_next(game, phase, "Bob")
    assert next_turn(game).turn.takers == ("Ann",)


def test_a_second_combat_phase_begins_with_nobody_attacking() -> None:
    game = given_combat(
        new_game(RULES, "Ann", "Bob"), TurnStep.END_OF_COMBAT, Combat(("Bob",), (Attack("Wolf", "Bob"),))
    )
    again = next_step(add_to_turn(game, Phase.COMBAT, "Ann"))
    assert (again.turn.step, again.combat) == (TurnStep.BEGINNING_OF_COMBAT, Combat())


def test_teams_take_turns_in_turn_order() -> None:
    seats = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))
    game = new_game(RULES, *seats, options=[Option.SHARED_TEAM_TURNS])
    assert game.turn.takers == ("Ann", "Bea")
    assert _takers(game, 3) == ["Cat+Dan", "Ann+Bea", "Cat+Dan"]


def test_a_player_who_has_left_takes_no_turn_and_acts_no_more() -> None:
    game = concede(new_game(RULES, "Ann", "Bob", "Cat"), "Bob", by="Bob")
    assert _takers(game, 2) == ["Cat", "Ann"]
    assert apnap_order(game) == ("Ann", "Cat")


def test_turns_are_counted_one_by_one() -> None:
    game = new_game(RULES, "Ann", "Bob")
    for number in range(1, 6):
        assert game.turn.number == number
        game = next_turn(game)


def test_a_scenario_that_begins_in_a_step_goes_on_with_the_next_one() -> None:
    steps = list(TurnStep)
    for step, following in pairwise(steps):
        game = in_step(new_game(RULES, "Ann", "Bob"), step)
        assert (game.turn.step, next_step(game).turn.step) == (step, following)


def test_a_turn_whose_last_step_is_skipped_ends_with_the_one_before() -> None:
    game = go_to(skip_next(new_game(RULES, "Ann", "Bob"), TurnStep.CLEANUP, "Ann"), TurnStep.END)
    assert next_step(game).turn.takers == ("Bob",)


def test_an_added_step_belongs_to_the_phase_in_which_it_comes() -> None:
    """Mana lasts from the upkeep step into the one added after it."""
    game = go_to(new_game(RULES, "Ann", "Bob"), TurnStep.UPKEEP)
    game = add_to_turn(game, TurnStep.UPKEEP, "Ann").with_player(Player("Ann", mana=1))
    again = next_step(game)
    assert (again.turn.step, again.player("Ann").mana) == (TurnStep.UPKEEP, 1)


def test_the_last_player_left_goes_on_taking_turns() -> None:
    game = concede(new_game(RULES, "Ann", "Bob"), "Bob", by="Bob")
    assert _takers(game, 2) == ["Ann", "Ann"]


def test_control_ends_when_the_controller_leaves_the_game() -> None:
    game = control_for_a_while(new_game(RULES, "Ann", "Bob", "Cat"), "Cat", "Bob", "Word of Command")
    game = control_next_turn(game, "Cat", "Bob")
    game = concede(game, "Cat", by="Cat")
    assert controller_of(game, "Bob") == "Bob"
    assert controller_of(next_turn(game), "Bob") == "Bob"


def test_the_active_player_acts_first_and_the_others_follow_in_turn_order() -> None:
    assert apnap_order(next_turn(new_game(RULES, "Ann", "Bob", "Cat"))) == ("Bob", "Cat", "Ann")


def test_mana_is_lost_with_the_step_where_it_does_not_last_the_phase() -> None:
    game = new_game(RULES.without(Behaviour.MANA_LASTS_THE_PHASE), Player("Ann", mana=2), "Bob")
    assert next_step(game).player("Ann") == Player("Ann", life=20)


def test_mana_burn_costs_one_life_for_each_mana() -> None:
    game = go_to(new_game(RULES, Player("Ann", mana=2), "Bob"), TurnStep.PRECOMBAT_MAIN)
    assert game.player("Ann").life == 18


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
