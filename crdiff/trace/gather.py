"""A timeline from what a corpus holds: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import pairwise

from crdiff.changes.change import Comparison, Part
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
    lineages = list(known)
    places = {
        (release, number): each.id for each in lineages for release in held if (number := each.number_in(release))
    }
    wordings: dict[tuple[str, str], Wording] = {}
    for life in lives:
        own = Lineage(
            life.lineage, tuple(NumberRun(run.first, run.last, run.number) for run in life.runs), life.aliases
        )
        ids = {release: places.get((release, number), own.id) for release in held if (number := own.number_in(release))}
        if own.id in ids.values():
            lineages.append(own)
        for worded in life.wordings:
            first = _worded(worded)
            for release in (each for each in ids if worded.is_held and worded.first <= each <= worded.last):
                wordings[ids[release], release] = (
                    first if release == worded.first else replace(first, is_mechanical=True)
                )
    return Timeline(held, tuple(lineages), wordings)


def recorded(lineages: Iterable[KnownLineage]) -> tuple[Lineage, ...]:
    """Return the lineages that a corpus records."""
    return tuple(
        Lineage(
            known.id,
            tuple(NumberRun(run.first.isoformat(), run.last.isoformat(), str(run.number)) for run in known.runs),
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


def mechanical_changes(lineages: Iterable[Lineage], release: str, comparison: Comparison) -> frozenset[tuple[str, str]]:
    """Return (lineage id, release) for each clause that, by `comparison`, says in `release` what it said before."""
    numbered = {number: lineage.id for lineage in lineages if (number := lineage.number_in(release))}
    return frozenset((numbered[number], release) for number in same_sense(comparison) if number in numbered)


def same_sense(comparison: Comparison) -> frozenset[str]:
    """Return the new numbers of the clauses whose wording is the same or changed mechanically only."""
    return frozenset(
        change.new[0].number
        for change in comparison.changes
        if change.part is Part.RULES
        and len(change.old) == len(change.new) == 1
        and (change.mechanical or not change.facets)
    )


def wording_of(clause: Clause, *, is_mechanical: bool) -> Wording:
    """Return what `clause` says as a wording, told whether it follows from the one before mechanically."""
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)


def _worded(worded: Worded) -> Wording:
    change = worded.change
    is_mechanical = change is not None and bool(change.old) and (change.mechanical or not change.facets)
    clause = Clause(ClauseKind.RULE, worded.title, worded.text, worded.examples)
    return wording_of(clause, is_mechanical=is_mechanical)
