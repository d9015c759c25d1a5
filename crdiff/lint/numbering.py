"""The order of the numbers: gaps, letters that subrules skip, a heading of a range that does not fit."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.finding import Fault
from crdiff.lint.trial import Trial
from crdiff.model.number import LETTERS, ClauseNumber, next_letter
from crdiff.model.tree import Node


def numbering_gaps(trial: Trial) -> Iterator[Fault]:
    """Yield the clauses before which a number is missing.

    A number that is out of order or under the wrong parent is reported as that, and tells nothing about gaps.
    Source: 2009-07-11 goes from 113.7 to 113.9, 2023-04-14 from 712.3 to 712.3d.
    """
    for siblings in trial.children:
        before: Node | None = None
        for node in siblings:
            if before and before.number.parent != node.number.parent:  # an excerpt goes on elsewhere
                before = node
                continue
            expected = _after(before.number) if before else _first(trial, node)
            if expected and expected < node.number and trial.covers(expected) and expected not in trial.numbers:
                message = f"follows {before.number if before else 'its parent'}; {expected} is missing"
                yield Fault(message, f"{expected}", number=str(node.number), line=node.placement.lines.start)
            if before is None or before.number < node.number:
                before = node


def skipped_letters(trial: Trial) -> Iterator[Fault]:
    """Yield the subrules whose letter looks like a digit: no release has an l or an o."""
    for node in trial.nodes:
        if not set(node.number.letter) <= set(LETTERS):
            message = "has a letter that subrules skip because it looks like a digit"
            yield Fault(message, str(node.number), number=str(node.number), line=node.placement.lines.start)


def _first(trial: Trial, node: Node) -> ClauseNumber | None:
    """Return the number that the first clause under a parent should have; None where nobody can say."""
    if node.parent < 0:
        return ClauseNumber(1) if node.number.is_section and trial.release.coverage.is_whole else None
    parent = trial.nodes[node.parent].number
    if node.number.parent != parent:
        return None
    if parent.is_section:
        return ClauseNumber(parent.subsection * 100)
    return ClauseNumber(parent.subsection, parent.rule, "a") if parent.rule else ClauseNumber(parent.subsection, 1)


def _after(number: ClauseNumber) -> ClauseNumber | None:
    """Return the number that follows among siblings; None after a letter that there should not be."""
    if number.letter and (not number.rule or not set(number.letter) <= set(LETTERS)):
        return None
    return next_number(number)


def next_number(number: ClauseNumber) -> ClauseNumber:
    """Return the number that comes next among siblings."""
    if number.letter:
        return ClauseNumber(number.subsection, number.rule, next_letter(number.letter))
    return ClauseNumber(number.subsection, number.rule + 1) if number.rule else ClauseNumber(number.subsection + 1)
