"""Effects that let a player control another player: when they begin, which one works, when they end."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.game.rules import Behaviour
from crdiff.game.state import ControlEffect, Duration, Game, Option

# Cards that the rules name, or named, as giving control of a turn.
_FOR_A_TURN = {"Mindslaver": Behaviour.MINDSLAVER, "Sorin Markov": Behaviour.SORIN_MARKOV}
# Cards that the rules name as giving control for a limited duration: they name every one, in every release.
_FOR_A_WHILE = {"Word of Command": Behaviour.WORD_OF_COMMAND, "Opposition Agent": Behaviour.OPPOSITION_AGENT}


def controller_of(game: Game, player: str) -> str:
    """Return who controls `player`: the controller of the effect that works, or the player."""
    effect = working_effect(game, player)
    return effect.controller if effect else player


def is_controlled(game: Game, player: str) -> bool:
    """Whether another player controls `player`."""
    return controller_of(game, player) != player


def working_effect(game: Game, player: str) -> ControlEffect | None:
    """Return the standing effect on `player` that works. Of several, the last one created does."""
    found = [effect for effect in game.effects if affects(game, effect, player)]
    waits = all(effect.stands for effect in found) or game.rules.has(Behaviour.CONTROL_WAITS_FOR_THE_NEXT_TURN)
    standing = [effect for effect in found if effect.stands or not waits]
    if len(standing) < 2:
        return next(iter(standing), None)
    return standing[-1] if game.rules.has(Behaviour.LAST_EFFECT_WORKS) else standing[0]


def affects(game: Game, effect: ControlEffect, player: str) -> bool:
    """Whether `effect` is about `player`, or about a teammate with whom `player` shares turns."""
    if effect.player == player:
        return True
    if Option.SHARED_TEAM_TURNS not in game.options or not game.rules.has(Behaviour.CONTROL_COVERS_THE_TEAM):
        return False
    team = game.player(player).team
    return bool(team) and game.player(effect.player).team == team


def control_next_turn(
    game: Game,
    controller: str,
    player: str,
    source: str = "",
    *,
    forbids: tuple[str, ...] = (),
    requires: tuple[str, ...] = (),
) -> Game:
    """Create an effect under which `controller` controls `player` during that player's next turn.

    `source` is the card that creates it; "" means any card that the rules allow to. A player who has left the game
    controls nobody.
    """
    if not _gives_control_of_a_turn(game, source) or not game.player(controller).in_game:
        return game
    return _create(game, ControlEffect(source, controller, player, Duration.NEXT_TURN, False, forbids, requires))


def control_for_a_while(
    game: Game,
    controller: str,
    player: str,
    source: str,
    *,
    forbids: tuple[str, ...] = (),
    requires: tuple[str, ...] = (),
) -> Game:
    """Create an effect under which `controller` controls `player` until `end_control` ends it.

    `source` is the card that creates it: one that the rules do not name gives no control.
    """
    named = _FOR_A_WHILE.get(source)
    if named is None or not game.rules.has(named):
        return game
    return _create(game, ControlEffect(source, controller, player, Duration.LIMITED, True, forbids, requires))


def end_control(game: Game, player: str, source: str) -> Game:
    """End the effects on `player` that `source` created for a limited duration, which is over now."""
    if not game.rules.has(Behaviour.LIMITED_CONTROL_ENDS):
        return game
    over = [e for e in game.effects if e.duration is Duration.LIMITED and e.player == player and e.source == source]
    return replace(game, effects=tuple(effect for effect in game.effects if effect not in over))


def forbidden(game: Game, player: str, action: str) -> bool:
    """Whether the effect that controls `player` restricts that player from taking `action`."""
    effect = working_effect(game, player)
    return effect is not None and action in effect.forbids and game.rules.has(Behaviour.EFFECT_MAY_RESTRICT)


def required(game: Game, player: str) -> tuple[str, ...]:
    """Return the actions that the effect controlling `player` says that player must take."""
    effect = working_effect(game, player)
    demands = effect.requires if effect else ()
    return demands if demands and game.rules.has(Behaviour.EFFECT_MAY_REQUIRE) else ()


def taken_under_control(game: Game, player: str) -> frozenset[str]:
    """Return the actions that `player` has taken since the effect that controls that player began."""
    effect = working_effect(game, player)
    since = game.choices[effect.since :] if effect else ()
    return frozenset(choice.chosen for choice in since if choice.player == player)


def turn_begins(game: Game) -> Game:
    """End the control of the turn before, and put the effects that wait for this turn's players into effect."""
    ends = bool(game.effects) and game.rules.has(Behaviour.CONTROL_ENDS_WITH_THE_NEXT_TURN)
    lasting = (e for e in game.effects if not (ends and e.stands and e.duration is Duration.NEXT_TURN))
    return replace(game, effects=tuple(_begun(game, effect) for effect in lasting))


def turn_is_skipped(game: Game, players: tuple[str, ...]) -> Game:
    """Keep the effects waiting for a turn of `players`, who skip it."""
    if not game.effects or game.rules.has(Behaviour.PENDING_EFFECTS_WAIT):
        return game
    return replace(game, effects=tuple(e for e in game.effects if e.stands or e.player not in players))


def cleanup_begins(game: Game) -> Game:
    """Keep control of the turn through its last step."""
    if not game.effects or game.rules.has(Behaviour.CONTROL_LASTS_THE_WHOLE_TURN):
        return game
    return replace(game, effects=tuple(e for e in game.effects if not (e.stands and e.duration is Duration.NEXT_TURN)))


def _begun(game: Game, effect: ControlEffect) -> ControlEffect:
    is_due = any(affects(game, effect, player) for player in game.turn.takers)
    if is_due and not effect.stands:
        effect = replace(effect, since=len(game.choices))
    return replace(effect, stands=True) if is_due else effect


def _create(game: Game, effect: ControlEffect) -> Game:
    if game.player(effect.controller) == game.player(effect.player) and not game.rules.has(Behaviour.SELF_CONTROL):
        return game
    effect = replace(effect, since=len(game.choices))
    return replace(game, effects=(*game.effects, effect))


def _gives_control_of_a_turn(game: Game, source: str) -> bool:
    if game.rules.has(Behaviour.ANY_CARD) or not source:
        return True
    named = _FOR_A_TURN.get(source)
    return named is not None and game.rules.has(named)
