"""Which checks a draft concerns: the editor's question before anything is published."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crdiff.changes.change import Change, Comparison, Part
from crdiff.trace.gather import keeps_its_sense, wording_of
from crdiff.trace.links import Link
from crdiff.trace.results import Check, Coverage
from crdiff.trace.states import State
from crdiff.trace.timeline import Lineage, NumberRun, Timeline

DRAFT = "draft"
"""What a draft is called in place of a release; it sorts after every date."""


@dataclass(frozen=True, slots=True)
class Concern:
    """A check and the clause for which a draft concerns it.

    `state`: suspect, or orphaned where the draft has no such clause. `old` and `new` are the clause's numbers; an
    orphan's `new` is "".
    """

    check: Check
    link: Link
    state: State
    old: str
    new: str


def with_draft(timeline: Timeline, comparison: Comparison) -> Timeline:
    """Return `timeline` with a draft after its newest release, whose text `comparison` compares with the draft's."""
    changes = {change.old[0].number: change for change in _rules(comparison) if change.old and change.new}
    lineages: list[Lineage] = []
    wordings = dict(timeline.wordings)
    for lineage in timeline.lineages:
        change = changes.get(lineage.number_in(timeline.newest))
        if change is None:
            lineages.append(lineage)
            continue
        drafted = change.new[0]
        wordings[lineage.id, DRAFT] = wording_of(drafted, is_mechanical=keeps_its_sense(change))
        lineages.append(replace(lineage, runs=(*lineage.runs, NumberRun(DRAFT, DRAFT, drafted.number))))
    return Timeline((*timeline.releases, DRAFT), tuple(lineages), wordings, (*timeline.drafts, DRAFT))


def concerns(coverage: Coverage, comparison: Comparison) -> tuple[Concern, ...]:
    """Return the checks that a draft makes suspect or orphans, by id. Without a change of sense there are none.

    `comparison` is of the newest release's text (or of an edition of it) with the draft; clauses outside it, and checks
    that do not run in the newest release, are not concerned.
    """
    drafted = replace(coverage, timeline=with_draft(coverage.timeline, comparison))
    removed = {change.old[0].number for change in _rules(comparison) if change.old and not change.new}
    checks = sorted(coverage.checks, key=lambda check: check.id)
    found = (_concern(drafted, check, link, removed) for check in checks for link in coverage.links(check))
    return tuple(concern for concern in found if concern)


def _concern(drafted: Coverage, check: Check, link: Link, removed: set[str]) -> Concern | None:
    newest = drafted.timeline.newest
    before = link.stands_in(drafted.timeline, newest)
    if before is None or drafted.state(check, link, newest) is State.SUSPECT:
        return None
    after = drafted.timeline.standing(before.lineage, DRAFT)
    if after is None:
        return Concern(check, link, State.ORPHANED, before.number, "") if before.number in removed else None
    if link.stands_in(drafted.timeline, DRAFT) and drafted.state(check, link, DRAFT) is State.COVERED:
        return None
    return Concern(check, link, State.SUSPECT, before.number, after.number)


def _rules(comparison: Comparison) -> tuple[Change, ...]:
    return tuple(change for change in comparison.changes if change.part is Part.RULES)
