"""A renumbering as ranges: neighbours that moved by the same step, and the clause that made room or left it."""

from __future__ import annotations

from collections.abc import Container
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
    arrived = frozenset(renumbering.arrived)
    removed = frozenset(row.old for row in renumbering.rows if row.became is Became.REMOVED)
    found: list[NumberRange] = []
    step: _Step | None = None
    for row in renumbering.rows:
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
