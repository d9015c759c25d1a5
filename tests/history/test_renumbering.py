"""Old numbers for new, composed along the lineages and checked against the direct alignment; neighbours as ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.history.renumbering import (
    Became,
    Parting,
    Renumbering,
    Row,
    composed,
    fused,
    inverted,
    number_ranges,
    ranges_by_clause,
)
from crdiff.model.number import ClauseNumber
from tests.small_releases import RELEASES, release_text
from tests.support.days import number as n
from tests.support.days import on

Numbered = list[tuple[int, ClauseNumber]]


def standing_at(numbers: str) -> Numbered:
    """Return lineages with their numbers, written ``0:507.1 1:507.2``."""
    pairs = (each.split(":") for each in numbers.split())
    return [(int(lineage), n(number)) for lineage, number in pairs]


Composed = tuple[tuple[Row, ...], tuple[ClauseNumber, ...]]


def compose(
    old: Numbered, new: Numbered, partings: list[Parting], revoked: Mapping[int, int] | None = None
) -> Composed:
    """Return the rows of two neighbours, and the numbers that none of them led to."""
    found = composed((on("2003-10-01"), on("2009-07-11")), (0, 1), old, new, partings, revoked=revoked or {})
    return found.rows, found.arrived


@table
def test_a_number_follows_its_lineage_and_partings(
    old: str, new: str, partings: list[tuple[int, int, int]], expected: str
) -> None:
    """A parting has its place, the lineage that gives text and the one that takes it."""
    rows, arrived = compose(standing_at(old), standing_at(new), [Parting(*parting) for parting in partings])
    assert ", ".join(" ".join(map(str, (row.old, *row.new, row.became))) for row in rows) == expected
    assert {named for row in rows for named in row.new} | set(arrived) == {named for _, named in standing_at(new)}


def test_a_number_that_names_a_notice_is_revoked_whichever_way_one_asks() -> None:
    """306.8 of 2009-07-11 was revoked in 2018-04-27 as 306.7, and 306.9 of then had been merged into it."""
    old, new = [(0, n("306.8")), (1, n("306.9"))], [(0, n("306.7"))]
    rows, _ = compose(old, new, [Parting(1, 1, 0)], revoked={0: 1})
    assert [(row.new, row.became) for row in rows] == [((n("306.7"),), Became.REVOKED)] * 2
    turned, _ = inverted(rows[:1], [n("306.7")])
    assert turned == (Row(n("306.7"), (n("306.8"),), Became.REVOKED),)


def test_a_renumbering_reads_backwards() -> None:
    rows, _ = compose(standing_at("0:507.1 1:507.2 2:507.4"), standing_at("0:710.1 3:710.9"), [Parting(1, 1, 0)])
    back, gone = inverted(rows, [n("710.1"), n("710.9")])
    assert back == (Row(n("710.1"), (n("507.1"), n("507.2")), Became.SPLIT), Row(n("710.9"), (), Became.REMOVED))
    assert gone == (n("507.4"),)


def test_the_direct_alignment_is_a_second_opinion() -> None:
    old, new = (read(release_text(day, RELEASES[day]), day) for day in ("2003-10-01", "2009-07-11"))
    rows = (
        Row(n("507.1a"), (n("710.1a"),), Became.RENUMBERED),
        Row(n("507.2"), (n("710.3"),), Became.RENUMBERED),
        Row(n("507.4"), (), Became.REMOVED),
    )
    composed = Renumbering(on("2003-10-01"), on("2009-07-11"), (), rows, ())
    right, wrong, gone = fused(composed, align_releases(old, new)).rows
    assert (right.new, right.direct, right.agrees) == ((n("710.1a"),), (n("710.1a"),), True)
    assert (wrong.new, wrong.direct, wrong.agrees) == ((n("710.2"),), (n("710.2"),), False)
    assert (wrong.composed, wrong.became) == ((n("710.3"),), Became.RENUMBERED)
    assert (gone.direct, gone.agrees) == ((), True)
    assert fused(composed, align_releases(old, new)).disagreements == (wrong,)


def test_only_what_moved_or_is_doubtful_is_listed_by_default() -> None:
    same, doubtful = (
        Row(n("101.1"), (n("101.1"),), Became.SAME, (n("101.1"),)),
        Row(n("101.2"), (n("101.2"),), Became.SAME, (n("101.3"),)),
    )
    moved = Row(n("101.4"), (n("101.5"),), Became.RENUMBERED)
    assert Renumbering(on("2003-10-01"), on("2009-07-11"), (), (same, doubtful, moved), ()).moved == (doubtful, moved)


standing = st.lists(st.integers(0, 8), unique=True, max_size=6).map(
    lambda lineages: [(lineage, ClauseNumber.of(100, place + 1)) for place, lineage in enumerate(lineages)]
)
partings = st.lists(st.builds(Parting, st.integers(1, 3), st.integers(0, 8), st.integers(0, 8)), max_size=5)


@given(standing, standing, partings)
def test_every_number_is_accounted_for_both_ways(old: Numbered, new: Numbered, between: list[Parting]) -> None:
    rows, arrived = compose(old, new, between)
    assert [row.old for row in rows] == [named for _, named in old]
    assert {named for row in rows for named in row.new} | set(arrived) == {named for _, named in new}
    back, gone = inverted(rows, [named for _, named in new])
    assert {(old, new) for row in rows for old, new in [(row.old, one) for one in row.new]} == {
        (one, row.old) for row in back for one in row.new
    }
    assert gone == tuple(row.old for row in rows if row.became is Became.REMOVED)


# renumbered neighbours as ranges, and what made room for them


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


def test_a_section_is_in_no_range_with_what_is_under_it() -> None:
    moves = [("3", "5"), ("300", "500"), ("300.1", "500.1"), ("300.1k", "500.1k"), ("300.1m", "500.1m")]
    assert ranges(renumbering(moves)) == [("3", "3", 1), ("300", "300.1m", 4)]


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
