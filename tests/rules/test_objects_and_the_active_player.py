"""Only control of the player changes: objects keep their controllers, the turn keeps its player."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.players import active_players, nonactive_players
from crdiff.game.rules import RuleSet
from crdiff.game.spells import activate, controlled_by, controller_of_object, resolve, trigger
from crdiff.game.state import Ability, Kind, Object, Zone, new_game
from crdiff.game.turns import controlled_turn

BEAR = Object("Bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")


@pytest.mark.clause("720.3", release="2024-06-07")
def test_objects_stay_under_the_control_of_their_normal_controllers(rules: RuleSet) -> None:
    """Ann controls Bob, not his Bear: what counts the creatures she controls does not count it."""
    game = controlled_turn(new_game(rules, "Bob", "Ann").having(BEAR), "Ann", "Bob")
    assert controlled_by(game, "Ann") == ()
    assert controlled_by(game, "Bob") == ("Bear",)


@pytest.mark.clause("720.3", "720.5", release="2024-06-07")
def test_a_new_ability_is_controlled_by_the_controller_of_its_source(rules: RuleSet) -> None:
    """Ann has Bob activate an ability of the Ox that he has from Cat, and one of it triggers: both are Bob's."""
    ox = Object("Ox", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat").having(ox), "Ann", "Bob")
    game = trigger(activate(game, "Bob", Ability("roar", "Ox"), "Ann"), Ability("howl", "Ox"), "Ann")
    assert [controller_of_object(game, name) for name in ("roar", "howl")] == ["Bob", "Bob"]
    assert [controlled_by(game, player) for player in ("Ann", "Cat")] == [(), ()]
    assert is_refused(activate, game, "Bob", Ability("roar again", "Ox"), "Bob")
    assert is_refused(resolve, game, "roar", "Ann")
    assert [each.name for each in resolve(game, "howl", "Ann").objects] == ["Ox", "roar"]


@pytest.mark.clause("720.3", release="2024-06-07", says="still the active player")
def test_a_player_controlled_during_their_turn_is_still_the_active_player(rules: RuleSet) -> None:
    """It is Bob's turn and Ann controls him: he is the active player, she is not."""
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob")
    assert active_players(game) == ("Bob",)
    assert nonactive_players(game) == ("Ann",)


@pytest.mark.clause("710.2", release="2009-07-11")
def test_the_player_whose_turn_is_controlled_is_still_the_active_player(rules: RuleSet) -> None:
    """As a rule of its own, from 2009 until it joined its neighbour in 2010: Bob stays the active player."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    assert active_players(game) == ("Bob",)


@pytest.mark.clause("720.3", release="2024-06-07")
def test_a_spell_goes_where_spells_of_its_kind_go_and_stays_the_players(rules: RuleSet) -> None:
    """Ann has Bob's spells resolve: permanents are under his control, the others in the graveyard."""
    kinds = (Kind.CREATURE, Kind.PLANESWALKER, Kind.BATTLE, Kind.LAND, Kind.INSTANT, Kind.SORCERY)
    spells = (Object(kind, "Bob", Zone.STACK, kind, "Bob") for kind in kinds)
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob").having(*spells)
    for kind in reversed(kinds):
        game = resolve(game, kind, "Ann")
    there, gone = (Zone.BATTLEFIELD, "Bob"), (Zone.GRAVEYARD, "")
    assert [(each.zone, each.controller) for each in game.objects] == [there] * 4 + [gone] * 2
    assert controlled_by(game, "Bob") == kinds[:4]
    assert controlled_by(game, "Ann") == ()
