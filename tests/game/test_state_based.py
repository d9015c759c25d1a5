"""State-based actions: who goes to the graveyard, under which rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game
from crdiff.game.state_based import settle, to_graveyard

ALL = RuleSet.all()
LEGENDS = RuleSet(frozenset({Behaviour.LEGEND_RULE}))
OLDEST = RuleSet(LEGENDS.behaviours | {Behaviour.OLDEST_LEGEND_STAYS})
EACH = RuleSet(LEGENDS.behaviours | {Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND})
UNIQUE = RuleSet(frozenset({Behaviour.PLANESWALKER_UNIQUENESS_RULE}))
EACH_UNIQUE = RuleSet(UNIQUE.behaviours | {Behaviour.EACH_PLAYER_KEEPS_ONE_PLANESWALKER})
NOTHING = RuleSet(frozenset())


def legend(name: str, player: str = "Ann", printed: str = "Kokusho") -> Object:
    return Object(name, player, Zone.BATTLEFIELD, Kind.LAND, player, printed=printed, is_legendary=True)


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
        (OLDEST, (legend("a"), legend("b", "Bob"), legend("c")), (), "a"),
        (EACH, (legend("a"), legend("b", "Bob")), (), "ab"),
        (EACH, (legend("a"), legend("b"), legend("c")), ("b", "c"), "b"),
        (EACH, (legend("a"), legend("b")), (), "a"),
        (NOTHING, (walker("a"), walker("b")), (), "ab"),
        (UNIQUE, (walker("a"), walker("b", "Bob")), ("a",), ""),
        (UNIQUE, (walker("a"), walker("b", subtype="Liliana")), (), "ab"),
        (UNIQUE, (walker("a", subtype=""), walker("b", subtype="")), (), "ab"),
        (UNIQUE, (replace(walker("a"), kind=Kind.LAND), replace(walker("b"), kind=Kind.LAND)), (), "ab"),
        (EACH_UNIQUE, (walker("a"), walker("b", "Bob")), (), "ab"),
        (EACH_UNIQUE, (walker("a"), walker("b")), ("b",), "b"),
        (NOTHING, (walker("a", loyalty=0), walker("b", loyalty=1), walker("c", loyalty=-1)), (), "b"),
        (ALL, (creature("a", 1), creature("b", 2), creature("c", 3)), (), "a"),
        (ALL, (creature("a", 0, toughness=0), creature("b", 1, toughness=0)), (), "ab"),
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
