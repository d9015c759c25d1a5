"""A timeline from what a corpus holds: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from crdiff.changes.change import Change, Quoted
from crdiff.history.life import Life, Worded
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.corpus import KnownLineage, Respect
from crdiff.model.fingerprint import fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography
from crdiff.trace.timeline import Lineage, NumberRun, Timeline, Wording


def gather(
    lineages: Iterable[Lineage],
    texts: Iterable[tuple[str, Release]],
    mechanical: Collection[tuple[str, str]] = frozenset(),
) -> Timeline:
    """Return the timeline of `lineages` with the wordings that `texts` hold.

    `texts`: release (ISO date) and text, several of a release allowed: the first that has a clause gives its wording.
    `mechanical`: (lineage id, release) wherever a wording came out of the one held before by mechanical changes only.
    """
    known = tuple(lineages)
    wordings: dict[tuple[str, str], Wording] = {}
    releases: list[str] = []
    for release, text in texts:
        releases.append(release)
        numbered = {number: lineage.id for lineage in known if (number := lineage.number_in(release))}
        for node in walk(text):
            lineage_id = numbered.get(str(node.number))
            if lineage_id and (lineage_id, release) not in wordings:
                wordings[lineage_id, release] = wording_of(
                    node.clause, is_mechanical=(lineage_id, release) in mechanical
                )
    return Timeline(tuple(sorted(set(releases))), known, wordings)


def gather_lives(releases: Iterable[str], lives: Iterable[Life], known: Iterable[Lineage] = ()) -> Timeline:
    """Return the timeline of an archive: the `releases` it holds, and the life of every clause in them.

    `known` are lineages recorded elsewhere. A clause that they know keeps their id and their numbers, so that it is the
    same clause whichever releases the archive holds.
    """
    held = tuple(sorted(set(releases)))
    lineages = {each.id: each for each in known}
    places = {(release, number): each for each in lineages.values() for release, number in _places(each, held)}
    wordings: dict[tuple[str, str], Wording] = {}
    for life in lives:
        own = _apart_from(places, _lineage(life), held)
        if own and own.id not in lineages:
            lineages[own.id] = own
        for release, wording in _wordings(life, held):
            lineage = places.get((release, _lineage(life).number_in(release)), own)
            if lineage:
                wordings[lineage.id, release] = wording
    return Timeline(held, tuple(lineages.values()), wordings)


def recorded(lineages: Iterable[KnownLineage]) -> tuple[Lineage, ...]:
    """Return the lineages that a corpus records."""
    return tuple(
        Lineage(
            known.id,
            tuple(NumberRun(run.first.isoformat(), run.last.isoformat(), str(run.number)) for run in known.runs),
            reworded=tuple(new.release.isoformat() for new in known.wordings if new.respect is not Respect.REFERENCE),
        )
        for known in lineages
    )


def recorded_as_mechanical(lineages: Iterable[KnownLineage], releases: Iterable[str]) -> frozenset[tuple[str, str]]:
    """Return (lineage id, release) wherever, since the release before, only references are recorded to have changed."""
    neighbours = list(pairwise(sorted(set(releases))))
    return frozenset(
        (known.id, later)
        for known in lineages
        for earlier, later in neighbours
        if all(new.respect is Respect.REFERENCE for new in known.wordings if earlier < new.release.isoformat() <= later)
    )


def keeps_its_sense(change: Change) -> bool:
    """Whether a clause says the same after `change`: its wording is equal or was changed mechanically only."""
    return len(change.old) == len(change.new) == 1 and (change.mechanical or not change.facets)


def wording_of(said: Clause | Quoted, *, is_mechanical: bool) -> Wording:
    """Return what a clause says as a wording, told whether it follows from the one before mechanically."""
    clause = Clause(ClauseKind.RULE, said.title, said.text, said.examples)
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def _worded(worded: Worded) -> Wording:
    clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
    return wording_of(clause, is_mechanical=worded.change is not None and keeps_its_sense(worded.change))


def _lineage(life: Life) -> Lineage:
    return Lineage(life.lineage, tuple(NumberRun(run.first, run.last, run.number) for run in life.runs), life.aliases)


def _places(lineage: Lineage, releases: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield (release, number) wherever the lineage stands."""
    return ((release, number) for release in releases if (number := lineage.number_in(release)))


def _apart_from(known: Mapping[tuple[str, str], Lineage], lineage: Lineage, releases: Iterable[str]) -> Lineage | None:
    """Return `lineage` without the places that `known` lineages take, named by its first one; None if none is left."""
    places = list(_places(lineage, releases))
    left = [place for place in places if place not in known]
    if len(left) == len(places):
        return lineage
    runs = tuple(NumberRun(release, release, number) for release, number in left)
    return Lineage(f"{left[0][0]}-{left[0][1]}", runs) if left else None


def _wordings(life: Life, releases: Iterable[str]) -> Iterator[tuple[str, Wording]]:
    """Yield (release, wording) for each of `releases` in which the text of the clause is held."""
    held = tuple(releases)
    for worded in life.wordings:
        first = _worded(worded)
        for release in held:
            if worded.is_held and worded.first <= release <= worded.last:
                yield release, first if release == worded.first else replace(first, is_mechanical=True)
