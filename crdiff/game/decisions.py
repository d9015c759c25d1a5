"""Decisions: who is to make one, what calls for it, and who really makes it."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.control import forbidden, required, taken_under_control, working_effect
from crdiff.game.information import sees
from crdiff.game.players import require_going_on
from crdiff.game.rules import Behaviour
from crdiff.game.state import Choice, Game


class CalledForBy(StrEnum):
    """What allows or instructs a player to make a decision."""

    RULES = "the rules"
    OBJECT = "an object"
    TOURNAMENT_RULES = "the tournament rules"
    NOTHING = "nothing"


class Decision(Struct, frozen=True):
    """A decision that `player` is to make.

    `options` are the choices open to that player; none at all means that anything goes. `given_to` is the player to
    whom an effect gives the decision instead ("you choose how that creature assigns its damage").
    """

    player: str
    what: str
    called_for_by: CalledForBy = CalledForBy.RULES
    options: tuple[str, ...] = ()
    given_to: str = ""


def who_decides(game: Game, decision: Decision) -> str:
    """Return the player who really makes `decision`."""
    player = decision.player
    if decision.given_to and game.rules.has(Behaviour.OTHER_EFFECTS_TAKE_PRECEDENCE):
        player = decision.given_to
    return decider_for(game, player, decision.called_for_by)


def decider_for(game: Game, player: str, called_for_by: CalledForBy = CalledForBy.RULES) -> str:
    """Return who makes `player`'s decisions of this kind."""
    effect = working_effect(game, player)
    if effect and effect.controller != player:
        return effect.controller if _is_the_controllers(game, called_for_by) else player
    return _decider_of_own(game, player)


def _is_the_controllers(game: Game, called_for_by: CalledForBy) -> bool:
    match called_for_by:
        case CalledForBy.RULES:
            return game.rules.has(Behaviour.CONTROLLER_DECIDES_FOR_THE_RULES)
        case CalledForBy.OBJECT:
            return game.rules.has(Behaviour.CONTROLLER_DECIDES_FOR_OBJECTS)
        case CalledForBy.TOURNAMENT_RULES:
            return not game.rules.has(Behaviour.TOURNAMENT_DECISIONS_STAY)
        case CalledForBy.NOTHING:
            return not game.rules.has(Behaviour.UNCALLED_DECISIONS_STAY)


def _decider_of_own(game: Game, player: str) -> str:
    """Return who decides for a player whom nobody else controls, but who may control somebody."""
    under_control = [e.player for e in game.effects if e.stands and e.controller == player and e.player != player]
    if not under_control or game.rules.has(Behaviour.CONTROLLER_KEEPS_OWN_DECISIONS):
        return player
    return under_control[0]


def decide(game: Game, decision: Decision, by: str, chosen: str) -> Game:
    """Make `decision`. Raises `IllegalAction` if `by` does not decide, or if the choice is not open to the player."""
    require_decider(game, decision, by)
    if decision.options and chosen not in decision.options:
        may_stray = by != decision.player and not game.rules.has(Behaviour.NOTHING_THE_PLAYER_COULD_NOT_DO)
        if not may_stray:
            raise IllegalAction(
                f"{decision.player} could not choose {chosen!r} for {decision.what!r}", ", ".join(decision.options)
            )
    require_choice_allowed(game, decision, chosen)
    return record(game, decision, by, chosen)


def choosable_cards(game: Game, decision: Decision) -> tuple[str, ...]:
    """Return the cards among the options of `decision` that whoever makes it can see, and so can choose."""
    maker = who_decides(game, decision)
    return tuple(card for card in decision.options if sees(game, maker, card))


def choose_card(game: Game, decision: Decision, by: str, card: str) -> Game:
    """Make `decision` by choosing a card. Raises `IllegalAction` for one that `by` cannot see."""
    require_decider(game, decision, by)
    if card in decision.options and card not in choosable_cards(game, decision):
        raise IllegalAction(f"{by} cannot see {card!r}", "a card visible to the player who chooses")
    return decide(game, decision, by, card)


def require_decider(game: Game, decision: Decision, by: str) -> None:
    """Raise `IllegalAction` unless `by` is the player who makes `decision`."""
    require_going_on(game)
    if not game.player(decision.player).in_game:
        raise IllegalAction(f"{decision.player} has left the game")
    maker = who_decides(game, decision)
    if by != maker:
        raise IllegalAction(f"{by} does not make {decision.player}'s decision {decision.what!r}", maker)


def record(game: Game, decision: Decision, by: str, chosen: str) -> Game:
    """Return the game in which the decision is made."""
    return replace(game, choices=(*game.choices, Choice(decision.player, decision.what, by, chosen)))


def require_allowed(game: Game, player: str, action: str, able: Collection[str]) -> None:
    """Raise `IllegalAction` if the effect that controls `player` rules `action` out or first demands another one.

    An action counts for a demand once the effect has begun. What is not among the actions that the player is `able` to
    take is not asked for.
    """
    if forbidden(game, player, action):
        raise IllegalAction(f"the effect that controls {player} does not allow {action!r}")
    taken = taken_under_control(game, player)
    outstanding = [each for each in required(game, player) if each not in taken and each in able]
    if outstanding and action not in outstanding:
        raise IllegalAction(f"{player} may not {action!r} yet", ", ".join(map(repr, outstanding)))


def require_choice_allowed(game: Game, decision: Decision, chosen: str) -> None:
    """Raise `IllegalAction` if the effect that controls the player rules a choice out, or demands another one.

    A choice is called "choose Bob for target". One that is demanded and not among the options is not asked for.
    """
    player, suffix = decision.player, f" for {decision.what}"
    if forbidden(game, player, f"choose {chosen}{suffix}"):
        raise IllegalAction(f"the effect that controls {player} does not allow to choose {chosen!r}{suffix}")
    demanded = [each for each in required(game, player) if each.startswith("choose ") and each.endswith(suffix)]
    if decision.options:
        demanded = [each for each in demanded if each in {f"choose {option}{suffix}" for option in decision.options}]
    if demanded and f"choose {chosen}{suffix}" not in demanded:
        raise IllegalAction(f"{player} may not choose {chosen!r}{suffix}", ", ".join(map(repr, demanded)))
