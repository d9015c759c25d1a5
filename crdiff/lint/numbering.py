"""The order of the numbers: gaps, letters that subrules skip, a heading of a range that does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.number import LETTERS, ClauseNumber, first_number, next_number
from crdiff.model.tree import Node


def numbering_gaps(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the clauses before which a number is missing.

    A number that is out of order or under the wrong parent is reported as that, and shows no gap.
    Source: 2009-07-11 goes from 113.7 to 113.9, 2023-04-14 from 712.3 to 712.3d.
    """
    for siblings in checked.children:
        before: Node | None = None
        for node in siblings:
            if before and before.number.parent != node.number.parent:  # an excerpt goes on elsewhere
                before = node
                continue
            expected = _after(before.number) if before else _first(checked, node)
            if expected and expected < node.number and checked.covers(expected) and expected not in checked.numbers:
                message = f"follows {before.number if before else 'its parent'}; {expected} is missing"
                yield Fault(message, f"{expected}", number=str(node.number), line=node.placement.lines.start)
            if before is None or before.number < node.number:
                before = node


def skipped_letters(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the subrules whose letter looks like a digit: l and o are skipped."""
    for node in checked.nodes:
        if not set(node.number.letter) <= set(LETTERS):
            message = "has a letter that subrules skip because it looks like a digit"
            yield Fault(message, str(node.number), number=str(node.number), line=node.placement.lines.start)


def _first(checked: CheckedRelease, node: Node) -> ClauseNumber | None:
    """Return the number that the first clause under a parent should have; None where it is unknown."""
    if node.parent < 0:
        return ClauseNumber(1) if node.number.is_section and checked.release.coverage.is_whole else None
    parent = checked.nodes[node.parent].number
    if node.number.parent != parent:
        return None
    return first_number(parent)


def _after(number: ClauseNumber) -> ClauseNumber | None:
    """Return the number that follows among siblings; None after a letter that there should not be."""
    if number.letter and (not number.rule or not set(number.letter) <= set(LETTERS)):
        return None
    return next_number(number)
