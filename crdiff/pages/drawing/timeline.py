"""Pictures of time: the tracks of a history, as numbers for SVG templates.

Across, places are per cent of the width, so a picture fits every screen and its text never scales; down, they are
pixels. What a picture shows stands in a table beneath it as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Scale:
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


@dataclass(frozen=True, slots=True)
class TrackStretch:
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


@dataclass(frozen=True, slots=True)
class TrackPeriod:
    """What a stretch shows: days `first` to `until`, half-open; `href` is where its text is read, "" for nowhere."""

    first: date
    until: date
    label: str
    held: bool
    title: str
    href: str = ""


def draw_track(spans: Iterable[TrackPeriod], scale: Scale) -> tuple[TrackStretch, ...]:
    """Return the stretches of one track, in order, with the gaps left empty."""
    return tuple(
        TrackStretch(
            x=scale.at(span.first),
            width=round(scale.at(span.until) - scale.at(span.first), 2),
            label=span.label,
            held=span.held,
            room=room_for(span.label, scale.at(span.until) - scale.at(span.first)),
            title=span.title,
            href=span.href,
        )
        for span in spans
    )


def room_for(label: str, width: float) -> str:
    """Return on which screens a label fits into `width` per cent: ``always``, ``roomy`` (wide ones only) or ``never``.

    On a phone 330 px are 100 per cent, on a wide screen 940; a letter takes 7.5 px.
    """
    needed = 7.5 * len(label) + 10
    if width * 3.3 >= needed:
        return "always"
    return "roomy" if width * 9.4 >= needed else "never"
