"""Two releases far apart, aligned by what became of their clauses through those between.

A `Course` has followed the clauses through releases: the known lives, or a corpus. A text stands on it where it is one
of these releases, or where a step from or to the nearest of them is known; see `crdiff.align.passes.followed` for what
the alignment makes of it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from crdiff.align.alignment import Alignment, Followed
from crdiff.align.engine import align_releases, is_backwards
from crdiff.history.chain import NONE, ChainStep, step
from crdiff.history.known_lives import KnownLives
from crdiff.history.onto_facts import fact_step, known_clauses, text_clauses
from crdiff.history.renumbering import Parting, StandingClause, heirs
from crdiff.history.thread import copies
from crdiff.model.release import Release
from crdiff.model.tree import walk


class Course(Protocol):
    """Clauses followed through releases, the oldest at position 0."""

    def standing(self, at: int) -> Iterable[StandingClause[Hashable]]:
        """Return the clauses of the release at a position."""

    def partings(self, first: int, last: int) -> Iterable[Parting[Hashable]]:
        """Return where text went after the release at `first`, up to that at `last`."""

    @property
    def dates(self) -> Sequence[date]:
        """The releases, oldest first."""

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release that has this very text."""


class Footing(NamedTuple):
    """Where a text stands on a course.

    `at` is the position of its release, or of the one nearest to it, from which or to which `step` leads; then
    `beside` counts 1. `names` are those of its clauses, in document order, with the index of a clause for one that the
    course has not followed; `parts` are the (source, target) of texts that went elsewhere in that step.
    """

    at: int
    names: tuple[Hashable, ...]
    parts: tuple[tuple[Hashable, Hashable], ...] = ()
    beside: int = 0


class _Own(NamedTuple):
    """The name of a clause that a course has not followed: which text has it, and where."""

    is_new: bool
    place: int


def footing(course: Course, at: int, release: Release) -> Footing:
    """Return where the text of the release at a position stands."""
    printed = [str(node.number) for node in walk(release)]
    again = copies(printed)
    return _footing(course, at, ((number, again.get(index, 1)) for index, number in enumerate(printed)))


def _footing(course: Course, at: int, clauses: Iterable[tuple[str, int]]) -> Footing:
    """Return where `clauses` stand of the release at a position, each by its number and its copy."""
    names = {(number, copy): name for name, number, copy in course.standing(at)}
    return Footing(at, tuple(map(names.__getitem__, clauses)))


def after(foot: Footing, by: ChainStep) -> Footing:
    """Return where a text stands to which the step `by` leads from the one of `foot`."""
    there = tuple(_Own(True, new) if old == NONE else foot.names[old] for new, old in enumerate(by.continues))
    return Footing(foot.at, there, tuple((foot.names[old], there[new]) for old, new in by.parts), 1)


def before(foot: Footing, by: ChainStep, count: int) -> Footing:
    """Return where a text of `count` clauses stands from which the step `by` leads to the one of `foot`."""
    heir = {old: new for new, old in enumerate(by.continues) if old != NONE}
    there = tuple(foot.names[heir[old]] if old in heir else _Own(False, old) for old in range(count))
    return Footing(foot.at, there, tuple((there[old], foot.names[new]) for old, new in by.parts), 1)


# Aligns two texts of one time.
Aligned = Callable[[Release, Release], Alignment]


class Jumps:
    """The jumps on a course.

    A text that is none of its releases, a draft or another edition of one, is joined to the nearest of them: by
    aligning the two texts, where `held` returns that of the release, else by what is known of it without text.
    """

    def __init__(
        self,
        course: Course,
        lives: Callable[[], KnownLives],
        held: Callable[[date], Release | None] = lambda _: None,
        aligned: Aligned = align_releases,
    ) -> None:
        self._course = course
        self._lives = lives
        self._held = held
        self._aligned = aligned

    def between(self, old: Release, new: Release) -> Followed | None:
        """Return what became of the clauses of two whole texts, in either order of time, by the releases between them.

        None where no release is known to be between the two: then the course was drawn from the alignment of their
        texts.
        """
        if is_backwards(old, new):
            found = self.between(new, old)
            return found and found.mirrored()
        course = self._course
        first, last = course.position_with(old), course.position_with(new)
        start = bisect_left(course.dates, old.effective or date.max) if first is None else first
        end = bisect_right(course.dates, new.effective or date.max) - 1 if last is None else last
        if end - start + (first is None) + (last is None) <= 1:
            return None
        before_it = self._beside(old, start, is_new=False) if first is None else footing(course, start, old)
        after_it = self._beside(new, end, is_new=True) if last is None else footing(course, end, new)
        return composed(course, before_it, after_it) if before_it and after_it else None

    def _beside(self, text: Release, near: int, *, is_new: bool) -> Footing | None:
        """Return where a text stands that comes next after the release at `near`, or before it as the old one.

        None for a text of other rules.
        """
        day = self._course.dates[near]
        there = self._held(day)
        if there is not None:
            foot = footing(self._course, near, there)
            old, new = (there, text) if is_new else (text, there)
            by = step(self._aligned(old, new).links, len(new.placements))
        else:
            lives = self._lives()
            known, printed = known_clauses(lives, lives.dates.index(day)), text_clauses(text)
            found = fact_step(known, printed) if is_new else fact_step(printed, known)
            if found is None:
                return None
            foot = _footing(self._course, near, ((one.number, one.copy) for one in known))
            by = found.step
        return after(foot, by) if is_new else before(foot, by, len(text.placements))


def composed(course: Course, old: Footing, new: Footing) -> Followed | None:
    """Return what became of the clauses of one text in a later one; None where no release of the course is between."""
    through = new.at - old.at + old.beside + new.beside - 1
    if through < 1:
        return None
    first = {name: index for index, name in enumerate(old.names)}
    last = {name: index for index, name in enumerate(new.names)}
    carried = heirs([*first, *(target for _, target in old.parts)], course.partings(old.at, new.at))
    pairs = {first[life]: last[life] for life in first if life in last}
    taken = set(pairs.values())
    parts: set[tuple[int, int]] = set()
    for life, index in first.items():
        others = [heir for heir in carried[life] if heir in last and heir != life]
        if others and index not in pairs and last[others[0]] not in taken:
            pairs[index] = last[others[0]]
            taken.add(pairs[index])
        parts.update((index, last[heir]) for heir in others)
    for source, life in old.parts:
        parts.update((first[source], last[heir]) for heir in carried[life] if heir in last)
    for life, target in new.parts:
        parts.update((index, last[target]) for start, index in first.items() if life in carried[start])
    return Followed(tuple(sorted(pairs.items())), tuple(sorted(parts.difference(pairs.items()))), through)


# the known lives


def followed(lives: KnownLives, old: Release, new: Release) -> Followed | None:
    """Return what the lives say of two releases, in either order of time: see `Jumps.between`."""
    return Jumps(lives, lambda: lives).between(old, new)
