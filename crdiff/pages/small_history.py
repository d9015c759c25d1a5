"""The life of a clause as history tells it, from recorded facts and the texts held: published beside its page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

from crdiff.history.life import Life, Run, Turn, Worded
from crdiff.history.lineage import How
from crdiff.model.corpus import KnownLineage, LineageEvent
from crdiff.pages.library import Library, run_at, stays
from crdiff.pages.small_held import Held, held_texts


def life_of(lineage: KnownLineage, library: Library) -> Life:
    """Return the life of a clause; a wording of which no text is held is known by its dates only."""
    last = lineage.runs[-1].last
    return Life(
        lineage=lineage.id,
        aliases=(),
        runs=tuple(Run(run.first.isoformat(), run.last.isoformat(), str(run.number)) for run in stays(lineage)),
        wordings=tuple(_wordings(lineage, library)),
        origin=tuple(_turn(event, library) for event in lineage.origin),
        fate=tuple(_turn(event, library) for event in lineage.fate),
        newest=(library.newest if lineage.removed else last).isoformat(),
    )


def _wordings(lineage: KnownLineage, library: Library) -> Iterator[Worded]:
    held = held_texts(lineage, library)
    begins = [lineage.runs[0].first, *(wording.release for wording in lineage.wordings)]
    for first, following in pairwise([*begins, library.until(lineage)]):
        texts = [item for item in held if first <= item.effective < following]
        yield _worded(first, _release_before(following, lineage, library), texts[0] if texts else None, lineage)


def _worded(first: date, last: date, held: Held | None, lineage: KnownLineage) -> Worded:
    run = run_at(lineage, first)
    clause = held.node.clause if held else None
    return Worded(
        first=first.isoformat(),
        last=last.isoformat(),
        number=str(run.number) if run else "",
        title=clause.title if clause else "",
        text=clause.text if clause else "",
        examples=clause.examples if clause else (),
        change=held.change if held else None,
        is_held=clause is not None,
    )


def _release_before(day: date, lineage: KnownLineage, library: Library) -> date:
    """Return the last release known before `day` that has the clause."""
    last = lineage.runs[-1].last
    before = max((each.effective for each in library.releases if each.effective < day), default=last)
    return min(before, last)


def _turn(event: LineageEvent, library: Library) -> Turn:
    other = library.by_id.get(event.lineage)
    run = (run_at(other, event.release) or other.runs[-1]) if other else None
    return Turn(How(event.how.value), event.release.isoformat(), event.lineage, str(run.number) if run else "")
