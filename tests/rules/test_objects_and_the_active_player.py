"""Only control of the player changes: objects keep their controllers, the turn keeps its player."""

from __future__ import annotations

import pytest

from crdiff.game.control import control_for_a_while
from crdiff.game.players import active_players, nonactive_players
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast, controlled_by, controller_of_object
from crdiff.game.state import Kind, Object, Zone, new_game

BEAR = Object("Bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
SHOCK = Object("Shock", "Bob", Zone.HAND)


@pytest.mark.clause("720.3", release="2024-06-07")
def test_objects_stay_under_the_control_of_their_normal_controllers(rules: RuleSet) -> None:
    """Ann controls Bob, not his Bear: what counts the creatures she controls does not count it."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann").having(BEAR), "Ann", "Bob")
    assert controlled_by(game, "Ann") == ()
    assert controlled_by(game, "Bob") == ("Bear",)


@pytest.mark.clause("720.3", "720.5", release="2024-06-07")
def test_a_spell_cast_for_a_controlled_player_is_that_players_spell(rules: RuleSet) -> None:
    """Ann decides that Bob casts Shock; Bob controls it on the stack."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann").having(SHOCK), "Ann", "Bob")
    assert controller_of_object(cast(game, "Bob", "Shock", by="Ann"), "Shock") == "Bob"


@pytest.mark.clause("720.3", release="2024-06-07", says="still the active player")
def test_a_player_controlled_during_their_turn_is_still_the_active_player(rules: RuleSet) -> None:
    """It is Bob's turn and Ann controls him: he is the active player, she is not."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann"), "Ann", "Bob")
    assert active_players(game) == ("Bob",)
    assert nonactive_players(game) == ("Ann",)


@pytest.mark.clause("710.2", release="2009-07-11")
def test_the_player_whose_turn_is_controlled_is_still_the_active_player(rules: RuleSet) -> None:
    """As a rule of its own, from 2009 until it joined its neighbour in 2010: Bob stays the active player."""
    game = control_for_a_while(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    assert active_players(game) == ("Bob",)
