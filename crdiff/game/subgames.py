"""A game within a game, as Shahrazad starts one: the same players, and nothing of the main game reaches into it."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.errors import IllegalAction, is_refused
from crdiff.game.players import players_in_game, require_going_on
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Player, Zone, new_game


def begin_subgame(game: Game) -> Game:
    """Return a new game of the players, with their libraries, and `game` waiting as its main game."""
    seated = (Player(name, game.player(name).team) for name in players_in_game(game))
    cards = (each for each in game.objects if each.zone is Zone.LIBRARY)
    subgame = replace(new_game(game.rules, *seated, options=game.options).having(*cards), outer=game)
    if game.rules.has(Behaviour.SUBGAMES_ARE_NOT_CONTROLLED):
        return subgame
    return replace(subgame, effects=game.effects)


def end_subgame(subgame: Game) -> Game:
    """Return the main game as it was when the subgame began.

    Raises `IllegalAction` if there is none, and while players who are no team are left in the subgame.
    """
    if subgame.outer is None or not is_refused(require_going_on, subgame):
        raise IllegalAction("no subgame is over")
    return subgame.outer
