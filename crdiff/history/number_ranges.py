"""A renumbering as ranges: neighbours that moved by the same step, and the clause that made room or left it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from crdiff.history.renumbering import Became, Renumbering, Row
from crdiff.model.number import NUMBERS, ClauseNumber

_LETTERS = NUMBERS.alphabet
_Step = tuple[int, int, int]
"""By how many subsections, rules and letters a number moved."""


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Clauses that follow one another before and after, from the row `first` to the row `last`.

    `added` is the new clause that has the first old number now, `removed` the clause that left its number to the first
    one; None where neither is known to be the reason.
    """

    first: Row
    last: Row
    count: int
    added: ClauseNumber | None = None
    removed: ClauseNumber | None = None


def number_ranges(renumbering: Renumbering) -> tuple[NumberRange, ...]:
    """Return what became of the numbers that name another clause now, in document order, as ranges.

    A clause that was split, merged or revoked is a range of its own; one that was removed is in none.
    """
    return _ranges(renumbering.rows, frozenset(renumbering.arrived))


def ranges_by_clause(
    old: Sequence[tuple[str, ClauseNumber]], new: Sequence[tuple[str, ClauseNumber]], parted: Container[str]
) -> Mapping[str, NumberRange]:
    """Return, for each clause that changed number between two neighbours, the range in which it did.

    `old` and `new` have (lineage, number) of every clause of a release, in document order; the lineages in `parted`
    were split off or merged, so that they are neither new nor removed.
    """
    there, had = dict(new), dict(old)
    rows = tuple(_moved(number, there.get(lineage), is_parted=lineage in parted) for lineage, number in old)
    arrived = frozenset(number for lineage, number in new if lineage not in had and lineage not in parted)
    found: dict[str, NumberRange] = {}
    at = 0
    for each in _ranges(rows, arrived):
        while rows[at] is not each.first:
            at += 1
        if each.first.became is Became.RENUMBERED:
            found |= {lineage: each for lineage, _ in old[at : at + each.count]}
    return found


def _moved(old: ClauseNumber, new: ClauseNumber | None, *, is_parted: bool) -> Row:
    if old == new:  # a third of a million of them
        return _STAYED
    if new is None:
        return Row(old, (), Became.MERGED if is_parted else Became.REMOVED)
    return Row(old, (new,), Became.RENUMBERED)


_STAYED = Row(ClauseNumber(1), (ClauseNumber(1),), Became.SAME)
"""Every clause that kept its number: in no range, whichever it was."""


def _ranges(rows: Sequence[Row], arrived: Container[ClauseNumber]) -> tuple[NumberRange, ...]:
    removed = frozenset(row.old for row in rows if row.became is Became.REMOVED)
    found: list[NumberRange] = []
    step: _Step | None = None
    for row in rows:
        before, step = step, _step(row)
        if step and step == before:
            found[-1] = NumberRange(found[-1].first, row, found[-1].count + 1, found[-1].added, found[-1].removed)
        elif step or row.became not in {Became.SAME, Became.REMOVED}:
            found.append(_range(row, arrived, removed))
    return tuple(found)


def _range(row: Row, arrived: Container[ClauseNumber], removed: Container[ClauseNumber]) -> NumberRange:
    added = row.old if row.old in arrived else None
    left = row.new[0] if row.new and row.new[0] in removed and not added else None
    return NumberRange(row, row, 1, added, left)


def _step(row: Row) -> _Step | None:
    """Return by how much a row moved, None where it did not, or did not move as one clause."""
    if row.became is not Became.RENUMBERED or len(row.new) != 1:
        return None
    (new,) = row.new
    return new.subsection - row.old.subsection, new.rule - row.old.rule, _place(new.letter) - _place(row.old.letter)


def _place(letter: str) -> int:
    """Return the place of a subrule among its siblings: 1 for a, 25 for aa, 0 for none: l and o are left out."""
    place = 0
    for char in letter:
        place = place * len(_LETTERS) + _LETTERS.find(char) + 1
    return place
