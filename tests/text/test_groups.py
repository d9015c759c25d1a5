"""What belongs together: neighbours in a row, and values by what they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.text.groups import by_key, grouped


def _goes_on(group: Sequence[int], one: int) -> bool:
    return one == group[-1] + 1


def test_a_group_ends_where_a_member_does_not_go_on_with_it() -> None:
    assert list(grouped([1, 2, 3, 5, 7, 8], _goes_on)) == [[1, 2, 3], [5], [7, 8]]


def test_of_nothing_there_is_no_group() -> None:
    assert list(grouped([], _goes_on)) == []


def test_values_stand_in_their_order_under_keys_in_the_order_in_which_these_come_first() -> None:
    assert list(by_key([("b", 3), ("a", 2), ("b", 1)]).items()) == [("b", (3, 1)), ("a", (2,))]
