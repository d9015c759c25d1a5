"""The map of changes: how many changes to read each release has in each section and in the glossary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from crdiff.changes.change import Part
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.frame import address

GLOSSARY = "G"
"""Stands for the glossary among the sections."""
STEPS = (1, 5, 20, 60)
"""Changes from which on a cell is drawn one step larger."""
_LEFT = 4.0
"""Per cent of the width left of the first column, for the names of the rows."""
_ROW = 20
_SIZES = (4, 8, 13, 18)
"""Heights of a cell in pixels, by step."""


HeatRow = tuple[date, tuple[int, ...]]
"""A release in the table beneath the picture, and its counts in the order of the sections."""


def changes_by_section(news: ReleaseNews) -> Mapping[str, int]:
    """Return how many changes to read stand in each section, by the number the section has in that release."""
    counts: Counter[str] = Counter()
    for change in news.to_read:
        if change.part is Part.RULES:
            counts[str(ClauseNumber.parse((change.new or change.old)[0].number).section)] += 1
        elif change.part is Part.GLOSSARY:
            counts[GLOSSARY] += 1
    return counts


def sections_of(news: Sequence[ReleaseNews]) -> tuple[str, ...]:
    """Return the sections in which anything was ever to be read, in order, the glossary last."""
    return tuple(sorted({section for each in news for section in changes_by_section(each)}))


def heat_rows(news: Sequence[ReleaseNews], sections: Sequence[str]) -> tuple[HeatRow, ...]:
    """Return the rows of the table, newest first."""
    return tuple(
        (each.release, tuple(counts.get(section, 0) for section in sections))
        for each in reversed(news)
        for counts in (changes_by_section(each),)
    )


def draw_heat(
    news: Sequence[ReleaseNews], sections: Sequence[str], cut_anew: Sequence[date], name: Callable[[date], str] = str
) -> dict[str, object]:
    """Return the picture of `news`, in time order, every release as wide as the others.

    `cut_anew` are the releases in which the sections were: their numbers mean something else from there on. `name`
    names a release. Columns are in a frame `width` units wide, a unit a column, which begins `left` per cent from the
    left. `rows` are (section, y of its middle), `years` (place in per cent, year, for wide screens only): those that
    divide by five, of which a phone has every other; `breaks` are places in per cent.
    """
    places = [round(_LEFT + (100 - _LEFT) * at / len(news), 2) for at in range(len(news))]
    firsts: dict[int, float] = {}
    for each, place in zip(news, places, strict=True):
        firsts.setdefault(each.release.year, place)
    return {
        "left": _LEFT,
        "width": len(news),
        "height": _ROW * len(sections) + 24,
        "columns": [_column(each, at, sections, name(each.release)) for at, each in enumerate(news)],
        "rows": [(section, _ROW * at + _ROW // 2) for at, section in enumerate(sections)],
        "years": [(x, year, year % 10 != 0) for year, x in firsts.items() if year % 5 == 0],
        "breaks": [place for each, place in zip(news, places, strict=True) if each.release in cut_anew],
    }


def _column(news: ReleaseNews, at: int, sections: Sequence[str], name: str) -> dict[str, object]:
    """Return a release: where it begins, an outline for the cells of each step (1-4), and all of it in words."""
    counts = changes_by_section(news)
    cells: dict[int, str] = {}
    for row, section in enumerate(sections):
        if step := step_of(counts.get(section, 0)):
            size = _SIZES[step - 1]
            outline = f"M{at}.1 {_ROW * row + (_ROW - size) // 2}h.8v{size}h-.8z"
            cells[step] = cells.get(step, "") + outline
    told = ", ".join(f"{section}: {counts[section]}" for section in sections if counts.get(section))
    return {
        "x": at,
        "cells": sorted(cells.items()),
        "href": address.release(news.release),
        "title": f"{name}, changes to read by section: {told or 'none'}",
    }


def step_of(count: int) -> int:
    """Return the step that a count is drawn in, 0 for nothing."""
    return sum(count >= least for least in STEPS)
