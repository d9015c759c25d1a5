"""The grid of years: a column for each year, a square for each release, darker where more is to be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.reports.phrases import counted

STEPS = (5, 25, 75, 200, 500)
"""Changes to read from which a square is one tone darker.

Six tones are as many as an eye tells apart. Half of all releases have between 25 and 75 changes to read; those of new
chapters, 2001-07-23 and 2009-07-11 for example, have more than 500.
"""
_LABELLED = 3
"""Years between two that are named: a name is wider than a column."""


@dataclass(frozen=True, slots=True)
class Square:
    """A release: where it is told what it changed, what the square says, and its tone, 0 to 5."""

    href: str
    title: str
    tone: int


@dataclass(frozen=True, slots=True)
class GridYear:
    """A year with its releases, oldest first; `label` is "" for most, so that labels do not touch."""

    year: int
    label: str
    squares: tuple[Square, ...]


def year_grid(archive: ArchiveIndex) -> tuple[GridYear, ...]:
    """Return every year from the first release of the archive to the newest."""
    dates = archive.contents.dates
    squares: dict[int, list[Square]] = {year: [] for year in range(dates[0].year, dates[-1].year + 1)}
    for year, square in _squares(archive):
        squares[year].append(square)
    last = dates[-1].year
    return tuple(
        GridYear(year, f"’{year % 100:02}" if not (last - year) % _LABELLED else "", tuple(inside))
        for year, inside in squares.items()
    )


def _squares(archive: ArchiveIndex) -> Iterator[tuple[int, Square]]:
    read = {news.release: len(news.reading) for news in archive.contents.news}
    for release in archive.contents.dates:
        said = f"{counted(read[release], 'change')} to read" if release in read else "first text"
        tone = sum(read.get(release, 0) >= least for least in STEPS)
        yield release.year, Square(address.release(release), f"{archive.release_name(release)}: {said}", tone)
