"""Information: which objects a player sees, and which a controller sees through the controlled player."""

from __future__ import annotations

from crdiff.errors import NotModelled
from crdiff.game.control import controller_of, is_controlled
from crdiff.game.players import same_team
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Object, Option, Zone


def sees(game: Game, viewer: str, name: str) -> bool:
    """Whether the face of the object of that name is visible to `viewer`.

    Raises `NotModelled` for a card in the hand of a teammate in Two-Headed Giant.
    """
    seen = game.object(name)
    is_shared = Option.TWO_HEADED_GIANT in game.options and same_team(game, viewer, seen.owner)
    if is_shared and seen.zone is Zone.HAND and viewer != seen.owner:
        raise NotModelled(f"whether {viewer} sees a teammate's hand", "a game without Two-Headed Giant (810.5)")
    if _would_see(seen, viewer) and _keeps_sight(game, seen, viewer):
        return True
    return any(_sees_through(game, seen, viewer, player.name) for player in game.players)


def _would_see(seen: Object, player: str) -> bool:
    """Whether the object is visible to `player` while nobody is controlled."""
    if player in seen.shown_to:
        return True
    match seen.zone:
        case Zone.HAND | Zone.OUTSIDE:
            return seen.owner == player
        case Zone.LIBRARY:
            return False
        case Zone.BATTLEFIELD | Zone.STACK:
            return not seen.face_down or seen.controller == player
        case Zone.GRAVEYARD:
            return True


def _sees_through(game: Game, seen: Object, viewer: str, player: str) -> bool:
    """Whether `viewer` sees the object because `player`, whom `viewer` controls, would."""
    if player == viewer or controller_of(game, player) != viewer or not _would_see(seen, player):
        return False
    if seen.zone is Zone.OUTSIDE and game.rules.has(Behaviour.OUTSIDE_THE_GAME_STAYS_PRIVATE):
        return False
    return game.rules.has(Behaviour.CONTROLLER_SEES_WHAT_THE_PLAYER_SEES)


def _keeps_sight(game: Game, seen: Object, player: str) -> bool:
    """Whether being controlled leaves `player` the sight of the object."""
    if not is_controlled(game, player) or game.rules.has(Behaviour.CONTROLLED_PLAYER_STILL_SEES):
        return True
    return seen.zone is Zone.OUTSIDE and game.rules.has(Behaviour.OUTSIDE_THE_GAME_STAYS_PRIVATE)
