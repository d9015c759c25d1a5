"""Pictures of time: the stair of a section's numbers and the life of a clause, as numbers for SVG templates.

Across, places are per cent of the width, so a picture fits every screen and its text never scales; down, they are
pixels. What a picture shows stands in a table beneath it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

_ROW = 24
_TOP = 26
_SKIP = 44
_LINE = 19


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
class StairStay:
    """A time under one number: releases `first` to `last`, in force until `until` (the release that ended it).

    `held` says whether the corpus has a text of it; `href` leads to that text or to the number's page.
    """

    first: date
    last: date
    until: date
    number: str
    held: bool
    href: str


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened on a day: `kind` is ``added``, ``removed``, ``wording``, ``reference`` or ``example``.

    `title` says it in words.
    """

    day: date
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A year on the axis; `roomy` ones are for wide screens only."""

    x: float
    year: int
    roomy: bool


@dataclass(frozen=True, slots=True)
class StairStep:
    """A stay as a horizontal line."""

    stay: StairStay
    x: float
    end: float
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """An event where it happened: on the step of its day, or at the end of the one before for what was removed.

    `shift` pixels to the right stand the second and third mark of a day.
    """

    event: Happening
    x: float
    y: int
    shift: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What a note says of a day, in a few words, and where the note is read."""

    day: date
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Callout:
    """The remarks of a day beneath the stair: a line at `x` from `y` down to `end`, the remarks from `text_x` on."""

    x: float
    y: int
    end: int
    text_x: float
    lines: tuple[tuple[int, Remark], ...]


@dataclass(frozen=True, slots=True)
class StairLabel:
    """A number on the vertical axis, its label left of its first step."""

    number: str
    x: float
    y: int


@dataclass(frozen=True, slots=True)
class Stair:
    """The whole picture, x in per cent, y in pixels; `full_height` has room for callouts, `height` has not."""

    height: int
    full_height: int
    ticks: tuple[Tick, ...]
    rows: tuple[StairLabel, ...]
    steps: tuple[StairStep, ...]
    rises: tuple[tuple[float, int, int], ...]
    marks: tuple[Mark, ...]
    callouts: tuple[Callout, ...]


def draw_stair(
    stays: Sequence[StairStay], events: Sequence[Happening], remarks: Sequence[Remark], scale: Scale
) -> Stair:
    """Return the stair of `stays` (in time order), one row for each number, the highest on top.

    Numbers of another hundred stand apart: the gap between 507 and 710 is not to scale.
    """
    numbers = sorted({stay.number for stay in stays}, reverse=True)
    heights: dict[str, int] = {}
    y = _TOP
    for above, number in zip([numbers[0], *numbers], numbers, strict=False):
        y += 0 if above == number else _SKIP if above[0] != number[0] else _ROW
        heights[number] = y
    steps = tuple(StairStep(stay, scale.at(stay.first), scale.at(stay.until), heights[stay.number]) for stay in stays)
    callouts = tuple(_callouts(steps, remarks, scale))
    lowest = max((text_y for callout in callouts for text_y, _ in callout.lines), default=0)
    return Stair(
        height=y + 46,
        full_height=max(y, lowest) + 46,
        ticks=tuple(_ticks(scale)),
        rows=tuple(_labels(steps)),
        steps=steps,
        rises=tuple((after.x, before.y, after.y) for before, after in pairwise(steps)),
        marks=tuple(_marks(steps, events, scale)),
        callouts=callouts,
    )


def _ticks(scale: Scale) -> Iterator[Tick]:
    for year in range(scale.first.year + 1, scale.last.year + 1):
        if year % 2 == 0:
            yield Tick(scale.at(date(year, 1, 1)), year, roomy=year % 8 != 0)


def _labels(steps: Iterable[StairStep]) -> Iterator[StairLabel]:
    seen: set[str] = set()
    for step in steps:
        if step.stay.number not in seen:
            seen.add(step.stay.number)
            yield StairLabel(step.stay.number, step.x, step.y)


def _marks(steps: Sequence[StairStep], events: Sequence[Happening], scale: Scale) -> Iterator[Mark]:
    before: Mark | None = None
    for event in events:
        begun = [step for step in steps if step.stay.first <= event.day] or [steps[0]]
        left_with_it = event.kind == "removed" and begun[-1].stay.first == event.day and len(begun) > 1
        x, y = scale.at(event.day), begun[-2 if left_with_it else -1].y
        shift = before.shift + 12 if before and (before.x, before.y) == (x, y) else 0
        before = Mark(event, x, y, shift)
        yield before


def _callouts(steps: Sequence[StairStep], remarks: Sequence[Remark], scale: Scale) -> Iterator[Callout]:
    """Yield the remarks of each day beneath its step, from right to left, each as high as it fits.

    A stair rises to the right, so the space right of a step and below it is free but for other remarks. One that would
    leave the page begins further left and goes beneath the steps that it would cross there. Widths are those of the
    wide page (976 px are 100 per cent, a letter takes 7.2 px); narrow ones hide the remarks.
    """
    taken: list[tuple[float, float, int]] = []
    for day in sorted({remark.day for remark in remarks}, reverse=True):
        said = [remark for remark in remarks if remark.day == day]
        x = scale.at(day)
        y = next((step.y for step in reversed(steps) if step.stay.first <= day), steps[0].y)
        width = max(len(remark.words) for remark in said) * 0.74 + 1
        text_x = round(min(x, 100 - width), 2)
        end = text_x + width
        text_y = y + 34
        crossed = [(step.x, step.end, step.y) for step in steps if step.y > y]
        while any(start < end and text_x < stop and text_y - 8 < at + _LINE for start, stop, at in (*taken, *crossed)):
            text_y += 4
        lines = tuple((text_y + index * _LINE, remark) for index, remark in enumerate(said))
        taken.append((text_x, end, lines[-1][0]))
        yield Callout(x, y + 8, lines[-1][0] if text_x == x else text_y - 12, text_x, lines)


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
