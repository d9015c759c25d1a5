"""State-based actions: who loses, and what the rules put into the graveyard as soon as it lies there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

from msgspec.structs import replace

from crdiff.errors import IllegalAction, NotModelled
from crdiff.game.leaving import lose
from crdiff.game.rules import Behaviour
from crdiff.game.state import Game, Kind, Object, Zone


def settle(game: Game, keeps: Collection[str] = ()) -> Game:
    """Perform state-based actions until none is left; `keeps` are the permanents that players choose to keep.

    Raises `IllegalAction` where nobody chose what to keep, `NotModelled` where another state-based action is due.
    """
    _require_known(game)
    while gone := _due(game, keeps):
        for name in gone:
            game = to_graveyard(game, name)
    for player in [each.name for each in game.players if each.in_game and each.life <= 0]:
        game = lose(game, player)
    return game


def to_graveyard(game: Game, name: str) -> Game:
    """Put an object into its owner's graveyard."""
    return game.with_object(replace(game.object(name), zone=Zone.GRAVEYARD, controller="", marked=0))


def _due(game: Game, keeps: Collection[str]) -> set[str]:
    """Return the permanents that go to the graveyard at once."""
    return {*_destroyed(game), *_legends(game, keeps), *_planeswalkers(game, keeps)}


def _require_known(game: Game) -> None:
    """Raise `NotModelled` where a state-based action is due that the model does not perform."""
    dying = [each for each in game.players if each.in_game and each.life <= 0]
    if len(dying) > 1 or any(each.team for each in dying):
        raise NotModelled("what becomes of several players, or a team, at 0 life", "one player without a team (704.5a)")
    gone = {each.name for each in game.players if not each.in_game}
    if any(each.kind is Kind.BATTLE and (each.defense <= 0 or each.protector in gone) for each in _permanents(game)):
        raise NotModelled("what becomes of a battle without defense or protector", "one with both (704.5v, 704.5x)")


def _permanents(game: Game) -> tuple[Object, ...]:
    """Return what is on the battlefield, the one that came first before the others."""
    return tuple(each for each in game.objects if each.zone is Zone.BATTLEFIELD)


def _destroyed(game: Game) -> Iterator[str]:
    """Yield the creatures without toughness or with lethal damage, and the planeswalkers without loyalty."""
    for each in _permanents(game):
        if each.kind is Kind.PLANESWALKER and each.loyalty <= 0:
            yield each.name
        if each.kind is Kind.CREATURE and each.toughness <= 0:
            yield each.name
        is_lethal = each.kind is Kind.CREATURE and each.marked >= each.toughness > 0
        if is_lethal and game.rules.has(Behaviour.LETHAL_DAMAGE_DESTROYS):
            yield each.name


def _legends(game: Game, keeps: Collection[str]) -> Iterator[str]:
    """Yield the legendary permanents that the legend rule puts into the graveyard."""
    named = [each for each in _permanents(game) if each.is_legendary and not each.face_down]
    if len(named) < 2 or not game.rules.has(Behaviour.LEGEND_RULE):
        return
    each_keeps = game.rules.has(Behaviour.EACH_PLAYER_KEEPS_ONE_LEGEND)
    for alike in _several(named, lambda each: (each.printed or each.name, each_keeps and each.controller)):
        if each_keeps:
            stays = _kept(alike, keeps)
        else:
            stays = _oldest(alike) if game.rules.has(Behaviour.OLDEST_LEGEND_STAYS) else []
        yield from (each.name for each in alike if each not in stays)


def _planeswalkers(game: Game, keeps: Collection[str]) -> Iterator[str]:
    """Yield the planeswalkers that the planeswalker uniqueness rule puts into the graveyard."""
    typed = [each for each in _permanents(game) if each.kind is Kind.PLANESWALKER and each.subtype]
    if len(typed) < 2 or not game.rules.has(Behaviour.PLANESWALKER_UNIQUENESS_RULE):
        return
    each_keeps = game.rules.has(Behaviour.EACH_PLAYER_KEEPS_ONE_PLANESWALKER)
    for alike in _several(typed, lambda each: (each.subtype, each_keeps and each.controller)):
        stays = _kept(alike, keeps) if each_keeps else []
        yield from (each.name for each in alike if each not in stays)


def _several(permanents: Sequence[Object], alike: Callable[[Object], Hashable]) -> Iterator[list[Object]]:
    """Yield the groups of two and more that are `alike`."""
    groups = ([each for each in permanents if alike(each) == key] for key in dict.fromkeys(map(alike, permanents)))
    return (group for group in groups if len(group) > 1)


def _kept(alike: list[Object], keeps: Collection[str]) -> list[Object]:
    """Return the one that its controller chooses to keep. Raises `IllegalAction` where that is not one."""
    kept = [each for each in alike if each.name in keeps]
    if len(kept) != 1:
        raise IllegalAction(f"{alike[0].controller} keeps {len(kept)}", f"one of {', '.join(e.name for e in alike)}")
    return kept


def _oldest(alike: list[Object]) -> list[Object]:
    """Return the one that came first. Raises `NotModelled` where two came in one turn, and so perhaps at once."""
    first, second = sorted(alike, key=lambda each: each.since)[:2]
    if first.since == second.since:
        raise NotModelled(f"whether {first.name} or {second.name} came first", "other turns in `since` (704.5j)")
    return [first]
