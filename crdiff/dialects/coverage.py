"""What a text set out to quote, where nobody declared it."""

from __future__ import annotations

from crdiff.model.clause import ClauseKind
from crdiff.model.number import ClauseNumber
from crdiff.model.placement import Placement
from crdiff.model.release import Coverage, Release

_SECTIONS_MIN = 3
"""Sections of a whole text: fewer than any release has, more than a page quotes."""


def quoted_coverage(release: Release) -> Coverage:
    """Return everything for a text with sections and its beginning, otherwise the highest numbers in it.

    The releases have five sections and more, from 1999-04-23 on; the "Player" page quotes 102, 506.2, 802 and 810.7.
    """
    sections = sum(clause.kind is ClauseKind.SECTION for clause in release.sections)
    if sections >= _SECTIONS_MIN and not release.lacks_beginning:
        return Coverage()
    return Coverage(_highest(release.placements), is_inferred=True)


def _highest(placements: tuple[Placement, ...]) -> tuple[ClauseNumber, ...]:
    numbers = sorted({placement.number for placement in placements})
    highest: list[ClauseNumber] = []
    for number in numbers:
        if not highest or not number.within(highest[-1]):
            highest.append(number)
    return tuple(highest)
