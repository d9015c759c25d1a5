"""Coverage as of the text that a draft was made from, even if the corpus lacks that text.

The text itself supplies the wordings of its clauses. Its comparison with the newest text known before it shows which
clause is which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from crdiff.changes.compare import compare_releases
from crdiff.model.release import Release
from crdiff.trace.following import followed, until, with_text
from crdiff.trace.results import CheckCoverage
from crdiff.trace.reviews import Review


def coverage_before(
    coverage: CheckCoverage, text: Release, release: date, newest: Iterable[Release] = ()
) -> CheckCoverage:
    """Return `coverage` up to `release`, with every clause of its `text`.

    `newest` are the texts of the newest release known: where `release` is later they are compared with `text`, so that
    clauses are followed into it. A review against a release later than both does not count: its
    wording is unknown here.
    """
    timeline = coverage.timeline
    reviews = (*coverage.reviews, *_written(coverage))
    last = max(timeline.newest, release)
    if release < timeline.newest:
        timeline = until(timeline, release)
    elif release > timeline.newest:
        before = timeline.newest
        for quoted in newest:
            timeline = followed(timeline, compare_releases(quoted, text), before, release)
    known = tuple(review for review in reviews if review.release <= last)
    return replace(coverage, timeline=with_text(timeline, text, release), reviews=known)


def _written(coverage: CheckCoverage) -> Iterator[Review]:
    """Yield the wordings that the checks were written against as reviews, which outlast the end of a timeline."""
    for check in coverage.checks:
        for link in coverage.links(check):
            written = link.name.release or coverage.timeline.newest
            wording = coverage.timeline.wordings.get((link.lineage or "", written))
            if link.lineage and wording:
                yield Review(check.id, link.lineage, written, wording.fingerprint, "written against it")
