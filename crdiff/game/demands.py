"""What the effect that controls a player forbids and demands of that player's attacks and blocks.

Actions have names: "cast Shock", "activate roar", "choose Bob for target", "attack with Wolf", "attack Dan with Wolf",
"block with Elves", "block Wolf with Elves". What is cast, activated or chosen is judged in `crdiff.game.decisions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from crdiff.errors import IllegalAction
from crdiff.game.control import forbidden, required
from crdiff.game.state import Game

# A creature, and what it attacks or blocks.
Pair = tuple[str, str]
# Whether a group of attacks or blocks could be declared, were nobody controlled.
IsLegal = Callable[[Sequence[Pair]], bool]


def require_group_allowed(
    game: Game, player: str, verb: str, declared: Sequence[Pair], *, targets: Sequence[str], is_legal: IsLegal
) -> None:
    """Raise `IllegalAction` if the effect that controls `player` rules out one of the attacks or blocks `declared`.

    So it does if the effect demands some, and another group on `targets` would obey more of these demands: what is
    demanded has to be done if able. `verb` is "attack" or "block".
    """
    for action in _called(verb, declared):
        if forbidden(game, player, action):
            raise IllegalAction(f"the effect that controls {player} does not allow {action!r}")
    for group in _alternatives(game, player, verb, declared, targets):
        missing = _met(game, player, verb, group) - _met(game, player, verb, declared)
        is_better = len(_met(game, player, verb, group)) > len(_met(game, player, verb, declared))
        is_allowed = not any(forbidden(game, player, action) for action in _called(verb, group))
        if is_better and is_allowed and is_legal(group):
            raise IllegalAction(f"{player} has to {min(missing)}")


def _alternatives(
    game: Game, player: str, verb: str, declared: Sequence[Pair], targets: Sequence[str]
) -> Iterator[tuple[Pair, ...]]:
    """Yield every group that the creatures demanded could make, with the others as declared and without them."""
    demands = required(game, player)
    own = [each.name for each in game.objects if each.controller == player]
    demanded = [demand for demand in demands if demand.startswith(f"{verb} ")]
    creatures = [each for each in own if any(demand.endswith(f" with {each}") for demand in demanded)]
    others = tuple(pair for pair in declared if pair[0] not in creatures)
    ways = [[None, *((creature, target) for target in targets)] for creature in creatures]
    for chosen in product(*ways):
        group = tuple(pair for pair in chosen if pair)
        yield (*others, *group)
        yield group


def _met(game: Game, player: str, verb: str, pairs: Sequence[Pair]) -> set[str]:
    """Return the demands of the effect that controls `player` that a group obeys."""
    return set(required(game, player)).intersection(_called(verb, pairs))


def _called(verb: str, pairs: Sequence[Pair]) -> list[str]:
    """Return the names of the attacks or blocks in a group."""
    return [
        name for creature, target in pairs for name in (f"{verb} with {creature}", f"{verb} {target} with {creature}")
    ]
