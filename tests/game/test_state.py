"""A game as a value: its parts and rules, its turns in order, and who goes to the graveyard under which rules."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest
from every import every
from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game import costs, decisions, rules, state
from crdiff.game.combat import given_combat
from crdiff.game.control import control_for_a_while, control_next_turn, controller_of
from crdiff.game.leaving import concede
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import Attack, Combat, Game, Kind, Object, Phase, TurnStep, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard
from crdiff.game.subgames import end_subgame
from crdiff.game.turns import add_extra_turn, add_to_turn, next_step, next_turn, skip_next_turn

VALUES = [
    value
    for module in (state, costs, decisions)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == module.__name__
]


@every("kind", VALUES, ids=lambda kind: kind.__name__)
def test_no_value_of_a_game_can_be_changed(kind: type[Struct]) -> None:
    value = kind(*(None for _ in kind.__struct_fields__))
    with pytest.raises(AttributeError, match="immutable"):
        setattr(value, kind.__struct_fields__[0], None)


def test_the_rules_of_a_game_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(rules.RuleSet.all(), "behaviours", frozenset())  # noqa: B010 - mypy would not let it be assigned


def test_a_behaviour_is_turned_round_whether_it_is_on_or_off_and_no_other_is() -> None:
    everything, nothing = RuleSet.all(), RuleSet(frozenset())
    for behaviour in Behaviour:
        without = everything.inverted(behaviour)
        assert without == everything.without(behaviour)
        assert [each for each in Behaviour if not without.has(each)] == [behaviour]
        assert nothing.inverted(behaviour).behaviours == {behaviour}
        assert without.inverted(behaviour) == everything


# state-based actions: who goes to the graveyard, under which rules


ALL = RuleSet.all()
LEGENDS = RuleSet(frozenset({Behaviour.LEGEND_RULE}))
OLDEST = RuleSet(LEGENDS.behaviours | {Behaviour.OLDEST_LEGEND_STAYS})
EACH = RuleSet(LEGENDS.behaviours | {Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND})
UNIQUE = RuleSet(frozenset({Behaviour.PLANESWALKER_UNIQUENESS_RULE}))
EACH_UNIQUE = RuleSet(UNIQUE.behaviours | {Behaviour.EACH_PLAYER_KEEPS_ONE_PLANESWALKER})
NOTHING = RuleSet(frozenset())


def legend(name: str, player: str = "Ann", printed: str = "Kokusho") -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.LAND, player, printed=printed, is_legendary=True)


def later(permanent: Object) -> Object:
    """Return a permanent that came in the third turn."""
    return replace(permanent, since=3)


def walker(name: str, player: str = "Ann", subtype: str = "Jace", loyalty: int = 3) -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.PLANESWALKER, player, subtype=subtype, loyalty=loyalty)


def creature(name: str, marked: int, toughness: int = 2) -> Object:
    return Object(name, "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", toughness=toughness, marked=marked)


def left(rules: RuleSet, *objects: Object, keeps: tuple[str, ...] = ()) -> str:
    game = settle(new_game(rules, "Ann", "Bob").having(*objects), keeps)
    return "".join(each.name for each in game.objects if each.zone is Zone.BATTLEFIELD)


@pytest.mark.parametrize(
    ("rules", "objects", "keeps", "stays"),
    [
        (NOTHING, (legend("a"), legend("b")), (), "ab"),
        (LEGENDS, (legend("a"), legend("b", "Bob")), (), ""),
        (LEGENDS, (legend("a"), legend("b", printed="Isamaru")), (), "ab"),
        (LEGENDS, (legend("a"), replace(legend("b"), is_legendary=False)), (), "ab"),
        (LEGENDS, (legend("a"), replace(legend("b"), zone=Zone.HAND)), (), "a"),
        (LEGENDS, (legend("a", printed=""), legend("b", printed="")), (), "ab"),
        (OLDEST, (later(legend("a")), legend("b", "Bob"), later(legend("c"))), (), "b"),
        (EACH, (legend("a"), legend("b", "Bob")), (), "ab"),
        (EACH, (legend("a"), legend("b"), legend("c")), ("b",), "b"),
        (EACH, (legend("a"), replace(legend("b"), face_down=True)), (), "ab"),
        (NOTHING, (walker("a"), walker("b")), (), "ab"),
        (UNIQUE, (walker("a"), walker("b", "Bob")), ("a",), ""),
        (UNIQUE, (walker("a"), walker("b", subtype="Liliana")), (), "ab"),
        (UNIQUE, (walker("a", subtype=""), walker("b", subtype="")), (), "ab"),
        (UNIQUE, (replace(walker("a"), kind=Kind.LAND), replace(walker("b"), kind=Kind.LAND)), (), "ab"),
        (EACH_UNIQUE, (walker("a"), walker("b", "Bob")), (), "ab"),
        (EACH_UNIQUE, (walker("a"), walker("b")), ("b",), "b"),
        (NOTHING, (walker("a", loyalty=0), walker("b", loyalty=1), walker("c", loyalty=-1)), (), "b"),
        (ALL, (creature("a", 1), creature("b", 2), creature("c", 3)), (), "a"),
        (ALL, (creature("a", 0, toughness=0), creature("b", 1, toughness=0)), (), ""),
        (NOTHING, (creature("a", 5),), (), "a"),
        (ALL, (replace(creature("a", 2), kind=Kind.LAND),), (), "a"),
    ],
)
def test_what_stays_on_the_battlefield(
    rules: RuleSet, objects: tuple[Object, ...], keeps: tuple[str, ...], stays: str
) -> None:
    assert left(rules, *objects, keeps=keeps) == stays


def test_all_of_them_go_at_once_and_what_that_brings_about_follows() -> None:
    """Two Jaces without loyalty are gone before the uniqueness rule could look at them again."""
    assert left(UNIQUE, walker("a", loyalty=0), walker("b")) == ""


def test_what_goes_to_the_graveyard_has_no_controller_and_no_damage() -> None:
    game: Game = new_game(ALL, "Ann", "Bob").having(creature("a", 2))
    gone = to_graveyard(game, "a").object("a")
    assert (gone.zone, gone.controller, gone.owner, gone.marked) == (Zone.GRAVEYARD, "", "Ann", 0)


# turns in order: steps, extra and skipped turns, players who have left, what a phase does to mana


RULES = RuleSet.all()


def _takers(game: Game, turns: int) -> list[str]:
    """Return who takes each of the next `turns` turns."""
    found = []
    for _ in range(turns):
        game = next_turn(game)
        found.append("+".join(game.turn.takers))
    return found


def test_a_player_who_skips_two_turns_is_passed_over_twice() -> None:
    game = skip_next_turn(skip_next_turn(new_game(RULES, "Ann", "Bob"), "Bob"), "Bob")
    assert _takers(game, 4) == ["Ann", "Ann", "Bob", "Ann"]


def test_an_extra_turn_can_be_the_one_that_is_skipped() -> None:
    game = skip_next_turn(add_extra_turn(new_game(RULES, "Ann", "Bob", "Cat"), "Cat"), "Cat")
    assert _takers(game, 3) == ["Bob", "Cat", "Ann"]


def test_a_second_combat_phase_begins_with_nobody_attacking() -> None:
    game = given_combat(
        new_game(RULES, "Ann", "Bob"), TurnStep.END_OF_COMBAT, Combat(("Bob",), (Attack("Wolf", "Bob"),))
    )
    again = next_step(add_to_turn(game, Phase.COMBAT, "Ann"))
    assert (again.turn.step, again.combat) == (TurnStep.BEGINNING_OF_COMBAT, Combat())


def test_a_scenario_that_begins_in_a_step_goes_on_with_the_next_one() -> None:
    combat = Combat(("Bob",), (Attack("Wolf", "Bob"),), dealt=True)
    for step, following in pairwise(TurnStep):
        game = given_combat(new_game(RULES, "Ann", "Bob"), step, combat)
        assert (game.turn.step, next_step(game).turn.step) == (step, following)


def test_a_game_is_over_when_one_player_is_left() -> None:
    with pytest.raises(IllegalAction, match="the game is over"):
        next_turn(concede(new_game(RULES, "Ann", "Bob"), "Bob", by="Bob"))


def test_control_ends_when_the_controller_leaves_the_game() -> None:
    game = control_for_a_while(new_game(RULES, "Ann", "Bob", "Cat"), "Cat", "Bob", "Word of Command")
    game = control_next_turn(game, "Cat", "Bob")
    game = concede(game, "Cat", by="Cat")
    assert controller_of(game, "Bob") == "Bob"
    assert controller_of(next_turn(game), "Bob") == "Bob"


@pytest.mark.parametrize("name", ["player", "object"])
def test_a_name_that_is_not_in_the_game_is_refused(name: str) -> None:
    with pytest.raises(IllegalAction, match="'Zoe'"):
        getattr(new_game(RULES, "Ann", "Bob"), name)("Zoe")


def test_a_subgame_can_end_only_where_there_is_one() -> None:
    with pytest.raises(IllegalAction, match="no subgame"):
        end_subgame(new_game(RULES, "Ann", "Bob"))


def test_nothing_changes_a_state() -> None:
    """An action returns another game; the one before is as it was."""
    before = new_game(RULES, "Ann", "Bob")
    kept = hash(before)
    control_for_a_while(next_turn(before), "Ann", "Bob", "Word of Command")
    assert hash(before) == kept
    assert before == new_game(RULES, "Ann", "Bob")
