"""Conceding and losing: a player leaves the game, and the effects that concern that player end."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game.control import controller_of, is_controlled
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Option


def concede(game: Game, player: str, by: str) -> Game:
    """Have `by` say that `player` concedes.

    Raises `IllegalAction` unless `by` may, and `NotModelled` in Two-Headed Giant.
    """
    if not game.player(player).in_game:
        raise IllegalAction(f"{player} has left the game")
    if by == player:
        if is_controlled(game, player) and not game.rules.has(Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE):
            raise IllegalAction(f"{player} is controlled and may not concede")
    elif controller_of(game, player) != by or game.rules.has(Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER):
        raise IllegalAction(f"{by} can't make {player} concede", player)
    if player not in game.turn.takers and not game.rules.has(Behaviour.CONCEDING_AT_ANY_TIME):
        raise IllegalAction(f"{player} may not concede now", f"a turn of {player}'s")
    if Option.TWO_HEADED_GIANT in game.options:
        raise NotModelled(f"what becomes of the team of {player}", "a game without Two-Headed Giant (810.8b)")
    if game.rules.has(Behaviour.CONCEDING_LOSES):
        game = game.with_player(replace(game.player(player), has_lost=True))
    if not game.rules.has(Behaviour.CONCEDING_LEAVES):
        return game
    return _leave(game, player)


def lose(game: Game, player: str) -> Game:
    """Return the game that `player` has lost by an effect, and so has left."""
    return _leave(game.with_player(replace(game.player(player), has_lost=True)), player)


def _leave(game: Game, player: str) -> Game:
    """Return the game without `player`: their objects and the effects they control or are under are gone.

    What others own and `player` controlled is its owner's again: the effects that gave `player` control of it end.
    """
    effects = tuple(effect for effect in game.effects if player not in {effect.controller, effect.player})
    objects = tuple(each for each in game.objects if each.owner != player)
    objects = tuple(replace(each, controller=each.owner) if each.controller == player else each for each in objects)
    gone = replace(game.player(player), in_game=False)
    return replace(game.with_player(gone), effects=effects, objects=objects)
