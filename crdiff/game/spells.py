"""Spells and abilities: deciding to play one, announcing and paying it, resolving it.

Whoever makes the decisions, the spell is the player's: it is controlled by that player, it leaves that player's hand,
and it is legal only if that player could cast it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game import decisions
from crdiff.game.combat import is_new
from crdiff.game.control import controller_of, forbidden
from crdiff.game.costs import PLAIN, Payment, can_pay, pay
from crdiff.game.damage import require_chance_to_act
from crdiff.game.rules import Behaviour
from crdiff.game.state import Ability, Game, Kind, Object, TurnStep, Zone

_NO_CHOICES: Mapping[str, str] = {}
_MAIN_PHASES = (TurnStep.PRECOMBAT_MAIN, TurnStep.POSTCOMBAT_MAIN)


def controller_of_object(game: Game, name: str) -> str:
    """Return who controls the object of that name; control of its controller changes nothing about that."""
    controller = game.object(name).controller
    taken_by = controller_of(game, controller) if controller else ""
    keeps = controller == taken_by or game.rules.has(Behaviour.OBJECTS_KEEP_THEIR_CONTROLLERS)
    return controller if keeps else taken_by


def controlled_by(game: Game, player: str) -> tuple[str, ...]:
    """Return the names of the objects that `player` controls."""
    return tuple(
        each.name for each in game.objects if each.controller and controller_of_object(game, each.name) == player
    )


def cast(
    game: Game, player: str, card: str, by: str, *, choices: Mapping[str, str] = _NO_CHOICES, payment: Payment = PLAIN
) -> Game:
    """Have `player` cast `card` because `by` decides so, with `choices` for what the spell calls for.

    Raises `IllegalAction` if `by` does not make these decisions, if `player` could not cast it, or if it is not paid.
    """
    decisions.require_decider(game, decisions.Decision(player, "what to cast"), by)
    decisions.require_allowed(game, player, f"cast {card}", able(game, player))
    spell = game.object(card)
    if spell.kind in {Kind.LAND, Kind.ABILITY}:
        raise IllegalAction(f"the {spell.kind} {card} cannot be cast")
    if spell.zone is not Zone.HAND or spell.owner != player:
        raise IllegalAction(f"{card} is not in {player}'s hand")
    if spell.kind is not Kind.INSTANT and not _may_act_at_sorcery_speed(game, player):
        raise IllegalAction(f"{player} cannot cast the {spell.kind} {card} now", "a main phase of their own turn")
    _require_priority(game)
    game = decisions.record(game, decisions.Decision(player, "what to cast"), by, f"cast {card}")
    others = tuple(each for each in game.objects if each.name != card)
    game = replace(game, objects=(*others, replace(spell, zone=Zone.STACK, controller=player)))
    return pay(_choose(game, player, spell.calls_for, by, choices), player, spell.cost, by, payment)


def activate(
    game: Game,
    player: str,
    ability: Ability,
    by: str,
    *,
    choices: Mapping[str, str] = _NO_CHOICES,
    payment: Payment = PLAIN,
) -> Game:
    """Have `player` activate an ability of a permanent because `by` decides so. Raises as `cast` does."""
    decisions.require_decider(game, decisions.Decision(player, "what to activate"), by)
    _require_priority(game)
    decisions.require_allowed(game, player, f"activate {ability.name}", able(game, player))
    if game.object(ability.source).controller != player:
        raise IllegalAction(f"{player} does not control {ability.source}")
    if game.object(ability.source).zone is not Zone.BATTLEFIELD:
        raise IllegalAction(f"{ability.source} is no permanent")
    if ability.source in payment.tapped and is_new(game, game.object(ability.source)):
        raise IllegalAction(f"{ability.source} has come this turn and cannot be tapped for its ability")
    game = decisions.record(game, decisions.Decision(player, "what to activate"), by, f"activate {ability.name}")
    return pay(_put_on_stack(game, player, ability, by, choices), player, ability.cost, by, payment)


def able(game: Game, player: str) -> frozenset[str]:
    """Return what `player` is able to do now of what an effect may demand: cast a card, activate an ability."""
    castable = {f"cast {each.name}" for each in game.objects if _could_cast(game, player, each)}
    own = (each for each in game.objects if each.controller == player and each.zone is Zone.BATTLEFIELD)
    usable = {f"activate {one.name}" for each in own for one in each.abilities if can_pay(game, player, one.cost)}
    return frozenset(action for action in castable | usable if not forbidden(game, player, action))


def trigger(game: Game, ability: Ability, by: str, choices: Mapping[str, str] = _NO_CHOICES) -> Game:
    """Put a triggered ability on the stack, under the control of the controller of its source."""
    return _put_on_stack(game, game.object(ability.source).controller, ability, by, choices)


def resolve(game: Game, name: str, by: str, choices: Mapping[str, str] = _NO_CHOICES) -> Game:
    """Resolve a spell or ability, making the decisions it asks for. Raises `IllegalAction` unless `by` makes them."""
    resolving = game.object(name)
    if resolving.zone is not Zone.STACK:
        raise IllegalAction(f"{name} is in the {resolving.zone}", "the stack")
    top = [each.name for each in game.objects if each.zone is Zone.STACK][-1]
    if name != top:
        raise IllegalAction(f"{name} is not the top object of the stack", top)
    game = _choose(game, resolving.controller, resolving.asks, by, choices)
    if resolving.kind is Kind.ABILITY:
        return replace(game, objects=tuple(each for each in game.objects if each.name != name))
    if resolving.kind in {Kind.INSTANT, Kind.SORCERY}:
        return game.with_object(replace(resolving, zone=Zone.GRAVEYARD, controller=""))
    resolving = replace(resolving, since=game.turn.number)
    return game.with_object(replace(resolving, zone=Zone.BATTLEFIELD))


def _require_priority(game: Game) -> None:
    """Raise `IllegalAction` where nobody receives priority, `NotModelled` where that depends on what triggers."""
    if game.turn.step is TurnStep.UNTAP:
        raise IllegalAction("no player receives priority during the untap step")
    if game.turn.step is TurnStep.CLEANUP:
        raise NotModelled(
            "the model does not know whether anything triggers in the cleanup step", "a step before (514.3)"
        )
    if game.turn.step is TurnStep.COMBAT_DAMAGE and game.combat.attacks and not game.combat.dealt:
        if not game.combat.damage:
            raise IllegalAction("combat damage has not been assigned")
        require_chance_to_act(game)


def _could_cast(game: Game, player: str, card: Object) -> bool:
    if card.zone is not Zone.HAND or card.owner != player or card.kind in {Kind.LAND, Kind.ABILITY}:
        return False
    is_timely = card.kind is Kind.INSTANT or _may_act_at_sorcery_speed(game, player)
    rest = replace(game, objects=tuple(each for each in game.objects if each is not card))
    return is_timely and can_pay(rest, player, card.cost)


def _may_act_at_sorcery_speed(game: Game, player: str) -> bool:
    is_empty = all(each.zone is not Zone.STACK for each in game.objects)
    if player in game.turn.takers and game.turn.step in _MAIN_PHASES and is_empty:
        return True
    return controller_of(game, player) != player and not game.rules.has(Behaviour.NOTHING_THE_PLAYER_COULD_NOT_DO)


def _put_on_stack(game: Game, player: str, ability: Ability, by: str, choices: Mapping[str, str]) -> Game:
    entry = Object(ability.name, player, Zone.STACK, Kind.ABILITY, player, asks=ability.asks)
    return _choose(game.having(entry), player, ability.calls_for, by, choices)


def _choose(game: Game, player: str, called_for: tuple[str, ...], by: str, choices: Mapping[str, str]) -> Game:
    """Make the decisions that an object of `player` calls for."""
    if missing := [what for what in called_for if what not in choices]:
        raise IllegalAction(f"nobody chose {missing[0]!r}")
    for what in called_for:
        decision = decisions.Decision(player, what, decisions.CalledForBy.OBJECT)
        decisions.require_decider(game, decision, by)
        decisions.require_choice_allowed(game, decision, choices[what])
        game = decisions.record(game, decision, by, choices[what])
    return game
