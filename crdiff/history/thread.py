"""A thread: one clause through a chain of releases, as the weave draws it and the store keeps its rows.

Positions count the releases of the chain from 0, oldest first. Texts are not here, only their fingerprints: whoever
holds the texts makes a `crdiff.history.lineage.Lineage` of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from crdiff.history.lineage import How


@dataclass(frozen=True, slots=True)
class Stay:
    """A longest stretch of releases of the chain, positions `first` to `last`, with one number and one wording.

    `number` is as in `str(ClauseNumber)`, or the term of an entry. `copy` distinguishes clauses of one release with
    the same number; `node` is the clause's index in the release at `first`, or that of the change which began the stay
    of an entry.
    """

    first: int
    last: int
    number: str
    copy: int
    wording: str
    node: int


@dataclass(frozen=True, slots=True)
class Knot:
    """Where a thread begins, ends or meets another: at position `at`, with the thread of index `other`, or None."""

    how: How
    at: int
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Thread:
    """One clause followed, called by its first place, or one entry, called by its first release and its term.

    `stays` in time order; a gap between two of them is a time in which it did not exist. `origin` says what it came
    from and what was merged into it, `fate` what parted from it and how it ended. A thread of the first
    release has no origin: it is unknown.
    """

    id: str
    stays: tuple[Stay, ...]
    origin: tuple[Knot, ...] = ()
    fate: tuple[Knot, ...] = ()


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


def merged_into(thread: Thread, stays_of: Callable[[int], Sequence[Stay]]) -> str:
    """Return the number of the clause that a thread ended in, in the release in which it did; "" for any other end.

    `stays_of` gives the stays of the thread of an index.
    """
    end = thread.stays[-1].last + 1
    into = (knot.other for knot in thread.fate if (knot.how, knot.at) == (How.MERGED, end) and knot.other is not None)
    there = (stay.number for other in into for stay in stays_of(other) if stay.first <= end <= stay.last)
    return next(there, "")


def places(stays: Iterable[Stay], releases: Sequence[object]) -> Iterator[str]:
    """Yield every place of a thread in `releases`, as written, oldest first: its id, then its aliases."""
    for stay in stays:
        name = stay.number if stay.copy == 1 else f"{stay.number}~{stay.copy}"
        for release in releases[stay.first : stay.last + 1]:
            yield f"{release}-{name}"


def _runs(stays: Iterable[Stay], feature: Callable[[Stay], str]) -> Iterator[tuple[Stay, ...]]:
    run: list[Stay] = []
    for stay in stays:
        if run and (feature(stay) != feature(run[-1]) or stay.first != run[-1].last + 1):
            yield tuple(run)
            run = []
        run.append(stay)
    if run:
        yield tuple(run)
