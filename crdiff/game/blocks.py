"""Defence: which defending player declares blocks when, and which blocks are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled, is_refused
from crdiff.game.combat import defender_of, is_attacking, require_step
from crdiff.game.decisions import Decision, record, require_decider
from crdiff.game.demands import require_group_allowed
from crdiff.game.players import apnap_order, shares_turns
from crdiff.game.rules import Behaviour
from crdiff.game.state import Block, Game, Kind, Option, TurnStep, Zone


def attacked_players(game: Game) -> tuple[str, ...]:
    """Return the players who are attacked, or whose planeswalkers or battles are, in APNAP order."""
    attacked = {defender_of(game, attack.target) for attack in game.combat.attacks}
    return tuple(player for player in apnap_order(game) if player in attacked)


def limit_blocks(game: Game, most: int) -> Game:
    """Create an effect: no more than `most` creatures can block each combat."""
    return replace(game, combat=replace(game.combat, block_limit=most))


def lure(game: Game, attacker: str) -> Game:
    """Create an effect: all creatures able to block `attacker` do so."""
    return replace(game, combat=replace(game.combat, lures=(*game.combat.lures, attacker)))


def declare_blockers(game: Game, player: str, by: str, blocks: Mapping[str, str]) -> Game:
    """Declare the blocks `{blocker: attacker}` of a defending player.

    Raises `IllegalAction` if they are not legal, and `NotModelled` if one is of a creature in a band.
    """
    require_step(game, TurnStep.DECLARE_BLOCKERS)
    decision = Decision(player, "which creatures block")
    require_decider(game, decision, by)
    _require_turn_to_block(game, player)
    declared = tuple(Block(blocker, attacker) for blocker, attacker in blocks.items())
    for block in declared:
        require_may_block(game, player, block)
    _require_within_limit(game, declared)
    _require_lured(game, player, declared)
    _require_demands_met(game, player, declared)
    if any(game.object(block.attacker).band for block in declared):
        raise NotModelled("what becomes blocked with a creature in a band", "attackers in no band (702.22h)")
    combat = replace(game.combat, blocks=(*game.combat.blocks, *declared), blocked=(*game.combat.blocked, player))
    game = replace(game, combat=combat)
    return record(game, decision, by, ", ".join(f"{block.blocker} blocks {block.attacker}" for block in declared))


def require_may_block(game: Game, player: str, block: Block) -> None:
    """Raise `IllegalAction` if `player` may not block the attacker of `block` with its blocker."""
    blocker = game.object(block.blocker)
    if not is_attacking(game, block.attacker):
        raise IllegalAction(f"{block.attacker} does not attack")
    if game.rules.has(Behaviour.BLOCKERS_DEFEND_THEIR_OWN_PLAYER):
        if blocker.controller != player:
            raise IllegalAction(f"{player} does not control {block.blocker}", blocker.controller)
        if not _defends_against(game, player, block.attacker):
            raise IllegalAction(f"{block.attacker} does not attack {player}")
    _require_able(game, block)


def _require_able(game: Game, block: Block) -> None:
    """Raise `IllegalAction` for a blocker that could not block the attacker, whomever that attacks."""
    blocker = game.object(block.blocker)
    if blocker.kind is not Kind.CREATURE or blocker.zone is not Zone.BATTLEFIELD:
        raise IllegalAction(f"{block.blocker} cannot block", "a creature on the battlefield")
    if blocker.tapped:
        raise IllegalAction(f"{block.blocker} is tapped", "an untapped creature")
    landwalk = game.object(block.attacker).landwalk
    lands = {each.controller for each in game.objects if (each.kind, each.subtype) == (Kind.LAND, landwalk)}
    if landwalk and not lands.isdisjoint(_asked_for_lands(game, block.attacker)):
        raise IllegalAction(f"{block.attacker} can't be blocked: the defending player controls a {landwalk}")


def defends_as_team(game: Game) -> bool:
    """Whether the players of a team may block for one another."""
    if Option.TWO_HEADED_GIANT in game.options:
        return game.rules.has(Behaviour.TWO_HEADED_GIANT_TEAM_COMBAT)
    return shares_turns(game) and game.rules.has(Behaviour.TEAM_BLOCKS_TOGETHER)


def _defends_against(game: Game, player: str, attacker: str) -> bool:
    if defends_as_team(game):
        return player in game.combat.defenders
    return any(defender_of(game, each.target) == player for each in game.combat.attacks if each.creature == attacker)


def _require_turn_to_block(game: Game, player: str) -> None:
    if player not in game.combat.defenders or player in game.combat.blocked:
        raise IllegalAction(f"{player} has no blocks to declare")
    waiting = [each for each in attacked_players(game) if each not in game.combat.blocked]
    if player in waiting[1:] and game.rules.has(Behaviour.BLOCKS_IN_APNAP_ORDER):
        raise IllegalAction(f"it is not {player}'s turn to declare blocks", waiting[0])


def _require_within_limit(game: Game, declared: tuple[Block, ...]) -> None:
    limit = game.combat.block_limit
    is_alone = limit is None or not game.combat.blocks or game.rules.has(Behaviour.BLOCKS_ARE_JUDGED_ALONE)
    counted = declared if is_alone else (*game.combat.blocks, *declared)
    if defends_as_team(game) and game.rules.has(Behaviour.TEAM_BLOCK_IS_ONE):
        counted = (*game.combat.blocks, *declared)
    if limit is not None and len(counted) > limit:
        raise IllegalAction(f"{len(counted)} creatures block, {limit} may")


def _require_demands_met(game: Game, player: str, declared: tuple[Block, ...]) -> None:
    """Raise `IllegalAction` if the effect that controls `player` does not allow these blocks."""

    def is_legal(pairs: Sequence[tuple[str, str]]) -> bool:
        group = tuple(Block(*pair) for pair in pairs)
        try:
            for block in group:
                require_may_block(game, player, block)
            _require_within_limit(game, group)
            _require_lured(game, player, group)
        except IllegalAction:
            return False
        return True

    pairs = [(block.blocker, block.attacker) for block in declared]
    attackers = [attack.creature for attack in game.combat.attacks]
    require_group_allowed(game, player, "block", pairs, targets=attackers, is_legal=is_legal)


def _require_lured(game: Game, player: str, declared: tuple[Block, ...]) -> None:
    """Raise `IllegalAction` if a creature of `player` does not block an attacker that it has to block."""
    lures = [
        each
        for each in game.combat.lures
        if is_attacking(game, each)
        and (_defends_against(game, player, each) or not game.rules.has(Behaviour.BLOCKS_ARE_JUDGED_ALONE))
    ]
    blocking = {block.blocker for block in declared if block.attacker in lures}
    own = [each.name for each in game.objects if each.controller == player and each.name not in blocking]
    idle = [name for name in own if not all(is_refused(_require_able, game, Block(name, lure)) for lure in lures)]
    limit = game.combat.block_limit
    if idle and (limit is None or len(blocking) < limit):
        raise IllegalAction(f"{idle[0]} has to block", " or ".join(lures))


def _asked_for_lands(game: Game, attacker: str) -> tuple[str, ...]:
    """Return the players whose lands decide whether landwalk makes `attacker` unblockable."""
    if Option.TWO_HEADED_GIANT in game.options:
        raise NotModelled("whose lands landwalk asks for", "a game without Two-Headed Giant (810.7b@2017-09-29)")
    if len(game.combat.defenders) < 2 or game.rules.has(Behaviour.LANDWALK_ASKS_THE_PLAYER_ATTACKED):
        return tuple(defender_of(game, each.target) for each in game.combat.attacks if each.creature == attacker)
    return game.combat.defenders
