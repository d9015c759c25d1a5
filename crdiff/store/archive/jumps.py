"""What became of the clauses of two texts through the releases between them, by the lineages of a corpus.

A text that is none of these releases, a draft or another edition of one, is joined to the nearest of them: by aligning
the two texts, where that of the release is held, else by what is known of it without text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from datetime import date
from typing import Protocol

from crdiff.align.alignment import Alignment, Followed
from crdiff.align.engine import is_backwards
from crdiff.history.chain import ChainStep, step
from crdiff.history.far_jumps import Course, Footing, after, before, beside_facts, composed, footing
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_lives

Aligned = Callable[[Release, Release], Alignment]
"""Aligns two texts of one time."""


class DatedCourse(Course, Protocol):
    """A course of which the dates are known, and the texts of some releases."""

    @property
    def dates(self) -> Sequence[date]:
        """The releases, oldest first."""

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release that has this very text."""


class Jumps:
    """The jumps on a course; `held` returns the text of a release, None where it is not held."""

    def __init__(self, course: DatedCourse, held: Callable[[date], Release | None], aligned: Aligned) -> None:
        self._course = course
        self._held = held
        self._aligned = aligned

    def between(self, old: Release, new: Release) -> Followed | None:
        """Return what became of the clauses of two whole texts; None where no release is known to be between them."""
        if is_backwards(old, new):
            found = self.between(new, old)
            return found and found.mirrored()
        first, last = self._course.position_with(old), self._course.position_with(new)
        start = bisect_left(self._course.dates, old.effective or date.max) if first is None else first
        end = bisect_right(self._course.dates, new.effective or date.max) - 1 if last is None else last
        if end - start + (first is None) + (last is None) <= 1:
            return None
        sides = self._footing(old, start, first, is_new=False), self._footing(new, end, last, is_new=True)
        return composed(self._course, sides[0], sides[1]) if sides[0] and sides[1] else None

    def _footing(self, text: Release, near: int, at: int | None, *, is_new: bool) -> Footing | None:
        """Return where a text stands, which is that of the release `at`, or the nearest one to which is `near`."""
        if at is not None:
            return footing(self._course, at, text)
        day = self._course.dates[near]
        there = self._held(day)
        if there is None:
            lives = known_lives()
            return beside_facts(self._course, lives, (near, lives.dates.index(day)), text, is_new=is_new)
        foot = footing(self._course, near, there)
        if is_new:
            return after(foot, self._step(there, text))
        return before(foot, self._step(text, there), len(text.placements))

    def _step(self, old: Release, new: Release) -> ChainStep:
        return step(self._aligned(old, new).links, len(new.placements))
