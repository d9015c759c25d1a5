"""Days and numbers as tests write them: ``on("2003-10-01")``, ``number("507.3b")``."""

from __future__ import annotations

from datetime import date

from crdiff.history.lineage import Lineage, NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.trace.timeline import InForce, Timeline

on = date.fromisoformat
number = ClauseNumber.parse


def run(first: str, last: str, written: str) -> NumberRun[ClauseNumber]:
    """Return the run of a number."""
    return NumberRun(on(first), on(last), number(written))


def standing(name: str, *runs: NumberRun[ClauseNumber], aliases: tuple[str, ...] = ()) -> Lineage[ClauseNumber]:
    """Return a lineage of which nothing is known but its numbers."""
    return Lineage(name, "", runs, (), (), (), runs[-1].last, aliases)


def in_force(timeline: Timeline, release: date) -> tuple[InForce, ...]:
    """Return every lineage in force in `release`, in the order of its numbers there."""
    found = (timeline.standing(lineage, release) for lineage, _ in timeline.numbers_in(release))
    return tuple(each for each in found if each)
