"""Blocks and combat damage with several defending players (rules 802.4-6)."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.blocks import attacked_players, declare_blockers, limit_blocks, lure
from crdiff.game.combat import given_combat
from crdiff.game.damage import announce_damage_order, assign_damage, deal_damage, fights
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Choice, Combat, Game, Kind, Object, Option, TurnStep, Zone, new_game


def _creature(name: str, player: str, power: int = 1) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power)


CREATURES = (
    _creature("Wolf", "Ann", 3),
    _creature("Bear", "Ann", 2),
    _creature("Bob's Elves", "Bob"),
    _creature("Cat's Ogre", "Cat", 4),
)
BOTH_ATTACKED = (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))


def _combat(rules: RuleSet, step: TurnStep, combat: Combat) -> Game:
    """Return a combat phase of Ann's, with Bob to her left and Cat to his."""
    game = new_game(rules, "Ann", "Bob", "Cat", options=(Option.ATTACK_MULTIPLE_PLAYERS,)).having(*CREATURES)
    return given_combat(game, step, combat)


@pytest.mark.clause("802.4", release="2024-06-07")
def test_defending_players_declare_their_blocks_in_apnap_order(rules: RuleSet) -> None:
    """Bob and Cat are attacked on Ann's turn: Bob declares all his blocks first, then Cat."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    assert attacked_players(game) == ("Bob", "Cat")
    assert is_refused(declare_blockers, game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert game.combat.blocked == ("Bob", "Cat")


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_what_attacks_that_player(rules: RuleSet) -> None:
    """Bob's Elves may block the Wolf that attacks him, not the Bear that attacks Cat."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    assert is_refused(declare_blockers, game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    assert declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"}).combat.blocks == (
        Block("Bob's Elves", "Wolf"),
    )


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_with_creatures_they_control(rules: RuleSet) -> None:
    """Cat's Ogre cannot be declared as a blocker by Bob."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    assert is_refused(declare_blockers, game, "Bob", "Bob", {"Cat's Ogre": "Wolf"})


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_blocks_are_judged_without_the_blockers_of_other_players(rules: RuleSet) -> None:
    """No more than one creature can block: Bob blocks with one, and Cat may still block with one."""
    game = limit_blocks(_combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)), most=1)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert len(game.combat.blocks) == 2


@pytest.mark.clause("802.5", release="2024-06-07")
def test_defending_players_announce_damage_assignment_orders_in_apnap_order(rules: RuleSet) -> None:
    """Bob's Elves and Cat's Ogre each block two creatures: Bob announces his order first."""
    blocks = tuple(Block(blocker, attacker) for blocker, attacker in _DOUBLE_BLOCKS)
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), _FOUR_ATTACKS, blocks=blocks))
    game = game.having(_creature("Fox", "Ann"), _creature("Owl", "Ann"))
    assert is_refused(announce_damage_order, game, "Cat's Ogre", "Cat", ("Fox", "Owl"))
    game = announce_damage_order(game, "Bob's Elves", "Bob", ("Bear", "Wolf"))
    game = announce_damage_order(game, "Cat's Ogre", "Cat", ("Fox", "Owl"))
    assert [order.creature for order in game.combat.orders] == ["Bob's Elves", "Cat's Ogre"]


_FOUR_ATTACKS = tuple(
    Attack(creature, target) for creature, target in (("Wolf", "Bob"), ("Bear", "Bob"), ("Fox", "Cat"), ("Owl", "Cat"))
)
_DOUBLE_BLOCKS = (("Bob's Elves", "Wolf"), ("Bob's Elves", "Bear"), ("Cat's Ogre", "Fox"), ("Cat's Ogre", "Owl"))


@pytest.mark.clause("802.6", release="2024-06-07")
def test_combat_damage_is_assigned_in_apnap_order_and_dealt_at_once(rules: RuleSet) -> None:
    """Ann assigns first, then Bob, then Cat; the Wolf is unblocked and deals its three to Bob, once all is assigned."""
    attacks = (*BOTH_ATTACKED, Attack("Fox", "Bob"))
    blocks = (Block("Cat's Ogre", "Bear"), Block("Bob's Elves", "Fox"))
    game = _combat(rules, TurnStep.COMBAT_DAMAGE, Combat(("Bob", "Cat"), attacks, blocks=blocks))
    game = game.having(_creature("Fox", "Ann"))
    assert is_refused(assign_damage, game, "Bob", "Bob", {("Bob's Elves", "Fox"): 1})
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Bob"): 3, ("Bear", "Cat's Ogre"): 2, ("Fox", "Bob's Elves"): 1})
    assert is_refused(assign_damage, game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4})
    game = assign_damage(game, "Bob", "Bob", {("Bob's Elves", "Fox"): 1})
    game = assign_damage(game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4})
    assert (game.combat.dealt_out, game.player("Bob").life) == (("Ann", "Bob", "Cat"), 20)
    game = deal_damage(game)
    assert (game.player("Bob").life, game.player("Cat").life) == (17, 20)


@pytest.mark.clause("802.4", release="2024-06-07")
def test_a_defending_player_and_nobody_else_declares_that_players_blocks_once(rules: RuleSet) -> None:
    """Cat cannot declare Bob's blocks, nor can Ann, who attacks, declare any. Bob cannot declare his a second time."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    for player, by, blocks in (("Bob", "Cat", {}), ("Ann", "Ann", {}), ("Bob", "Ann", {"Bob's Elves": "Wolf"})):
        assert is_refused(declare_blockers, game, player, by, blocks)
    assert is_refused(declare_blockers, game, "Cat", "Cat", {})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    assert is_refused(declare_blockers, game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    declared = declare_blockers(game, "Cat", "Cat", {})
    assert declared.combat.blocks == (Block("Bob's Elves", "Wolf"),)
    assert is_refused(declare_blockers, given_combat(game, TurnStep.COMBAT_DAMAGE, game.combat), "Cat", "Cat", {})


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_only_creatures_on_the_battlefield_block(rules: RuleSet) -> None:
    """Nothing else that Bob controls blocks, nor a creature card in his hand; and his Elves only what attacks him."""
    others = [Object(kind, "Bob", Zone.BATTLEFIELD, kind, "Bob") for kind in Kind if kind is not Kind.CREATURE]
    others.append(Object("card", "Bob", Zone.HAND, Kind.CREATURE, "Bob"))
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)).having(*others)
    for blocker, attacker in (*((each.name, "Wolf") for each in others), ("Bob's Elves", "Bear")):
        assert is_refused(declare_blockers, game, "Bob", "Bob", {blocker: attacker})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    assert game.choices[-1] == Choice("Bob", "which creatures block", "Bob", "Bob's Elves blocks Wolf")


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_a_lure_asks_for_creatures_on_the_battlefield_that_the_player_controls(rules: RuleSet) -> None:
    """All able to block the Bear have to: Cat's Ogre, not her planeswalker, her card in hand or the Ox that Ann has."""
    others = (
        Object("Liliana", "Cat", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Cat"),
        Object("card", "Cat", Zone.HAND, Kind.CREATURE, "Cat"),
        Object("Ox", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Ann"),
    )
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)).having(*others)
    game = declare_blockers(lure(game, "Bear"), "Bob", "Bob", {})
    assert is_refused(declare_blockers, game, "Cat", "Cat", {})
    assert declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"}).combat.blocks == (Block("Cat's Ogre", "Bear"),)


