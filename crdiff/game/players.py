"""Who is who: opponents, teammates, the active player, the order in which players act."""

from __future__ import annotations

from crdiff.errors import IllegalAction
from crdiff.game.control import controller_of
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Option


def players_in_game(game: Game) -> tuple[str, ...]:
    """Return the players who have not left the game, in turn order."""
    return tuple(player.name for player in game.players if player.in_game)


def require_going_on(game: Game) -> None:
    """Raise `IllegalAction` where the game is over: all who are left are one player, or one team."""
    left = players_in_game(game)
    if len({game.player(name).team or name for name in left}) < min(2, len(game.players)):
        raise IllegalAction("the game is over")


def others(game: Game, player: str) -> tuple[str, ...]:
    """Return the players in the game but `player`, in turn order from the starting player."""
    return tuple(name for name in players_in_game(game) if name != player)


def is_two_player(game: Game) -> bool:
    """Whether the game began with two players."""
    return len(game.players) == 2


def is_between_teams(game: Game) -> bool:
    """Whether this is a multiplayer game between teams."""
    return not is_two_player(game) and any(player.team for player in game.players)


def same_team(game: Game, one: str, other: str) -> bool:
    """Whether two players, or a player and themselves, are on one team."""
    team = game.player(one).team
    return bool(team) and team == game.player(other).team


def opponents(game: Game, player: str) -> tuple[str, ...]:
    """Return the opponents of `player`."""
    if is_two_player(game):
        return others(game, player) if game.rules.has(Behaviour.TWO_PLAYERS_ARE_OPPONENTS) else ()
    if is_between_teams(game) and game.rules.has(Behaviour.TEAMMATES_ARE_NOT_OPPONENTS):
        return tuple(name for name in others(game, player) if not same_team(game, player, name))
    return others(game, player)


def teammates(game: Game, player: str) -> tuple[str, ...]:
    """Return the teammates of `player`: the other players on the team."""
    if not is_between_teams(game) or not game.rules.has(Behaviour.OTHERS_ON_THE_TEAM_ARE_TEAMMATES):
        return ()
    return tuple(name for name in others(game, player) if same_team(game, player, name))


def your_team(game: Game, you: str) -> tuple[str, ...]:
    """Return whom a spell or ability of `you` means by "your team", in turn order."""
    if not is_between_teams(game):
        return (you,) if game.rules.has(Behaviour.YOUR_TEAM_MAY_BE_YOU_ALONE) else ()
    includes_you = game.rules.has(Behaviour.YOUR_TEAM_INCLUDES_TEAMMATES)
    return tuple(name for name in players_in_game(game) if same_team(game, you, name) and (name != you or includes_you))


def shares_turns(game: Game) -> bool:
    """Whether teams rather than players take turns."""
    return Option.SHARED_TEAM_TURNS in game.options


def sharing_turns(game: Game, player: str) -> tuple[str, ...]:
    """Return the players who take a turn together with `player`: the team where turns are shared."""
    if not shares_turns(game) or not game.player(player).team:
        return (player,)
    return tuple(name for name in players_in_game(game) if same_team(game, name, player))


def active_players(game: Game) -> tuple[str, ...]:
    """Return the active player, or the players of the active team where teams share turns; those who left are not."""
    if not game.rules.has(Behaviour.ACTIVE_PLAYER_FOLLOWS_THE_TURN):
        return sharing_turns(game, game.players[0].name)
    takers = tuple(name for name in game.turn.takers if game.player(name).in_game)
    controllers = tuple(controller_of(game, player) for player in takers)
    stay = controllers == takers or game.rules.has(Behaviour.CONTROLLED_PLAYER_STAYS_ACTIVE)
    return takers if stay else controllers


def nonactive_players(game: Game) -> tuple[str, ...]:
    """Return the other players."""
    return tuple(name for name in players_in_game(game) if name not in active_players(game))


def apnap_order(game: Game) -> tuple[str, ...]:
    """Return the players in the order in which they choose: the active ones, then the others in turn order."""
    active = active_players(game) or game.turn.takers
    seats = [player.name for player in game.players]
    start = seats.index(active[0]) if active else 0
    in_turn_order = [name for name in seats[start:] + seats[:start] if game.player(name).in_game]
    return tuple(sorted(in_turn_order, key=lambda name: name not in active))
