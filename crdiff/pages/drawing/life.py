"""The picture of a clause's life: its numbers and its wordings as two tracks to scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from crdiff.model.corpus import KnownLineage
from crdiff.pages.drawing.timeline import Scale, Span, Stretch, draw_track
from crdiff.pages.library import Library, is_heading, stays
from crdiff.pages.small_held import held_texts


@dataclass(frozen=True, slots=True)
class LifePicture:
    """All places in per cent of the width: two tracks, (place, year, for wide screens only), where it ended."""

    numbers: tuple[Stretch, ...]
    wordings: tuple[Stretch, ...]
    years: tuple[tuple[float, int, bool], ...]
    end: float | None

    @property
    def is_held(self) -> bool:
        """Whether there is a text of every stretch."""
        return all(stretch.held for stretch in (*self.numbers, *self.wordings))


def draw_life(lineage: KnownLineage, library: Library) -> LifePicture:
    """Return the picture of `lineage`, on the scale of all lives."""
    scale = time_scale(library)
    return LifePicture(
        numbers=draw_track(_numbers(lineage, library), scale),
        wordings=() if is_heading(lineage) else draw_track(_wordings(lineage, library), scale),
        years=axis_years(scale),
        end=scale.at(lineage.removed) if lineage.removed else None,
    )


def time_scale(library: Library) -> Scale:
    """Return the scale that all lives are drawn on: whole years, from the first release known to the last.

    A whole archive reaches from the first release held to the newest.
    """
    if library.held:
        first, newest = library.held
        return Scale(date(first.year, 1, 1), date(newest.year + 1, 1, 1))
    days = [release.effective for release in library.releases]
    days += [day for lineage in library.lineages for day in (lineage.runs[0].first, lineage.runs[-1].last)]
    days += [text.effective for text in library.texts]
    return Scale(date(min(days).year, 1, 1), date(max(days).year + 1, 1, 1))


def axis_years(scale: Scale) -> tuple[tuple[float, int, bool], ...]:
    """Return every fifth year well inside the scale as (place, year, for wide screens only)."""
    years = (year for year in range(scale.first.year + 1, scale.last.year) if year % 5 == 0)
    return tuple((scale.at(date(year, 1, 1)), year, year % 2 == 1) for year in years)


def _numbers(lineage: KnownLineage, library: Library) -> Iterator[Span]:
    ends = [*(run.first for run in stays(lineage)[1:]), library.until(lineage)]
    for run, until in zip(stays(lineage), ends, strict=True):
        held = any(run.first <= item.effective <= run.last for item in held_texts(lineage, library))
        title = f"{run.number}, {run.first} to {run.last}"
        yield Span(run.first, until, str(run.number), held, title if held else f"{title}, text not held")


def _wordings(lineage: KnownLineage, library: Library) -> Iterator[Span]:
    days = [lineage.runs[0].first, *(each.release for each in lineage.wordings), library.until(lineage)]
    for index, (first, until) in enumerate(pairwise(days), 1):
        held = any(first <= item.effective < until for item in held_texts(lineage, library))
        label = _ordinal(index) if lineage.wordings else "one wording"
        title = f"wording {index} of {len(days) - 1}, from {first}"
        yield Span(first, until, label, held, title if held else f"{title}, text not held")


def _ordinal(number: int) -> str:
    teen = 10 < number % 100 < 14
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
