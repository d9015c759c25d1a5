"""What the controller of a player sees, and what stays hidden."""

from __future__ import annotations

import pytest

from crdiff.game.control import control_for_a_while
from crdiff.game.information import sees
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game

OBJECTS = (
    Object("card in Bob's hand", "Bob", Zone.HAND),
    Object("card in Cat's hand", "Cat", Zone.HAND),
    Object("Bob's morph", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", face_down=True),
    Object("Cat's morph", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Cat", face_down=True),
    Object("card Bob looks at", "Bob", Zone.LIBRARY, shown_to=("Bob",)),
    Object("card in Bob's library", "Bob", Zone.LIBRARY),
    Object("card in Bob's sideboard", "Bob", Zone.OUTSIDE),
)


def _ann_controls_bob(rules: RuleSet) -> Game:
    return control_for_a_while(new_game(rules, "Bob", "Ann", "Cat").having(*OBJECTS), "Ann", "Bob")


@pytest.mark.clause("720.4", release="2024-06-07")
def test_the_controller_sees_the_hand_and_the_face_down_creatures(rules: RuleSet) -> None:
    """Example: Ann sees Bob's hand and the face of his face-down creature; Cat's stay hidden from her."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Ann", "card in Bob's hand")
    assert sees(game, "Ann", "Bob's morph")
    assert not sees(game, "Ann", "card in Cat's hand")
    assert not sees(game, "Ann", "Cat's morph")
    assert not sees(game, "Cat", "card in Bob's hand")


@pytest.mark.clause("720.4", release="2024-06-07")
def test_what_the_controlled_player_sees_stays_visible_to_that_player(rules: RuleSet) -> None:
    """Bob goes on seeing his own hand and his own face-down creature."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Bob", "card in Bob's hand")
    assert sees(game, "Bob", "Bob's morph")


@pytest.mark.clause("720.4", release="2024-06-07")
def test_the_controller_sees_a_card_that_the_player_may_look_at_and_no_other_of_the_library(rules: RuleSet) -> None:
    """An effect lets Bob look at the top card of his library: Ann sees it too, but not the card below."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Ann", "card Bob looks at")
    assert not sees(game, "Ann", "card in Bob's library")


@pytest.mark.clause("720.4", release="2024-06-07", says="outside the game")
def test_cards_outside_the_game_are_visible_to_the_controlled_player_only(rules: RuleSet) -> None:
    """Ann cannot look at Bob's sideboard, he can."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Bob", "card in Bob's sideboard")
    assert not sees(game, "Ann", "card in Bob's sideboard")


@pytest.mark.clause("712.4", release="2014-05-01", says="about an object would be")
def test_before_2016_cards_outside_the_game_are_objects_like_any_other(rules: RuleSet) -> None:
    """The older wording speaks of any object, so Ann sees what Bob would see of his sideboard."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Bob", "card in Bob's sideboard")
    assert sees(game, "Ann", "card in Bob's sideboard")
