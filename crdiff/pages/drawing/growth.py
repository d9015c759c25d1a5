"""The picture of growth: words, clauses and changes to read of every release, three tracks on one scale of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt

from crdiff.history.news import Size
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.reports.phrases import counted

HEIGHT = 84
"""Pixels of a track."""


@dataclass(frozen=True, slots=True)
class Column:
    """A release: its place and width in per cent, and the heights of its three bars in pixels."""

    x: float
    width: float
    words: int
    clauses: int
    changes: int
    href: str
    title: str


@dataclass(frozen=True, slots=True)
class GrowthPicture:
    """The columns in time order, and the most words, clauses and changes that a release has."""

    columns: tuple[Column, ...]
    words: int
    clauses: int
    changes: int


def draw_growth(
    sizes: Sequence[Size],
    scale: Scale,
    ends: Sequence[date],
    name: Callable[[date], str] = str,
    where: Callable[[date], str] = address.release,
) -> GrowthPicture:
    """Return the picture of `sizes`, in time order, each in force up to the day in `ends`.

    `name` names a release, `where` returns the address that tells of it.
    Bars of words and clauses are as wide as the release was in force. Those of changes grow with the square root: the
    release of 2009-07-11 changed thirty times what others do.
    """
    words, clauses, changes = (max(getattr(size, name) for size in sizes) for name in ("words", "clauses", "to_read"))
    days = [size.release for size in sizes]
    columns = tuple(
        Column(
            x=scale.at(day),
            width=round(scale.at(end) - scale.at(day), 2),
            words=round(HEIGHT * size.words / max(words, 1)),
            clauses=round(HEIGHT * size.clauses / max(clauses, 1)),
            changes=round(HEIGHT * sqrt(size.to_read / max(changes, 1))),
            href=where(size.release),
            title=f"{name(size.release)}: {_said(size)}",
        )
        for size, day, end in zip(sizes, days, ends, strict=True)
    )
    return GrowthPicture(columns, words, clauses, changes)


def _said(size: Size) -> str:
    parts = (counted(size.clauses, "clause"), counted(size.words, "word"), f"{counted(size.to_read, 'change')} to read")
    return ", ".join(parts)
