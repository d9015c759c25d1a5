"""The picture of a life in a whole archive: numbers and wordings as two tracks, each stretch leading to its text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from crdiff.history.life import Life
from crdiff.pages.life import LifePicture
from crdiff.pages.timeline import Span, draw_track
from crdiff.pages.whole.holdings import Holdings


def life_picture(life: Life, holdings: Holdings) -> LifePicture:
    """Return numbers and wordings of a clause; a number leads to the text then, a wording to its place on the page."""
    total = len(life.wordings)
    words = [
        (each.first, str(index), f"wording {index} of {total}, {each.first} to {each.last}", f"#w{each.first}")
        for index, each in enumerate(life.wordings, 1)
    ]
    return _picture(life, words, holdings)


def number_picture(life: Life, holdings: Holdings) -> LifePicture:
    """Return the numbers alone, each leading to the text that stood under it first."""
    return _picture(life, [], holdings)


def _picture(life: Life, words: list[tuple[str, str, str, str]], holdings: Holdings) -> LifePicture:
    scale = holdings.scale
    until = holdings.library.until(holdings.library.by_id[life.lineage])
    runs = [
        (run.first, run.number, f"{run.number}, {run.first} to {run.last}", holdings.places.at(run.number, run.first))
        for run in life.runs
    ]
    return LifePicture(
        numbers=draw_track(_spans(runs, until), scale),
        wordings=draw_track(_spans(words, until), scale) if words else (),
        years=holdings.years,
        end=scale.at(date.fromisoformat(life.ended.release)) if life.ended else None,
    )


def _spans(parts: list[tuple[str, str, str, str]], until: date) -> Iterator[Span]:
    begins = [date.fromisoformat(first) for first, *_ in parts]
    for (first, following), (_, label, title, href) in zip(pairwise([*begins, until]), parts, strict=True):
        yield Span(first, following, label, held=True, title=title, href=href)
