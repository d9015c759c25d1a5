"""Turns: phases and steps in order, what happens as they begin and end, and what effects add or skip of them."""

from __future__ import annotations

from functools import reduce
from itertools import dropwhile
from typing import TypeVar

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game import state
from crdiff.game.control import cleanup_begins, control_next_turn, is_controlled, turn_begins, turn_is_skipped
from crdiff.game.opening import HAND_SIZE, cards_in
from crdiff.game.players import apnap_order, is_two_player, require_going_on, shares_turns, sharing_turns
from crdiff.game.rules import Behaviour

_Item = TypeVar("_Item")
_AFTER_AN_ATTACK = (state.TurnStep.DECLARE_BLOCKERS, state.TurnStep.COMBAT_DAMAGE)


def next_step(game: state.Game) -> state.Game:
    """End the step, and with it the phase or the turn if it is their last, and begin what comes next.

    Raises `IllegalAction` where the game is over, something is on the stack, or combat damage has still to be dealt,
    and `NotModelled` where creatures may have to attack or block and nobody said whether they do.
    """
    require_going_on(game)
    if any(each.zone is state.Zone.STACK for each in game.objects):
        raise IllegalAction("something is on the stack")
    if game.turn.step is state.TurnStep.COMBAT_DAMAGE and game.combat.attacks and not game.combat.dealt:
        raise IllegalAction("combat damage has not been dealt")
    _require_declared(game.turn.step, game.combat)
    following, game = _next_planned(game)
    ended = _end_step(game, phase_ends=not following or following.begins_phase)
    return _enter(ended, following) if following else _begin_turn(ended)


def go_to(game: state.Game, step: state.TurnStep) -> state.Game:
    """Play on, doing nothing, until `step` of this turn or, once that is past, of the next turn that has it.

    Raises `IllegalAction` for the steps in which a combat goes on, which only follow an attack.
    """
    last = game.turn.number + 2 * len(game.players)
    game = next_step(game)
    while game.turn.step is not step:
        game = next_step(game)
        if game.turn.number > last:
            raise IllegalAction(f"no turn to come has a {step} step")
    return game


def in_step(game: state.Game, step: state.TurnStep) -> state.Game:
    """Return the game in `step` of this turn, whatever came before: where a scenario begins."""
    steps = state.whole_turn(game.turn.takers)
    place = [planned.step for planned in steps].index(step)
    return replace(game, turn=_moved(game.turn, steps[place], steps[place + 1 :]))


def next_turn(game: state.Game) -> state.Game:
    """Play on, doing nothing, until the next turn has begun."""
    number = game.turn.number
    while game.turn.number == number:
        game = next_step(game)
    return game


def controlled_turn(
    game: state.Game, controller: str, player: str, *, forbids: tuple[str, ...] = (), requires: tuple[str, ...] = ()
) -> state.Game:
    """Have an effect give `controller` control of `player`'s next turn, and play on to the upkeep step of that turn."""
    game = next_turn(control_next_turn(game, controller, player, forbids=forbids, requires=requires))
    while player not in game.turn.takers:
        game = next_turn(game)
    return next_step(game) if game.turn.step is state.TurnStep.UNTAP else game


def add_extra_turn(game: state.Game, *players: str) -> state.Game:
    """Have one effect give each of `players` an extra turn after this one."""
    added = _takers_meant(game, players, Behaviour.EXTRA_TURN_GOES_TO_THE_TEAM)
    if len(set(added)) > 1 and game.rules.has(Behaviour.EXTRA_TURNS_IN_APNAP_ORDER):
        in_order = tuple(sorted(players, key=(*apnap_order(game), *players).index))
        added = _takers_meant(game, in_order, Behaviour.EXTRA_TURN_GOES_TO_THE_TEAM)
    if game.rules.has(Behaviour.LAST_EXTRA_TURN_FIRST):
        return replace(game, extra_turns=(*game.extra_turns, *added))
    return replace(game, extra_turns=(*reversed(added), *game.extra_turns))


def add_to_turn(game: state.Game, part: state.TurnStep | state.Phase, *players: str) -> state.Game:
    """Have one effect add a step after this one, or a phase after this one, to the turn of each of `players`."""
    coming = game.turn.coming
    if not set(players) <= set(game.turn.takers):
        raise NotModelled("what is added to the turn of a player whose turn it is not", "the active player (500.10a)")
    place = 0
    if isinstance(part, state.Phase):
        place = next((at for at, planned in enumerate(coming) if planned.begins_phase), len(coming))
    for takers in _takers_meant(game, players, Behaviour.EXTRA_TURN_GOES_TO_THE_TEAM):
        coming = (*coming[:place], *state.steps_of(part, takers), *coming[place:])
    return replace(game, turn=replace(game.turn, coming=coming))


