"""Turns: phases and steps in order, extra and skipped turns, and the mana that a phase leaves behind."""

from __future__ import annotations

from dataclasses import replace

from crdiff.game.control import cleanup_begins, is_controlled, turn_begins, turn_is_skipped
from crdiff.game.players import shares_turns, sharing_turns
from crdiff.game.rules import Behaviour
from crdiff.game.state import Combat, Game, Phase, Player, Step, Turn

PHASE_OF = {
    Step.UNTAP: Phase.BEGINNING,
    Step.UPKEEP: Phase.BEGINNING,
    Step.DRAW: Phase.BEGINNING,
    Step.PRECOMBAT_MAIN: Phase.PRECOMBAT_MAIN,
    Step.BEGINNING_OF_COMBAT: Phase.COMBAT,
    Step.DECLARE_ATTACKERS: Phase.COMBAT,
    Step.DECLARE_BLOCKERS: Phase.COMBAT,
    Step.COMBAT_DAMAGE: Phase.COMBAT,
    Step.END_OF_COMBAT: Phase.COMBAT,
    Step.POSTCOMBAT_MAIN: Phase.POSTCOMBAT_MAIN,
    Step.END: Phase.ENDING,
    Step.CLEANUP: Phase.ENDING,
}
_STEPS = tuple(Step)


def next_step(game: Game) -> Game:
    """End the step, and with it the phase or the turn if it is their last, and begin what comes next."""
    step = game.turn.step
    if step is _STEPS[-1]:
        return _begin_turn(_end_step(game, phase_ends=True))
    following = _STEPS[_STEPS.index(step) + 1]
    ended = _end_step(game, phase_ends=PHASE_OF[step] is not PHASE_OF[following])
    moved = replace(ended, turn=replace(ended.turn, step=following))
    if following is Step.BEGINNING_OF_COMBAT or step is Step.END_OF_COMBAT:
        moved = replace(moved, combat=_fresh(moved.combat))
    return cleanup_begins(moved) if following is Step.CLEANUP else moved


def go_to(game: Game, step: Step) -> Game:
    """Play on, doing nothing, until `step` of this turn or, once that is past, of the next turn."""
    game = next_step(game)
    while game.turn.step is not step:
        game = next_step(game)
    return game


def in_step(game: Game, step: Step) -> Game:
    """Return the game in `step` of this turn, whatever came before: where a scenario begins."""
    return replace(game, turn=replace(game.turn, step=step))


def next_turn(game: Game) -> Game:
    """Play on, doing nothing, until the next turn has begun."""
    return go_to(game, Step.UNTAP)


def add_extra_turn(game: Game, *players: str) -> Game:
    """Have one effect give each of `players` an extra turn after this one. The one created last is taken first."""
    return replace(
        game, extra_turns=(*game.extra_turns, *_turns_meant(game, players, Behaviour.EXTRA_TURN_GOES_TO_THE_TEAM))
    )


def skip_next_turn(game: Game, *players: str) -> Game:
    """Have one effect make each of `players` skip their next turn."""
    return replace(game, skips=(*game.skips, *_turns_meant(game, players, Behaviour.SKIPPED_TURN_IS_THE_TEAMS)))


def _turns_meant(game: Game, players: tuple[str, ...], for_team: Behaviour) -> list[tuple[str, ...]]:
    """Return who takes or skips each turn that one effect on `players` adds or takes away."""
    if not shares_turns(game) or not game.rules.has(for_team):
        return [(player,) for player in players]
    turns = [sharing_turns(game, player) for player in players]
    return list(dict.fromkeys(turns)) if game.rules.has(Behaviour.ONE_EFFECT_ONE_TURN) else turns


def _begin_turn(game: Game) -> Game:
    takers, game = _next_takers(game)
    begun = replace(game, turn=Turn(game.turn.number + 1, takers), combat=_fresh(game.combat))
    return turn_begins(begun)


def _next_takers(game: Game) -> tuple[tuple[str, ...], Game]:
    """Return who takes the next turn, past those who skip theirs, and the game with these skips used up."""
    last = game.turn.takers
    while True:
        if game.extra_turns:
            takers, extra = game.extra_turns[-1], True
            game = replace(game, extra_turns=game.extra_turns[:-1])
        else:
            takers, extra = _after(game, last), False
        if takers not in game.skips:
            return takers, game
        game = turn_is_skipped(_without_one_skip(game, takers), takers)
        last = last if extra else takers


def _after(game: Game, last: tuple[str, ...]) -> tuple[str, ...]:
    """Return who follows `last` in turn order."""
    seats = [player.name for player in game.players]
    start = seats.index(last[-1])
    follower = next(
        name for name in seats[start + 1 :] + seats[: start + 1] if game.player(name).in_game and name not in last[:-1]
    )
    return sharing_turns(game, follower)


def _without_one_skip(game: Game, takers: tuple[str, ...]) -> Game:
    skips = list(game.skips)
    skips.remove(takers)
    return replace(game, skips=tuple(skips))


def _end_step(game: Game, *, phase_ends: bool) -> Game:
    if not phase_ends and game.rules.has(Behaviour.MANA_LASTS_THE_PHASE):
        return game
    return replace(game, players=tuple(_without_mana(game, player, phase_ends=phase_ends) for player in game.players))


def _without_mana(game: Game, player: Player, *, phase_ends: bool) -> Player:
    burns = phase_ends and game.rules.has(Behaviour.MANA_BURN) and not _is_spared(game, player)
    return replace(player, mana=0, life=player.life - player.mana if burns else player.life)


def _is_spared(game: Game, player: Player) -> bool:
    """Whether the turn is this player's and another player controls it."""
    if not game.rules.has(Behaviour.CONTROLLED_TURN_SPARES_MANA_BURN):
        return False
    return player.name in game.turn.takers and is_controlled(game, player.name)


def _fresh(combat: Combat) -> Combat:
    """Return a combat phase in which nothing has happened; effects that limit attacks and blocks go on."""
    return Combat(attack_limits=combat.attack_limits, block_limit=combat.block_limit)
