"""Whose resources pay while a player is controlled, and what becomes of unused mana."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.control import control_for_a_while
from crdiff.game.costs import Payment, pay
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast
from crdiff.game.state import Cost, Game, Kind, Object, Player, TurnStep, Zone, new_game
from crdiff.game.turns import go_to, next_step

BOBS_HUSK = Object("Nantuko Husk", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
ANNS_BEAR = Object("Bear", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")


def _ann_controls_bob(rules: RuleSet, *objects: Object) -> Game:
    """Return a turn of Bob's that Ann controls. Each has three mana in the pool."""
    game = new_game(rules, Player("Bob", mana=3), Player("Ann", mana=3)).having(*objects)
    return control_for_a_while(game, "Ann", "Bob")


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_the_controlled_players_mana_pays_for_that_players_spells(rules: RuleSet) -> None:
    """Ann has Bob pay two mana: it comes from Bob's pool, and she cannot offer her own."""
    game = _ann_controls_bob(rules)
    paid = pay(game, "Bob", Cost(mana=2), decider="Ann")
    assert (paid.player("Bob").mana, paid.player("Ann").mana) == (1, 3)
    with pytest.raises(IllegalAction):
        pay(game, "Bob", Cost(mana=2), decider="Ann", payment=Payment(mana_of="Ann"))


@pytest.mark.clause("720.5a", "720.5", release="2024-06-07")
def test_an_additional_cost_of_discarding_is_paid_from_the_controlled_players_hand(rules: RuleSet) -> None:
    """Example: Ann decides that Bob casts a spell that costs a discarded card; Bob's hand loses it, hers cannot."""
    spell = Object("Firestorm", "Bob", Zone.HAND, cost=Cost(discards=1))
    game = _ann_controls_bob(rules, spell, Object("Opt", "Bob", Zone.HAND), Object("Shock", "Ann", Zone.HAND))
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Firestorm", by="Ann", payment=Payment(discarded=("Shock",)))
    paid = cast(game, "Bob", "Firestorm", by="Ann", payment=Payment(discarded=("Opt",)))
    zones = [paid.object(name).zone for name in ("Firestorm", "Opt", "Shock")]
    assert zones == [Zone.STACK, Zone.GRAVEYARD, Zone.HAND]


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_permanents_and_life_are_the_controlled_players_too(rules: RuleSet) -> None:
    """A creature to be sacrificed and life to be paid are Bob's, whoever decides that he pays."""
    game = _ann_controls_bob(rules, BOBS_HUSK, ANNS_BEAR)
    cost = Cost(life=2, sacrifices=1)
    with pytest.raises(IllegalAction):
        pay(game, "Bob", cost, decider="Ann", payment=Payment(sacrificed=("Bear",)))
    paid = pay(game, "Bob", cost, decider="Ann", payment=Payment(sacrificed=("Nantuko Husk",)))
    assert (paid.player("Bob").life, paid.player("Ann").life) == (18, 20)


@pytest.mark.clause("507.4", release="2008-02-01")
def test_a_player_whose_turn_is_controlled_does_not_lose_life_to_mana_burn(rules: RuleSet) -> None:
    """Both pools hold three mana as the phase ends. Bob's turn is controlled, and he loses no life; Ann loses three."""
    game = go_to(_ann_controls_bob(rules), TurnStep.PRECOMBAT_MAIN)
    assert (game.player("Bob").life, game.player("Ann").life) == (20, 17)


@pytest.mark.clause("507.4", release="2008-02-01")
def test_an_uncontrolled_turn_burns(rules: RuleSet) -> None:
    """The same phase with nobody controlled: both players lose three life."""
    game = go_to(new_game(rules, Player("Bob", mana=3), Player("Ann", mana=3)), TurnStep.PRECOMBAT_MAIN)
    assert (game.player("Bob").life, game.player("Ann").life) == (17, 17)


@pytest.mark.clause("507.4", release="2008-02-01")
def test_unused_mana_is_lost_when_the_phase_ends_controlled_or_not(rules: RuleSet) -> None:
    """Mana lasts from step to step within the beginning phase, and is gone in the main phase."""
    game = _ann_controls_bob(rules)
    upkeep, main = next_step(game), go_to(game, TurnStep.PRECOMBAT_MAIN)
    assert (upkeep.player("Bob").mana, upkeep.player("Ann").mana) == (3, 3)
    assert (main.player("Bob").mana, main.player("Ann").mana) == (0, 0)
