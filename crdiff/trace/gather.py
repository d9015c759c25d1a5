"""A timeline from what a corpus holds: lineages, the texts of releases, comparisons of neighbours."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

from crdiff.changes.change import Comparison, Part
from crdiff.model.clause import Clause
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
                wordings[lineage_id, release] = _wording(node.clause, (lineage_id, release) in mechanical)
    return Timeline(tuple(sorted(set(releases))), known, wordings)


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
    found: set[tuple[str, str]] = set()
    for known in lineages:
        for earlier, later in pairwise(sorted(set(releases))):
            changes = [new for new in known.wordings if earlier < new.release.isoformat() <= later]
            if all(new.respect is Respect.REFERENCE for new in changes):
                found.add((known.id, later))
    return frozenset(found)


def mechanical_changes(lineages: Iterable[Lineage], release: str, comparison: Comparison) -> frozenset[tuple[str, str]]:
    """Return (lineage id, release) for each clause that, by `comparison`, says in `release` what it said before."""
    numbered = {number: lineage.id for lineage in lineages if (number := lineage.number_in(release))}
    return frozenset((numbered[number], release) for number in _same_sense(comparison) if number in numbered)


def with_draft(timeline: Timeline, comparison: Comparison, name: str = "draft") -> Timeline:
    """Return `timeline` with a draft after its newest release.

    `comparison` compares the text of that release with the draft's. `name` is what the draft is called in place of a
    release; it has to sort after every date.
    """
    newest = timeline.newest
    mechanical = _same_sense(comparison)
    became = {
        change.old[0].number: change.new[0].number
        for change in comparison.changes
        if change.part is Part.RULES and change.old and change.new
    }
    clauses = {str(node.number): node.clause for node in walk(comparison.alignment.new)}
    lineages: list[Lineage] = []
    wordings: dict[tuple[str, str], Wording] = dict(timeline.wordings)
    for lineage in timeline.lineages:
        number = became.get(lineage.number_in(newest), "")
        if number in clauses:
            wordings[lineage.id, name] = _wording(clauses[number], number in mechanical)
            lineages.append(replace(lineage, runs=(*lineage.runs, NumberRun(name, name, number))))
        else:
            lineages.append(lineage)
    return Timeline((*timeline.releases, name), tuple(lineages), wordings, (*timeline.drafts, name))


def _same_sense(comparison: Comparison) -> Mapping[str, str]:
    """Return new number -> old number of the clauses whose wording is the same or changed mechanically only."""
    return {
        change.new[0].number: change.old[0].number
        for change in comparison.changes
        if change.part is Part.RULES
        and len(change.old) == len(change.new) == 1
        and (change.mechanical or not change.facets)
    }


def _wording(clause: Clause, is_mechanical: bool) -> Wording:
    text = "\n".join(map(fold_typography, (clause.wording, *clause.examples)))
    return Wording(fingerprint(clause), text, is_mechanical)
