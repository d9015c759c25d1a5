"""Stretches of releases: reports state once, with the first and the last release, what is the same in neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from msgspec.structs import replace

from crdiff.model.release_span import ReleaseSpan

Told = TypeVar("Told")


class Stretch(ReleaseSpan[str], Generic[Told], frozen=True):
    """Neighbouring releases, by their ISO dates, `count` in all, with one value `told`."""

    count: int
    told: Told

    def __str__(self) -> str:
        """Return the stretch in words: one date, or two with the number of releases that were looked at."""
        return self.first if self.count == 1 else f"{self.first} to {self.last}, {self.count} releases"


def stretches(releases: Sequence[str], told: Mapping[str, Told]) -> tuple[Stretch[Told], ...]:
    """Return the values `told` of the releases, with neighbours among `releases` that have equal values joined.

    `releases` are oldest first; one without a value ends a stretch.
    """
    found: list[Stretch[Told]] = []
    is_open = False
    for release in releases:
        if release not in told:
            is_open = False
        elif is_open and found[-1].told == told[release]:
            found[-1] = replace(found[-1], last=release, count=found[-1].count + 1)
        else:
            found.append(Stretch(release, release, 1, told[release]))
            is_open = True
    return tuple(found)
