"""The best set of pairs: each old and each new item at most once, the sum of the gains as large as can be.

Gains are sparse: items that share no candidate are solved apart, each component by the Hungarian method with
potentials, unless it is too large a crowd. A pair without a gain above zero is never made, so nothing is forced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

Pair = tuple[int, int]
Gains = Mapping[Pair, float]
_CROWD_MIN = 500
"""Items of one side (count) that share candidates, up to which they get their best assignment: 13 are the most that
did, from 2009-05-01 to 2009-07-11. The cost grows with the cube, and a thousand copies of a clause share all
candidates."""


class Assignment(NamedTuple):
    """The pairs made, sorted, and those of them made one by one in a crowd, for which a better set may exist."""

    pairs: list[Pair]
    crowded: frozenset[Pair]


def best_pairs(gains: Gains) -> list[Pair]:
    """Return the pairs of the best assignment, sorted. Only gains above 0 count; a missing pair is impossible.

    Ties are settled by order: the smaller old and new item first.
    """
    return assign(gains).pairs


def assign(gains: Gains) -> Assignment:
    """Return the best pairs, and which of them may not be the best: those of too large a crowd.

    Cubic in the size of a component up to `_CROWD_MIN` only; beyond, the pairs of the largest gains are made first.
    """
    wanted = {pair: gain for pair, gain in sorted(gains.items()) if gain > 0}
    found: list[Pair] = []
    crowded: list[Pair] = []
    for component in _components(wanted):
        if len(component) > _CROWD_MIN and len({old for old, _ in component}) > _CROWD_MIN:
            crowded.extend(_one_by_one(component))
        else:
            found.extend(_solve(component))
    return Assignment(sorted(found + crowded), frozenset(crowded))


def _one_by_one(gains: Gains) -> list[Pair]:
    """Return pairs of which each has the largest gain of those that its items could still make."""
    met_old: set[int] = set()
    met_new: set[int] = set()
    found: list[Pair] = []
    for old, new in sorted(gains, key=lambda pair: (-gains[pair], pair)):
        if old not in met_old and new not in met_new:
            met_old.add(old)
            met_new.add(new)
            found.append((old, new))
    return found


def _components(gains: Gains) -> list[dict[Pair, float]]:
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(item: tuple[str, int]) -> tuple[str, int]:
        root.setdefault(item, item)
        while root[item] != item:
            root[item] = root[root[item]]
            item = root[item]
        return item

    for old, new in gains:
        one, other = find(("old", old)), find(("new", new))
        if one != other:
            root[max(one, other)] = min(one, other)
    grouped: dict[tuple[str, int], dict[Pair, float]] = {}
    for (old, new), gain in gains.items():
        grouped.setdefault(find(("old", old)), {})[old, new] = gain
    return list(grouped.values())


def _solve(gains: Gains) -> list[Pair]:
    if len(gains) == 1:
        return list(gains)
    rows = sorted({old for old, _ in gains})
    columns = sorted({new for _, new in gains})
    row_at = {old: at for at, old in enumerate(rows)}
    column_at = {new: at for at, new in enumerate(columns)}
    # Each row may stay alone: a private column of cost 0 per row keeps the problem feasible.
    costs: list[dict[int, float]] = [{len(columns) + at: 0.0} for at in range(len(rows))]
    for (old, new), gain in gains.items():
        costs[row_at[old]][column_at[new]] = -gain
    columns_of = _cheapest_columns(costs, len(columns) + len(rows))
    return [(rows[row], columns[column]) for row, column in enumerate(columns_of) if column < len(columns)]


def _cheapest_columns(costs: Sequence[Mapping[int, float]], width: int) -> list[int]:
    """Return for each row its column, no column twice, at least total cost (shortest augmenting paths)."""
    column_of = [-1] * len(costs)
    row_of = [-1] * width
    row_price = [min(row.values()) for row in costs]
    column_price = [0.0] * width
    for start in range(len(costs)):
        distance, came_from, settled = _reach_free_column(start, costs, row_of, (row_price, column_price))
        column = settled[-1]
        length = distance[column]
        row_price[start] += length
        for passed in settled[:-1]:
            column_price[passed] -= length - distance[passed]
            row_price[row_of[passed]] += length - distance[passed]
        while column >= 0:
            row = came_from[column]
            row_of[column], column_of[row], column = row, column, column_of[row]
    return column_of


def _reach_free_column(
    start: int,
    costs: Sequence[Mapping[int, float]],
    row_of: Sequence[int],
    prices: tuple[Sequence[float], Sequence[float]],
) -> tuple[dict[int, float], dict[int, int], list[int]]:
    """Return distances, the row each column was reached from, and the columns settled, the free one last."""
    row_price, column_price = prices
    distance: dict[int, float] = {}
    came_from: dict[int, int] = {}
    settled: dict[int, None] = {}
    waiting: list[tuple[float, int]] = []
    row, travelled = start, 0.0
    while True:
        for column, cost in costs[row].items():
            through = travelled + cost - row_price[row] - column_price[column]
            if column not in settled and through < distance.get(column, inf):
                distance[column] = through
                came_from[column] = row
                heappush(waiting, (through, column))
        while True:
            travelled, column = heappop(waiting)
            if column not in settled:
                break
        settled[column] = None
        if row_of[column] < 0:
            return distance, came_from, list(settled)
        row = row_of[column]
