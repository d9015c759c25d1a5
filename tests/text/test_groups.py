"""Neighbours in a row that belong together."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.text.groups import grouped


def _goes_on(group: Sequence[int], one: int) -> bool:
    return one == group[-1] + 1


def test_a_group_ends_where_a_member_does_not_go_on_with_it() -> None:
    assert list(grouped([1, 2, 3, 5, 7, 8], _goes_on)) == [[1, 2, 3], [5], [7, 8]]


def test_of_nothing_there_is_no_group() -> None:
    assert list(grouped([], _goes_on)) == []
