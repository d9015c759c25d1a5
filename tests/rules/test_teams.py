"""Teams that share turns: whose turn is added, skipped, controlled (rule 805.8), how the team fights (rule 810.7)."""

from __future__ import annotations

import pytest

from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import declare_attackers, given_combat
from crdiff.game.control import control_for_a_while, controller_of
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, Player, Step, Zone, new_game
from crdiff.game.turns import add_extra_turn, next_turn, skip_next_turn

TEAMS = (Player("Ann", "red"), Player("Bea", "red"), Player("Cat", "blue"), Player("Dan", "blue"))
RED, BLUE = ("Ann", "Bea"), ("Cat", "Dan")


def _giants(rules: RuleSet, *objects: Object) -> Game:
    """Return a Two-Headed Giant game of Ann and Bea against Cat and Dan, on the red team's turn."""
    return new_game(rules, *TEAMS, options=(Option.TWO_HEADED_GIANT,)).having(*objects)


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


@pytest.mark.clause("805.8", release="2024-06-07")
def test_who_controls_a_player_controls_the_players_team(rules: RuleSet) -> None:
    """Ann controls Cat, so she controls Dan too; her own teammate stays her own."""
    game = control_for_a_while(_giants(rules), "Ann", "Cat")
    assert [controller_of(game, player) for player in ("Cat", "Dan", "Bea")] == ["Ann", "Ann", "Bea"]


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_attacks_as_a_group(rules: RuleSet) -> None:
    """In one declaration Ann's Wolf attacks Cat and Bea's Ox attacks Dan."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Ox", "Bea"))
    game = given_combat(game, Step.DECLARE_ATTACKERS, Combat(BLUE))
    game = declare_attackers(game, "Ann", {"Wolf": "Cat", "Ox": "Dan"})
    assert game.combat.attacks == (Attack("Wolf", "Cat"), Attack("Ox", "Dan"))


@pytest.mark.clause("810.7", release="2024-06-07")
def test_a_two_headed_giant_team_defends_as_a_group(rules: RuleSet) -> None:
    """Ann's Wolf attacks Cat: Dan's Elves may block it."""
    game = _giants(rules, _creature("Wolf", "Ann"), _creature("Elves", "Dan"))
    game = given_combat(game, Step.DECLARE_BLOCKERS, Combat(BLUE, (Attack("Wolf", "Cat"),)))
    game = declare_blockers(game, "Dan", "Dan", {"Elves": "Wolf"})
    assert game.combat.blocks == (Block("Elves", "Wolf"),)
