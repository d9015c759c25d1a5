"""What became of the clauses of two texts through the releases between them, by the lineages of a corpus.

A text that is none of these releases, a draft or another edition of one, is joined to the nearest of them: by aligning
the two texts, where that of the release is held, else by what is known of it without text.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from crdiff.align.alignment import Alignment, Followed
from crdiff.history.chain import ChainStep, step
from crdiff.history.far_jumps import Course, Footing, after, before, beside_facts, between, footing
from crdiff.model.release import Release
from crdiff.store.embedded.lives import known_lives

Aligned = Callable[[Release, Release], Alignment]
"""Aligns two texts of one time."""


class Jumps:
    """The jumps on a course; `held` returns the text of a release, None where it is not held."""

    def __init__(self, course: Course, held: Callable[[date], Release | None], aligned: Aligned) -> None:
        self._course = course
        self._held = held
        self._aligned = aligned

    def between(self, old: Release, new: Release) -> Followed | None:
        """Return what became of the clauses of two whole texts; None where no release is known to be between them."""
        return between(self._course, old, new, self._beside)

    def _beside(self, text: Release, near: int, *, is_new: bool) -> Footing | None:
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
