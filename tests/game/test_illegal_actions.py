"""What the model refuses, in one line that says what would be allowed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.blocks import declare_blockers
from crdiff.game.combat import begin_combat, choose_defending_player, declare_attackers, given_combat
from crdiff.game.costs import Payment, pay
from crdiff.game.damage import announce_damage_order, assign_damage
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.spells import Ability, activate, cast, resolve
from crdiff.game.state import Attack, Block, Combat, Cost, Game, Kind, Object, Player, TurnStep, Zone, new_game

WOLF = Object("Wolf", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann", power=3)
OGRE = Object("Ogre", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=4)
SHOCK = Object("Shock", "Ann", Zone.HAND, calls_for=("target", "mode"))
RITE = Object("Rite", "Ann", Zone.HAND, Kind.SORCERY, cost=Cost(mana=2))
BLOCKED = Combat(("Bob",), (Attack("Wolf", "Bob"),), blocks=(Block("Ogre", "Wolf"),))


def _at(step: TurnStep, combat: Combat = BLOCKED, rules: RuleSet | None = None) -> Game:
    game = new_game(rules or RuleSet.all(), Player("Ann", mana=1), "Bob").having(WOLF, OGRE, SHOCK, RITE)
    return given_combat(game, step, combat)


REFUSED: dict[str, Callable[[], Game]] = {
    "it is not Bob's turn to assign combat damage; expected Ann": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Bob", "Bob", {("Ogre", "Wolf"): 4}
    ),
    "it is the upkeep step; expected beginning of combat": lambda: begin_combat(_at(TurnStep.UPKEEP)),
    "Ann chose Bob, but no defending player is chosen; expected Bob": lambda: begin_combat(
        _at(TurnStep.BEGINNING_OF_COMBAT), "Ann", "Bob"
    ),
    "Shock cannot attack; expected a creature on the battlefield": lambda: declare_attackers(
        _at(TurnStep.DECLARE_ATTACKERS), "Ann", {"Shock": "Bob"}
    ),
    "Ann may not be attacked; expected Bob": lambda: declare_attackers(
        _at(TurnStep.DECLARE_ATTACKERS), "Ann", {"Wolf": "Ann"}
    ),
    "Bob does not decide which creatures attack; expected Ann": lambda: declare_attackers(
        _at(TurnStep.DECLARE_ATTACKERS), "Bob", {"Wolf": "Bob"}
    ),
    "Ann has no blocks to declare": lambda: declare_blockers(_at(TurnStep.DECLARE_BLOCKERS), "Ann", "Ann", {}),
    "Shock cannot block; expected a creature on the battlefield": lambda: declare_blockers(
        _at(TurnStep.DECLARE_BLOCKERS), "Bob", "Bob", {"Shock": "Wolf"}
    ),
    "Wolf assigns 2 damage; expected its power, 3": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Wolf", "Ogre"): 2}
    ),
    "Wolf does not damage Bob": lambda: assign_damage(_at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Wolf", "Bob"): 3}),
    "Ann does not control Ogre": lambda: assign_damage(
        _at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Ogre", "Wolf"): 4}
    ),
    "there is no damage assignment order": lambda: announce_damage_order(
        _at(TurnStep.DECLARE_BLOCKERS, rules=RuleSet.all().without(Behaviour.DAMAGE_ASSIGNMENT_ORDER)),
        "Wolf",
        "Ann",
        ("Ogre",),
    ),
    "Wolf does not fight Shock; expected Ogre": lambda: announce_damage_order(
        _at(TurnStep.DECLARE_BLOCKERS), "Wolf", "Ann", ("Shock",)
    ),
    "nobody chose 'target'": lambda: cast(_at(TurnStep.UPKEEP), "Ann", "Shock", "Ann"),
    "Shock is not in Bob's hand": lambda: cast(_at(TurnStep.UPKEEP), "Bob", "Shock", "Bob"),
    "Ann cannot cast the sorcery Rite now; expected a main phase of their own turn": lambda: cast(
        _at(TurnStep.UPKEEP), "Ann", "Rite", "Ann"
    ),
    "Ann has 1 mana; expected 2": lambda: cast(_at(TurnStep.PRECOMBAT_MAIN), "Ann", "Rite", "Ann"),
    "Ann has 20 life; expected 21": lambda: pay(_at(TurnStep.UPKEEP), "Ann", Cost(life=21), "Ann"),
    "0 objects from the hand were paid; expected 1": lambda: pay(_at(TurnStep.UPKEEP), "Ann", Cost(discards=1), "Ann"),
    "Rite is in the hand; expected the battlefield": lambda: pay(
        _at(TurnStep.UPKEEP), "Ann", Cost(sacrifices=1), "Ann", Payment(sacrificed=("Rite",))
    ),
    "Shock is in the hand; expected the stack": lambda: resolve(_at(TurnStep.UPKEEP), "Shock", "Ann"),
    "Ann does not control Ogre ": lambda: activate(_at(TurnStep.UPKEEP), "Ann", Ability("roar", "Ogre"), "Ann"),
    "Ann could not choose 'Ann' for": lambda: choose_defending_player(
        _at(TurnStep.DECLARE_BLOCKERS).having(Object("Spell", "Ann", Zone.STACK, controller="Ann")),
        "Spell",
        "Ann",
        "Ann",
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_an_action_that_the_rules_do_not_allow_is_refused_in_words(message: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        REFUSED[message]()
    assert str(refused.value).startswith(message.strip())


def test_blocked_damage_that_adds_up_is_accepted() -> None:
    game = assign_damage(_at(TurnStep.COMBAT_DAMAGE), "Ann", "Ann", {("Wolf", "Ogre"): 3})
    assert game.combat.dealt_out == ("Ann",)
