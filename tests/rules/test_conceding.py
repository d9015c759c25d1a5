"""A player who concedes leaves and loses; a controlled player may, and nobody can do it for them."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.control import control_for_a_while, controller_of
from crdiff.game.decisions import CalledForBy, Decision, decide
from crdiff.game.leaving import concede, lose
from crdiff.game.players import players_in_game
from crdiff.game.rules import RuleSet
from crdiff.game.spells import controlled_by
from crdiff.game.state import Kind, Object, TurnStep, Zone, new_game
from crdiff.game.turns import controlled_turn, go_to, in_step, next_turn

BOBS_BEAR = Object("Bob's Bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")
ANNS_BEAR = Object("Ann's Bear", "Ann", Zone.BATTLEFIELD, Kind.CREATURE, "Ann")
STOLEN = Object("stolen Ox", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Bob")


@pytest.mark.clause("104.3a", release="2024-06-07", says="at any time")
def test_a_player_can_concede_at_any_time(rules: RuleSet) -> None:
    """Bob concedes in each step of Ann's turn, and in each of his own."""
    game = new_game(rules, "Ann", "Bob", "Cat")
    for turn in (game, next_turn(game)):
        for step in TurnStep:
            conceded = concede(in_step(turn, step), "Bob", by="Bob")
            assert conceded.player("Ann").in_game


@pytest.mark.clause("104.3a", release="2024-06-07", says="who concedes")
def test_a_player_who_concedes_leaves_the_game_immediately(rules: RuleSet) -> None:
    """Bob concedes on Ann's turn, in her combat: he is out at once, and Ann and Cat play on."""
    game = go_to(new_game(rules, "Ann", "Bob", "Cat"), TurnStep.DECLARE_ATTACKERS)
    game = concede(game, "Bob", by="Bob")
    assert players_in_game(game) == ("Ann", "Cat")
    assert game.turn.step is TurnStep.DECLARE_ATTACKERS
    assert next_turn(game).turn.takers == ("Cat",)


@pytest.mark.clause("104.3a", release="2024-06-07", says="loses the game")
def test_a_player_who_concedes_loses_the_game(rules: RuleSet) -> None:
    """Of Ann, Bob and Cat, Bob concedes: he has lost, the others have not."""
    game = concede(new_game(rules, "Ann", "Bob", "Cat"), "Bob", by="Bob")
    assert [player.name for player in game.players if player.has_lost] == ["Bob"]


@pytest.mark.clause("104.3a", release="2024-06-07", says="who concedes")
def test_who_leaves_takes_along_what_they_own_and_gives_back_what_they_do_not(rules: RuleSet) -> None:
    """Bob concedes: his Bear and his spell are gone, Cat has her Ox again, and Ann keeps hers and its life total."""
    spell = Object("Opt", "Bob", Zone.STACK, controller="Bob")
    howl = Object("howl", "Bob", Zone.STACK, Kind.ABILITY, "Bob")
    game = new_game(rules, "Ann", "Bob", "Cat").having(BOBS_BEAR, ANNS_BEAR, STOLEN, spell, howl)
    assert controlled_by(game, "Bob") == ("Bob's Bear", "stolen Ox", "Opt", "howl")
    game = concede(game, "Bob", by="Bob")
    assert {each.name: each.controller for each in game.objects} == {"Ann's Bear": "Ann", "stolen Ox": "Cat"}
    assert [(player.name, player.life, player.mana) for player in game.players if player.in_game] == [
        ("Ann", 20, 0),
        ("Cat", 20, 0),
    ]


@pytest.mark.clause("720.6", release="2024-06-07")
def test_the_controller_cant_make_the_player_concede(rules: RuleSet) -> None:
    """Ann controls Bob and says that he concedes: he does not. Nor can Cat, who controls nobody."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    for by in ("Ann", "Cat"):
        assert is_refused(concede, game, "Bob", by=by)
    assert players_in_game(game) == ("Bob", "Ann", "Cat")


@pytest.mark.clause("720.2", "104.3a", release="2024-06-07")
def test_control_for_a_while_ends_with_its_controller(rules: RuleSet) -> None:
    """Cat's Word of Command controls Bob as she concedes: he is free."""
    game = control_for_a_while(new_game(rules, "Ann", "Bob", "Cat"), "Cat", "Bob", "Word of Command")
    assert controller_of(game, "Bob") == "Cat"
    assert controller_of(concede(game, "Cat", by="Cat"), "Bob") == "Bob"


@pytest.mark.clause("720.5", release="2024-06-07")
def test_the_controller_may_have_the_player_not_pay_and_lose(rules: RuleSet) -> None:
    """Summoner's Pact asks Bob, in his upkeep, to pay or lose. Ann decides that he does not pay: he has lost."""
    game = controlled_turn(new_game(rules, "Bob", "Ann", "Cat"), "Ann", "Bob")
    pay = Decision("Bob", "whether to pay for Summoner's Pact", CalledForBy.OBJECT, ("pay", "don't pay"))
    assert is_refused(decide, game, pay, "Bob", "pay")
    game = decide(game, pay, "Ann", "don't pay")
    game = lose(game, "Bob") if game.choices[-1].chosen == "don't pay" else game
    assert [(player.name, player.has_lost, player.in_game) for player in game.players] == [
        ("Bob", True, False),
        ("Ann", False, True),
        ("Cat", False, True),
    ]
