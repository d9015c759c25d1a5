"""What goes to the graveyard at once: lethal damage (704.5g), legends (704.5j), planeswalkers of a type (420.5q)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game
from crdiff.game.state_based import settle


def _creature(name: str, toughness: int, marked: int, *, owner: str = "Ann", controller: str = "Ann") -> Object:
    return Object(name, owner, Zone.BATTLEFIELD, Kind.CREATURE, controller, power=1, toughness=toughness, marked=marked)


def _legend(name: str, controller: str, *, owner: str = "", printed: str = "Kokusho") -> Object:
    return replace(
        _creature(name, 5, 0, owner=owner or controller, controller=controller), printed=printed, is_legendary=True
    )


def _jace(name: str, controller: str, *, owner: str = "", subtype: str = "Jace") -> Object:
    return Object(
        name, owner or controller, Zone.BATTLEFIELD, Kind.PLANESWALKER, controller, subtype=subtype, loyalty=3
    )


def _game(rules: RuleSet, *objects: Object) -> Game:
    return new_game(rules, "Ann", "Bob", "Cat").having(*objects)


def _left(game: Game) -> list[str]:
    """Return what is left on the battlefield."""
    return [each.name for each in game.objects if each.zone is Zone.BATTLEFIELD]


@pytest.mark.clause("704.5g", release="2024-06-07")
def test_a_creature_with_as_much_damage_as_toughness_is_destroyed_and_one_with_less_is_not(rules: RuleSet) -> None:
    """Toughness 2: with 2 and 3 damage marked a creature goes, with 1 it stays. All that are due go at once."""
    game = _game(rules, *(_creature(f"marked {damage}", 2, damage) for damage in range(4)))
    assert _left(settle(game)) == ["marked 0", "marked 1"]


@pytest.mark.clause("704.5g", release="2024-06-07", says="toughness greater than 0")
def test_lethal_damage_is_for_creatures_with_toughness(rules: RuleSet) -> None:
    """A creature of toughness 0 goes by another rule; a land that is no longer a creature keeps its damage."""
    land = replace(_creature("Dryad Arbor, no longer a creature", 1, 1), kind=Kind.LAND)
    game = _game(rules, _creature("Bear", 2, 2), _creature("Wraith", 0, 0), land)
    assert _left(settle(game)) == ["Dryad Arbor, no longer a creature"]


@pytest.mark.clause("704.5g", release="2024-06-07")
def test_what_is_destroyed_lies_in_its_owners_graveyard_without_controller_or_damage(rules: RuleSet) -> None:
    """Bob's Ox dies under Ann's control: the card is in his graveyard, nobody controls it, and no damage is left."""
    game = _game(rules, _creature("Ox", 2, 2, owner="Bob"), _creature("Bear", 2, 1))
    ox, bear = settle(game).objects
    assert (ox.zone, ox.owner, ox.controller, ox.marked) == (Zone.GRAVEYARD, "Bob", "", 0)
    assert (bear.zone, bear.controller, bear.marked) == (Zone.BATTLEFIELD, "Ann", 1)


@pytest.mark.clause("704.5g", release="2024-06-07")
def test_cards_that_are_not_on_the_battlefield_are_left_where_they_are(rules: RuleSet) -> None:
    """A creature card marked with lethal damage stays in a hand, in a library, on the stack or outside the game."""
    zones = (Zone.HAND, Zone.LIBRARY, Zone.STACK, Zone.OUTSIDE)
    cards = [replace(_creature(zone, 1, 1), zone=zone) for zone in zones]
    game = settle(_game(rules, *cards, _creature("Bear", 1, 1)))
    assert [each.zone for each in game.objects] == [*zones, Zone.GRAVEYARD]


@pytest.mark.clause("704.5j", release="2024-06-07", says="that player chooses one of them")
def test_a_player_keeps_the_one_legend_that_the_player_chooses(rules: RuleSet) -> None:
    """Ann has three Kokushos and keeps the one that she names. She cannot keep two, and has to keep one."""
    game = _game(rules, *(_legend(name, "Ann") for name in ("first", "second", "third")))
    for wish in ("first", "second", "third"):
        assert _left(settle(game, {wish})) == [wish]
    for wishes in (set[str](), {"second", "third"}):
        with pytest.raises(IllegalAction):
            settle(game, wishes)


@pytest.mark.clause("704.5j", release="2024-06-07", says="that player chooses one of them")
def test_legends_are_counted_by_who_controls_them(rules: RuleSet) -> None:
    """Ann has her own Kokusho and Bob's: she keeps one. Cat has one that Ann owns, Bob has his own: both stay."""
    game = _game(rules, _legend("hers", "Ann"), _legend("his", "Ann", owner="Bob"))
    settled = settle(game, {"his"})
    assert _left(settled) == ["his"]
    assert (settled.object("hers").zone, settled.object("hers").owner) == (Zone.GRAVEYARD, "Ann")
    apart = _game(rules, _legend("hers", "Ann"), _legend("her other", "Cat", owner="Ann"), _legend("his", "Bob"))
    assert _left(settle(apart)) == ["hers", "her other", "his"]


@pytest.mark.clause("704.5j", release="2024-06-07", says="that player chooses one of them")
def test_the_legend_rule_is_about_legendary_permanents_with_the_same_name(rules: RuleSet) -> None:
    """Of two Kokushos one goes. A copy that is not legendary stays, and so do legends whose names nothing shares."""
    copy = replace(_legend("copy", "Ann"), is_legendary=False)
    others = (_legend("Isamaru", "Ann", printed=""), _legend("Konda", "Ann", printed=""))
    cards = (replace(_legend("card", "Ann"), zone=Zone.HAND), replace(_legend("dead", "Ann"), zone=Zone.GRAVEYARD))
    game = _game(rules, copy, *others, *cards, _legend("first", "Ann"))
    assert _left(settle(game)) == ["copy", "Isamaru", "Konda", "first"]
    assert _left(settle(game.having(_legend("second", "Ann")), {"first"})) == ["copy", "Isamaru", "Konda", "first"]


