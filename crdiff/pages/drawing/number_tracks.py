"""Who had a number: every subsection that ever stood under it, each with all its numbers on one scale of time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.model.corpus import KnownLineage
from crdiff.model.number import ClauseNumber
from crdiff.pages.drawing.life import axis_years, time_scale
from crdiff.pages.drawing.timeline import Span, Stretch, draw_track
from crdiff.pages.frame import address
from crdiff.pages.library import Library, stays

ROW = 62
"""Pixels that a subsection takes: its title and its track."""


@dataclass(frozen=True, slots=True)
class Track:
    """A subsection: its title and life, the pixel it begins at, and its stays, filled where it had the number."""

    title: str
    href: str
    y: int
    stays: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class NumberPicture:
    """Tracks in the order in which the number came to them; `years` are (place, year, for wide screens only)."""

    number: str
    height: int
    tracks: tuple[Track, ...]
    years: tuple[tuple[float, int, bool], ...]


def draw_number(subsection: int, library: Library) -> NumberPicture | None:
    """Return the picture of the number of a subsection, None where no heading is known to have had it."""
    number = ClauseNumber(subsection)
    headings = {lineage.id: lineage for _, lineage in library.meanings(number)}
    if not headings:
        return None
    scale = time_scale(library)
    tracks = tuple(
        Track(lineage.title, address.clause(lineage.id), at * ROW, draw_track(_spans(lineage, number, library), scale))
        for at, lineage in enumerate(headings.values())
    )
    return NumberPicture(str(subsection), ROW * len(tracks) + 22, tracks, axis_years(scale))


def _spans(lineage: KnownLineage, number: ClauseNumber, library: Library) -> Iterator[Span]:
    runs = stays(lineage)
    ends = [*(run.first for run in runs[1:]), library.until(lineage)]
    for run, until in zip(runs, ends, strict=True):
        title = f"{lineage.title}: {run.number}, {run.first} to {library.named(run.last)}"
        href = "" if run.number == number else address.number(run.number)
        yield Span(run.first, until, str(run.number), run.number == number, title, href)
