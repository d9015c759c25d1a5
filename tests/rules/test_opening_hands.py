"""Opening hands and mulligans (103.5, 103.5c), card by card."""

from __future__ import annotations

import pytest

from crdiff.errors import is_refused
from crdiff.game.opening import (
    HAND_SIZE,
    cards_in,
    cards_kept,
    draw_opening_hand,
    put_top_card_on_the_bottom,
    take_mulligan,
    top_card,
)
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Object, Zone, new_game

DECK = tuple(f"card {number}" for number in range(10))
BOBS = ("island", "swamp", "forest")
# Cards that Ann would put on the bottom, out of the seven that she draws.
BOTTOM = DECK[6::-1]


def _drawn(rules: RuleSet, *players: str) -> Game:
    """Return a game in which Ann has drawn her hand; Bob has a library of his own and a card in hand."""
    cards = [Object(name, player, Zone.LIBRARY) for at in range(10) for name, player in _dealt(at)]
    return draw_opening_hand(new_game(rules, *players).having(Object("his", "Bob", Zone.HAND), *cards), "Ann")


def _dealt(at: int) -> list[tuple[str, str]]:
    """Return the cards at a place of both libraries: the model keeps all cards in one row."""
    return [(DECK[at], "Ann"), *((name, "Bob") for name in BOBS[at : at + 1])]


def _names(game: Game, player: str, zone: Zone) -> tuple[str, ...]:
    return tuple(each.name for each in cards_in(game, player, zone))


@pytest.mark.clause("103.5", release="2024-06-07")
def test_a_mulligan_is_taken_until_the_hand_has_no_cards_and_not_again(rules: RuleSet) -> None:
    """Ann takes seven mulligans, each a card smaller than the last; with no cards left she has to keep."""
    game = _drawn(rules, "Ann", "Bob")
    sizes = [len(_names(game, "Ann", Zone.HAND))]
    for _ in range(HAND_SIZE):
        game = take_mulligan(game, "Ann", DECK, BOTTOM)
        sizes.append(len(_names(game, "Ann", Zone.HAND)))
    assert sizes == [7, 6, 5, 4, 3, 2, 1, 0]
    assert sorted(_names(game, "Ann", Zone.LIBRARY)) == sorted(DECK)
    assert is_refused(take_mulligan, game, "Ann", DECK, BOTTOM)


@pytest.mark.clause("103.5", release="2024-06-07")
def test_a_mulligan_concerns_the_cards_of_that_player_alone(rules: RuleSet) -> None:
    """Ann shuffles her hand into her library and draws: Bob's cards stay where they are, in their order."""
    game = take_mulligan(_drawn(rules, "Ann", "Bob"), "Ann", DECK[::-1], DECK[9:2:-1])
    assert _names(game, "Bob", Zone.LIBRARY) == BOBS
    assert _names(game, "Bob", Zone.HAND) == ("his",)
    assert len(_names(game, "Ann", Zone.HAND)) == 6
    assert (game.player("Ann").mulligans, game.player("Bob").mulligans) == (1, 0)


@pytest.mark.clause("103.5", release="2024-06-07")
def test_hand_and_library_are_shuffled_together_and_nothing_else(rules: RuleSet) -> None:
    """Ann cannot leave a card out of the shuffle, take one in twice, or shuffle one of Bob's in."""
    game = _drawn(rules, "Ann", "Bob")
    for wrong in (DECK[1:], (*DECK, DECK[0]), (*DECK[1:], "his"), (*DECK, "island")):
        assert is_refused(take_mulligan, game, "Ann", wrong, BOTTOM)
    assert len(_names(take_mulligan(game, "Ann", DECK, BOTTOM), "Ann", Zone.HAND)) == 6


@pytest.mark.clause("103.5", release="2024-06-07", says="on the bottom of their library in any order")
def test_as_many_cards_go_to_the_bottom_as_mulligans_were_taken_in_any_order(rules: RuleSet) -> None:
    """After her second mulligan Ann draws seven and puts two on the bottom, in her order; one is too few."""
    game = take_mulligan(_drawn(rules, "Ann", "Bob"), "Ann", DECK, ("card 3",))
    assert _names(game, "Ann", Zone.HAND) == tuple(name for name in DECK[:7] if name != "card 3")
    assert _names(game, "Ann", Zone.LIBRARY) == ("card 7", "card 8", "card 9", "card 3")
    for too_few in ((), ("card 3",)):
        assert is_refused(take_mulligan, game, "Ann", DECK, too_few)
    assert is_refused(take_mulligan, game, "Ann", DECK, ("card 8", "card 3"))
    game = take_mulligan(game, "Ann", DECK, ("card 5", "card 2", "card 0"))
    assert _names(game, "Ann", Zone.LIBRARY) == ("card 7", "card 8", "card 9", "card 5", "card 2")


@pytest.mark.clause("103.5", release="2024-06-07")
def test_of_the_top_cards_a_hand_is_drawn(rules: RuleSet) -> None:
    """Seven cards from the top of the library at first; then those that the shuffle put there."""
    game = _drawn(rules, "Ann", "Bob")
    assert _names(game, "Ann", Zone.HAND) == DECK[:7]
    assert _names(game, "Ann", Zone.LIBRARY) == DECK[7:]
    game = take_mulligan(game, "Ann", DECK[::-1], DECK[3:])
    assert _names(game, "Ann", Zone.HAND) == DECK[:3:-1]


@pytest.mark.clause("103.4", release="2017-01-20", says="may look at the top card")
def test_only_a_player_with_fewer_than_seven_cards_looks_at_the_top_one(rules: RuleSet) -> None:
    """In the wording of 2015 to 2019 Ann, with six cards, looks at the top card and may put it on the bottom."""
    game = _drawn(rules, "Ann", "Bob")
    assert is_refused(top_card, game, "Ann")
    game = take_mulligan(game, "Ann", DECK)
    assert top_card(game, "Ann").name == "card 6"
    done = put_top_card_on_the_bottom(game, "Ann")
    assert _names(done, "Ann", Zone.LIBRARY) == ("card 7", "card 8", "card 9", "card 6")
    assert _names(done, "Bob", Zone.LIBRARY) == BOBS


@pytest.mark.clause("103.5", "103.5c", release="2024-06-07")
def test_among_three_the_first_mulligan_leaves_seven_cards_and_the_second_six(rules: RuleSet) -> None:
    """Ann counts the cards that she would keep: seven, seven after one mulligan, then six. Between two: six."""
    game = _drawn(rules, "Ann", "Bob", "Cat")
    kept = [cards_kept(game, "Ann")]
    for _ in range(3):
        game = take_mulligan(game, "Ann", DECK, BOTTOM)
        kept.append(cards_kept(game, "Ann"))
        assert len(_names(game, "Ann", Zone.HAND)) == kept[-1]
    assert kept == [7, 7, 6, 5]
    assert cards_kept(game, "Bob") == 7
    assert cards_kept(take_mulligan(_drawn(rules, "Ann", "Bob"), "Ann", DECK, BOTTOM), "Ann") == 6
