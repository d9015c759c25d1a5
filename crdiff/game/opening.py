"""The opening hand: drawing it, mulligans, the look at the top card. Shuffles are scripted, for nothing is random."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.players import is_two_player
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Object, TurnStep, Zone

# Cards of a starting hand.
HAND_SIZE = 7


def cards_in(game: Game, player: str, zone: Zone) -> tuple[Object, ...]:
    """Return the cards of `player` in a zone in their order: of a library, the top card first."""
    return tuple(each for each in game.objects if each.owner == player and each.zone is zone)


def draw_opening_hand(game: Game, player: str) -> Game:
    """Draw seven cards. Raises `IllegalAction` where the game has begun, or there is a hand."""
    _require_before_the_game(game)
    if cards_in(game, player, Zone.HAND):
        raise IllegalAction(f"{player} has a hand")
    return _drawn(game, player, HAND_SIZE)


def take_mulligan(game: Game, player: str, shuffled: Sequence[str], bottom: Sequence[str] = ()) -> Game:
    """Shuffle the hand into the library, whose order is `shuffled` then, and draw a new hand.

    `bottom` are cards of the new hand to be put on the bottom, should the rules ask for that: the first ones of them,
    as many as go. Raises `IllegalAction` where no card would be left in the hand before, or too few go to the bottom.
    """
    taking = game.player(player)
    _require_before_the_game(game)
    if not cards_in(game, player, Zone.HAND) or taking.has_looked:
        raise IllegalAction(f"{player} has no hand to be dissatisfied with, or has kept it")
    if cards_kept(game, player) <= 0:
        raise IllegalAction(f"the hand of {player} has no cards left", "a player who keeps it")
    game = game.with_player(replace(taking, mulligans=taking.mulligans + 1))
    game = _shuffled(game, player, shuffled)
    kept = cards_kept(game, player)
    if not game.rules.has(Behaviour.FULL_HAND_IS_DRAWN):
        return _drawn(game, player, kept)
    game, going = _drawn(game, player, HAND_SIZE), bottom[: HAND_SIZE - kept]
    if len(going) < HAND_SIZE - kept:
        raise IllegalAction(f"{player} puts {len(going)} cards on the bottom", f"{HAND_SIZE - kept}")
    for name in going:
        game = _to_bottom(game, name, Zone.HAND)
    return game


def cards_kept(game: Game, player: str) -> int:
    """Return how many cards the hand of `player` has after the mulligans taken so far."""
    taken = game.player(player).mulligans
    if not is_two_player(game) and game.rules.has(Behaviour.FIRST_MULLIGAN_IS_FREE):
        taken = max(0, taken - 1)
    return HAND_SIZE - taken if game.rules.has(Behaviour.NEW_HAND_IS_SMALLER) else HAND_SIZE


def top_card(game: Game, player: str) -> Object:
    """Return the card that a player who has kept a smaller hand may look at.

    Raises `IllegalAction` if the rules do not let that player look.
    """
    _require_before_the_game(game)
    looking = game.player(player)
    is_due = looking.mulligans and not looking.has_looked and len(cards_in(game, player, Zone.HAND)) < HAND_SIZE
    if not is_due or not game.rules.has(Behaviour.SMALL_HAND_LOOKS_AT_THE_TOP):
        raise IllegalAction(f"{player} may not look at the top card")
    return cards_in(game, player, Zone.LIBRARY)[0]


def put_top_card_on_the_bottom(game: Game, player: str) -> Game:
    """Put the card that `player` has looked at on the bottom of the library. Raises `IllegalAction` as `top_card`."""
    game = _to_bottom(game, top_card(game, player).name, Zone.LIBRARY)
    return game.with_player(replace(game.player(player), has_looked=True))


def _require_before_the_game(game: Game) -> None:
    """Raise `IllegalAction` once the first turn has got past its first step, before which the model has no moment."""
    if (game.turn.number, game.turn.step) != (1, TurnStep.UNTAP):
        raise IllegalAction("the game has begun")


def _drawn(game: Game, player: str, count: int) -> Game:
    for card in cards_in(game, player, Zone.LIBRARY)[:count]:
        game = game.with_object(replace(card, zone=Zone.HAND))
    return game


def _shuffled(game: Game, player: str, order: Sequence[str]) -> Game:
    """Return the game with hand and library of `player` shuffled together into `order`."""
    theirs = {each.name for zone in (Zone.HAND, Zone.LIBRARY) for each in cards_in(game, player, zone)}
    if sorted(order) != sorted(theirs):
        raise IllegalAction(f"{player} shuffles other cards than the library and the hand", ", ".join(sorted(theirs)))
    others = tuple(each for each in game.objects if each.name not in theirs)
    return replace(game, objects=(*others, *(replace(game.object(name), zone=Zone.LIBRARY) for name in order)))


def _to_bottom(game: Game, name: str, zone: Zone) -> Game:
    card = game.object(name)
    if card.zone is not zone:
        raise IllegalAction(f"{name} is not in the {zone}")
    others = tuple(each for each in game.objects if each.name != name)
    return replace(game, objects=(*others, replace(card, zone=Zone.LIBRARY)))
