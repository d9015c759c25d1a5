"""The fifteen rulings on Mindslaver that the 720 page lists, each told as a scenario in our own words.

The rulings explain the section's clauses; each scenario is bound to the clause that bears the ruling.
"""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.combat import declare_attackers, given_combat
from crdiff.game.control import control_next_turn, controller_of
from crdiff.game.costs import Payment
from crdiff.game.damage import assign_damage
from crdiff.game.decisions import CalledForBy, Decision, choosable_cards, choose_card, decide, who_decides
from crdiff.game.information import sees
from crdiff.game.leaving import concede, lose
from crdiff.game.rules import RuleSet
from crdiff.game.spells import Ability, activate, cast, controlled_by, resolve, trigger
from crdiff.game.state import Attack, Block, Combat, Cost, Game, Kind, Object, Player, TurnStep, Zone, new_game
from crdiff.game.subgames import begin_subgame, end_subgame
from crdiff.game.turns import controlled_turn, in_step, next_step, next_turn

WOLF = Object("Wolf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", power=3)
HUSK = Object("Nantuko Husk", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
ELF = Object("Timberwatch Elf", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
GUARD = Object("Guard", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")
SQUIRE = Object("Squire", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")


def _slaved(rules: RuleSet, *objects: Object) -> Game:
    """Return the main phase of a turn of Bob's that Ann controls. Each has two mana in the pool."""
    game = controlled_turn(new_game(rules, "Bob", "Ann"), "Ann", "Bob").having(*objects)
    game = game.with_player(Player("Bob", mana=2)).with_player(Player("Ann", mana=2))
    return in_step(game, TurnStep.PRECOMBAT_MAIN)


def _slaved_combat(rules: RuleSet, step: TurnStep, combat: Combat) -> Game:
    return given_combat(_slaved(rules, WOLF, GUARD, SQUIRE), step, combat)


@pytest.mark.clause("720.5", release="2024-06-07")
def test_a_decision_that_another_effect_takes_from_the_player_is_not_the_controllers(rules: RuleSet) -> None:
    """Ruling 1. An effect has Cat say how Bob's Wolf deals its damage: Ann, who controls Bob, does not."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    damage = Decision("Bob", "how the Wolf deals its damage", CalledForBy.OBJECT, given_to="Cat")
    assert who_decides(game, damage) == "Cat"


@pytest.mark.clause("720.9", "720.1a", release="2024-06-07")
def test_gaining_control_of_yourself_does_nothing_but_set_other_control_aside(rules: RuleSet) -> None:
    """Ruling 2. Bob uses Mindslaver on himself after Ann did: on his turn he decides as normal."""
    game = control_next_turn(new_game(rules, "Ann", "Bob"), "Ann", "Bob")
    game = next_turn(control_next_turn(game, "Bob", "Bob"))
    assert who_decides(game, Decision("Bob", "what to play")) == "Bob"


@pytest.mark.clause("720.3", release="2024-06-07")
def test_you_control_none_of_the_players_permanents_spells_or_abilities(rules: RuleSet) -> None:
    """Ruling 3. Bob's creatures, his spell and his ability on the stack are Bob's, not Ann's."""
    bolt = Object("Bolt", "Bob", Zone.STACK, controller="Bob")
    howl = Object("howl", "Bob", Zone.STACK, Kind.ABILITY, "Bob")
    game = _slaved(rules, WOLF, HUSK, GUARD, bolt, howl)
    assert controlled_by(game, "Ann") == ("Guard",)
    assert controlled_by(game, "Bob") == ("Wolf", "Nantuko Husk", "Bolt", "howl")


@pytest.mark.clause("720.6", "104.3a", release="2024-06-07")
def test_you_cant_make_the_player_concede_and_the_player_can_at_any_time(rules: RuleSet) -> None:
    """Ruling 4. Ann cannot concede for Bob; he can, even with nothing else to decide."""
    game = _slaved(rules)
    assert is_refused(concede, game, "Bob", by="Ann")
    assert not concede(game, "Bob", by="Bob").player("Bob").in_game


@pytest.mark.clause("720.5", release="2024-06-07")
def test_you_can_have_the_player_do_nothing_illegal(rules: RuleSet) -> None:
    """Ruling 5, first half. In Bob's combat Ann cannot have him cast a sorcery, as he could not either."""
    game = _slaved_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat()).having(
        Object("Rift", "Bob", Zone.HAND, Kind.SORCERY)
    )
    assert is_refused(cast, game, "Bob", "Rift", "Ann")


@pytest.mark.clause("720.5", "720.5a", "720.8", release="2024-06-07")
def test_each_pool_of_mana_is_for_its_own_players_spells_and_abilities(rules: RuleSet) -> None:
    """Ruling 5, second half. Bob's mana pays for Bob's spell and Ann's for Ann's; so with abilities."""
    roar, salute = Ability("roar", "Wolf", cost=Cost(mana=1)), Ability("salute", "Guard", cost=Cost(mana=1))
    spells = (Object("Bolt", "Bob", Zone.HAND, cost=Cost(mana=1)), Object("Opt", "Ann", Zone.HAND, cost=Cost(mana=1)))
    game = _slaved(rules, *spells, WOLF, GUARD)
    assert is_refused(cast, game, "Bob", "Bolt", "Ann", payment=Payment(mana_of="Ann"))
    assert is_refused(cast, game, "Ann", "Opt", "Ann", payment=Payment(mana_of="Bob"))
    assert is_refused(activate, game, "Bob", roar, "Ann", payment=Payment(mana_of="Ann"))
    assert is_refused(activate, game, "Ann", salute, "Ann", payment=Payment(mana_of="Bob"))
    game = activate(cast(game, "Bob", "Bolt", "Ann"), "Bob", roar, "Ann")
    assert (game.player("Bob").mana, game.player("Ann").mana) == (0, 2)
    game = activate(cast(game, "Ann", "Opt", "Ann"), "Ann", salute, "Ann")
    assert (game.player("Bob").mana, game.player("Ann").mana) == (0, 0)


@pytest.mark.clause("720.5", release="2024-06-07")
def test_you_choose_the_spells_their_targets_and_what_they_find(rules: RuleSet) -> None:
    """Ruling 6. Ann picks the target of Bob's Shock, and the card that his Diabolic Tutor gets."""
    shock = Object("Shock", "Bob", Zone.HAND, calls_for=("target",))
    tutor = Object("Diabolic Tutor", "Bob", Zone.HAND, Kind.SORCERY, asks=("card to find",))
    game = cast(_slaved(rules, shock, tutor), "Bob", "Shock", "Ann", choices={"target": "Bob"})
    game = cast(resolve(game, "Shock", "Ann"), "Bob", "Diabolic Tutor", "Ann")
    game = resolve(game, "Diabolic Tutor", "Ann", {"card to find": "Swamp"})
    assert [choice.chosen for choice in game.choices if choice.maker == "Ann"][1::2] == ["Bob", "Swamp"]


@pytest.mark.clause("720.5", release="2024-06-07")
def test_you_decide_for_the_players_triggered_abilities(rules: RuleSet) -> None:
    """Ruling 7. A trigger of Bob's Wolf targets what Ann chooses, and does on resolution what she chooses."""
    howl = Ability("howl", "Wolf", calls_for=("target",), asks=("whether to do it",))
    game = _slaved(rules, WOLF)
    assert is_refused(trigger, game, howl, "Bob", {"target": "Ann"})
    game = resolve(trigger(game, howl, "Ann", {"target": "Bob"}), "howl", "Ann", {"whether to do it": "yes"})
    assert [choice.chosen for choice in game.choices] == ["Bob", "yes"]


@pytest.mark.clause("720.5", "720.3", release="2024-06-07")
def test_you_choose_the_attackers_and_how_they_assign_their_damage(rules: RuleSet) -> None:
    """Ruling 8. Ann has Bob's Wolf attack her, and spreads its damage over her two blockers."""
    game = declare_attackers(
        _slaved_combat(rules, TurnStep.DECLARE_ATTACKERS, Combat(("Ann",))), "Ann", {"Wolf": "Ann"}
    )
    assert game.combat.attacks == (Attack("Wolf", "Ann"),)
    blocks = (Block("Guard", "Wolf"), Block("Squire", "Wolf"))
    game = _slaved_combat(rules, TurnStep.COMBAT_DAMAGE, Combat(("Ann",), game.combat.attacks, blocks=blocks))
    game = assign_damage(game, "Bob", "Ann", {("Wolf", "Guard"): 3})
    assert game.combat.dealt_out == ("Bob",)


@pytest.mark.clause("720.8", release="2024-06-07")
def test_you_also_choose_for_your_own_permanents_and_spells(rules: RuleSet) -> None:
    """Ruling 9. During Bob's turn Ann decides for her own trigger, spell and activated ability as usual."""
    salute, guard_up = Ability("salute", "Guard", calls_for=("target",)), Ability("guard up", "Guard")
    game = trigger(_slaved(rules, GUARD, Object("Opt", "Ann", Zone.HAND)), salute, "Ann", {"target": "Bob"})
    game = activate(cast(game, "Ann", "Opt", "Ann"), "Ann", guard_up, "Ann")
    assert [choice.chosen for choice in game.choices] == ["Bob", "cast Opt", "activate guard up"]
    assert {(choice.player, choice.maker) for choice in game.choices} == {("Ann", "Ann")}


@pytest.mark.clause("720.5b", release="2024-06-07")
def test_you_make_no_decision_that_neither_rules_nor_cards_call_for(rules: RuleSet) -> None:
    """Ruling 10. Nothing in the game has Bob show his deck to a friend: Ann cannot have him do it."""
    assert is_refused(
        decide, _slaved(rules), Decision("Bob", "whether to show a friend his deck", CalledForBy.NOTHING), "Ann", "yes"
    )


@pytest.mark.clause("720.1", release="2024-06-07")
def test_a_subgame_is_not_controlled_and_the_turn_is_again_once_it_is_over(rules: RuleSet) -> None:
    """Ruling 11. Bob casts Shahrazad on a controlled turn: in the subgame he is free, afterwards he is not."""
    game = _slaved(rules)
    subgame = begin_subgame(game)
    assert controller_of(subgame, "Bob") == "Bob"
    assert controller_of(end_subgame(lose(subgame, "Ann")), "Bob") == "Ann"


@pytest.mark.clause("720.5", "720.5a", release="2024-06-07")
def test_you_choose_the_abilities_the_player_activates(rules: RuleSet) -> None:
    """Ruling 12. Ann has Bob sacrifice his Wolf to his Nantuko Husk, and his Elf strengthen her blocker."""
    grow = Ability("grow", "Nantuko Husk", cost=Cost(sacrifices=1))
    help_out = Ability("help out", "Timberwatch Elf", calls_for=("target",), asks=("how much",))
    game = _slaved(rules, WOLF, HUSK, ELF, GUARD)
    game = activate(game, "Bob", grow, "Ann", payment=Payment(sacrificed=("Wolf",)))
    game = activate(game, "Bob", help_out, "Ann", choices={"target": "Guard"})
    assert game.object("Wolf").zone is Zone.GRAVEYARD
    assert (game.choices[-1].maker, game.choices[-1].chosen) == ("Ann", "Guard")
    assert is_refused(resolve, game, "help out", "Bob", {"how much": "X"})
    assert resolve(game, "help out", "Ann", {"how much": "X"}).choices[-1].maker == "Ann"


@pytest.mark.clause("720.1", release="2024-06-07")
def test_you_control_the_player_from_the_untap_step_to_the_cleanup_step(rules: RuleSet) -> None:
    """Ruling 13. Every step of Bob's turn is Ann's, the first and the last included."""
    game = next_turn(control_next_turn(new_game(rules, "Ann", "Bob"), "Ann", "Bob"))
    controllers = []
    while game.turn.takers == ("Bob",):
        controllers.append((game.turn.step, controller_of(game, "Bob")))
        game = next_step(game)
    assert [controllers[0][0], controllers[-1][0]] == [TurnStep.UNTAP, TurnStep.CLEANUP]
    assert {controller for _, controller in controllers} == {"Ann"}


@pytest.mark.clause("720.4", release="2024-06-07", says="outside the game")
@pytest.mark.clause("720.5", release="2024-06-07")
def test_you_cant_look_at_the_sideboard_nor_have_a_card_chosen_from_it(rules: RuleSet) -> None:
    """Ruling 14. A wish lets Bob choose a card from outside the game: Ann sees none, so she can choose none."""
    game = _slaved(rules, Object("Firestorm", "Bob", Zone.OUTSIDE, Kind.SORCERY))
    wish = Decision("Bob", "a sorcery from outside the game", CalledForBy.OBJECT, ("Firestorm",))
    assert not sees(game, "Ann", "Firestorm")
    assert choosable_cards(game, wish) == ()
    assert is_refused(choose_card, game, wish, "Ann", "Firestorm")


@pytest.mark.clause("720.4", release="2024-06-07")
def test_you_see_all_cards_in_the_game_that_the_player_sees(rules: RuleSet) -> None:
    """Ruling 15. Bob's hand, his face-down creature and the library card he may look at are open to Ann."""
    objects = (
        Object("hand card", "Bob", Zone.HAND),
        Object("morph", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", face_down=True),
        Object("top card", "Bob", Zone.LIBRARY, shown_to=("Bob",)),
        Object("next card", "Bob", Zone.LIBRARY),
    )
    game = _slaved(rules, *objects)
    assert [each.name for each in objects if sees(game, "Ann", each.name)] == ["hand card", "morph", "top card"]