@pytest.mark.clause("704.5j", release="2024-06-07", says="that player chooses one of them")
def test_permanents_are_legendary_only_where_they_are_said_to_be(rules: RuleSet) -> None:
    """Ann's two Bears, which nothing makes legendary, both stay; of her two Kokushos one does."""
    bears = [replace(_creature(name, 2, 0), printed="Bear") for name in ("Bear", "other Bear")]
    game = _game(rules, *bears, _legend("first", "Ann"), _legend("second", "Ann"))
    assert _left(settle(game, {"first"})) == ["Bear", "other Bear", "first"]


@pytest.mark.clause("420.5e", release="2008-02-01", says="all are put into their owners' graveyards")
@pytest.mark.clause("704.5g", release="2024-06-07")
def test_whatever_is_due_goes_at_once_and_is_looked_at_again(rules: RuleSet) -> None:
    """In the wording of 2004 to 2013 nobody chooses: a Kokusho with lethal damage takes the other along."""
    game = _game(rules, replace(_legend("first", "Ann"), marked=5), _legend("second", "Bob"), _legend("Konda", "Bob"))
    game = game.with_object(replace(game.object("Konda"), printed="Konda"))
    assert _left(settle(game, {"second"})) == ["Konda"]
    bear = _game(rules, _creature("Bear", 2, 2), _creature("Elk", 3, 2))
    assert _left(settle(bear)) == ["Elk"]


@pytest.mark.clause("420.5e", release="2008-02-01", says="all are put into their owners' graveyards")
def test_in_the_wording_of_2004_all_legends_of_a_name_go_whoever_has_them(rules: RuleSet) -> None:
    """Ann has one and Bob two: all three go, whichever they wish to keep. One that is alone in its name stays."""
    legends = (_legend("hers", "Ann"), _legend("his", "Bob"), _legend("borrowed", "Bob", owner="Cat"))
    others = (_legend("Konda", "Ann", printed="Konda"), _legend("Isamaru", "Ann", printed=""))
    copy = replace(_legend("copy", "Bob"), is_legendary=False)
    settled = settle(_game(rules, *legends, *others, copy), {"hers", "his"})
    assert _left(settled) == ["Konda", "Isamaru", "copy"]
    assert settled.object("borrowed").owner == "Cat"
    assert _left(settle(_game(rules, legends[0], copy))) == ["hers", "copy"]


@pytest.mark.clause("420.5e", release="2004-06-01", says="the longest")
def test_in_the_wording_before_2004_the_oldest_legend_stays(rules: RuleSet) -> None:
    """Ann, Bob and Cat have one each: that of Bob, who had it first, stays, whatever the others wish."""
    came = {"Bob": 0, "Ann": 2, "Cat": 1}
    game = _game(rules, *(replace(_legend(player, player), since=turn) for player, turn in came.items()))
    for wish in ({"Ann"}, {"Cat"}, set[str]()):
        assert _left(settle(game, wish)) == ["Bob"]


@pytest.mark.clause("420.5q", release="2008-02-01", says="all are put into their owners' graveyards")
def test_in_the_wording_of_2007_all_planeswalkers_of_a_type_go_whoever_has_them(rules: RuleSet) -> None:
    """Of two Jaces of Ann's and Bob's none stays; a Liliana, one without a type, and two Forests do."""
    forests = (
        Object(f"Forest {number}", "Ann", Zone.BATTLEFIELD, Kind.LAND, "Ann", subtype="Forest") for number in (1, 2)
    )
    untyped = (_jace("Urza", "Ann", subtype=""), _jace("Wrenn", "Ann", subtype=""))
    game = _game(rules, _jace("hers", "Ann"), _jace("his", "Bob"), _jace("Liliana", "Ann", subtype="Liliana"))
    game = game.having(*forests, *untyped, replace(_jace("card", "Ann"), zone=Zone.HAND))
    assert _left(settle(game, {"hers"})) == ["Liliana", "Forest 1", "Forest 2", "Urza", "Wrenn"]


@pytest.mark.clause("704.5j", release="2014-05-01", says="that player chooses one of them")
def test_in_the_wording_of_2013_each_player_keeps_the_planeswalker_of_a_type_that_they_choose(rules: RuleSet) -> None:
    """Ann controls three Jaces, of which Bob owns one, and keeps the one that she names; Bob keeps his."""
    forests = [
        Object(f"Forest {number}", "Ann", Zone.BATTLEFIELD, Kind.LAND, "Ann", subtype="Forest") for number in (1, 2)
    ]
    jaces = (_jace("first", "Ann"), _jace("second", "Ann", owner="Bob"), _jace("third", "Ann"))
    others = (_jace("his", "Bob", owner="Ann"), _jace("Liliana", "Ann", subtype="Liliana"))
    untyped = (_jace("Urza", "Ann", subtype=""), _jace("Wrenn", "Ann", subtype=""))
    game = _game(rules, *jaces, *others, *forests, *untyped)
    stay = ["his", "Liliana", "Forest 1", "Forest 2", "Urza", "Wrenn"]
    for wish in ("first", "second", "third"):
        assert _left(settle(game, {wish})) == [wish, *stay]
