"""What the model refuses, in one line that says what would be allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from every import every
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import attack_complaints, declare_attackers, given_combat, require_attacks
from crdiff.game.damage import assign_damage
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.spells import cast, resolve
from crdiff.game.state import Attack, Block, Combat, Cost, Game, Kind, Object, Option, Player, TurnStep, Zone, new_game

WOLF = Object("Wolf", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", power=3)
OGRE = Object("Ogre", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=4, toughness=2)
ELF = Object("Elf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=1, toughness=1)
SHOCK = Object("Shock", "Ann", Zone.HAND, calls_for=("target", "mode"))
RITE = Object("Rite", "Ann", Zone.HAND, Kind.SORCERY, cost=Cost(mana=2))
BLOCKED = Combat(("Bob",), (Attack("Wolf", "Bob"),), blocks=(Block("Ogre", "Wolf"),))


def _at(step: TurnStep, combat: Combat = BLOCKED) -> Game:
    game = new_game(RuleSet.all(), Player("Ann", mana=1), "Bob").having(WOLF, OGRE, ELF, SHOCK, RITE)
    return given_combat(game, step, combat)


REFUSED: dict[str, Callable[[], Game]] = {
    "it is not Bob's turn to assign combat damage; expected Ann": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Bob", "Bob", {("Ogre", "Wolf"): 4}
    ),
    "Shock cannot attack; expected a creature on the battlefield": lambda: declare_attackers(
        _at(TurnStep.DECLARE_ATTACKERS, Combat(("Bob",))), "Ann", {"Shock": "Bob"}
    ),
    "Bob does not decide which creatures attack; expected Ann": lambda: declare_attackers(
        _at(TurnStep.DECLARE_ATTACKERS, Combat(("Bob",))), "Bob", {"Wolf": "Bob"}
    ),
    "Shock cannot block; expected a creature on the battlefield": lambda: declare_blockers(
        _at(TurnStep.DECLARE_BLOCKERS).with_object(replace(SHOCK, controller="Bob")), "Bob", "Bob", {"Shock": "Wolf"}
    ),
    "Wolf assigns 2 damage; expected its power, 3": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Wolf", "Ogre"): 2}
    ),
    "Ann does not control Ogre": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Ogre", "Wolf"): 4}
    ),
    "Ann cannot cast the sorcery Rite now; expected a main phase of their own turn": lambda: cast(
        _at(TurnStep.UPKEEP), "Ann", "Rite", "Ann"
    ),
    "Ann has 1 mana; expected 2": lambda: cast(_at(TurnStep.PRECOMBAT_MAIN), "Ann", "Rite", "Ann"),
    "Shock is in the hand; expected the stack": lambda: resolve(_at(TurnStep.UPKEEP), "Shock", "Ann"),
}


@every("message", REFUSED)
def test_an_action_that_the_rules_do_not_allow_is_refused_in_words(message: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        REFUSED[message]()
    assert str(refused.value).startswith(message.strip())


def test_a_band_that_could_meet_a_requirement_together_may_not_attack_elsewhere() -> None:
    """Two have to attack Bob: the band of the Wolf and the Fox may not attack Cat, though neither could go alone."""
    band = (replace(WOLF, band="pack"), replace(WOLF, name="Fox", band="pack"))
    game = new_game(RuleSet.all(), "Ann", "Bob", "Cat", options=[Option.ATTACK_MULTIPLE_PLAYERS]).having(*band)
    game = require_attacks(given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Cat"))), 2, "Bob")
    assert attack_complaints(game, (Attack("Wolf", "Cat"), Attack("Fox", "Cat"))) == ("0 creatures attack Bob, 2 must",)
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Fox", "Bob"))) == ()


def test_where_each_player_of_a_team_attacks_alone_a_requirement_asks_for_own_creatures_only() -> None:
    """Two have to attack: Ann and Amy have one creature each, and no attack could have more of either."""
    rules = RuleSet(RuleSet.all().behaviours - {Behaviour.TEAM_ATTACK_IS_ONE})
    players = Player("Ann", team="A"), Player("Amy", team="A"), Player("Bob", team="B"), Player("Ben", team="B")
    game = new_game(rules, *players, options=[Option.SHARED_TEAM_TURNS]).having(
        WOLF, replace(WOLF, name="Fox", owner="Amy", controller="Amy")
    )
    game = require_attacks(given_combat(game, TurnStep.DECLARE_ATTACKERS, Combat(("Bob", "Ben"))), 2)
    assert attack_complaints(game, (Attack("Wolf", "Bob"), Attack("Fox", "Bob"))) == ()
