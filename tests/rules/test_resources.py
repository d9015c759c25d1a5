"""Whose resources pay while a player is controlled, and what becomes of unused mana."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.costs import Payment, pay
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast
from crdiff.game.state import Cost, Game, Kind, Object, Player, TurnStep, Zone, new_game
from crdiff.game.turns import controlled_turn, go_to, next_step

BOBS_HUSK = Object("Nantuko Husk", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
ANNS_BEAR = Object("Bear", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")


def _ann_controls_bob(rules: RuleSet, *objects: Object) -> Game:
    """Return a turn of Bob's that Ann controls. Each has three mana in the pool."""
    game = controlled_turn(new_game(rules, "Bob", "Ann").having(*objects), "Ann", "Bob")
    return game.with_player(Player("Bob", mana=3)).with_player(Player("Ann", mana=3))


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_the_controlled_players_mana_pays_for_that_players_spells(rules: RuleSet) -> None:
    """Ann has Bob pay two mana: it comes from Bob's pool, and she cannot offer her own."""
    game = _ann_controls_bob(rules)
    paid = pay(game, "Bob", Cost(mana=2), decider="Ann")
    assert (paid.player("Bob").mana, paid.player("Ann").mana) == (1, 3)
    assert is_refused(pay, game, "Bob", Cost(mana=2), decider="Ann", payment=Payment(mana_of="Ann"))


