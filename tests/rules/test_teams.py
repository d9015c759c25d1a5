"""Teams that share turns: whose turn is added, skipped, controlled (rule 805.8), how the team fights (rule 810.7)."""

from __future__ import annotations

import pytest

from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import declare_attackers, given_combat
from crdiff.game.control import control_next_turn, controller_of
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, Phase, Player, TurnStep, Zone, new_game
from crdiff.game.turns import (
    add_extra_turn,
    add_to_turn,
    controlled_turn,
    in_step,
    next_step,
    next_turn,
    skip_next,
    skip_next_turn,
)

TEAMS = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))
RED, BLUE = ("Ann", "Bea"), ("Cat", "Dan")


def _giants(rules: RuleSet, *objects: Object) -> Game:
    """Return a Two-Headed Giant game of Ann and Bea against Cat and Dan, on the red team's turn."""
    return new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(*objects)


def _steps_of_turn(game: Game) -> list[tuple[TurnStep, tuple[str, ...]]]:
    """Return the steps of this turn from the present one on, each with the players who take it."""
    steps, number = [], game.turn.number
    while game.turn.number == number:
        steps.append((game.turn.step, game.turn.step_takers))
        game = next_step(game)
    return steps


def _creature(name: str, player: str) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player)


@pytest.mark.clause("805.8", release="2024-06-07")
def test_an_extra_turn_of_a_player_is_taken_by_the_team(rules: RuleSet) -> None:
    """An effect gives Ann an extra turn: Ann and Bea take it together."""
    assert next_turn(add_extra_turn(_giants(rules), "Ann")).turn.takers == RED


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_turn_that_a_player_skips_is_skipped_by_the_team(rules: RuleSet) -> None:
    """An effect has Cat skip her next turn: the blue team skips it, and the red team is next."""
    assert next_turn(skip_next_turn(_giants(rules), "Cat")).turn.takers == RED


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_phase_added_to_a_players_turn_is_taken_by_the_team(rules: RuleSet) -> None:
    """After combat an effect adds a combat phase to Ann's turn: Ann and Bea take all of it together."""
    game = add_to_turn(in_step(_giants(rules), TurnStep.END_OF_COMBAT), Phase.COMBAT, "Ann")
    assert _steps_of_turn(game)[1:6] == [(step, RED) for step in TurnStep if step.phase is Phase.COMBAT]


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_step_added_to_a_players_turn_is_taken_by_the_team(rules: RuleSet) -> None:
    """An effect adds an upkeep step to Ann's turn: Ann and Bea have two upkeep steps before they draw."""
    game = add_to_turn(in_step(_giants(rules), TurnStep.UPKEEP), TurnStep.UPKEEP, "Ann")
    assert _steps_of_turn(game)[:3] == [(TurnStep.UPKEEP, RED), (TurnStep.UPKEEP, RED), (TurnStep.DRAW, RED)]


@pytest.mark.clause("805.8", release="2024-06-07")
def test_a_phase_or_a_step_that_a_player_skips_is_skipped_by_the_team(rules: RuleSet) -> None:
    """Effects have Cat skip her next combat phase and Dan his next draw step: the blue team has neither."""
    game = skip_next(skip_next(_giants(rules), Phase.COMBAT, "Cat"), TurnStep.DRAW, "Dan")
    skipped = {TurnStep.DRAW, *(step for step in TurnStep if step.phase is Phase.COMBAT)}
    assert _steps_of_turn(next_turn(game)) == [(step, BLUE) for step in TurnStep if step not in skipped]


@pytest.mark.clause("805.8", release="2024-06-07", says="a single effect")
def test_one_effect_on_several_players_of_a_team_adds_one_phase_and_skips_one_step(rules: RuleSet) -> None:
    """One effect adds a combat phase to the turns of Ann and Bea, one has Cat and Dan skip a draw step: one each."""
    game = add_to_turn(in_step(_giants(rules), TurnStep.END_OF_COMBAT), Phase.COMBAT, "Ann", "Bea")
    assert [step for step, _ in _steps_of_turn(game)].count(TurnStep.BEGINNING_OF_COMBAT) == 1
    first = next_turn(skip_next(_giants(rules), TurnStep.DRAW, "Cat", "Dan"))
    second = next_turn(next_turn(first))
    assert [(TurnStep.DRAW, BLUE) in _steps_of_turn(turn) for turn in (first, second)] == [False, True]


@pytest.mark.clause("805.8", release="2024-06-07", says="a single effect")
def test_one_effect_on_several_players_of_a_team_adds_one_turn(rules: RuleSet) -> None:
    """One effect gives Ann and Bea an extra turn each: the team takes one, then the blue team is next."""
    extra = next_turn(add_extra_turn(_giants(rules), "Ann", "Bea"))
    assert extra.turn.takers == RED
    assert next_turn(extra).turn.takers == BLUE


@pytest.mark.clause("805.8", release="2024-06-07", says="a single effect")
def test_one_effect_on_several_players_of_a_team_skips_one_turn(rules: RuleSet) -> None:
    """One effect has Cat and Dan skip their next turn: the blue team skips one, not two."""
    game = next_turn(skip_next_turn(_giants(rules), "Cat", "Dan"))
    assert game.turn.takers == RED
    assert next_turn(game).turn.takers == BLUE


@pytest.mark.clause("805.8", release="2024-06-07", says="to control another player,")
def test_who_controls_a_player_controls_the_players_team(rules: RuleSet) -> None:
    """Ann controls Cat, so she controls Dan too; her own teammate stays her own."""
    game = controlled_turn(_giants(rules), "Ann", "Cat")
    assert [controller_of(game, player) for player in ("Cat", "Dan", "Bea")] == ["Ann", "Ann", "Bea"]


@pytest.mark.clause("805.8", release="2024-06-07")
def test_who_controls_a_players_turn_controls_the_teams_turn(rules: RuleSet) -> None:
    """An effect gives Ann control of Cat's next turn: on the blue team's turn she controls both Cat and Dan."""
    game = next_turn(control_next_turn(_giants(rules), "Ann", "Cat"))
    assert game.turn.takers == BLUE
    assert [controller_of(game, player) for player in BLUE] == ["Ann", "Ann"]


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_attacks_as_a_group(rules: RuleSet) -> None:
    """In one declaration Ann's Wolf attacks Cat and Bea's Ox attacks Dan."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Ox", "Bea"))
    game = given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(BLUE))
    game = declare_attackers(game, "Ann", {"Wolf": "Cat", "Ox": "Dan"})
    assert game.combat.attacks == (Attack("Wolf", "Cat"), Attack("Ox", "Dan"))


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_defends_as_a_group(rules: RuleSet) -> None:
    """Ann's Wolf attacks Cat: Dan's Elves may block it."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Elves", "Dan"))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, Combat(BLUE, (Attack("Wolf", "Cat"),)))
    game = declare_blockers(game, "Dan", "Dan", {"Elves": "Wolf"})
    assert game.combat.blocks == (Block("Elves", "Wolf"),)
