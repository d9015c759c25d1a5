"""From the clauses that a check names to the releases in which it runs, told in stretches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Generic, TypeVar

from msgspec import Struct

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.lineage import Place
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.trace.timeline import ClauseName, InForce, Timeline, release_name


class Binding(Struct, frozen=True):
    """A clause that a check names, and the lineage it turned out to be; None where it is orphaned, pending or unknown.

    `problem` says why there is no lineage. It is unknown if the corpus lacks the text that would show
    whether the clause exists.
    """

    name: ClauseName
    lineage: str | None
    problem: str = ""
    is_pending: bool = False
    is_unknown: bool = False

    def stands_in(self, timeline: Timeline, release: date) -> InForce | None:
        """Return the clause in `release`, None where it, or the wording meant, is not in force.

        Without the text, the wording meant is in force where the clause, by the record, says the same as in the release
        that the check names.
        """
        standing = timeline.standing(self.lineage, release) if self.lineage else None
        if standing is None or not self.name.says:
            return standing
        return standing if self._says(timeline, standing, release) else None

    def _says(self, timeline: Timeline, standing: InForce, release: date) -> bool:
        if standing.wording is not None:
            return standing.says(self.name.says)
        lineage = timeline.lineage(standing.lineage)
        named = self.name.release
        return lineage is not None and named is not None and lineage.says_the_same(named, release)


def link(timeline: Timeline, name: ClauseName) -> Binding:
    """Return the link for a clause that a check names.

    A clause that is not found is pending if its release is later than any in the corpus, unknown if the corpus lacks
    the text of its release, and orphaned if that text lacks the clause or no such number can exist.
    """
    try:
        return Binding(name, timeline.find(name).id)
    except UnknownNumber as error:
        problem = str(error)
    try:
        place = _place(timeline, name)
    except (UnknownNumber, UnknownRelease) as error:
        return Binding(name, None, str(error))
    if timeline.holds(place.number, place.release):
        return Binding(name, None, problem)
    is_later = place.release > timeline.newest
    problem = _not_held(place, timeline.elsewhere(place.number))
    return Binding(name, None, problem, is_pending=is_later, is_unknown=not is_later)


def _place(timeline: Timeline, name: ClauseName) -> Place:
    """Return the place that `name` gives. Raises `UnknownNumber` for a malformed number."""
    if name.is_lineage:
        return Place.parse(name.number)
    return Place(name.release or timeline.newest, ClauseNumber.parse(name.number))


def _not_held(place: Place, elsewhere: str) -> str:
    remedy = "a corpus with the whole text ('crdiff corpus fetch' or 'crdiff corpus add'; --corpus names its folder)"
    expected = f"{elsewhere}, or {remedy}" if elsewhere else remedy
    where = f"{place.number} of {release_name(place.release)}"
    return f"nothing is known of {where}, whose text is not held; expected {expected}"


def releases_of(timeline: Timeline, links: Sequence[Binding], wanted: Iterable[date]) -> tuple[date, ...]:
    """Return those of the `wanted` releases in which every clause of `links` is in force.

    A check that bears on several clauses plays them together, so it runs where they are in force together.
    """
    if not links:
        return ()
    return tuple(release for release in wanted if all(each.stands_in(timeline, release) for each in links))


def today(timeline: Timeline, of: Binding) -> str:
    """Return, in words, what number the clause has today, or when it was last in force, or revoked.

    Of a link that leads to no clause it is what the problem is.
    """
    lineage, newest = timeline.lineage(of.lineage or ""), timeline.newest
    if lineage is None:
        return of.problem
    last = lineage.runs[-1]
    if (number := lineage.number_in(newest)) and not lineage.is_gone_in(newest):
        return f"{number} in {newest}"
    if lineage.is_revoked_in(newest):
        return f"revoked in {lineage.revoked}"
    now = f"unknown in {newest}" if lineage.is_unknown_in(newest) else "gone"
    return f"{now}: last {last.number} in {last.last}"


Told = TypeVar("Told")


class Stretch(ReleaseSpan[str], Generic[Told], frozen=True):
    """Neighbouring releases, by their ISO dates, `count` in all, with one value `told`."""

    count: int
    told: Told

    def __str__(self) -> str:
        """Return the stretch in words: one date, or two with the number of releases that were looked at."""
        return self.first if self.count == 1 else f"{self.first} to {self.last}, {self.count} releases"


def stretches(releases: Sequence[str], told: Mapping[str, Told]) -> tuple[Stretch[Told], ...]:
    """Return the values `told` of the releases, with neighbours among `releases` that have equal values joined.

    `releases` are oldest first; one without a value ends a stretch.
    """
    runs = (list(run) for _, run in groupby(releases, key=lambda release: (release in told, told.get(release))))
    return tuple(Stretch(run[0], run[-1], len(run), told[run[0]]) for run in runs if run[0] in told)
