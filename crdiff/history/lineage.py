"""A lineage: one clause followed through all releases, as the stretches in which it stayed as it was.

Positions count the releases of the chain from 0, oldest first. Texts are not here, only their fingerprints.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber

_PLACE = re.compile(r"(\d{4}-\d\d-\d\d)-([^~]+)(?:~(\d+))?")


class How(StrEnum):
    """How a lineage began, ended, or met another one."""

    ADDED = "added"
    REMOVED = "removed"
    REINSTATED = "reinstated"
    SPLIT = "split"
    MERGED = "merged"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A clause in a release: ISO date, number, and which of the clauses printed with that number, from 1.

    Written ``2003-10-01-507.3b``, and ``2006-05-01-501.2~2`` for the second 501.2 of 2006-05-01.
    """

    release: str
    number: str
    copy: int = 1

    @classmethod
    def parse(cls, written: str) -> Place:
        """Return the place that `written` names. Raises `UnknownNumber` for anything else."""
        match = _PLACE.fullmatch(written.strip())
        if not match:
            raise UnknownNumber(
                f"{written!r} is no place of a clause", "a release and a number such as 2003-10-01-507.3b"
            )
        return cls(match[1], str(ClauseNumber.parse(match[2])), int(match[3] or 1))

    def __str__(self) -> str:
        return f"{self.release}-{self.number}" + (f"~{self.copy}" if self.copy > 1 else "")


@dataclass(frozen=True, slots=True)
class Stay:
    """A longest stretch of releases held, positions `first` to `last`, with one number and one wording.

    `copy` tells clauses of one release apart that print the same number; `node` is the clause's index in the release at
    `first`.
    """

    first: int
    last: int
    number: str
    copy: int
    wording: str
    node: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a lineage at position `at`: `other` is the lineage concerned, by index, or None."""

    how: How
    at: int
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Lineage:
    """One clause followed. `stays` in time order; a gap between two of them is a time in which it did not exist.

    `origin` says what it came from and what was merged into it, `fate` what parted from it and how it ended. A lineage
    that stands in the first release held has no origin: where it came from is not known.
    """

    id: Place
    stays: tuple[Stay, ...]
    origin: tuple[Event, ...] = ()
    fate: tuple[Event, ...] = ()

    @property
    def first(self) -> int:
        """Position of the first release held that has it."""
        return self.stays[0].first

    @property
    def last(self) -> int:
        """Position of the last release held that has it."""
        return self.stays[-1].last

    def stay_at(self, position: int) -> Stay | None:
        """Return the stay that covers `position`, None where the clause did not exist then."""
        return next((stay for stay in self.stays if stay.first <= position <= stay.last), None)


def copies(numbers: Sequence[str]) -> dict[int, int]:
    """Return which copy, from 2, each clause is that repeats a number printed before it, by its index."""
    if len(set(numbers)) == len(numbers):
        return {}
    seen: Counter[str] = Counter()
    found: dict[int, int] = {}
    for node, number in enumerate(numbers):
        seen[number] += 1
        if seen[number] > 1:
            found[node] = seen[number]
    return found


def number_runs(stays: Iterable[Stay]) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays in groups that follow one another under one number."""
    return _runs(stays, lambda stay: stay.number)


def wording_runs(stays: Iterable[Stay]) -> Iterator[tuple[Stay, ...]]:
    """Yield the stays in groups that follow one another with one wording."""
    return _runs(stays, lambda stay: stay.wording)


def places(stays: Iterable[Stay], releases: Sequence[str]) -> Iterator[Place]:
    """Yield every place of a lineage in the releases held, oldest first: its id, then its aliases."""
    for stay in stays:
        for position in range(stay.first, stay.last + 1):
            yield Place(releases[position], stay.number, stay.copy)


def _runs(stays: Iterable[Stay], feature: Callable[[Stay], str]) -> Iterator[tuple[Stay, ...]]:
    run: list[Stay] = []
    for stay in stays:
        if run and (feature(stay) != feature(run[-1]) or stay.first != run[-1].last + 1):
            yield tuple(run)
            run = []
        run.append(stay)
    if run:
        yield tuple(run)
