"""What belongs together: neighbours in a row, and values by what they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

_Key = TypeVar("_Key")
_T = TypeVar("_T")


def by_key(pairs: Iterable[tuple[_Key, _T]]) -> dict[_Key, tuple[_T, ...]]:
    """Return the values of each key in their order; the keys stand in the order in which each comes first."""
    found: defaultdict[_Key, list[_T]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return {key: tuple(values) for key, values in found.items()}


def grouped(row: Iterable[_T], goes_on: Callable[[Sequence[_T], _T], object]) -> Iterator[list[_T]]:
    """Yield a row in groups: each member goes on with the group before it, or begins one."""
    group: list[_T] = []
    for one in row:
        if group and not goes_on(group, one):
            yield group
            group = []
        group.append(one)
    if group:
        yield group
