"""From the report of a run of checks back to what states are worked out from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.playing import Played

if TYPE_CHECKING:
    from crdiff.trace.results import Check, CheckCoverage


def coverage_of(played: Played) -> CheckCoverage:
    """Return checks, clauses, reviews and scope of a run."""
    from crdiff.checks.inputs import reviews_beside, scope_beside, timeline_of
    from crdiff.trace.results import CheckCoverage, checks_of
    from crdiff.trace.scope import merged
    from crdiff.trace.timeline import release_named

    checks = checks_of(played.report)
    folders = sorted({folder_of(check, played) for check in checks})
    return CheckCoverage(
        timeline=timeline_of(played.corpus),
        releases=tuple(release_named(release) for release in played.report.dates),
        checks=checks,
        reviews=tuple(review for folder in folders for review in reviews_beside(folder)),
        scope=merged(map(scope_beside, folders)),
    )


def folder_of(check: Check, played: Played) -> Path:
    """Return the folder that a check stands in."""
    return (played.root / check.path).parent
