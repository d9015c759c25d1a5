"""Known lives made from lineages, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from hashlib import blake2b

from benchmarks.written_lives import write_lives
from crdiff.history.known_lives import FollowedRelease, KnownLife, KnownLives, KnownWording
from crdiff.history.lineage import Event, Lineage
from crdiff.history.news import Size
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.number import ClauseNumber


def lives_from(lineages: Sequence[Lineage[ClauseNumber]], days: Sequence[date]) -> KnownLives:
    """Return lives in which the clauses have the numbers and wordings of `lineages`; none has a title or sentences."""
    ids = [lineage.id for lineage in lineages]
    lives = [_life(lineage, days, ids) for lineage in lineages]
    standing = [sum(lineage.number_in(day) is not None for lineage in lineages) for day in days]
    sizes = [Size(day, there, 0, 0, 0, 0, 0, 0) for day, there in zip(days, standing, strict=True)]
    return KnownLives(write_lives([FollowedRelease(size, "0", "0") for size in sizes], lives, [], "small"))


def _life(lineage: Lineage[ClauseNumber], days: Sequence[date], ids: Sequence[str]) -> KnownLife:
    begun = [worded.first for worded in lineage.wordings]
    prints = {day: blake2b(f"{lineage.id} {day}".encode(), digest_size=8).hexdigest() for day in begun}
    stays = []
    for run in lineage.runs:
        starts = sorted({run.first, *(day for day in begun if run.first < day <= run.last)})
        for place, start in enumerate(starts):
            last = days.index(starts[place + 1]) - 1 if place + 1 < len(starts) else days.index(run.last)
            wording = prints[max(day for day in begun if day <= start)]
            stays.append(PlacedStay(days.index(start), last, str(run.number), wording))
    knots = (tuple(_knot(event, days, ids) for event in events) for events in (lineage.origin, lineage.fate))
    wordings = (
        KnownWording(days.index(worded.first), worded.facets, worded.is_mechanical, worded.begins_phrasing, ())
        for worded in lineage.wordings
    )
    return KnownLife(Thread(lineage.id, tuple(stays), *knots), tuple(wordings))


def _knot(event: Event[ClauseNumber], days: Sequence[date], ids: Sequence[str]) -> Knot:
    return Knot(event.how, days.index(event.release), ids.index(event.lineage) if event.lineage else None)
