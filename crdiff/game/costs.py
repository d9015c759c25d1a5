"""Costs: what a player pays, and whose resources pay it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import IllegalAction
from crdiff.game.rules import Behaviour
from crdiff.game.state import Cost, Game, Object, Zone


class Payment(Struct, frozen=True):
    """How a cost is paid: cards discarded, permanents sacrificed and tapped, whose mana pool, life and energy.

    An empty name of a player means the one whose resources have to pay.
    """

    discarded: tuple[str, ...] = ()
    sacrificed: tuple[str, ...] = ()
    tapped: tuple[str, ...] = ()
    mana_of: str = ""
    life_of: str = ""
    energy_of: str = ""


# Mana and life of the player who has to pay, no cards.
PLAIN = Payment()


def payer_of(game: Game, player: str, decider: str) -> str:
    """Return the player whose resources pay a cost of `player` while `decider` makes the decisions."""
    if player == decider:
        return player
    return player if game.rules.has(Behaviour.ONLY_THAT_PLAYERS_RESOURCES) else decider


def pay(game: Game, player: str, cost: Cost, decider: str, payment: Payment = PLAIN) -> Game:
    """Pay `cost` for `player`. Raises `IllegalAction` if `payment` does not fit, or uses resources it may not."""
    payer = payer_of(game, player, decider)
    game = _pay_mana(game, payer, payment.mana_of or payer, cost.mana)
    game = _pay_life(game, payer, payment.life_of or payer, cost.life)
    game = _pay(game, payer, payment.energy_of or payer, "energy", cost.energy)
    game = _tap(game, payer, payment.tapped, cost.taps)
    game = _move_to_graveyard(game, payer, payment.discarded, cost.discards, Zone.HAND)
    return _move_to_graveyard(game, payer, payment.sacrificed, cost.sacrifices, Zone.BATTLEFIELD)


def can_pay(game: Game, payer: str, cost: Cost) -> bool:
    """Whether `payer` has what `cost` asks for."""
    owing = game.player(payer)
    hand = sum(each.owner == payer and each.zone is Zone.HAND for each in game.objects)
    own = [each for each in game.objects if each.controller == payer and each.zone is Zone.BATTLEFIELD]
    untapped = sum(not each.tapped for each in own)
    needed = (cost.mana, cost.life, cost.energy, cost.discards, cost.sacrifices, cost.taps)
    there = (owing.mana, owing.life, owing.energy, hand, len(own), untapped)
    return all(amount <= available for amount, available in zip(needed, there, strict=True))


def _pay_mana(game: Game, payer: str, pool_of: str, amount: int) -> Game:
    if not amount:
        return game
    _require_payer(payer, pool_of, "mana")
    pool = game.player(pool_of)
    if pool.mana < amount:
        raise IllegalAction(f"{pool_of} has {pool.mana} mana", f"{amount}")
    return game.with_player(replace(pool, mana=pool.mana - amount))


def _pay_life(game: Game, payer: str, life_of: str, amount: int) -> Game:
    return _pay(game, payer, life_of, "life", amount)


def _pay(game: Game, payer: str, holder: str, what: str, amount: int) -> Game:
    """Pay an amount of ``life`` or ``energy`` that `holder` has."""
    if not amount:
        return game
    _require_payer(payer, holder, what)
    paying = game.player(holder)
    there: int = getattr(paying, what)
    if there < amount:
        raise IllegalAction(f"{holder} has {there} {what}", f"{amount}")
    return game.with_player(replace(paying, **{what: there - amount}))


def _tap(game: Game, payer: str, names: Iterable[str], count: int) -> Game:
    paid = [game.object(name) for name in dict.fromkeys(names)]
    if len(paid) != count:
        raise IllegalAction(f"{len(paid)} permanents were tapped", f"{count}")
    for each in paid:
        _require_payer(payer, each.controller, each.name)
        if each.zone is not Zone.BATTLEFIELD or each.tapped:
            raise IllegalAction(f"{each.name} cannot be tapped", "an untapped permanent")
        game = game.with_object(replace(each, tapped=True))
    return game


def _move_to_graveyard(game: Game, payer: str, names: Iterable[str], count: int, zone: Zone) -> Game:
    paid = [game.object(name) for name in dict.fromkeys(names)]
    if len(paid) != count:
        raise IllegalAction(f"{len(paid)} objects from the {zone} were paid", f"{count}")
    for each in paid:
        _require_payer(payer, _holder(each), each.name)
        if each.zone is not zone:
            raise IllegalAction(f"{each.name} is in the {each.zone}", f"the {zone}")
        game = game.with_object(replace(each, zone=Zone.GRAVEYARD, controller=""))
    return game


def _holder(each: Object) -> str:
    """Return who has the object to pay with: the owner of a card in hand, the controller of a permanent."""
    return each.owner if each.zone is Zone.HAND else each.controller


def _require_payer(payer: str, holder: str, what: str) -> None:
    if holder != payer:
        raise IllegalAction(f"{what} of {holder} cannot pay this cost", f"resources of {payer}")
