"""What every number meant in every release known, made for a hundred thousand questions."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property, lru_cache
from typing import NamedTuple

from crdiff.history.lineage import How
from crdiff.history.thread import Thread
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan, covering

# Subsections that a release adds at the end of a section; none up to 2026-08-07 has added more.
_NEW_SECTIONS_MAX = 2


class NumberUse(ReleaseSpan[int], frozen=True, array_like=True):
    """Releases in which a number named `clause`."""

    clause: int


class ClauseFate(NamedTuple):
    """What became of a clause between two releases.

    `number` is its number in the later one, None where it ended: then `ended` is the position of the first release
    without it, and `heirs` are the numbers there of the clauses that took text of it. `parts` are those of clauses that
    parted from it on the way and are still there.
    """

    number: ClauseNumber | None
    ended: int | None
    heirs: tuple[ClauseNumber, ...]
    parts: tuple[ClauseNumber, ...]


class Numbering:
    """The numbers of all clauses of the releases at `dates`, which `threads` follow. Clauses are meant by place."""

    def __init__(self, threads: Sequence[Thread], dates: Sequence[date]) -> None:
        self.dates = tuple(dates)
        self._threads = threads
        self.became = lru_cache(maxsize=1 << 14)(self._became)
        self.number = lru_cache(maxsize=1 << 14)(self._number)
        self.standing = lru_cache(maxsize=2)(self._standing)

    @property
    def newest(self) -> int:
        """The position of the newest release."""
        return len(self.dates) - 1

    def position(self, day: date) -> int | None:
        """Return the position of the release in force on a day, None before the first."""
        return bisect_right(self.dates, day) - 1 if day >= self.dates[0] else None

    @cached_property
    def _uses(self) -> Mapping[ClauseNumber, Sequence[NumberUse]]:
        uses: dict[ClauseNumber, list[NumberUse]] = defaultdict(list)
        for clause, thread in enumerate(self._threads):
            for stay in thread.stays:
                there = uses[ClauseNumber.parse(stay.number)]
                if there and there[-1].clause == clause and there[-1].last == stay.first - 1:
                    there[-1] = NumberUse(there[-1].first, stay.last, clause)
                else:
                    there.append(NumberUse(stay.first, stay.last, clause))
        return {number: sorted(there) for number, there in uses.items()}

    def uses(self, number: ClauseNumber) -> Sequence[NumberUse]:
        """Return what `number` named when, oldest first; nothing where no release had it."""
        return self._uses.get(number, ())

    def clause(self, number: ClauseNumber, position: int) -> int | None:
        """Return the clause that `number` named in a release, None where it named none."""
        use = covering(self.uses(number), position)
        return use.clause if use else None

    def _number(self, clause: int, position: int) -> ClauseNumber | None:
        """Return the number of a clause in a release, None where the release does not have it."""
        stay = self._threads[clause].at(position)
        return ClauseNumber.parse(stay.number) if stay else None

    @cached_property
    def stays_of(self) -> Mapping[str, Sequence[ReleaseSpan[int]]]:
        """The stretches of releases in which each wording stood, by its fingerprint."""
        found: dict[str, list[ReleaseSpan[int]]] = defaultdict(list)
        for thread in self._threads:
            for stay in thread.stays:
                found[stay.wording].append(ReleaseSpan(stay.first, stay.last))
        return found

    def wordings(self, clause: int, first: int, last: int) -> tuple[str, ...]:
        """Return the fingerprints of what a clause said in the releases `first` to `last`, oldest first."""
        stays = filter(ReleaseSpan(first, last).meets, self._threads[clause].stays)
        return tuple(dict.fromkeys(each.wording for each in stays))

    def last_said(self, clause: int, wording: str, until: int) -> int:
        """Return the last release up to `until` in which a clause had a wording, -1 where none had."""
        stays = self._threads[clause].stays
        there = (min(each.last, until) for each in stays if each.wording == wording and each.first <= until)
        return max(there, default=-1)

    def _standing(self, position: int) -> tuple[str, ...]:
        """Return the fingerprint of what each clause of a release says."""
        return tuple(stay.wording for thread in self._threads for stay in thread.stays if stay.covers(position))

    def numbers(self, position: int) -> tuple[ClauseNumber, ...]:
        """Return the numbers of a release in order."""
        uses = self._uses.items()
        return tuple(sorted(number for number, there in uses if covering(there, position)))

    @cached_property
    def _last_under(self) -> Mapping[ClauseNumber | None, ClauseNumber]:
        """The last number under each one of the newest release."""
        return {number.parent: number for number in self.numbers(self.newest)}

    def may_come(self, number: ClauseNumber) -> bool:
        """Whether a release after the newest can well have a number, which then goes on where a list ends there.

        ``704.5aa`` after ``704.5z``, ``310.12a`` after ``310.11``; not the next one alone, since a section may move.
        """
        parent = number.parent
        if parent is None or not (number.place or number.is_heading):
            return False
        if self.clause(parent, self.newest) is None:
            return self.may_come(parent)
        last = self._last_under.get(parent, parent).path[number.level - 1 :]
        beyond = number.path[-1] - (last[0] if last else 0)
        return 0 < beyond <= (_NEW_SECTIONS_MAX if number.is_heading else beyond)

    def lineage(self, clause: int) -> str:
        """Return the id of a clause."""
        return self._threads[clause].id

    def _became(self, clause: int, start: int, end: int) -> ClauseFate:
        """Return what became of a clause after the release at `start`, up to that at `end`."""
        number = self.number(clause, end)
        knots = [knot for knot in self._threads[clause].fate if start < knot.at <= end]
        others = {knot.other: knot for knot in knots if knot.other is not None and knot.how in (How.SPLIT, How.MERGED)}
        there = tuple(sorted(found for other in others if (found := self.number(other, end))))
        if number is not None:
            revoked = next((knot.at for knot in knots if knot.how is How.REVOKED), None)
            return ClauseFate(None if revoked else number, revoked, (), there)
        last = max((stay.last for stay in self._threads[clause].stays if stay.first <= end), default=start)
        return ClauseFate(None, last + 1, there, ())
