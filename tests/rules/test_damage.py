"""Damage as it is assigned, waits and is dealt: 310.4, 510.1c, 510.2, 802.6; and noncombat damage: 212.9g."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

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
from crdiff.game.state import Attack, Block, Combat, DamageDealt, Game, Kind, Object, TurnStep, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard
from crdiff.game.turns import in_step


def _creature(name: str, player: str, power: int, toughness: int, marked: int = 0) -> Object:
    return Object(
        name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power, toughness=toughness, marked=marked
    )


def _walker(name: str, player: str, loyalty: int = 3) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.PLANESWALKER, player, subtype=f"type of {name}", loyalty=loyalty)


# Bob's card, which Ann controls.
SHOCK = Object("Shock", "Bob", Zone.STACK, controller="Ann")


def _assigned(rules: RuleSet) -> Game:
    """Return the combat damage step with all damage assigned: Ann's Wolf and Bob's Bear fight, her Fox is unblocked."""
    objects = (_creature("Wolf", "Ann", 2, 3), _creature("Fox", "Ann", 1, 1), _creature("Bear", "Bob", 2, 2))
    attacks = (Attack("Wolf", "Bob"), Attack("Fox", "Bob"))
    combat = Combat(("Bob",), attacks, blocks=(Block("Bear", "Wolf"),))
    game = given_combat(new_game(rules, "Ann", "Bob").having(*objects), TurnStep.COMBAT_DAMAGE, combat)
    require_chance_to_act(game)
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Bear"): 2, ("Fox", "Bob"): 1})
    return assign_damage(game, "Bob", "Bob", {("Bear", "Wolf"): 2})


def _figures(game: Game) -> tuple[list[int], int, int]:
    """Return the damage marked on Wolf, Fox and Bear, and the life of Ann and Bob."""
    marked = [game.object(name).marked for name in ("Wolf", "Fox", "Bear")]
    return marked, game.player("Ann").life, game.player("Bob").life


@pytest.mark.clause("310.4", release="2008-02-01")
def test_damage_on_the_stack_leaves_time_and_is_dealt_as_it_was_assigned(rules: RuleSet) -> None:
    """With damage assigned the players may act: Bear and Fox are sacrificed, and deal theirs all the same."""
    game = _assigned(rules)
    require_chance_to_act(game)
    assert _figures(game) == ([0, 0, 0], 20, 20)
    game = deal_damage(to_graveyard(to_graveyard(game, "Bear"), "Fox"))
    assert _figures(game) == ([2, 0, 0], 20, 19)


@pytest.mark.clause("510.2", "704.5g", release="2024-06-07")
def test_damage_adds_up_and_kills(rules: RuleSet) -> None:
    """The Wolf, 2/3, has one damage marked: the Bear's two kill it, and its two kill the Bear. The Fox stays."""
    game = _assigned(rules)
    assert is_refused(require_chance_to_act, game)
    game = game.with_object(replace(game.object("Wolf"), marked=1))
    assert deal_damage(game).object("Wolf").marked == 3
    assert [each.zone for each in settle(deal_damage(game)).objects] == [
        Zone.GRAVEYARD,
        Zone.BATTLEFIELD,
        Zone.GRAVEYARD,
    ]


@pytest.mark.clause("510.2", release="2024-06-07")
def test_a_planeswalker_that_is_attacked_loses_loyalty_and_its_controller_no_life(rules: RuleSet) -> None:
    """Ann's Wolf and Fox attack Bob's Jace with three loyalty: he goes to the graveyard. By the Fox alone he stays."""
    objects = (_creature("Wolf", "Ann", 2, 3), _creature("Fox", "Ann", 1, 1), _walker("Jace", "Bob"))
    for attackers, loyalty, zone in ((("Wolf", "Fox"), 0, Zone.GRAVEYARD), (("Fox",), 2, Zone.BATTLEFIELD)):
        combat = Combat(("Bob",), tuple(Attack(name, "Jace") for name in attackers))
        game = given_combat(new_game(rules, "Ann", "Bob").having(*objects), TurnStep.COMBAT_DAMAGE, combat)
        damage = {(name, "Jace"): game.object(name).power for name in attackers}
        game = assign_damage(game, "Ann", "Ann", damage)
        assert is_refused(require_chance_to_act, game)
        dealt = deal_damage(game)
        assert (dealt.object("Jace").loyalty, dealt.object("Jace").marked) == (loyalty, 0)
        assert (dealt.player("Bob").life, settle(dealt).object("Jace").zone) == (20, zone)


def _blocked_by(rules: RuleSet, *blockers: Object, damage: tuple[DamageDealt, ...] = ()) -> Game:
    """Return Ann's combat: her Hydra of power 4 is blocked by Bob’s creatures in this order, her Ant by none."""
    objects = (_creature("Hydra", "Ann", 4, 4), _creature("Ant", "Ann", 1, 1), *blockers)
    attacks = (Attack("Hydra", "Bob"), Attack("Ant", "Bob"))
    blocks = tuple(Block(each.name, "Hydra") for each in blockers)
    combat = Combat(("Bob",), attacks, blocks=blocks, damage=damage)
    return given_combat(new_game(rules, "Ann", "Bob").having(*objects), TurnStep.COMBAT_DAMAGE, combat)


def _is_legal(game: Game, *amounts: int, creature: str = "Hydra") -> bool:
    """Whether Ann may divide the damage so among the blockers one, two and three, and no other way of hers."""
    damage = {(creature, name): amount for name, amount in zip(("one", "two", "three"), amounts, strict=False)}
    return not is_refused(assign_damage, game, "Ann", "Ann", {**damage, ("Ant", "Bob"): 1})