def skip_next_turn(game: state.Game, *players: str) -> state.Game:
    """Have one effect make each of `players` skip their next turn."""
    return replace(game, skips=(*game.skips, *_takers_meant(game, players, Behaviour.SKIPPED_TURN_IS_THE_TEAMS)))


def skip_next(game: state.Game, part: state.TurnStep | state.Phase, *players: str) -> state.Game:
    """Have one effect make each of `players` skip the next such step or phase of theirs."""
    meant = _takers_meant(game, players, Behaviour.SKIPPED_TURN_IS_THE_TEAMS)
    skipped = (state.SkippedPart(takers, part) for takers in meant)
    return replace(game, skipped_parts=(*game.skipped_parts, *skipped))


def _takers_meant(game: state.Game, players: tuple[str, ...], for_team: Behaviour) -> list[tuple[str, ...]]:
    """Return who takes or skips each turn, phase or step that one effect on `players` adds or takes away."""
    if not shares_turns(game) or not game.rules.has(for_team):
        return [(game.player(name).name,) for name in players]
    turns = [sharing_turns(game, player) for player in players]
    once = list(dict.fromkeys(turns))
    return once if len(once) == len(turns) or game.rules.has(Behaviour.ONE_EFFECT_ONE_TURN) else turns


def _begin_turn(game: state.Game) -> state.Game:
    takers, regular, game = _next_takers(game)
    turn = state.Turn(game.turn.number + 1, takers, state.TurnStep.UNTAP, takers, state.whole_turn(takers), regular)
    following, begun = _next_planned(turn_begins(replace(game, turn=turn)))
    return _enter(begun, following) if following else _begin_turn(begun)


def _next_planned(game: state.Game) -> tuple[state.Planned | None, state.Game]:
    """Return the step that comes next in the turn, past those skipped, and the game with these skips used up."""
    coming = game.turn.coming
    if game.turn.step is state.TurnStep.DECLARE_ATTACKERS and not (game.combat.attacks or game.combat.removed):
        coming = tuple(dropwhile(lambda planned: planned.step in _AFTER_AN_ATTACK, coming))
    while coming and (skip := _skip_of(game, coming[0])):
        game = replace(game, skipped_parts=_without(game.skipped_parts, skip))
        length = _length(skip.part, coming)
        left = tuple(name for name in coming[0].takers if name not in skip.players)
        taken = tuple(replace(planned, takers=left) for planned in coming[:length]) if left else ()
        coming = (*taken, *_opened(coming[length:], begins_phase=not left and coming[0].begins_phase))
    return next(iter(coming), None), replace(game, turn=replace(game.turn, coming=coming))


def _require_declared(step: state.TurnStep, combat: state.Combat) -> None:
    has_to_attack = step is state.TurnStep.DECLARE_ATTACKERS and combat.attack_requirements and not combat.attacks
    waits = step is state.TurnStep.DECLARE_BLOCKERS and combat.lures and len(combat.blocked) < len(combat.defenders)
    if has_to_attack or waits:
        raise NotModelled(f"whether the {step} step ends without a declaration", "a declaration (508.1d, 509.1c)")


def _opened(coming: tuple[state.Planned, ...], *, begins_phase: bool) -> tuple[state.Planned, ...]:
    """Return the steps to come, the first of which begins the phase if the step skipped before it did."""
    if not coming or not begins_phase:
        return coming
    return (replace(coming[0], begins_phase=True), *coming[1:])


def _skip_of(game: state.Game, planned: state.Planned) -> state.SkippedPart | None:
    """Return the first effect under which a player who would take this step, or the phase it begins, skips it."""
    parts = {planned.step, planned.step.phase} if planned.begins_phase else {planned.step}
    return next((s for s in game.skipped_parts if s.part in parts and set(s.players) & set(planned.takers)), None)


def _length(part: state.TurnStep | state.Phase, coming: tuple[state.Planned, ...]) -> int:
    """Return how many of the steps to come are skipped with `part`, which begins with the first of them."""
    if isinstance(part, state.TurnStep):
        return 1
    later = (place for place, planned in enumerate(coming) if place and planned.begins_phase)
    return next(later, len(coming))


def _without(every: tuple[_Item, ...], one: _Item) -> tuple[_Item, ...]:
    place = every.index(one)
    return (*every[:place], *every[place + 1 :])


