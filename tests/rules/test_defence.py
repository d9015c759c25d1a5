"""Blocks and combat damage with several defending players (rules 802.4-6)."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.blocks import attacked_players, declare_blockers, limit_blocks, lure
from crdiff.game.combat import given_combat
from crdiff.game.damage import announce_damage_order, assign_damage, deal_damage
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, TurnStep, Zone, new_game


def _creature(name: str, player: str, power: int = 1) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power)


CREATURES = (
    _creature("Wolf", "Ann", 3),
    _creature("Bear", "Ann", 2),
    _creature("Bob's Elves", "Bob"),
    _creature("Cat's Ogre", "Cat", 4),
)
JACE = Object("Jace", "Bob", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Bob")
SIEGE = Object("Siege", "Ann", Zone.BATTLEFIELD, Kind.BATTLE, "Ann", protector="Bob")
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
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert game.combat.blocked == ("Bob", "Cat")


@pytest.mark.clause("802.4", release="2024-06-07", says="controls a planeswalker that's being attacked")
def test_a_player_whose_planeswalker_is_attacked_declares_blocks_in_turn(rules: RuleSet) -> None:
    """The Wolf attacks Bob's planeswalker and the Bear attacks Cat: Bob still declares his blocks before her."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Jace"), Attack("Bear", "Cat")))
    _require_bob_to_block_first(_combat(rules, TurnStep.DECLARE_BLOCKERS, combat).having(JACE))


@pytest.mark.clause("802.4", release="2024-06-07", says="protects a battle that's being attacked")
def test_a_player_whose_battle_is_attacked_declares_blocks_in_turn(rules: RuleSet) -> None:
    """The Wolf attacks a Siege that Bob protects and the Bear attacks Cat: Bob declares his blocks before her."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Siege"), Attack("Bear", "Cat")))
    _require_bob_to_block_first(_combat(rules, TurnStep.DECLARE_BLOCKERS, combat).having(SIEGE))


def _require_bob_to_block_first(game: Game) -> None:
    assert attacked_players(game) == ("Bob", "Cat")
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    assert declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"}).combat.blocked == ("Bob", "Cat")


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_what_attacks_that_player(rules: RuleSet) -> None:
    """Bob's Elves may block the Wolf that attacks him, not the Bear that attacks Cat."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    assert declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"}).combat.blocks == (
        Block("Bob's Elves", "Wolf"),
    )


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_with_creatures_they_control(rules: RuleSet) -> None:
    """Cat's Ogre cannot be declared as a blocker by Bob."""
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Bob", "Bob", {"Cat's Ogre": "Wolf"})


@pytest.mark.clause("802.4a", release="2024-06-07", says="planeswalker")
def test_a_defending_player_may_block_for_their_planeswalker(rules: RuleSet) -> None:
    """The Bear attacks Bob's planeswalker: Bob's Elves may block it, Cat's Ogre may not."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Cat"), Attack("Bear", "Jace")))
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, combat).having(JACE)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})


@pytest.mark.clause("802.4a", release="2024-06-07", says="a battle that player protects")
def test_a_defending_player_may_block_for_the_battle_they_protect(rules: RuleSet) -> None:
    """The Bear attacks a Siege that Bob protects: Bob's Elves may block it, Cat's Ogre may not."""
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Cat"), Attack("Bear", "Siege")))
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, combat).having(SIEGE)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_blocks_are_judged_without_the_blockers_of_other_players(rules: RuleSet) -> None:
    """No more than one creature can block: Bob blocks with one, and Cat may still block with one."""
    game = limit_blocks(_combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)), most=1)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert len(game.combat.blocks) == 2


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_blocks_are_judged_without_the_attackers_of_other_players(rules: RuleSet) -> None:
    """All creatures able to block the Bear have to. It attacks Cat, so Bob's Elves may stay out; her Ogre may not."""
    game = lure(_combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)), "Bear")
    game = declare_blockers(game, "Bob", "Bob", {})
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {})
    assert declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"}).combat.blocked == ("Bob", "Cat")


@pytest.mark.clause("802.5", release="2024-06-07")
def test_defending_players_announce_damage_assignment_orders_in_apnap_order(rules: RuleSet) -> None:
    """Bob's Elves and Cat's Ogre each block two creatures: Bob announces his order first."""
    blocks = tuple(Block(blocker, attacker) for blocker, attacker in _DOUBLE_BLOCKS)
    game = _combat(rules, TurnStep.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), _FOUR_ATTACKS, blocks=blocks))
    game = game.having(_creature("Fox", "Ann"), _creature("Owl", "Ann"))
    with pytest.raises(IllegalAction):
        announce_damage_order(game, "Cat's Ogre", "Cat", ("Fox", "Owl"))
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
    with pytest.raises(IllegalAction):
        assign_damage(game, "Bob", "Bob", {("Bob's Elves", "Fox"): 1})
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Bob"): 3, ("Bear", "Cat's Ogre"): 2, ("Fox", "Bob's Elves"): 1})
    with pytest.raises(IllegalAction):
        assign_damage(game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4})
    game = assign_damage(game, "Bob", "Bob", {("Bob's Elves", "Fox"): 1})
    game = assign_damage(game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4})
    assert (game.combat.dealt_out, game.player("Bob").life) == (("Ann", "Bob", "Cat"), 20)
    game = deal_damage(game)
    assert (game.player("Bob").life, game.player("Cat").life) == (17, 20)