THREE = tuple(_creature(name, "Bob", 1, 2) for name in ("one", "two", "three"))


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
@pytest.mark.clause("509.2", release="2024-06-07")
def test_the_order_is_the_one_announced_for_that_creature(rules: RuleSet) -> None:
    """Ann announces the third blocker first for the Hydra, and another order for the Ant: each has its own."""
    blocks = (*(Block(each.name, "Hydra") for each in THREE), Block("four", "Ant"), Block("five", "Ant"))
    game = _blocked_by(rules, *THREE).having(_creature("four", "Bob", 0, 1), _creature("five", "Bob", 0, 1))
    game = given_combat(game, TurnStep.DECLARE_BLOCKERS, replace(game.combat, blocks=blocks))
    for among in (("three", "one"), ("three", "one", "four"), ("one",) * 3):
        assert is_refused(announce_damage_order, game, "Hydra", "Ann", among)
    assert is_refused(announce_damage_order, game, "Hydra", "Bob", ("three", "one", "two"))
    game = announce_damage_order(game, "Ant", "Ann", ("five", "four"))
    game = in_step(announce_damage_order(game, "Hydra", "Ann", ("three", "one", "two")), TurnStep.COMBAT_DAMAGE)
    divisions = {(2, 0, 2): True, (1, 0, 3): True, (2, 2, 0): False, (0, 2, 2): False, (3, 0, 1): False}
    for amounts, is_legal in divisions.items():
        damage = {("Hydra", each.name): amount for each, amount in zip(THREE, amounts, strict=True)}
        for ant, may in ((("five", 1), is_legal), (("four", 1), False)):
            assert is_refused(assign_damage, game, "Ann", "Ann", {**damage, ("Ant", ant[0]): ant[1]}) is not may


@pytest.mark.clause("510.1c", release="2024-06-07", says="is assigned lethal damage")
def test_damage_marked_and_damage_that_others_assign_count_as_lethal(rules: RuleSet) -> None:
    """The first, 1/3, has one marked, and another creature has assigned it one: the Hydra's one is enough, not none."""
    first, second = _creature("one", "Bob", 1, 3, marked=1), _creature("two", "Bob", 1, 5)
    game = _blocked_by(rules, first, second)
    assert [amounts for amounts in ((2, 2), (1, 3), (0, 4)) if _is_legal(game, *amounts)] == [(2, 2)]
    helped = _blocked_by(rules, first, second, damage=(DamageDealt("Wolf", "one", 1),))
    assert [amounts for amounts in ((2, 2), (1, 3), (0, 4)) if _is_legal(helped, *amounts)] == [(2, 2), (1, 3)]
    others = _blocked_by(rules, first, second, damage=(DamageDealt("Wolf", "two", 5),))
    assert [amounts for amounts in ((2, 2), (1, 3), (0, 4)) if _is_legal(others, *amounts)] == [(2, 2)]


@pytest.mark.clause("212.9g", release="2008-02-01")
def test_noncombat_damage_goes_to_a_planeswalker_of_the_player_whom_it_would_be_dealt_to(rules: RuleSet) -> None:
    """Ann controls a Shock aimed at Bob: his Jace may get it, not Cat's, not Ann's, no creature of his, no card."""
    others = (_walker("Cat's", "Cat"), _walker("Ann's", "Ann"), _creature("Bear", "Bob", 2, 2))
    card = replace(_walker("card", "Bob"), zone=Zone.GRAVEYARD)
    lent = replace(_walker("lent", "Bob"), controller="Cat")
    game = new_game(rules, "Ann", "Bob", "Cat").having(SHOCK, _walker("Jace", "Bob"), *others, card, lent)
    for instead in ("Cat's", "Ann's", "Bear", "card", "lent"):
        assert is_refused(deal_noncombat_damage, game, "Shock", "Bob", 2, instead)
    shocked = deal_noncombat_damage(game, "Shock", "Bob", 2, "Jace")
    assert (shocked.object("Jace").loyalty, shocked.player("Bob").life) == (1, 20)
    burnt = deal_noncombat_damage(game, "Shock", "Bob", 2)
    assert (burnt.object("Jace").loyalty, burnt.player("Bob").life, burnt.player("Ann").life) == (3, 18, 20)
    borrowed = game.having(replace(_walker("borrowed", "Cat"), controller="Bob"))
    assert deal_noncombat_damage(borrowed, "Shock", "Bob", 2, "borrowed").object("borrowed").loyalty == 1


@pytest.mark.clause("212.9g", release="2008-02-01")
def test_only_damage_of_a_source_that_an_opponent_controls_is_redirected(rules: RuleSet) -> None:
    """Bob's Shock would deal damage to Ann: it is his card, but she controls it, so it may not hit her Liliana."""
    game = new_game(rules, "Ann", "Bob").having(SHOCK, _walker("Liliana", "Ann"), _walker("Jace", "Bob", 2))
    assert is_refused(deal_noncombat_damage, game, "Shock", "Ann", 2, "Liliana")
    assert deal_noncombat_damage(game, "Shock", "Ann", 2).player("Ann").life == 18
    for damage in (2, 5):
        killed = settle(deal_noncombat_damage(game, "Shock", "Bob", damage, "Jace"))
        assert [each.zone for each in killed.objects] == [Zone.STACK, Zone.BATTLEFIELD, Zone.GRAVEYARD]
