"""The state of a link between a check and a clause in one release, and of a clause in one release."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from crdiff.trace.links import Link
from crdiff.trace.reviews import Review
from crdiff.trace.timeline import InForce, Timeline


class State(StrEnum):
    """How a clause and its checks stand to one another.

    Source of the words: OpenFastTrace's covered, predated, orphaned; Doorstop's suspect; test262's pending; Ferrocene's
    informational (research/references.md, section 2).
    """

    COVERED = "covered"
    """a check plays it, reviewed against this wording or one that differs from it only mechanically"""
    SUSPECT = "suspect"
    """its wording changed since the check was reviewed, and not just mechanically"""
    PREDATED = "predated"
    """the check was reviewed against a later wording only"""
    ORPHANED = "orphaned"
    """the check names a clause that no release has"""
    PENDING = "pending"
    """the check was written against a draft, or a release not held yet"""
    INFORMATIONAL = "informational"
    """it asserts nothing that could be played; a reason is recorded"""
    UNCOVERED = "uncovered"
    """no check that passes plays it"""


def state_of_link(
    timeline: Timeline, link: Link, standing: InForce | None, reviews: Iterable[Review], release: str
) -> State:
    """Return the state of `link` in `release`, where the clause stands as `standing`.

    `reviews` are those of the check. The wording of the release that the check names counts as reviewed: it was written
    against it. Where the text is not held there is nothing to have changed.
    """
    if link.lineage is None or standing is None:
        return State.PENDING if link.is_pending else State.ORPHANED
    if standing.wording is None:
        return State.COVERED
    reviewed = _reviewed(timeline, link, reviews)
    current = _sense(timeline, link.lineage, release)
    if any(wording in current for _, wording in reviewed):
        return State.COVERED
    return State.PREDATED if any(when > release for when, _ in reviewed) else State.SUSPECT


def state_of_clause(states: Iterable[State]) -> State:
    """Return the state of a clause from those of its links in checks that passed: one suspect link makes it suspect."""
    found = set(states)
    for state in (State.SUSPECT, State.COVERED, State.PREDATED):
        if state in found:
            return state
    return State.UNCOVERED


def _reviewed(timeline: Timeline, link: Link, reviews: Iterable[Review]) -> list[tuple[str, str]]:
    """Return (release, fingerprint) of each wording the check was held against."""
    own = timeline.lineage(link.lineage or "")
    found = [(review.release, review.wording) for review in reviews if timeline.lineage(review.lineage) is own]
    written_against = link.name.release or timeline.newest
    if link.lineage and (wording := timeline.wordings.get((link.lineage, written_against))):
        found.append((written_against, wording.fingerprint))
    return found


def _sense(timeline: Timeline, lineage: str, release: str) -> set[str]:
    """Return the fingerprints of the wordings around `release` that only mechanical changes lead to."""
    held = [(each, wording) for each in timeline.releases if (wording := timeline.wordings.get((lineage, each)))]
    stretches: list[list[str]] = []
    stretch: list[str] = []
    at = 0
    for index, (when, wording) in enumerate(held):
        if not index or not (wording.is_mechanical or wording.fingerprint == held[index - 1][1].fingerprint):
            stretch = []
            stretches.append(stretch)
        stretch.append(wording.fingerprint)
        if when == release:
            at = len(stretches) - 1
    return set(stretches[at]) if stretches else set()
