"""Ann takes two mulligans with a scripted library: once in a game of two players, once in a game of three."""

from __future__ import annotations

from itertools import takewhile

from crdiff.errors import IllegalAction
from crdiff.game import opening
from crdiff.game.rules import RuleSet
from crdiff.game.state import Game, Object, Zone, new_game
from crdiff.game.stories.outcome import BoardArea, BoardColumn, PlayedOutcome, board_cards

# Ann’s cards in the order of the last shuffle, the top card first; what the first two hands were does not matter.
_LIBRARY = ("Forest 1", "Dragon", "Forest 2", "Wurm", "Elf", "Giant", "Forest 3", "Bear", "Forest 4", "Ogre")
# The cards that Ann would put on the bottom, the first one first.
_UNWANTED = ("Wurm", "Giant")
_WORDS = {5: "five", 6: "six", opening.HAND_SIZE: "seven"}
_PLAYERS = {"two players": ("Ann", "Bob"), "three players": ("Ann", "Bob", "Cat")}


def play(rules: RuleSet) -> PlayedOutcome:
    """Return what Ann holds after two mulligans."""
    two, three = (play_among(rules, among) for among in _PLAYERS)
    return PlayedOutcome((*two.facts, *three.facts), (*two.board, *three.board))


def play_among(rules: RuleSet, among: str) -> PlayedOutcome:
    """Return what Ann holds in a game ``two players`` or ``three players`` play."""
    game, looked = _played(rules, _PLAYERS[among])
    return PlayedOutcome(_facts(among, game, looked), (_column(among.capitalize(), game),))


def _played(rules: RuleSet, players: tuple[str, ...]) -> tuple[Game, str]:
    """Return the game once Ann has kept, and the card that she then looked at, "" for none."""
    cards = (Object(name, "Ann", Zone.LIBRARY, printed=name.rstrip(" 1234")) for name in _LIBRARY)
    game = opening.draw_opening_hand(new_game(rules, *players).having(*cards), "Ann")
    for _ in range(2):
        game = opening.take_mulligan(game, "Ann", _LIBRARY, _UNWANTED)
    try:
        looked = opening.top_card(game, "Ann")
    except IllegalAction:
        return game, ""
    return opening.put_top_card_on_the_bottom(game, "Ann") if looked.name in _UNWANTED else game, looked.printed


def _facts(among: str, game: Game, looked: str) -> tuple[str, ...]:
    hand = opening.cards_in(game, "Ann", Zone.HAND)
    is_chosen = tuple(each.name for each in hand) != _LIBRARY[: len(hand)]
    drawn = f"seven cards and keeps {_WORDS[len(hand)]} of them" if is_chosen else f"{_WORDS[len(hand)]} cards"
    kept = f"In a game of {among} Ann draws {drawn}: {', '.join(each.printed for each in hand)}."
    if not looked:
        return (kept,)
    bottom = opening.cards_in(game, "Ann", Zone.LIBRARY)[-1].printed
    does = "puts it on the bottom" if bottom == looked else "leaves it there"
    return kept, f"She looks at the top card, {looked}, and {does}."


def _column(name: str, game: Game) -> BoardColumn:
    library = opening.cards_in(game, "Ann", Zone.LIBRARY)
    bottom = tuple(takewhile(lambda card: card.name in _UNWANTED, reversed(library)))[::-1]
    areas = {
        "Ann’s hand": opening.cards_in(game, "Ann", Zone.HAND),
        "Top of the library": library[:1],
        "Put on the bottom": bottom,
    }
    return BoardColumn(name, tuple(BoardArea(title, board_cards(cards), "nothing") for title, cards in areas.items()))
