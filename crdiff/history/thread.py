"""A thread: one clause through a chain of releases, as the weave draws it and the store keeps its rows.

Positions count the releases of the chain from 0, oldest first. Texts are not here, only their fingerprints: whoever
holds the texts makes a `crdiff.history.lineage.Lineage` of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar

from msgspec import Struct, structs

from crdiff.history.chain import NONE
from crdiff.history.lineage import Event, How, NumberRun, Term
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Life, Stay, covering
from crdiff.text.groups import grouped

_Number = TypeVar("_Number", bound=ClauseNumber | Term)


class PlacedStay(Stay[str], frozen=True):
    """A longest stay of a clause or an entry in the chain; `wording` is a fingerprint.

    `copy` distinguishes clauses of one release with the same number; `node` is the clause's index in the release at
    `first`, or that of the change which began the stay of an entry.
    """

    copy: int = 1
    node: int = NONE


class Knot(Struct, frozen=True):
    """Where a thread begins, ends or meets another: at position `at`, with the thread of index `other`, or None."""

    how: How
    at: int
    other: int | None = None


class Thread(Life[PlacedStay], frozen=True):
    """One clause followed, called by its first place, or one entry, called by its first release and its term.

    `origin` says what it came from and what was merged into it, `fate` what parted from it and how it ended. A thread
    of the first release has no origin: it is unknown.
    """

    origin: tuple[Knot, ...] = ()
    fate: tuple[Knot, ...] = ()

    def runs(self, dates: Sequence[date], number: Callable[[str], _Number]) -> tuple[NumberRun[_Number], ...]:
        """Return the stretches under one number in the releases `dates`; `number` reads what a stay has."""
        groups = number_runs(self.stays)
        return tuple(NumberRun(dates[run[0].first], dates[run[-1].last], number(run[0].number)) for run in groups)

    def events(
        self, dates: Sequence[date], number: Callable[[str], _Number], life: Callable[[int], Life[PlacedStay]]
    ) -> tuple[tuple[Event[_Number], ...], tuple[Event[_Number], ...]]:
        """Return origin and fate in the releases `dates`; `life` gives the thread of an index.

        What text came from is numbered as in the release before, what it went to as in that very release.
        """

        def event(knot: Knot, position: int) -> Event[_Number]:
            if knot.other is None:
                return Event(knot.how, dates[knot.at])
            other = life(knot.other)
            stay = other.at(position)
            return Event(knot.how, dates[knot.at], other.id, number(stay.number) if stay else None)

        origin = tuple(event(knot, knot.at - 1) for knot in self.origin)
        return origin, tuple(event(knot, knot.at) for knot in self.fate)

    def aliases(self, dates: Sequence[date]) -> tuple[str, ...]:
        """Return the places that name it besides its id, oldest first."""
        return tuple(places(self.stays, dates))[1:]

    def merged_into(self, stays_of: Callable[[int], Sequence[PlacedStay]]) -> str:
        """Return the number of the clause that it ended in, in the release in which it did; "" for any other end.

        `stays_of` gives the stays of the thread of an index.
        """
        end = self.stays[-1].last + 1
        into = (knot.other for knot in self.fate if (knot.how, knot.at) == (How.MERGED, end))
        there = (covering(stays_of(other), end) for other in into if other is not None)
        return next((stay.number for stay in there if stay), "")


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


def ranked(knots: Iterable[Knot], rank: Mapping[int, int]) -> tuple[Knot, ...]:
    """Return knots with other threads named by their rank, in time order; those with one that has none are left out."""
    known = (knot for knot in knots if knot.other is None or knot.other in rank)
    named = (knot if knot.other is None else structs.replace(knot, other=rank[knot.other]) for knot in known)
    return tuple(sorted(dict.fromkeys(named), key=lambda knot: (knot.at, knot.how, knot.other or 0)))


def number_runs(stays: Iterable[PlacedStay]) -> Iterator[tuple[PlacedStay, ...]]:
    """Yield the stays in groups that follow one another under one number."""
    return _runs(stays, lambda stay: stay.number)


def wording_runs(stays: Iterable[PlacedStay]) -> Iterator[tuple[PlacedStay, ...]]:
    """Yield the stays in groups that follow one another with one wording."""
    return _runs(stays, lambda stay: stay.wording)


def places(stays: Iterable[PlacedStay], releases: Sequence[object]) -> Iterator[str]:
    """Yield every place of a thread in `releases`, as written, oldest first: its id, then its aliases."""
    for stay in stays:
        name = stay.number if stay.copy == 1 else f"{stay.number}~{stay.copy}"
        for release in releases[stay.first : stay.last + 1]:
            yield f"{release}-{name}"


def _runs(stays: Iterable[PlacedStay], feature: Callable[[PlacedStay], str]) -> Iterator[tuple[PlacedStay, ...]]:
    def goes_on(run: Sequence[PlacedStay], stay: PlacedStay) -> bool:
        return feature(stay) == feature(run[-1]) and stay.first == run[-1].last + 1

    return map(tuple, grouped(stays, goes_on))
