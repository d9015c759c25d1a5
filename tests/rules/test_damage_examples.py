"""The Examples on combat damage: the order among blockers, lethal damage, and damage dealt at once."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.combat import given_combat
from crdiff.game.damage import (
    announce_damage_order,
    assign_damage,
    deal_damage,
    deal_noncombat_damage,
    require_chance_to_act,
)
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, DamageOrder, Game, Kind, Object, TurnStep, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard


def _creature(name: str, player: str, power: int, toughness: int, marked: int = 0) -> Object:
    return Object(
        name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power, toughness=toughness, marked=marked
    )


def _blocked(rules: RuleSet, step: TurnStep, attacker: Object, *blockers: Object, is_ordered: bool = True) -> Game:
    """Return a combat of Ann's in which `blockers` block `attacker`, in this order if one was announced."""
    names = tuple(each.name for each in blockers)
    orders = (DamageOrder(attacker.name, names),) if is_ordered else ()
    blocks = tuple(Block(name, attacker.name) for name in names)
    combat = Combat(("Bob",), (Attack(attacker.name, "Bob"),), blocks=blocks, orders=orders)
    return given_combat(new_game(rules, "Ann", "Bob").having(attacker, *blockers), step, combat)


def _may_assign(game: Game, *amounts: int) -> bool:
    """Whether Ann may have the one attacker assign these amounts to the creatures that block it."""
    attacker = game.combat.attacks[0].creature
    damage = {(attacker, block.blocker): amount for block, amount in zip(game.combat.blocks, amounts, strict=True)}
    return not is_refused(assign_damage, game, "Ann", "Ann", damage)


WURM, WALL, CADET = (
    _creature("Craw Wurm", "Ann", 6, 4),
    _creature("Wall of Wood", "Bob", 0, 3),
    _creature("Eager Cadet", "Bob", 1, 1),
)


@pytest.mark.clause("509.2", release="2024-06-07")
def test_the_active_player_announces_the_order_among_several_blockers(rules: RuleSet) -> None:
    """Example: Craw Wurm is blocked by three creatures, and Ann puts Serra Angel first."""
    blockers = (
        _creature("Llanowar Elves", "Bob", 1, 1),
        _creature("Grizzly Bears", "Bob", 2, 2),
        _creature("Serra Angel", "Bob", 4, 4),
    )
    game = _blocked(rules, TurnStep.DECLARE_BLOCKERS, WURM, *blockers, is_ordered=False)
    order = ("Serra Angel", "Grizzly Bears", "Llanowar Elves")
    assert is_refused(announce_damage_order, game, "Craw Wurm", "Bob", order)
    game = announce_damage_order(game, "Craw Wurm", "Ann", order)
    assert game.combat.orders == (DamageOrder("Craw Wurm", order),)


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
def test_the_first_in_the_order_is_assigned_lethal_damage_before_the_next(rules: RuleSet) -> None:
    """Example: Craw Wurm assigns at least 3 of its 6 damage to Wall of Wood before any to Eager Cadet."""
    game = _blocked(rules, TurnStep.COMBAT_DAMAGE, WURM, WALL, CADET)
    assert [_may_assign(game, wall, 6 - wall) for wall in range(7)] == [False] * 3 + [True] * 4


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
def test_a_greater_toughness_asks_for_more_damage(rules: RuleSet) -> None:
    """Example: Giant Growth has made Wall of Wood a 3/6, so all 6 damage go to it."""
    game = _blocked(rules, TurnStep.COMBAT_DAMAGE, WURM, _creature("Wall of Wood", "Bob", 3, 6), CADET)
    assert [_may_assign(game, wall, 6 - wall) for wall in range(7)] == [False] * 6 + [True]


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
def test_damage_that_will_be_prevented_counts_as_lethal(rules: RuleSet) -> None:
    """Example: Mending Hands will prevent 4 damage to Wall of Wood; 3 are lethal damage all the same."""
    game = _blocked(rules, TurnStep.COMBAT_DAMAGE, WURM, WALL, CADET)
    assert _may_assign(game, 3, 3)
    assert not _may_assign(game, 2, 4)


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
def test_damage_marked_and_damage_of_others_count_as_lethal(rules: RuleSet) -> None:
    """Example: Enormous Baloth gets through to Silverback Ape with the damage of Durkwood Boars, and not without."""
    attackers = _creature("Baloth", "Ann", 7, 7), _creature("Boars", "Ann", 4, 4)
    blockers = (
        _creature("Armodon", "Bob", 3, 3, marked=2),
        _creature("Brigade", "Bob", 2, 4),
        _creature("Ape", "Bob", 5, 5),
        _creature("Piker", "Bob", 2, 1),
    )
    blocked = {"Baloth": ("Armodon", "Brigade", "Ape"), "Boars": ("Brigade", "Piker")}
    combat = Combat(
        ("Bob",),
        (Attack("Baloth", "Bob"), Attack("Boars", "Bob")),
        blocks=tuple(Block(blocker, attacker) for attacker, names in blocked.items() for blocker in names),
        orders=tuple(DamageOrder(attacker, names) for attacker, names in blocked.items()),
    )
    game = new_game(rules, "Ann", "Bob").having(*attackers, *blockers)
    game = given_combat(game, TurnStep.COMBAT_DAMAGE, combat)
    damage = {
        ("Baloth", "Armodon"): 1,
        ("Baloth", "Brigade"): 1,
        ("Baloth", "Ape"): 5,
        ("Boars", "Brigade"): 3,
        ("Boars", "Piker"): 1,
    }
    assert assign_damage(game, "Ann", "Ann", damage).combat.damage
    assert is_refused(assign_damage, game, "Ann", "Ann", damage | {("Baloth", "Brigade"): 0, ("Baloth", "Ape"): 6})


