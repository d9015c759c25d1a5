"""State-based actions: what the rules put into the graveyard as soon as it lies there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator

from msgspec.structs import replace

from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Kind, Object, Zone


def settle(game: Game, keeps: Collection[str] = ()) -> Game:
    """Perform state-based actions until none is left; `keeps` are the permanents that players choose to keep."""
    while gone := _due(game, keeps):
        for name in gone:
            game = to_graveyard(game, name)
    return game


def to_graveyard(game: Game, name: str) -> Game:
    """Put an object into its owner's graveyard."""
    return game.with_object(replace(game.object(name), zone=Zone.GRAVEYARD, controller="", marked=0))


def _due(game: Game, keeps: Collection[str]) -> set[str]:
    """Return the permanents that go to the graveyard at once."""
    return {*_destroyed(game), *_legends(game, keeps), *_planeswalkers(game, keeps)}


def _permanents(game: Game) -> tuple[Object, ...]:
    """Return what is on the battlefield, the one that came first before the others."""
    return tuple(each for each in game.objects if each.zone is Zone.BATTLEFIELD)


def _destroyed(game: Game) -> Iterator[str]:
    """Yield the creatures with lethal damage, and the planeswalkers without loyalty."""
    for each in _permanents(game):
        if each.kind is Kind.PLANESWALKER and each.loyalty <= 0:
            yield each.name
        is_lethal = each.kind is Kind.CREATURE and each.marked >= each.toughness > 0
        if is_lethal and game.rules.has(Behaviour.LETHAL_DAMAGE_DESTROYS):
            yield each.name


def _legends(game: Game, keeps: Collection[str]) -> Iterator[str]:
    """Yield the legendary permanents that the legend rule puts into the graveyard."""
    if not game.rules.has(Behaviour.LEGEND_RULE):
        return
    named = [each for each in _permanents(game) if each.is_legendary]
    each_keeps = game.rules.has(Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND)
    for alike in _several(named, lambda each: (each.printed or each.name, each_keeps and each.controller)):
        stays = alike[:1] if game.rules.has(Behaviour.OLDEST_LEGEND_STAYS) else []
        yield from _all_but(_kept(alike, keeps) if each_keeps else stays, alike)


def _planeswalkers(game: Game, keeps: Collection[str]) -> Iterator[str]:
    """Yield the planeswalkers that the planeswalker uniqueness rule puts into the graveyard."""
    if not game.rules.has(Behaviour.PLANESWALKER_UNIQUENESS_RULE):
        return
    typed = [each for each in _permanents(game) if each.kind is Kind.PLANESWALKER and each.subtype]
    each_keeps = game.rules.has(Behaviour.EACH_PLAYER_KEEPS_ONE_PLANESWALKER)
    for alike in _several(typed, lambda each: (each.subtype, each_keeps and each.controller)):
        yield from _all_but(_kept(alike, keeps) if each_keeps else [], alike)


def _several(permanents: Iterable[Object], alike: Callable[[Object], Hashable]) -> Iterator[list[Object]]:
    """Yield the groups of two and more that are `alike`."""
    groups: dict[Hashable, list[Object]] = defaultdict(list)
    for each in permanents:
        groups[alike(each)].append(each)
    return (group for group in groups.values() if len(group) > 1)


def _kept(alike: list[Object], keeps: Collection[str]) -> list[Object]:
    """Return the one that its controller keeps: the one chosen, else the one that came first."""
    return [each for each in alike if each.name in keeps][:1] or alike[:1]


def _all_but(kept: list[Object], alike: list[Object]) -> Iterator[str]:
    return (each.name for each in alike if each not in kept)
