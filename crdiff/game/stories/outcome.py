"""What a story comes to: sentences that a reader can check, and the board as it lies then."""

from __future__ import annotations

from msgspec import Struct

from crdiff.game.opening import cards_in
from crdiff.game.state import Game, Kind, Object, Zone


class BoardCard(Struct, frozen=True):
    """A card on the board: its name, and its figures (``2/2``, ``loyalty 3``); what is in a graveyard is gone."""

    name: str
    figures: str = ""
    is_gone: bool = False


class BoardArea(Struct, frozen=True):
    """A part of the board with its cards; where none are drawn, `said` is what it holds: "empty", "3 mana"."""

    name: str
    cards: tuple[BoardCard, ...] = ()
    said: str = "empty"


class BoardColumn(Struct, frozen=True):
    """What belongs together on the board: the areas of a player, or those of one moment; `name` says whose."""

    name: str
    areas: tuple[BoardArea, ...]


class PlayedOutcome(Struct, frozen=True):
    """What a story comes to: `facts` in sentences, and the board."""

    facts: tuple[str, ...]
    board: tuple[BoardColumn, ...]


def player_column(game: Game, player: str, zones: tuple[Zone, ...]) -> BoardColumn:
    """Return what lies in some zones of a player."""
    return BoardColumn(player, tuple(_area(game, player, zone) for zone in zones))


def board_cards(objects: tuple[Object, ...]) -> tuple[BoardCard, ...]:
    """Return objects as cards of the board."""
    return tuple(BoardCard(each.printed or each.name, _figures(each), each.zone is Zone.GRAVEYARD) for each in objects)


def _area(game: Game, player: str, zone: Zone) -> BoardArea:
    return BoardArea(zone.capitalize(), board_cards(cards_in(game, player, zone)))


def _figures(each: Object) -> str:
    if each.zone is not Zone.BATTLEFIELD:
        return ""
    if each.kind is Kind.PLANESWALKER:
        return f"loyalty {each.loyalty}"
    return f"{each.power}/{each.toughness}" if each.toughness else ""
