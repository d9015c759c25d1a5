"""Renumbered neighbours as ranges, and what made room for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from crdiff.history.renumbering import Became, Renumbering, Row, number_ranges, ranges_by_clause
from tests.support.days import number as n


def renumbering(moves: Sequence[tuple[str, str]], arrived: Sequence[str] = ()) -> Renumbering:
    rows = tuple(
        Row(
            n(old),
            (n(new),) if new else (),
            Became.SAME if old == new else Became.RENUMBERED if new else Became.REMOVED,
        )
        for old, new in moves
    )
    return Renumbering(date(2018, 1, 19), date(2018, 4, 27), (), rows, tuple(map(n, arrived)))


def ranges(found: Renumbering) -> list[tuple[str, str, int]]:
    return [(str(each.first.old), str(each.last.old), each.count) for each in number_ranges(found)]


def test_neighbours_that_moved_by_one_step_are_one_range_whose_first_number_is_a_new_clause() -> None:
    """703.4e of 2018-04-27 is new; 703.4k to 703.4m skip the letter that looks like a one."""
    found = renumbering(
        [("703.4d", "703.4d"), ("703.4e", "703.4f"), ("703.4k", "703.4m"), ("703.4m", "703.4n")], ["703.4e"]
    )
    assert ranges(found) == [("703.4e", "703.4m", 3)]
    (only,) = number_ranges(found)
    assert (only.added, only.removed) == (n("703.4e"), None)


def test_a_clause_that_is_gone_makes_those_behind_it_move_up() -> None:
    found = renumbering([("508.1", ""), ("508.2", "508.1"), ("508.3", "508.2"), ("508.4", "508.9")])
    assert ranges(found) == [("508.2", "508.3", 2), ("508.4", "508.4", 1)]
    assert number_ranges(found)[0].removed == n("508.1")


def test_a_subsection_takes_its_clauses_along() -> None:
    found = renumbering([("714", "715"), ("714.1", "715.1"), ("715", "716"), ("715.1", "716.1")], ["714", "714.1"])
    assert ranges(found) == [("714", "715.1", 4)]


def test_a_number_that_still_names_its_clause_ends_a_range() -> None:
    found = renumbering([("100.1", "100.2"), ("100.4", "100.4"), ("100.5", "100.6")])
    assert len(ranges(found)) == 2


def test_each_clause_that_moved_knows_its_range() -> None:
    """703.4e of 2018-04-27 is new; 508.1 gone makes 508.2 move up; a part split off is not new."""
    old = [("a", n("508.1")), ("b", n("508.2")), ("c", n("703.4d")), ("d", n("703.4e")), ("e", n("703.4f"))]
    new = [("b", n("508.1")), ("c", n("703.4d")), ("x", n("703.4e")), ("d", n("703.4f")), ("e", n("703.4g"))]
    found = ranges_by_clause(old, new, parted=())
    assert {clause: (each.added, each.removed) for clause, each in found.items()} == {
        "b": (None, n("508.1")),
        "d": (n("703.4e"), None),
        "e": (n("703.4e"), None),
    }
    parted = ranges_by_clause(old, new, parted={"a", "x"})
    assert {(each.added, each.removed) for each in parted.values()} == {(None, None)}
