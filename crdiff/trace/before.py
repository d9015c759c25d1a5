"""What the text before a draft tells of the checks, without an archive: its wordings, and what is recorded of others.

Recorded lineages say in which releases a clause got another wording, so a check written or reviewed against an earlier
release holds for this text too where nothing but references changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from crdiff.model.corpus import KnownLineage, Respect
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.trace.gather import recorded
from crdiff.trace.results import Check, Coverage
from crdiff.trace.reviews import Review
from crdiff.trace.timeline import Lineage, NumberRun, Timeline, Wording
from crdiff.trace.wording import wording_of


def coverage_before(
    text: Release,
    release: date,
    *,
    checks: Iterable[Check],
    reviews: Iterable[Review],
    known: Iterable[KnownLineage],
    read_releases: Iterable[date],
) -> Coverage:
    """Return what is known of `checks` when `text`, in force as `release`, is the newest release.

    `known` are the recorded lineages and `read_releases` those they were read from. A clause that a check names by its
    number in `release`, or in no release, and that is not recorded, is a lineage of its own.
    """
    newest = release.isoformat()
    checks, facts = tuple(checks), {lineage.id: lineage for lineage in known}
    numbers = {str(node.number): wording_of(node.clause, is_mechanical=False) for node in walk(text)}
    lineages = (*recorded(facts.values()), *_unrecorded(checks, facts.values(), numbers, release))
    wordings: dict[tuple[str, str], Wording] = {}
    for lineage in lineages:
        wording = numbers.get(lineage.number_in(newest))
        if wording is not None:
            wordings[lineage.id, newest] = wording
            since = _worded_since(facts.get(lineage.id), release)
            for earlier in read_releases:
                if since <= earlier < release and lineage.number_in(earlier.isoformat()):
                    wordings[lineage.id, earlier.isoformat()] = wording
    timeline = Timeline(tuple(sorted({when for _, when in wordings} | {newest})), lineages, wordings)
    return Coverage(timeline, (newest,), checks, tuple(_restated(reviews, timeline, newest)))


def _unrecorded(
    checks: Iterable[Check], known: Iterable[KnownLineage], numbers: Mapping[str, Wording], release: date
) -> tuple[Lineage, ...]:
    """Return lineages for the clauses that checks name by a number of this very release, as far as none is recorded."""
    taken = {str(lineage.number_in(release)) for lineage in known}
    named = {name.number for check in checks for name in check.clauses if name.release in {"", release.isoformat()}}
    newest = release.isoformat()
    return tuple(
        Lineage(f"{newest}-{number}", (NumberRun(newest, newest, number),))
        for number in sorted(named & numbers.keys() - taken)
    )


def _worded_since(known: KnownLineage | None, release: date) -> date:
    """Return the release that gave a clause the sense it has in `release`: since then only references changed."""
    if known is None:
        return release
    changes = [new.release for new in known.wordings if new.respect is not Respect.REFERENCE and new.release <= release]
    return max(changes, default=known.runs[0].first)


def _restated(reviews: Iterable[Review], timeline: Timeline, newest: str) -> Iterable[Review]:
    """Yield the reviews, those of a wording that `newest` has in the same sense as reviews of that wording."""
    for review in reviews:
        wording = timeline.wordings.get((review.lineage, review.release))
        current = timeline.wordings.get((review.lineage, newest))
        yield replace(review, wording=current.fingerprint) if wording and current else review
