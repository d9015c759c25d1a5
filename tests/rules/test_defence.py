"""Blocks and combat damage with several defending players (rules 802.4-6)."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.blocks import attacked_players, declare_blockers, limit_blocks
from crdiff.game.combat import given_combat
from crdiff.game.damage import announce_damage_order, assign_damage, deal_damage
from crdiff.game.rules import RuleSet
from crdiff.game.state import Attack, Block, Combat, Game, Kind, Object, Option, Step, Zone, new_game


def _creature(name: str, player: str, power: int = 1) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.CREATURE, player, power=power)


CREATURES = (
    _creature("Wolf", "Ann", 3),
    _creature("Bear", "Ann", 2),
    _creature("Bob's Elves", "Bob"),
    _creature("Cat's Ogre", "Cat", 4),
)
BOTH_ATTACKED = (Attack("Wolf", "Bob"), Attack("Bear", "Cat"))


def _combat(rules: RuleSet, step: Step, combat: Combat) -> Game:
    """Return a combat phase of Ann's, with Bob to her left and Cat to his."""
    game = new_game(rules, "Ann", "Bob", "Cat", options=(Option.ATTACK_MULTIPLE_PLAYERS,)).having(*CREATURES)
    return given_combat(game, step, combat)


@pytest.mark.clause("802.4", release="2024-06-07")
def test_defending_players_declare_their_blocks_in_apnap_order(rules: RuleSet) -> None:
    """Bob and Cat are attacked on Ann's turn: Bob declares all his blocks first, then Cat."""
    game = _combat(rules, Step.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    assert attacked_players(game) == ("Bob", "Cat")
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert game.combat.blocked == ("Bob", "Cat")


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_what_attacks_that_player(rules: RuleSet) -> None:
    """Bob's Elves may block the Wolf that attacks him, not the Bear that attacks Cat."""
    game = _combat(rules, Step.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    assert declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"}).combat.blocks == (
        Block("Bob's Elves", "Wolf"),
    )


@pytest.mark.clause("802.4a", release="2024-06-07")
def test_a_defending_player_blocks_only_with_creatures_they_control(rules: RuleSet) -> None:
    """Cat's Ogre cannot be declared as a blocker by Bob."""
    game = _combat(rules, Step.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED))
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Bob", "Bob", {"Cat's Ogre": "Wolf"})


@pytest.mark.clause("802.4a", release="2024-06-07", says="planeswalker")
def test_a_defending_player_may_block_for_their_planeswalker(rules: RuleSet) -> None:
    """The Bear attacks Bob's planeswalker: Bob's Elves may block it, Cat's Ogre may not."""
    jace = Object("Jace", "Bob", Zone.BATTLEFIELD, Kind.PLANESWALKER, "Bob")
    combat = Combat(("Bob", "Cat"), (Attack("Wolf", "Cat"), Attack("Bear", "Jace")))
    game = _combat(rules, Step.DECLARE_BLOCKERS, combat).having(jace)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Bear"})
    with pytest.raises(IllegalAction):
        declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})


@pytest.mark.clause("802.4b", release="2024-06-07")
def test_blocks_are_judged_without_the_blockers_of_other_players(rules: RuleSet) -> None:
    """No more than one creature can block: Bob blocks with one, and Cat may still block with one."""
    game = limit_blocks(_combat(rules, Step.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), BOTH_ATTACKED)), most=1)
    game = declare_blockers(game, "Bob", "Bob", {"Bob's Elves": "Wolf"})
    game = declare_blockers(game, "Cat", "Cat", {"Cat's Ogre": "Bear"})
    assert len(game.combat.blocks) == 2


@pytest.mark.clause("802.5", release="2024-06-07")
def test_defending_players_announce_damage_assignment_orders_in_apnap_order(rules: RuleSet) -> None:
    """Bob's Elves and Cat's Ogre each block two creatures: Bob announces his order first."""
    blocks = tuple(Block(blocker, attacker) for blocker, attacker in _DOUBLE_BLOCKS)
    game = _combat(rules, Step.DECLARE_BLOCKERS, Combat(("Bob", "Cat"), _FOUR_ATTACKS, blocks=blocks))
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
    """Ann assigns first, then Bob, then Cat; the Wolf is unblocked and deals its three to Bob."""
    blocks = (Block("Cat's Ogre", "Bear"),)
    game = _combat(rules, Step.COMBAT_DAMAGE, Combat(("Bob", "Cat"), BOTH_ATTACKED, blocks=blocks))
    with pytest.raises(IllegalAction):
        assign_damage(game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4})
    game = assign_damage(game, "Ann", "Ann", {("Wolf", "Bob"): 3, ("Bear", "Cat's Ogre"): 2})
    game = deal_damage(assign_damage(game, "Cat", "Cat", {("Cat's Ogre", "Bear"): 4}))
    assert (game.player("Bob").life, game.player("Cat").life) == (17, 20)
