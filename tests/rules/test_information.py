"""What the controller of a player sees, and what stays hidden."""

from __future__ import annotations

import pytest

from crdiff.game.information import sees
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Kind, Object, Zone, new_game
from crdiff.game.turns import controlled_turn

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
    return controlled_turn(new_game(rules, "Bob", "Ann", "Cat").having(*OBJECTS), "Ann", "Bob")


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
def test_the_controller_sees_a_card_that_the_player_may_look_at_and_no_other_of_the_library(rules: RuleSet) -> None:
    """An effect lets Bob look at the top card of his library: Ann sees it too, but not the card below."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Ann", "card Bob looks at")
    assert not sees(game, "Ann", "card in Bob's library")


@pytest.mark.clause("720.4", release="2024-06-07")
def test_the_face_of_a_permanent_goes_by_who_controls_it_not_who_owns_it(rules: RuleSet) -> None:
    """Bob controls Cat's face-down creature: he and Ann see its face, she does not. Of his that Cat has, she does."""
    taken = Object("taken morph", "Cat", Zone.BATTLEFIELD, Kind.CREATURE, "Bob", face_down=True)
    lost = Object("lost morph", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Cat", face_down=True)
    game = _ann_controls_bob(rules).having(taken, lost)
    assert [player for player in ("Ann", "Bob", "Cat") if sees(game, player, "taken morph")] == ["Ann", "Bob"]
    assert [player for player in ("Ann", "Bob", "Cat") if sees(game, player, "lost morph")] == ["Cat"]


@pytest.mark.clause("720.4", release="2024-06-07")
def test_what_everybody_sees_everybody_goes_on_seeing(rules: RuleSet) -> None:
    """A card in a graveyard, a creature and a spell, face up: all three players see them. Bob's hand Cat does not."""
    objects = (
        Object("grave", "Bob", Zone.GRAVEYARD),
        Object("bear", "Bob", Zone.BATTLEFIELD, Kind.CREATURE, "Bob"),
        Object("bolt", "Bob", Zone.STACK, controller="Bob"),
    )
    game = _ann_controls_bob(rules).having(*objects)
    for each in objects:
        assert all(sees(game, player, each.name) for player in ("Ann", "Bob", "Cat"))
    assert [player for player in ("Ann", "Bob", "Cat") if sees(game, player, "card in Bob's hand")] == ["Ann", "Bob"]


@pytest.mark.clause("720.4", release="2024-06-07", says="outside the game")
def test_cards_outside_the_game_are_visible_to_the_controlled_player_only(rules: RuleSet) -> None:
    """Ann cannot look at Bob's sideboard, he can."""
    game = _ann_controls_bob(rules)
    assert sees(game, "Bob", "card in Bob's sideboard")
    assert not sees(game, "Ann", "card in Bob's sideboard")


@pytest.mark.clause("712.4", release="2014-05-01", says="about an object would be")
def test_before_2016_cards_outside_the_game_are_objects_like_any_other(rules: RuleSet) -> None:
    """The older wording speaks of any object, so Ann sees what Bob would see of his sideboard.

    In tournaments 3.15 of their own rules kept it from her.
    """
    game = _ann_controls_bob(rules)
    assert sees(game, "Bob", "card in Bob's sideboard")
    assert sees(game, "Ann", "card in Bob's sideboard")