@pytest.mark.clause("720.5a", "720.5", release="2024-06-07")
def test_an_additional_cost_of_discarding_is_paid_from_the_controlled_players_hand(rules: RuleSet) -> None:
    """Example: Ann decides that Bob casts a spell that costs a discarded card; Bob's hand loses it, hers cannot."""
    spell = Object("Firestorm", "Bob", Zone.HAND, cost=Cost(discards=1))
    game = _ann_controls_bob(rules, spell, Object("Opt", "Bob", Zone.HAND), Object("Shock", "Ann", Zone.HAND))
    assert is_refused(cast, game, "Bob", "Firestorm", by="Ann", payment=Payment(discarded=("Shock",)))
    paid = cast(game, "Bob", "Firestorm", by="Ann", payment=Payment(discarded=("Opt",)))
    zones = [paid.object(name).zone for name in ("Firestorm", "Opt", "Shock")]
    assert zones == [Zone.STACK, Zone.GRAVEYARD, Zone.HAND]


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_exactly_what_there_is_can_be_paid_and_no_more(rules: RuleSet) -> None:
    """Bob has three mana and twenty life: he can pay all of either, and not one more, though Ann has as much again."""
    game = _ann_controls_bob(rules)
    for cost in (Cost(mana=3), Cost(life=20)):
        paid = pay(game, "Bob", cost, decider="Ann")
        assert (paid.player("Ann").mana, paid.player("Ann").life) == (3, 20)
    assert pay(game, "Bob", Cost(mana=3, life=20), decider="Ann").player("Bob") == Player("Bob", life=0)
    for cost in (Cost(mana=4), Cost(life=21)):
        assert is_refused(pay, game, "Bob", cost, decider="Ann")
    assert is_refused(pay, game, "Bob", Cost(life=1), decider="Ann", payment=Payment(life_of="Ann"))


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_energy_and_permanents_to_be_tapped_are_the_controlled_players_too(rules: RuleSet) -> None:
    """And so on: Bob has two energy counters and an untapped Husk. They pay for him; what is Ann's does not."""
    game = _ann_controls_bob(rules, BOBS_HUSK, ANNS_BEAR, Object("card", "Bob", Zone.HAND))
    game = game.with_player(Player("Bob", energy=2)).with_player(Player("Ann", energy=2))
    husk = Payment(tapped=("Nantuko Husk",))
    paid = pay(game, "Bob", Cost(energy=2, taps=1), decider="Ann", payment=husk)
    assert (paid.player("Bob").energy, paid.player("Ann").energy) == (0, 2)
    assert pay(game, "Bob", Cost(energy=1), decider="Ann").player("Bob").energy == 1
    assert [paid.object(name).tapped for name in ("Nantuko Husk", "Bear")] == [True, False]
    refused = (
        (game, Cost(energy=3), Payment()),
        (game, Cost(energy=1), Payment(energy_of="Ann")),
        (game, Cost(taps=1), Payment(tapped=("Bear",))),
        (game, Cost(taps=1), Payment()),
        (game, Cost(), husk),
        (game, Cost(taps=1), Payment(tapped=("card",))),
        (paid, Cost(taps=1), husk),
    )
    for state, cost, payment in refused:
        assert is_refused(pay, state, "Bob", cost, decider="Ann", payment=payment)


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_whose_a_resource_is_goes_by_control_of_a_permanent_and_by_ownership_of_a_card(rules: RuleSet) -> None:
    """Bob has Ann's Ox and she has his Elk: for Bob the Ox can be sacrificed, the Elk cannot. It is Ann's graveyard."""
    ox = Object("Ox", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
    elk = Object("Elk", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")
    game = _ann_controls_bob(rules, ox, elk)
    assert is_refused(pay, game, "Bob", Cost(sacrifices=1), decider="Ann", payment=Payment(sacrificed=("Elk",)))
    paid = pay(game, "Bob", Cost(sacrifices=1), decider="Ann", payment=Payment(sacrificed=("Ox",)))
    gone = paid.object("Ox")
    assert (gone.zone, gone.owner, gone.controller) == (Zone.GRAVEYARD, "Ann", "")


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_a_card_pays_from_the_zone_that_the_cost_names(rules: RuleSet) -> None:
    """A card in Bob's hand is no permanent to sacrifice, his Husk is no card to discard; nor does one pay for two."""
    game = _ann_controls_bob(rules, BOBS_HUSK, Object("card", "Bob", Zone.HAND), ANNS_BEAR)
    refused = (
        (Cost(sacrifices=1), Payment(sacrificed=("card",))),
        (Cost(discards=1), Payment(discarded=("Nantuko Husk",))),
        (Cost(discards=2), Payment(discarded=("card",))),
        (Cost(), Payment(discarded=("card",))),
        (Cost(sacrifices=1), Payment(sacrificed=("Bear",))),
    )
    for cost, payment in refused:
        assert is_refused(pay, game, "Bob", cost, decider="Ann", payment=payment)
    both = Payment(discarded=("card",), sacrificed=("Nantuko Husk",))
    paid = pay(game, "Bob", Cost(discards=1, sacrifices=1), decider="Ann", payment=both)
    assert [each.zone for each in paid.objects] == [Zone.GRAVEYARD, Zone.GRAVEYARD, Zone.BATTLEFIELD]


@pytest.mark.clause("300.3", release="2008-02-01", says="mana burn")
def test_unused_mana_burns_as_a_phase_ends(rules: RuleSet) -> None:
    """Three mana are left in Bob's pool and none in Ann's as the beginning phase ends: he loses three life."""
    game = new_game(rules, Player("Bob", mana=3), "Ann")
    main = go_to(game, TurnStep.PRECOMBAT_MAIN)
    assert [(player.life, player.mana) for player in main.players] == [(17, 0), (20, 0)]
    assert go_to(main, TurnStep.END).player("Bob").life == 17


@pytest.mark.clause("507.4", release="2008-02-01")
def test_a_player_whose_turn_is_controlled_does_not_lose_life_to_mana_burn(rules: RuleSet) -> None:
    """Both pools hold three mana as the phase ends. Bob's turn is controlled, and he loses no life; Ann loses three."""
    game = go_to(_ann_controls_bob(rules), TurnStep.PRECOMBAT_MAIN)
    assert (game.player("Bob").life, game.player("Ann").life) == (20, 17)


@pytest.mark.clause("507.4", release="2008-02-01")
def test_unused_mana_is_lost_when_the_phase_ends_controlled_or_not(rules: RuleSet) -> None:
    """Mana lasts from step to step within the beginning phase, and is gone in the main phase."""
    game = _ann_controls_bob(rules)
    upkeep, main = next_step(game), go_to(game, TurnStep.PRECOMBAT_MAIN)
    assert (upkeep.player("Bob").mana, upkeep.player("Ann").mana) == (3, 3)
    assert (main.player("Bob").mana, main.player("Ann").mana) == (0, 0)