@pytest.mark.clause("802.6", release="2024-06-07")
def test_a_creature_assigns_all_of_its_power_among_what_it_may_damage(rules: RuleSet) -> None:
    """Ann's Wolf has power 3 and fights two: two or four is wrong, one and two is right. Nothing else is damaged."""
    blocks = (Block("Bob's Elves", "Wolf"), Block("Wall", "Wolf"))
    combat = Combat(("Bob", "Cat"), BOTH_ATTACKED, blocks=blocks)
    game = _combat(rules, TurnStep.COMBAT_DAMAGE, combat).having(_creature("Wall", "Bob", 0))
    bear = {("Bear", "Cat"): 2}
    wrong = (
        {("Wolf", "Bob's Elves"): 2},
        {("Wolf", "Bob's Elves"): 4},
        {("Wolf", "Bob's Elves"): 2, ("Wolf", "Wall"): 2},
        {("Wolf", "Bob's Elves"): 3, ("Wolf", "Wall"): 1},
        {("Wolf", "Bob"): 3},
        {("Wolf", "Cat's Ogre"): 3},
        {("Bob's Elves", "Wolf"): 1},
    )
    for damage in wrong:
        assert is_refused(assign_damage, game, "Ann", "Ann", {**damage, **bear})
    assert is_refused(assign_damage, game, "Bob", "Bob", {("Bob's Elves", "Wolf"): 1, ("Wall", "Wolf"): 0})
    assert is_refused(assign_damage, game, "Ann", "Bob", {("Wolf", "Wall"): 3, **bear})
    assert is_refused(assign_damage, game, "Cat", "Cat", {})
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Bob's Elves"): 1, ("Wolf", "Wall"): 2, **bear})
    assert game.choices[-1].chosen == "1 by Wolf to Bob's Elves, 2 by Wolf to Wall, 2 by Bear to Cat"
    assert is_refused(assign_damage, game, "Ann", "Ann", bear)
    game = deal_damage(assign_damage(game, "Bob", "Bob", {("Bob's Elves", "Wolf"): 1, ("Wall", "Wolf"): 0}))
    assert [player.life for player in game.players] == [20, 20, 18]


@pytest.mark.clause("802.5", release="2024-06-07")
def test_an_order_of_damage_names_each_creature_fought_once_and_its_controller_announces_it(rules: RuleSet) -> None:
    """Bob's Elves block two: Cat cannot announce their order, nor Bob one that leaves out or adds a creature."""
    blocks = (
        Block("Bob's Elves", "Wolf"),
        Block("Bob's Elves", "Bear"),
        *(Block("Cat's Ogre", x) for x in ("Fox", "Owl")),
    )
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), _FOUR_ATTACKS, blocks=blocks))
    game = game.having(_creature("Fox", "Ann"), _creature("Owl", "Ann"))
    assert fights(game, "Bob's Elves") == ("Wolf", "Bear")
    assert fights(game, "Wolf") == ("Bob's Elves",)
    for by, among in (("Cat", ("Wolf", "Bear")), ("Bob", ("Wolf",)), ("Bob", ("Wolf", "Fox")), ("Bob", ("Wolf",) * 2)):
        assert is_refused(announce_damage_order, game, "Bob's Elves", by, among)
    assert is_refused(announce_damage_order, game, "Cat's Ogre", "Cat", ("Fox", "Owl"))
    ordered = announce_damage_order(game, "Bob's Elves", "Bob", ("Wolf", "Bear"))
    assert ordered.choices[-1] == Choice("Bob", "damage assignment order of Bob's Elves", "Bob", "Wolf, Bear")
    late = given_combat(ordered, TurnStep.COMBAT_DAMAGE, ordered.combat)
    assert is_refused(announce_damage_order, late, "Cat's Ogre", "Cat", ("Fox", "Owl"))