def _enter(game: state.Game, planned: state.Planned) -> state.Game:
    moved = replace(game, turn=_moved(game.turn, planned, game.turn.coming[1:]))
    if planned.begins_phase:
        moved = replace(moved, combat=_fresh(moved.combat))
    match planned.step:
        case state.TurnStep.UNTAP:
            return _each_permanent(moved, planned.takers, tapped=False)
        case state.TurnStep.DRAW:
            return reduce(_draw_for_the_turn, planned.takers, moved)
        case state.TurnStep.CLEANUP:
            return cleanup_begins(_cleaned_up(moved))
    return moved


def _each_permanent(game: state.Game, of: tuple[str, ...], **changed: object) -> state.Game:
    """Return the game with the permanents that some players control changed."""
    here = [each for each in game.objects if each.zone is state.Zone.BATTLEFIELD and each.controller in of]
    return reduce(lambda after, each: after.with_object(replace(each, **changed)), here, game)


def _draw_for_the_turn(game: state.Game, player: str) -> state.Game:
    """Have `player` draw a card, but not in a first turn in which that is skipped, nor from a library not named."""
    is_one_of_two = is_two_player(game) or state.Option.TWO_HEADED_GIANT in game.options
    if not game.player(player).has_library or (
        game.turn.number == 1 and (is_one_of_two or not game.rules.has(Behaviour.NOBODY_SKIPS_THE_FIRST_DRAW))
    ):
        return game
    if not cards_in(game, player, state.Zone.LIBRARY):
        raise NotModelled(f"{player} draws from a library with no cards in it", "a card in it (704.5b)")
    return game.with_object(replace(cards_in(game, player, state.Zone.LIBRARY)[0], zone=state.Zone.HAND))


def _cleaned_up(game: state.Game) -> state.Game:
    """Remove the damage marked on permanents. Raises `NotModelled` where somebody has to discard first."""
    for player in game.turn.step_takers:
        if len(cards_in(game, player, state.Zone.HAND)) > HAND_SIZE:
            raise NotModelled(f"{player} has to discard down to the maximum hand size", "seven cards or fewer (514.1)")
    return _each_permanent(game, tuple(each.name for each in game.players), marked=0)


def _moved(turn: state.Turn, planned: state.Planned, coming: tuple[state.Planned, ...]) -> state.Turn:
    return replace(turn, step=planned.step, step_takers=planned.takers, coming=coming)


def _next_takers(game: state.Game) -> tuple[tuple[str, ...], tuple[str, ...], state.Game]:
    """Return who takes the next turn and whose regular turn it is or was last, past the turns that are not taken.

    The game has the skips used up.
    """
    regular = game.turn.regular
    while True:
        if game.extra_turns:
            takers = game.extra_turns[-1]
            game = replace(game, extra_turns=game.extra_turns[:-1])
        else:
            takers = regular = _after(game, regular)
        takers = tuple(name for name in takers if game.player(name).in_game)
        if takers in game.skips:
            game = turn_is_skipped(replace(game, skips=_without(game.skips, takers)), takers)
        elif takers:
            return takers, regular, game


def _after(game: state.Game, last: tuple[str, ...]) -> tuple[str, ...]:
    """Return who follows `last` in turn order."""
    seats = [player.name for player in game.players]
    start = seats.index(last[-1])
    follower = next(
        name for name in seats[start + 1 :] + seats[: start + 1] if game.player(name).in_game and name not in last[:-1]
    )
    return sharing_turns(game, follower)


def _end_step(game: state.Game, *, phase_ends: bool) -> state.Game:
    if not phase_ends and game.rules.has(Behaviour.MANA_LASTS_THE_PHASE):
        return game
    return replace(game, players=tuple(_without_mana(game, player, phase_ends=phase_ends) for player in game.players))


def _without_mana(game: state.Game, player: state.Player, *, phase_ends: bool) -> state.Player:
    burns = phase_ends and game.rules.has(Behaviour.MANA_BURN) and not _is_spared(game, player)
    return replace(player, mana=0, life=player.life - player.mana if burns else player.life)


def _is_spared(game: state.Game, player: state.Player) -> bool:
    """Whether the turn is this player's and another player controls it."""
    if not game.effects or not game.rules.has(Behaviour.CONTROLLED_TURN_SPARES_MANA_BURN):
        return False
    return player.name in game.turn.takers and is_controlled(game, player.name)


def _fresh(combat: state.Combat) -> state.Combat:
    """Return a combat phase in which nothing has happened; effects that limit attacks and blocks go on."""
    return state.Combat(
        attack_limits=combat.attack_limits,
        attack_requirements=combat.attack_requirements,
        block_limit=combat.block_limit,
        lures=combat.lures,
    )
