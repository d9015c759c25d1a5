"""The picture of a life in a whole archive: numbers and wordings as two tracks, each stretch leading to its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from crdiff.history.life import Life, Worded
from crdiff.pages.archive_index import Holdings
from crdiff.pages.drawing.life import LifePicture, axis_years
from crdiff.pages.drawing.timeline import Scale, Span, draw_track


def life_picture(
    runs: Iterable[tuple[str, str, str, str]], wordings: Sequence[Worded], ended: str, scale: Scale, until: date
) -> LifePicture:
    """Return numbers and wordings of a clause; a number leads to the text then, a wording to its place on the page.

    `runs` are (first release, last release, number, address of the text then). A run or wording whose last release is
    "" goes on. `ended` is the first release without the clause, "" for none; the last stretch ends at `until`.
    """
    total = len(wordings)
    words = [
        (each.first, str(index), f"wording {index} of {total}, {_time(each.first, each.last)}", f"#w{each.first}")
        for index, each in enumerate(wordings, 1)
    ]
    numbers = [(first, number, f"{number}, {_time(first, last)}", text) for first, last, number, text in runs]
    return LifePicture(
        numbers=draw_track(_spans(numbers, until), scale),
        wordings=draw_track(_spans(words, until), scale) if words else (),
        years=axis_years(scale),
        end=scale.at(date.fromisoformat(ended)) if ended else None,
    )


def number_picture(life: Life, holdings: Holdings) -> LifePicture:
    """Return the numbers alone of a clause in force, each leading to the text that stood under it first."""
    runs = [
        (run.first, run.last if run.last != life.newest else "", run.number, holdings.places.at(run.number, run.first))
        for run in life.runs
    ]
    until = holdings.library.until(holdings.library.by_id[life.lineage])
    return life_picture(runs, (), "", holdings.scale, until)


def _time(first: str, last: str) -> str:
    return f"{first} to {last or 'today'}"


def _spans(parts: list[tuple[str, str, str, str]], until: date) -> Iterator[Span]:
    begins = [date.fromisoformat(first) for first, *_ in parts]
    for (first, following), (_, label, title, href) in zip(pairwise([*begins, until]), parts, strict=True):
        yield Span(first, following, label, held=True, title=title, href=href)
