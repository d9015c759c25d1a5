"""One lineage from two: what is known of a clause in every known release, and what the texts held say of it.

The known lives have no texts, and end with the last known release; texts may be held of few releases, and of releases
that are not known yet: a draft, or the next one. The lives decide on the numbers of the releases they know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Generic, NamedTuple

from msgspec import structs

from crdiff.history.lineage import Lineage, Number_co, NumberRun, Worded
from crdiff.model.release import ReleaseSpan, covering


class Days(NamedTuple):
    """The releases that two lineages speak of, oldest first.

    `held` are those with a text, `own` those of them that the lives do not know.
    """

    every: Sequence[date]
    held: Sequence[date]
    own: Collection[date]


def joined(
    name: str,
    life: Lineage[Number_co] | None,
    held: Lineage[Number_co],
    days: Days,
    same: Collection[date] = frozenset(),
) -> Lineage[Number_co]:
    """Return the lineage `name` of a clause or an entry from its `life`, if it has one, and from the texts held.

    `held` are its numbers, wordings and events in them; in releases in `same`, which the lives do not know, it says
    what it said before. The lineage counts as recorded where the text of the newest release is not held.
    """
    if life is None:
        life = replace(held, wordings=(), runs=(), origin=(), fate=(), aliases=())
    numbers = [(day, (held if day in days.own else life).number_in(day)) for day in days.every]
    return replace(
        life,
        id=name,
        title=held.title or life.title,
        runs=tuple(_runs(numbers)),
        wordings=tuple(_wordings(life, held, days, same)),
        origin=(*life.origin, *held.origin),
        fate=(*life.fate, *held.fate),
        known_until=days.every[-1],
        aliases=tuple(alias for alias in dict.fromkeys((*life.aliases, held.id, *held.aliases)) if alias != name),
        is_recorded=days.every[-1] not in days.held,
    )


def up_to(lineage: Lineage[Number_co], release: date) -> Lineage[Number_co] | None:
    """Return a lineage as it was known on the day of `release`, None where it came later."""
    if release >= lineage.known_until or release < lineage.runs[0].first:
        return None if release < lineage.runs[0].first else lineage
    begun = [run for run in lineage.runs if run.first <= release]
    said = [worded for worded in lineage.wordings if worded.first <= release]
    return replace(
        lineage.without_after(release),
        runs=(*begun[:-1], structs.replace(begun[-1], last=min(begun[-1].last, release))),
        wordings=(*said[:-1], structs.replace(said[-1], last=min(said[-1].last, release))),
        origin=tuple(event for event in lineage.origin if event.release <= release),
        known_until=release,
    )


def _runs(numbers: Sequence[tuple[date, Number_co | None]]) -> Iterator[NumberRun[Number_co]]:
    for number, group in groupby(numbers, key=lambda each: each[1]):
        inside = [day for day, _ in group]
        if number:
            yield NumberRun(inside[0], inside[-1], number)


class _Stretch(ReleaseSpan[date], Generic[Number_co], frozen=True):
    """Releases with one wording: as the lives have it, as a text has it, or both."""

    known: Worded[Number_co] | None
    held: Worded[Number_co] | None


def _wordings(
    life: Lineage[Number_co], held: Lineage[Number_co], days: Days, same: Collection[date]
) -> Iterator[Worded[Number_co]]:
    """Yield every wording there was, with its text where a release with it is held."""
    stretches: list[_Stretch[Number_co]] = []
    for day in days.every:
        known = None if day in days.own else covering(life.wordings, day)
        text = covering(held.wordings, day) if day in days.held else None
        last = stretches[-1] if stretches else None
        if known is None and text is None:
            continue
        if last and (last.known is known if known else last.held is text or day in same):
            stretches[-1] = _Stretch(last.first, day, last.known, last.held or text)
        else:
            stretches.append(_Stretch(day, day, known, text))
    for before, stretch in zip([None, *stretches], stretches, strict=False):
        yield _worded(before, stretch, days.held)


def _worded(
    before: _Stretch[Number_co] | None, stretch: _Stretch[Number_co], held: Sequence[date]
) -> Worded[Number_co]:
    """Return the wording of a stretch, with the change to it where the text before is that of the stretch before."""
    known, text = stretch.known, stretch.held
    if text is None:
        assert known is not None, "a stretch has a wording"
        return structs.replace(known, first=stretch.first, last=stretch.last)
    last_held = max((day for day in held if day < text.first), default=None)
    follows = stretch.first <= text.first and before and last_held and last_held >= before.first
    change = text.change if follows or (before is None and stretch.first == text.first) else None
    told = known or text
    return structs.replace(
        text,
        first=stretch.first,
        last=stretch.last,
        number=told.number,
        change=change,
        facets=told.facets if known or change else (),
        is_mechanical=told.is_mechanical,
        begins_phrasing=told.begins_phrasing,
    )
