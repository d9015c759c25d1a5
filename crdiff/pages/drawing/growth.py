"""The picture of growth: words, clauses and changes to read of every release, three tracks on one scale of time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from math import sqrt

from crdiff.history.news import Size
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.reports.phrases import counted

HEIGHT = 84
"""Pixels of a track."""


def draw_growth(
    sizes: Sequence[Size],
    scale: Scale,
    ends: Sequence[date],
    name: Callable[[date], str] = str,
    where: Callable[[date], str] = address.release,
) -> dict[str, object]:
    """Return the picture of `sizes`, in time order, each in force up to the day in `ends`.

    `name` names a release, `where` returns the address that tells of it.
    Bars of words and clauses are as wide as the release was in force. Those of changes grow with the square root: the
    release of 2009-07-11 changed thirty times what others do.
    Places and widths of the columns are per cent, heights pixels; with them stands the most that a release has of each.
    """
    words, clauses, changes = (max(getattr(size, name) for size in sizes) for name in ("words", "clauses", "to_read"))
    columns = [
        {
            "x": scale.at(size.release),
            "width": round(scale.at(end) - scale.at(size.release), 2),
            "words": round(HEIGHT * size.words / max(words, 1)),
            "clauses": round(HEIGHT * size.clauses / max(clauses, 1)),
            "changes": round(HEIGHT * sqrt(size.to_read / max(changes, 1))),
            "href": where(size.release),
            "title": f"{name(size.release)}: {counted(size.clauses, 'clause')}, {counted(size.words, 'word')}, "
            f"{counted(size.to_read, 'change')} to read",
        }
        for size, end in zip(sizes, ends, strict=True)
    ]
    return {"columns": columns, "words": words, "clauses": clauses, "changes": changes}
