"""A stretch of releases, from the first to the last: the only place that knows what lies inside one.

Whatever lasts for a time is such a span with something more: a number, a wording, the clause that a number named. Ends
are dates, or positions in a chain of releases, counted from 0, oldest first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Generic, TypeVar

from msgspec import Struct

_End = TypeVar("_End", date, int, str)
_Wording = TypeVar("_Wording")
_Span = TypeVar("_Span", bound="ReleaseSpan[date] | ReleaseSpan[int]")


class ReleaseSpan(Struct, Generic[_End], frozen=True, order=True):
    """Releases `first` to `last`, both inside."""

    first: _End
    last: _End

    def covers(self, release: _End) -> bool:
        """Whether `release` is inside."""
        return self.first <= release <= self.last

    def meets(self, other: ReleaseSpan[_End]) -> bool:
        """Whether a release is inside this span and the `other`."""
        return self.first <= other.last and other.first <= self.last


class DaysInForce(Struct, frozen=True):
    """Days `first` to `last`, both inside; `last` is None where no later release is known."""

    first: date
    last: date | None


def days_in_force(spans: Iterable[ReleaseSpan[date]], releases: Sequence[date]) -> tuple[DaysInForce, ...]:
    """Return the days on which releases of `spans` were in force, by all `releases` known, oldest first.

    The last one is the day before the next release: 2009-05-01 was in force to 2009-07-10.
    """
    after = ((span.first, releases[bisect_right(releases, span.last) :][:1]) for span in spans)
    return tuple(DaysInForce(first, later[0] - timedelta(1) if later else None) for first, later in after)


class Stay(ReleaseSpan[int], Generic[_Wording], frozen=True):
    """Releases in which a clause or a glossary entry had one `number`, or term, as printed, and one `wording`."""

    number: str
    wording: _Wording


_Stay_co = TypeVar("_Stay_co", bound=Stay[str] | Stay[int], covariant=True)


class Life(Struct, Generic[_Stay_co], frozen=True):
    """A clause or a glossary entry followed through a chain of releases, by its `id`.

    `stays` are in time order; a gap between two of them is a time in which it did not exist.
    """

    id: str
    stays: tuple[_Stay_co, ...]

    def at(self, position: int) -> _Stay_co | None:
        """Return the stay that a release falls into, None where it does not have the clause."""
        return covering(self.stays, position)


def covering(spans: Iterable[_Span], release: date | int) -> _Span | None:
    """Return the first of `spans` that `release` is inside, None where there is none."""
    for span in spans:  # asked a hundred thousand times for a hundred checks, so no generator and no call
        if span.first <= release <= span.last:  # type: ignore[operator]
            return span
    return None


def spans_of(positions: Sequence[int], dates: Sequence[date]) -> tuple[ReleaseSpan[date], ...]:
    """Return the stretches of releases that `positions` among their `dates`, ascending, make."""
    there = frozenset(positions)
    starts = [at for at in positions if at - 1 not in there]
    ends = [at for at in positions if at + 1 not in there]
    return tuple(ReleaseSpan(dates[start], dates[end]) for start, end in zip(starts, ends, strict=True))
