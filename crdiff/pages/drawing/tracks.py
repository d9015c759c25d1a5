"""Pictures of time: the tracks of a history and of a life, each stretch to scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct


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


LifePicture = dict[str, object]
"""All places in per cent of the width: two tracks, (place, year, for wide screens only), where it ended.

`is_now`: the last stretches last to the newest text; `is_held`: there is a text of every stretch.
"""


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