@pytest.mark.clause("510.1c", release="2024-11-08", says="divided as its controller chooses among them")
def test_damage_among_several_blockers_is_divided_freely(rules: RuleSet) -> None:
    """Example: Elvish Regrower assigns its 4 damage to Vampire Spawn and Helpful Hunter in any way."""
    spawn, hunter = _creature("Vampire Spawn", "Bob", 2, 3), _creature("Helpful Hunter", "Bob", 1, 1)
    regrower = _creature("Elvish Regrower", "Ann", 4, 3)
    game = _blocked(rules, TurnStep.COMBAT_DAMAGE, regrower, spawn, hunter, is_ordered=False)
    assert all(_may_assign(game, amount, 4 - amount) for amount in range(5))


@pytest.mark.clause("510.2", "704.5g", release="2024-06-07")
def test_mogg_fanatic_deals_its_combat_damage_or_is_sacrificed(rules: RuleSet) -> None:
    """Example: sacrificed before damage it kills the Hawk; left in the fight it trades with the Piker it blocks."""
    hawk, piker = _creature("Suntail Hawk", "Ann", 1, 1), _creature("Goblin Piker", "Ann", 2, 1)
    game = new_game(rules, "Ann", "Bob").having(hawk, piker, _creature("Mogg Fanatic", "Bob", 1, 1))
    attacks = Attack("Suntail Hawk", "Bob"), Attack("Goblin Piker", "Bob")
    combat = Combat(("Bob",), attacks, blocks=(Block("Mogg Fanatic", "Goblin Piker"),))
    game = given_combat(game, TurnStep.COMBAT_DAMAGE, combat)

    sacrificed = deal_noncombat_damage(to_graveyard(game, "Mogg Fanatic"), "Mogg Fanatic", "Suntail Hawk", 1)
    # the Piker is blocked still, and deals Bob nothing
    assert is_refused(assign_damage, settle(sacrificed), "Ann", "Ann", {("Goblin Piker", "Bob"): 2})
    assert _on_battlefield(deal_damage(settle(sacrificed))) == ["Goblin Piker"]

    damage = {("Suntail Hawk", "Bob"): 1, ("Goblin Piker", "Mogg Fanatic"): 2}
    assigned = assign_damage(game, "Ann", "Ann", damage)
    assigned = assign_damage(assigned, "Bob", "Bob", {("Mogg Fanatic", "Goblin Piker"): 1})
    assert is_refused(require_chance_to_act, assigned)
    assert _on_battlefield(settle(deal_damage(assigned))) == ["Suntail Hawk"]


def _on_battlefield(game: Game) -> list[str]:
    return [each.name for each in game.objects if each.zone is Zone.BATTLEFIELD]
