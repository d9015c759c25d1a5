"""Neighbours in a row that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

_T = TypeVar("_T")


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
