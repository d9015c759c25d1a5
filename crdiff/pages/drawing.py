"""Pictures, as numbers for SVG templates: places across in per cent of the width, places down in pixels.

The tracks of a history and of a life, each stretch to scale; words and changes of every release, and how much of a
release is to be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from crdiff.history.news import Shares, Size
from crdiff.pages import address
from crdiff.reports.phrases import counted


class Scale(Struct, frozen=True):
    """Days to per cent of the width: `first` is 0, `last` 100."""

    first: date
    last: date

    def at(self, day: date) -> float:
        """Return where `day` is, in per cent with two decimals."""
        return round(100 * (day - self.first).days / (self.last - self.first).days, 2)


def axis_years(scale: Scale) -> tuple[tuple[float, int, bool], ...]:
    """Return every fifth year well inside the scale as (place, year, for wide screens only)."""
    years = (year for year in range(scale.first.year + 1, scale.last.year) if year % 5 == 0)
    return tuple((scale.at(date(year, 1, 1)), year, year % 2 == 1) for year in years)


class TrackStretch(Struct, frozen=True):
    """A part of a track, from `x` to `x` + `width` per cent; `room` says where its label fits.

    `room` is ``always``, ``roomy`` (wide screens only) or ``never``. `held` says whether a text of that time is held,
    `href` is where it is read, "" for nowhere.
    """

    x: float
    width: float
    label: str
    held: bool
    room: str
    title: str
    href: str = ""


def stretch(
    first: date, until: date, label: str, title: str, scale: Scale, *, href: str = "", held: bool = True
) -> TrackStretch:
    """Return the part of a track from `first` to `until`, half-open; `href` is where its text is read, "" nowhere."""
    width = scale.at(until) - scale.at(first)
    return TrackStretch(scale.at(first), round(width, 2), label, held, room_for(label, width), title, href)


def room_for(label: str, width: float) -> str:
    """Return on which screens a label fits into `width` per cent: ``always``, ``roomy`` (wide ones only) or ``never``.

    On a phone 330 px are 100 per cent, on a wide screen 940; a letter takes 7.5 px.
    """
    needed = 7.5 * len(label) + 10
    if width * 3.3 >= needed:
        return "always"
    return "roomy" if width * 9.4 >= needed else "never"


# All places in per cent of the width: two tracks, (place, year, for wide screens only), where it ended.
#
# `is_now`: the last stretches last to the newest text; `is_held`: there is a text of every stretch.
LifePicture = dict[str, object]


class Period(NamedTuple):
    """What a stretch of a track shows from the day `first` to the next one; without a label there is a gap."""

    first: date
    label: str
    title: str
    href: str = ""
    is_held: bool = True


def draw_periods(
    numbers: Sequence[Period],
    wordings: Sequence[Period],
    ended: date | None,
    scale: Scale,
    until: date,
    *,
    is_now: bool,
) -> LifePicture:
    """Return the picture of two tracks of periods, each in time order; the last ones end at `until`, or go on."""
    tracks = [list(_track(periods, until, scale, is_now=is_now)) for periods in (numbers, wordings)]
    return {
        "numbers": tracks[0],
        "wordings": tracks[1],
        "years": axis_years(scale),
        "end": scale.at(ended) if ended else None,
        "is_now": is_now and not ended,
        "is_held": all(each.held for track in tracks for each in track),
    }


def _track(periods: Sequence[Period], until: date, scale: Scale, *, is_now: bool) -> Iterator[TrackStretch]:
    """Yield the periods that have a label, each up to the next one."""
    begins = [period.first for period in periods]
    for (first, following), period in zip(pairwise([*begins, until]), periods, strict=True):
        if period.label:
            goes_on = is_now and period is periods[-1]
            time = f"since {first}" if goes_on else f"{first} to {following - timedelta(days=1)}"
            title = f"{period.title}, {time}" + ("" if period.is_held else ", text not available")
            yield stretch(first, following, period.label, title, scale, href=period.href, held=period.is_held)


# Pixels of a track.
HEIGHT = 84


def draw_growth(
    sizes: Sequence[Size],
    scale: Scale,
    ends: Sequence[date],
    name: Callable[[date], str] = str,
    where: Callable[[date], str] = address.release,
) -> dict[str, object]:
    """Return the picture of `sizes`, in time order, each in force up to the day in `ends`.

    `name` names a release, `where` returns the address that tells of it.
    Bars of words and clauses are as wide as the release was in force. Those of changes grow with the square root: the
    release of 2009-07-11 changed thirty times what others do.
    Places and widths of the columns are per cent, heights pixels; with them stands the most that a release has of each.
    """
    words, clauses, changes = (max(getattr(size, name) for size in sizes) for name in ("words", "clauses", "to_read"))
    columns = [
        {
            "x": scale.at(size.release),
            "width": round(scale.at(end) - scale.at(size.release), 2),
            "words": round(HEIGHT * size.words / max(words, 1)),
            "clauses": round(HEIGHT * size.clauses / max(clauses, 1)),
            "changes": round(HEIGHT * sqrt(size.to_read / max(changes, 1))),
            "href": where(size.release),
            "title": f"{name(size.release)}: {counted(size.clauses, 'clause')}, {counted(size.words, 'word')}, "
            f"{counted(size.to_read, 'change')} to read",
        }
        for size, end in zip(sizes, ends, strict=True)
    ]
    return {"columns": columns, "words": words, "clauses": clauses, "changes": changes}


# Per cent of the width that the smallest part has: less is not seen.
_LEAST = 0.4
# Per cent of the width left free between two parts.
_GAP = 0.3


# A part of the bar: how many changes, what they are called, where the page shows them, and whether to be read.
#
# `x` and `width` are per cent of the width.
SharePart = dict[str, object]


def draw_shares(shares: Shares) -> tuple[SharePart, ...]:
    """Return the parts of the bar of a release, what explains its changes first."""
    return draw_parts(
        (
            (shares.rewordings, "explained by a rewording", "#mechanical", False),
            (shares.references, "only a reference updated", "#mechanical", False),
            (shares.numbers, "only a new number", "#moved", False),
            (shares.together, "read with another", "#read", False),
            (shares.to_read, "to read", "#read", True),
        )
    )


def draw_parts(every: Iterable[tuple[int, str, str, bool]]) -> tuple[SharePart, ...]:
    """Return parts (count, words, address, whether to be read) from left to right, those with nothing in them left out.

    Each is as wide as its share of the count, but never too narrow to be seen.
    """
    told = [each for each in every if each[0]]
    total = sum(count for count, *_ in told)
    room = 100 - _GAP * (len(told) - 1)
    widths = [max(_LEAST, room * count / total) for count, *_ in told]
    scale = room / sum(widths) if widths else 0
    parts: list[SharePart] = []
    x = 0.0
    for (count, words, href, is_read), width in zip(told, widths, strict=True):
        place = {"x": round(x, 2), "width": round(width * scale, 2)}
        parts.append({"count": count, "words": words, "href": href, "is_read": is_read, **place})
        x += width * scale + _GAP
    return tuple(parts)
