"""Numbers and dates near one that does not exist, for the line that says so."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeVar

from crdiff.errors import UnknownRelease
from crdiff.model.number import ClauseNumber

# Names the newest release of the corpus, wherever a release is named.
LATEST = "latest"
# Names the release of the corpus before the newest one.
PREVIOUS = "previous"
# What brings a text into the corpus.
HOW_TO_GET = "'crdiff corpus add FILE' or 'crdiff corpus fetch'"

_DAY = "a date such as 2009-07-11, or the code or the name of a set such as M10"

_Held = TypeVar("_Held")
_Day = TypeVar("_Day", date, str)


def nearest_numbers(asked: ClauseNumber, known: Iterable[ClauseNumber], most: int = 3) -> tuple[str, ...]:
    """Return the known numbers nearest to `asked` in document order, nearest first, then smallest first.

    Numbers under the same rule come before those under the same subsection only, and those before all others.
    """
    numbers = sorted(set(known))
    at = bisect_left(numbers, asked)
    around = numbers[max(0, at - most) : at + most]
    ranked = sorted(around, key=lambda number: (_kinship(asked, number), abs(numbers.index(number) - at + 0.5)))
    return tuple(map(str, ranked[:most]))


def nearest_dates(asked: _Day, known: Sequence[_Day]) -> tuple[_Day, ...]:
    """Return the last known date before `asked` and the first one after it; `known` is sorted and lacks `asked`."""
    at = bisect_left(known, asked)
    return tuple(known[max(0, at - 1) : at + 1])


def is_date(written: str) -> bool:
    """Whether `written` is an ISO date in its long form."""
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False


def read_date(written: str, expected: str = "a date such as 2009-07-11") -> date:
    """Return the day that an ISO date names. Raises `UnknownRelease` for anything else, saying what was `expected`."""
    if not is_date(written):
        raise UnknownRelease(f"{written!r} is not a date", expected)
    return date.fromisoformat(written)


def day_named(name: str | date, held: Sequence[date]) -> date:
    """Return the day that `name` is, or names: ``latest``, ``previous``; `held` is sorted. Raises `UnknownRelease`."""
    if isinstance(name, date):
        return name
    return _newest(name, held) if name in {LATEST, PREVIOUS} else read_date(name, _DAY)


def dated(name: str, held: Sequence[str]) -> str:
    """Return the text of a release that ``latest`` or ``previous`` names, `name` itself where it is another.

    `held` is sorted. Raises `UnknownRelease` where the corpus has too few releases.
    """
    return _newest(name, held) if name in {LATEST, PREVIOUS} else name


def _newest(name: str, held: Sequence[_Held]) -> _Held:
    back = 1 if name == LATEST else 2
    if len(held) >= back:
        return held[-back]
    amount = "only one release is held" if held else "no release is held"
    raise UnknownRelease(f"{amount}, so none is {name!r}", remedy=f"add texts with {HOW_TO_GET}")


def _kinship(one: ClauseNumber, other: ClauseNumber) -> int:
    """Return 0 for the same rule, 1 for the same subsection, 2 for the same section, 3 for nothing in common."""
    if one.subsection == other.subsection:
        return 0 if one.of_rule == other.of_rule else 1
    return 2 if one.section == other.section else 3
