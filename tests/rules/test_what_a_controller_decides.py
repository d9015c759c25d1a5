"""What a controller decides for another player, what stays with that player, and with whose resources."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.combat import begin_combat, declare_attackers, given_combat
from crdiff.game.control import control_for_a_while
from crdiff.game.costs import Payment
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.decisions import CalledForBy, Decision, choosable_cards, choose_card, decide, who_decides
from crdiff.game.leaving import concede
from crdiff.game.rules import RuleSet
from crdiff.game.spells import cast, resolve
from crdiff.game.state import Attack, Block, Combat, Cost, Game, Kind, Object, Option, Player, Step, Zone, new_game
from crdiff.game.turns import go_to


def _ann_controls_bob(rules: RuleSet, *objects: Object) -> Game:
    """It is Bob's main phase, and Ann controls him by some effect. Both have three mana."""
    game = new_game(rules, Player("Bob", mana=3), Player("Ann", mana=3)).having(*objects)
    return control_for_a_while(given_combat(game, Step.PRECOMBAT_MAIN, Combat()), "Ann", "Bob")


def _hand(player: str, *names: str) -> tuple[Object, ...]:
    return tuple(Object(name, player, Zone.HAND) for name in names)


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_decides_what_to_play_and_every_choice_it_calls_for(rules: RuleSet) -> None:
    """Example: Ann decides that Bob casts Shock, what it targets, and what Diabolic Tutor finds for him."""
    shock = Object("Shock", "Bob", Zone.HAND, Kind.INSTANT, calls_for=("target",))
    tutor = Object("Diabolic Tutor", "Bob", Zone.HAND, Kind.SORCERY, asks=("card to find",))
    game = _ann_controls_bob(rules, shock, tutor)
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Shock", "Bob", choices={"target": "Ann"})
    game = cast(game, "Bob", "Shock", "Ann", choices={"target": "Bob"})
    game = cast(resolve(game, "Shock", "Ann"), "Bob", "Diabolic Tutor", "Ann")
    game = resolve(game, "Diabolic Tutor", "Ann", {"card to find": "Plains"})
    chosen = [(choice.player, choice.maker, choice.chosen) for choice in game.choices]
    assert chosen == [
        ("Bob", "Ann", "cast Shock"),
        ("Bob", "Ann", "Bob"),
        ("Bob", "Ann", "cast Diabolic Tutor"),
        ("Bob", "Ann", "Plains"),
    ]


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_makes_what_the_player_is_told_to_make(rules: RuleSet) -> None:
    """Bob has too many cards in hand in his cleanup step: Ann chooses which one he discards."""
    game = _ann_controls_bob(rules, *_hand("Bob", "Shock", "Opt"))
    discard = Decision("Bob", "which card to discard", CalledForBy.RULES, ("Shock", "Opt"))
    with pytest.raises(IllegalAction):
        decide(game, discard, "Bob", "Opt")
    assert decide(game, discard, "Ann", "Shock").choices[-1].maker == "Ann"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_cannot_choose_what_the_player_could_not(rules: RuleSet) -> None:
    """Bob may name a colour; Ann, naming it for him, may name no sixth one."""
    colour = Decision("Bob", "a colour", CalledForBy.OBJECT, ("white", "blue", "black", "red", "green"))
    with pytest.raises(IllegalAction):
        decide(_ann_controls_bob(rules), colour, "Ann", "purple")


@pytest.mark.clause("507.3", release="2003-10-01", says="Judgment")
def test_the_controller_chooses_the_card_from_outside_the_game_for_a_judgment_wish(rules: RuleSet) -> None:
    """Example: Burning Wish has Bob take a sorcery from outside the game. Ann chooses it; an instant it cannot be."""
    outside = [Object(name, "Bob", Zone.OUTSIDE, kind) for name, kind in _BOBS_CARDS_OUTSIDE]
    game = _ann_controls_bob(rules, *outside)
    wish = Decision("Bob", "a sorcery from outside the game", CalledForBy.OBJECT, ("Earthquake", "Firestorm"))
    assert choose_card(game, wish, "Ann", "Firestorm").choices[-1].chosen == "Firestorm"
    with pytest.raises(IllegalAction):
        choose_card(game, wish, "Ann", "Fork")


_BOBS_CARDS_OUTSIDE = (("Earthquake", Kind.SORCERY), ("Firestorm", Kind.SORCERY), ("Fork", Kind.INSTANT))


@pytest.mark.clause("720.5a", release="2024-06-07")
def test_mana_for_the_players_spells_comes_from_that_players_pool(rules: RuleSet) -> None:
    """Ann has Bob cast a spell for two mana. Her own pool cannot pay it; his does."""
    bolt = Object("Bolt", "Bob", Zone.HAND, cost=Cost(mana=2))
    game = _ann_controls_bob(rules, bolt)
    decider = who_decides(game, Decision("Bob", "what to cast"))
    with pytest.raises(IllegalAction):
        cast(game, "Bob", "Bolt", decider, payment=Payment(mana_of="Ann"))
    paid = cast(game, "Bob", "Bolt", decider)
    assert (paid.player("Bob").mana, paid.player("Ann").mana) == (1, 3)
