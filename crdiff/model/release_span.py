"""A stretch of releases, from the first to the last: the only place that knows what lies inside one.

Whatever lasts for a time is such a span with something more: a number, a wording, the clause that a number named. Ends
are dates, or positions in a chain of releases, counted from 0, oldest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
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
