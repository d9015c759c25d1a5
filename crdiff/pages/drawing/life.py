"""The picture of a life: its numbers and its wordings as two tracks to scale, each stretch leading to its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from crdiff.history.lineage import Worded
from crdiff.model.number import ClauseNumber
from crdiff.pages.drawing.timeline import Scale, TrackPeriod, TrackStretch, axis_years, draw_track


@dataclass(frozen=True, slots=True)
class LifePicture:
    """All places in per cent of the width: two tracks, (place, year, for wide screens only), where it ended."""

    numbers: tuple[TrackStretch, ...]
    wordings: tuple[TrackStretch, ...]
    years: tuple[tuple[float, int, bool], ...]
    end: float | None

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
    wordings: Sequence[Worded[ClauseNumber]],
    ended: date | None,
    scale: Scale,
    until: date,
    *,
    page: str = "",
) -> LifePicture:
    """Return numbers and wordings of a clause; a wording leads to its place on the `page` of the clause.

    A wording whose last release is `date.max` goes on. `ended` is the first release without the clause, None for none;
    the last stretch ends at `until`.
    """
    total = len(wordings)
    words = [
        Period(
            each.first,
            str(index),
            f"wording {index} of {total}, {_time(each.first, each.last)}",
            f"{page}#w{each.first}",
            each.is_held,
        )
        for index, each in enumerate(wordings, 1)
    ]
    numbers = [Period(run.first, run.number, f"{run.number}, {_time(run.first, run.last)}", *run[3:]) for run in runs]
    return draw_periods(numbers, words, ended, scale, until)


def draw_periods(
    numbers: Sequence[Period], wordings: Sequence[Period], ended: date | None, scale: Scale, until: date
) -> LifePicture:
    """Return the picture of two tracks of periods, each in time order; the last ones end at `until`."""
    return LifePicture(
        numbers=draw_track(_spans(numbers, until), scale),
        wordings=draw_track(_spans(wordings, until), scale),
        years=axis_years(scale),
        end=scale.at(ended) if ended else None,
    )


def _time(first: date, last: date | None) -> str:
    return f"{first} to {last if last and last < date.max else 'today'}"


def _spans(periods: Sequence[Period], until: date) -> Iterator[TrackPeriod]:
    begins = [period.first for period in periods]
    for (first, following), period in zip(pairwise([*begins, until]), periods, strict=True):
        if period.label:
            title = period.title if period.is_held else f"{period.title}, text not held"
            yield TrackPeriod(first, following, period.label, period.is_held, title, period.href)
