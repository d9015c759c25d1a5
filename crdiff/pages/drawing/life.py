"""The picture of a life: its numbers and its wordings as two tracks to scale, each stretch leading to its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from crdiff.history.lineage import Phrasing
from crdiff.model.number import ClauseNumber
from crdiff.pages.drawing.timeline import Scale, TrackPeriod, TrackStretch, axis_years, draw_track


@dataclass(frozen=True, slots=True)
class LifePicture:
    """All places in per cent of the width: two tracks, (place, year, for wide screens only), where it ended.

    `is_now`: the last stretches last to the newest text.
    """

    numbers: tuple[TrackStretch, ...]
    wordings: tuple[TrackStretch, ...]
    years: tuple[tuple[float, int, bool], ...]
    end: float | None
    is_now: bool

    @property
    def is_held(self) -> bool:
        """Whether there is a text of every stretch."""
        return all(stretch.held for stretch in (*self.numbers, *self.wordings))


class RunRow(NamedTuple):
    """A run of a number; `last` is None where it lasts to the newest text, `text` where its text is read, "" nowhere.

    `is_held`: whether a wording of that time is held.
    """

    first: date
    last: date | None
    number: str
    text: str
    is_held: bool = True


class Period(NamedTuple):
    """What a stretch of a track shows from the day `first` to the next one; without a label there is a gap."""

    first: date
    label: str
    title: str
    href: str = ""
    is_held: bool = True


def draw_life(
    runs: Iterable[RunRow],
    phrasings: Sequence[Phrasing[ClauseNumber]],
    ended: date | None,
    scale: Scale,
    until: date,
    *,
    page: str = "",
) -> LifePicture:
    """Return numbers and wordings of a clause; a wording leads to its place on the `page` of the clause.

    `ended` is the first release without the clause, None for none; the last stretches end at `until`, and go on where
    the last of the `runs` has no end.
    """
    rows = tuple(runs)
    total = len(phrasings)
    words = [
        Period(
            each.first,
            str(index),
            f"wording {index} of {total}",
            f"{page}#w{each.first}",
            any(worded.is_held for worded in each.wordings),
        )
        for index, each in enumerate(phrasings, 1)
    ]
    numbers = [Period(run.first, run.number, run.number, *run[3:]) for run in rows]
    return draw_periods(numbers, words, ended, scale, until, is_now=rows[-1].last is None)


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
    return LifePicture(
        numbers=draw_track(_spans(numbers, until, is_now=is_now), scale),
        wordings=draw_track(_spans(wordings, until, is_now=is_now), scale),
        years=axis_years(scale),
        end=scale.at(ended) if ended else None,
        is_now=is_now and not ended,
    )


def _spans(periods: Sequence[Period], until: date, *, is_now: bool) -> Iterator[TrackPeriod]:
    """Yield the periods that have a label, each up to the next one."""
    begins = [period.first for period in periods]
    for (first, following), period in zip(pairwise([*begins, until]), periods, strict=True):
        if period.label:
            goes_on = is_now and period is periods[-1]
            time = f"since {first}" if goes_on else f"{first} to {following - timedelta(days=1)}"
            title = f"{period.title}, {time}" + ("" if period.is_held else ", text not available")
            yield TrackPeriod(first, following, period.label, period.is_held, title, period.href)
