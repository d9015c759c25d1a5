"""Damage: the orders announced for combat damage, who assigns it when, and dealing it; and where other damage goes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game.combat import is_attacking, is_in_combat, require_step
from crdiff.game.decisions import Decision, record, require_decider
from crdiff.game.players import apnap_order, players_in_game, same_team, shares_turns
from crdiff.game.rules import Behaviour
from crdiff.game.state import DamageDealt, DamageOrder, Game, Kind, Option, TurnStep, Zone


def fights(game: Game, creature: str) -> tuple[str, ...]:
    """Return the creatures that `creature` still blocks or is blocked by, in the order the blocks were declared."""
    blocks = [
        each
        for each in game.combat.blocks
        if is_attacking(game, each.attacker) and is_in_combat(game, each.blocker, game.combat.defenders)
    ]
    blocked = (block.attacker for block in blocks if block.blocker == creature)
    blocking = (block.blocker for block in blocks if block.attacker == creature)
    return (*blocked, *blocking)


def announce_damage_order(game: Game, creature: str, by: str, among: tuple[str, ...]) -> Game:
    """Announce the order in which `creature` will damage the creatures it fights.

    Raises `IllegalAction` if the rules have no such order, if somebody else decides, or if another player comes first.
    """
    require_step(game, TurnStep.DECLARE_BLOCKERS)
    if not game.rules.has(Behaviour.DAMAGE_ASSIGNMENT_ORDER):
        raise IllegalAction("there is no damage assignment order")
    decision = Decision(game.object(creature).controller, f"damage assignment order of {creature}")
    require_decider(game, decision, by)
    if len(among) < 2 or sorted(among) != sorted(fights(game, creature)):
        raise IllegalAction(f"{creature} does not fight {', '.join(among)}", ", ".join(fights(game, creature)))
    _require_turn_to_order(game, creature)
    combat = replace(game.combat, orders=(*game.combat.orders, DamageOrder(creature, among)))
    return record(replace(game, combat=combat), decision, by, ", ".join(among))


def assign_damage(game: Game, player: str, by: str, damage: Mapping[tuple[str, str], int]) -> Game:
    """Assign the damage `{(creature, recipient): amount}` of the creatures that `player` controls.

    Raises `IllegalAction` if somebody else decides, if it is another player's turn to assign, or if a creature does
    not assign damage equal to its power among those it fights, or to what it attacks when unblocked.
    """
    require_step(game, TurnStep.COMBAT_DAMAGE)
    decision = Decision(player, "how combat damage is assigned")
    require_decider(game, decision, by)
    _require_turn_to_assign(game, player)
    assigned = tuple(DamageDealt(creature, recipient, amount) for (creature, recipient), amount in damage.items())
    _require_legal(game, player, assigned)
    combat = replace(game.combat, damage=(*game.combat.damage, *assigned), dealt_out=(*game.combat.dealt_out, player))
    summary = ", ".join(f"{each.amount} by {each.creature} to {each.recipient}" for each in assigned)
    return record(replace(game, combat=combat), decision, by, summary)


def require_chance_to_act(game: Game) -> None:
    """Raise `IllegalAction` where damage has been assigned and the rules have it dealt before anybody can act."""
    if game.combat.damage and not game.rules.has(Behaviour.DAMAGE_WAITS_ON_THE_STACK):
        raise IllegalAction("combat damage has been assigned, and is dealt before anybody can act")


def deal_damage(game: Game) -> Game:
    """Deal all combat damage assigned, at once. What has left the battlefield is not dealt any.

    Raises `IllegalAction` while a player has damage to assign, and once it has been dealt.
    """
    require_step(game, TurnStep.COMBAT_DAMAGE)
    if (waiting := _waiting(game)) or game.combat.dealt:
        raise IllegalAction(
            f"{waiting[0]} has not assigned combat damage" if waiting else "combat damage has been dealt"
        )
    here = _here(game)
    for each in game.combat.damage:
        if each.recipient in here and (each.creature in here or game.rules.has(Behaviour.DAMAGE_IS_DEALT_AS_ASSIGNED)):
            game = _dealt(game, each.recipient, each.amount)
    return replace(game, combat=replace(game.combat, damage=(), dealt=True))


def deal_noncombat_damage(game: Game, source: str, recipient: str, amount: int, instead: str = "") -> Game:
    """Deal damage that is not combat damage, or have that to a player dealt to `instead`, a planeswalker of theirs.

    Raises `IllegalAction` if the rules do not let the controller of `source` have it dealt there.
    """
    if instead and not game.rules.has(Behaviour.DAMAGE_MAY_GO_TO_A_PLANESWALKER):
        raise IllegalAction(f"{source} deals its damage to {recipient}", recipient)
    own = {each.name for each in game.objects if (each.controller, each.kind) == (recipient, Kind.PLANESWALKER)}
    if instead and instead not in own & _here(game):
        raise IllegalAction(f"{instead} is not a planeswalker that {recipient} controls", recipient)
    controller = game.object(source).controller
    if instead and (controller == recipient or same_team(game, controller, recipient)):
        raise IllegalAction(f"{controller} controls {source}", "a source that an opponent controls")
    return _dealt(game, instead or recipient, amount)


def assigning_players(game: Game) -> tuple[str, ...]:
    """Return the players who control creatures that assign combat damage, in APNAP order."""
    controllers = {game.object(creature).controller for creature in _assigning(game)}
    return tuple(player for player in apnap_order(game) if player in controllers)


def _require_turn_to_order(game: Game, creature: str) -> None:
    """Raise `IllegalAction` if a defending player before this one has an order still to announce."""
    blockers = {block.blocker for block in game.combat.blocks}
    ordered = {order.creature for order in game.combat.orders}
    unordered = (each for each in blockers - ordered if len(fights(game, each)) > 1)
    waiting = {game.object(blocker).controller for blocker in unordered}
    in_order = [player for player in apnap_order(game) if player in waiting]
    player = game.object(creature).controller
    if creature in blockers and _is_attackers_turn(game, ordered):
        raise IllegalAction(f"it is not {player}'s turn to announce a damage assignment order", "the active team")
    is_late = creature in blockers and player in in_order[1:]
    if is_late and game.rules.has(Behaviour.DAMAGE_ORDER_IN_APNAP_ORDER):
        raise IllegalAction(f"it is not {player}'s turn to announce a damage assignment order", in_order[0])


def _is_attackers_turn(game: Game, ordered: Collection[str]) -> bool:
    """Whether an active team still has an order to announce for an attacking creature."""
    if not shares_turns(game) or not game.rules.has(Behaviour.ACTIVE_TEAM_ORDERS_FIRST):
        return False
    attackers = {attack.creature for attack in game.combat.attacks}
    return any(len(fights(game, attacker)) > 1 and attacker not in ordered for attacker in attackers)


def _waiting(game: Game) -> list[str]:
    """Return the players who have combat damage to assign still, in APNAP order."""
    return [each for each in assigning_players(game) if each not in game.combat.dealt_out]


def _require_turn_to_assign(game: Game, player: str) -> None:
    waiting = _waiting(game)
    if player not in waiting or game.combat.dealt:
        raise IllegalAction(f"{player} has no combat damage to assign")
    if player != waiting[0] and game.rules.has(Behaviour.DAMAGE_IN_APNAP_ORDER):
        raise IllegalAction(f"it is not {player}'s turn to assign combat damage", waiting[0])


def _require_legal(game: Game, player: str, assigned: tuple[DamageDealt, ...]) -> None:
    totals = {name: 0 for name in _assigning(game) if game.object(name).controller == player}
    for damage in assigned:
        if game.object(damage.creature).controller != player:
            raise IllegalAction(f"{player} does not control {damage.creature}")
        if damage.recipient not in (there := _recipients(game, damage.creature)):
            if Option.TWO_HEADED_GIANT in game.options and {*there, damage.recipient} <= {*game.combat.defenders}:
                raise NotModelled("which head is damaged", "the player attacked (810.7f@2017-09-29)")
            raise IllegalAction(f"{damage.creature} does not damage {damage.recipient}")
        if damage.amount < 0:
            raise IllegalAction(f"{damage.creature} assigns {damage.amount} damage", "0 or more")
        totals[damage.creature] = totals.get(damage.creature, 0) + damage.amount
    for creature, total in totals.items():
        if total != game.object(creature).power:
            raise IllegalAction(f"{creature} assigns {total} damage", f"its power, {game.object(creature).power}")
        if game.rules.has(Behaviour.LETHAL_DAMAGE_FIRST):
            _require_lethal_first(game, creature, assigned)


def _require_lethal_first(game: Game, creature: str, assigned: tuple[DamageDealt, ...]) -> None:
    """Raise `IllegalAction` if a creature is assigned damage though one before it in the order is not assigned enough.

    The order is the one announced, without those that have left combat; else that in which the blocks were declared.
    """
    left = fights(game, creature)
    announced = (order.among for order in game.combat.orders if order.creature == creature)
    waiting = ""
    for recipient in (each for each in next(announced, left) if each in left):
        amount = sum(each.amount for each in assigned if (each.creature, each.recipient) == (creature, recipient))
        if amount and waiting:
            raise IllegalAction(f"{creature} damages {recipient} before it assigns lethal damage to {waiting}", waiting)
        if amount < _lethal(game, recipient, creature, assigned):
            waiting = waiting or recipient


def _lethal(game: Game, recipient: str, creature: str, assigned: tuple[DamageDealt, ...]) -> int:
    """Return how much damage of `creature` is lethal, beside the damage marked and what others assign."""
    others = (each for each in (*game.combat.damage, *assigned) if each.creature != creature)
    coming = sum(each.amount for each in others if each.recipient == recipient)
    damaged = game.object(recipient)
    return damaged.toughness - damaged.marked - coming


def _dealt(game: Game, recipient: str, dealt: int) -> Game:
    """Deal damage: a player loses life, a planeswalker loyalty, a battle defense, and on a creature it is marked.

    Nothing is dealt to a creature that is gone. Raises `IllegalAction` for less than nothing, and for a land.
    """
    if dealt < 0:
        raise IllegalAction(f"{dealt} damage cannot be dealt", "0 or more")
    if any(player.name == recipient for player in game.players):
        player = game.player(recipient)
        return game.with_player(replace(player, life=player.life - dealt))
    damaged = game.object(recipient)
    if damaged.zone is not Zone.BATTLEFIELD:
        return game
    if damaged.kind is Kind.BATTLE and not game.rules.has(Behaviour.BATTLES_MAY_BE_ATTACKED):
        raise NotModelled("what damage does to a battle", "rules that know battles (120.3h)")
    if damaged.kind is Kind.PLANESWALKER:
        return game.with_object(replace(damaged, loyalty=max(0, damaged.loyalty - dealt)))
    if damaged.kind is Kind.BATTLE:
        return game.with_object(replace(damaged, defense=max(0, damaged.defense - dealt)))
    if damaged.kind is not Kind.CREATURE:
        raise IllegalAction(f"{recipient} is a {damaged.kind}, which is not dealt damage")
    return game.with_object(replace(damaged, marked=damaged.marked + dealt))


def _recipients(game: Game, creature: str) -> tuple[str, ...]:
    """Return what a fighting creature may damage: what it fights, or what it attacks if nothing blocked it."""
    fought = fights(game, creature)
    if fought or any(creature in (block.attacker, block.blocker) for block in game.combat.blocks):
        return fought
    attacked = (attack.target for attack in game.combat.attacks if attack.creature == creature)
    return tuple(each for each in attacked if is_attacking(game, creature) and each in _here(game))


def _here(game: Game) -> set[str]:
    """Return the players in the game, and what is on the battlefield."""
    return {*players_in_game(game), *(each.name for each in game.objects if each.zone is Zone.BATTLEFIELD)}


def _assigning(game: Game) -> tuple[str, ...]:
    """Return the creatures that assign combat damage: they have power, and something to assign it to."""
    fighting = [attack.creature for attack in game.combat.attacks] + [block.blocker for block in game.combat.blocks]
    return tuple(name for name in dict.fromkeys(fighting) if _recipients(game, name) and game.object(name).power > 0)
