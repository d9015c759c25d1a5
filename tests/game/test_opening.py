"""Mulligans: what a hand, the top and the bottom of the library are, and what is refused."""

from __future__ import annotations

import pytest

from crdiff.errors import IllegalAction
from crdiff.game.opening import (
    HAND_SIZE,
    cards_in,
    cards_kept,
    draw_opening_hand,
    put_top_card_on_the_bottom,
    take_mulligan,
    top_card,
)
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.state import Game, Object, Zone, new_game

CARDS = tuple("ABCDEFGHIJ")
PARIS = RuleSet(frozenset({Behaviour.NEW_HAND_IS_SMALLER}))
VANCOUVER = RuleSet(PARIS.behaviours | {Behaviour.SMALL_HAND_LOOKS_AT_THE_TOP})
LONDON = RuleSet(PARIS.behaviours | {Behaviour.FULL_HAND_IS_DRAWN})
FREE = RuleSet(PARIS.behaviours | {Behaviour.FIRST_MULLIGAN_IS_FREE})


def begun(rules: RuleSet, *players: str) -> Game:
    """Return a game in which Ann has drawn her opening hand, and Bob has a card in his hand."""
    cards = (Object(name, "Ann", Zone.LIBRARY) for name in CARDS)
    game = new_game(rules, *(players or ("Ann", "Bob"))).having(*cards, Object("Bob’s card", "Bob", Zone.HAND))
    return draw_opening_hand(game, "Ann")


def names(game: Game, zone: Zone) -> str:
    return "".join(each.name for each in cards_in(game, "Ann", zone))


def test_an_opening_hand_is_the_seven_cards_on_top() -> None:
    game = begun(PARIS)
    assert (names(game, Zone.HAND), names(game, Zone.LIBRARY)) == ("ABCDEFG", "HIJ")
    assert (HAND_SIZE, cards_kept(game, "Ann")) == (7, 7)


def test_a_mulligan_shuffles_the_hand_in_and_draws_one_card_fewer() -> None:
    game = take_mulligan(begun(PARIS), "Ann", tuple(reversed(CARDS)))
    assert (names(game, Zone.HAND), names(game, Zone.LIBRARY)) == ("JIHGFE", "DCBA")
    assert game.player("Ann").mulligans == 1
    assert game.player("Bob").mulligans == 0
    assert game.object("Bob’s card").zone is Zone.HAND
    assert names(take_mulligan(game, "Ann", CARDS), Zone.HAND) == "ABCDE"


def test_a_smaller_hand_may_put_the_top_card_on_the_bottom_and_a_full_one_may_not_look() -> None:
    with pytest.raises(IllegalAction, match="Ann may not look at the top card"):
        top_card(begun(VANCOUVER), "Ann")
    with pytest.raises(IllegalAction, match="Ann may not look at the top card"):
        top_card(take_mulligan(begun(PARIS), "Ann", CARDS), "Ann")
    game = take_mulligan(begun(VANCOUVER), "Ann", CARDS)
    assert top_card(game, "Ann").name == "G"
    assert names(put_top_card_on_the_bottom(game, "Ann"), Zone.LIBRARY) == "HIJG"


def test_of_a_full_hand_one_card_for_each_mulligan_goes_to_the_bottom() -> None:
    game = take_mulligan(begun(LONDON), "Ann", CARDS, ("B", "C", "D"))
    assert (names(game, Zone.HAND), names(game, Zone.LIBRARY)) == ("ACDEFG", "HIJB")
    again = take_mulligan(game, "Ann", CARDS, ("B", "C"))
    assert (names(again, Zone.HAND), names(again, Zone.LIBRARY)) == ("ADEFG", "HIJBC")


def test_too_few_cards_for_the_bottom_and_cards_that_are_not_in_the_hand_are_refused() -> None:
    with pytest.raises(IllegalAction, match="Ann puts 0 cards on the bottom; expected 1"):
        take_mulligan(begun(LONDON), "Ann", CARDS)
    with pytest.raises(IllegalAction, match="J is not in the hand"):
        take_mulligan(begun(LONDON), "Ann", CARDS, ("J",))


def test_a_shuffle_keeps_the_cards() -> None:
    with pytest.raises(IllegalAction, match="Ann shuffles other cards than the library and the hand; expected A, B"):
        take_mulligan(begun(PARIS), "Ann", CARDS[1:])


def test_the_first_mulligan_is_free_among_three_and_not_among_two() -> None:
    three, two = begun(FREE, "Ann", "Bob", "Cat"), begun(FREE)
    sizes = []
    for game in (three, two):
        once = take_mulligan(game, "Ann", CARDS)
        sizes.append((cards_kept(once, "Ann"), cards_kept(take_mulligan(once, "Ann", CARDS), "Ann")))
    assert sizes == [(7, 6), (6, 5)]
    assert cards_kept(three, "Ann") == 7


def test_a_hand_of_no_cards_has_to_be_kept() -> None:
    game = begun(PARIS)
    for size in range(6, -1, -1):
        game = take_mulligan(game, "Ann", CARDS)
        assert len(names(game, Zone.HAND)) == size
    with pytest.raises(IllegalAction, match="the hand of Ann has no cards left; expected a player who keeps it"):
        take_mulligan(game, "Ann", CARDS)


def test_without_the_rule_a_new_hand_is_as_large_as_the_first() -> None:
    assert names(take_mulligan(begun(RuleSet(frozenset())), "Ann", CARDS), Zone.HAND) == "ABCDEFG"
