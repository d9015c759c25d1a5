"""What checks say of a clause: a badge with an icon and words, never the icon alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_titles import icon_of
from crdiff.pages.engines.whole_book import engine_badge
from crdiff.pages.frame import address
from crdiff.reports.phrases import counted


@dataclass(frozen=True, slots=True)
class Badge:
    """A state of checks: its name, the icon's name, what it says, and where the checks are shown."""

    state: str
    icon: str
    words: str
    href: str


def badge_at(archive: ArchiveIndex, lineage: str, day: date) -> Badge | None:
    """Return what checks say of a clause in the release of `day`, None where they say nothing."""
    results = archive.checks
    clause = results.by_lineage.get(lineage) if results else None
    place = next((place for place in clause.releases if place.release == day.isoformat()), None) if clause else None
    if results is None or place is None:  # then no check of ours plays it, and engines speak of today
        state, said = engine_badge(lineage, archive) if day == archive.newest else ("", "")
        return Badge(state, icon_of(state), said, address.checks_on(lineage)) if state else None
    runs = results.runs_in(place)
    outcomes = [run.outcome for run in runs]
    state = "failed" if "failed" in outcomes else place.state
    is_suspect = (any(each.lineage == lineage and each.state == "suspect" for each in run.clauses) for run in runs)
    passed = outcomes.count("passed")
    count = {"failed": outcomes.count("failed"), "suspect": sum(is_suspect)}.get(state, passed)
    words = {
        "covered": counted(count, "check passes", "checks pass") if count else "checks not run",
        "covered, unproved": f"{counted(count, 'check passes', 'checks pass')}, unproved",
        "failed": f"{counted(count, 'check')} failed",
        "suspect": f"{counted(count, 'check')} suspect",
        "context changed": "context changed",
        "unknown": "unknown: no text",
        "not played": "not run here",
        "predated": "checks a later wording",
        "informational": "informational",
        "uncovered": "no check",
    }
    return Badge(state, icon_of(state), words.get(state, state), address.checks_on(lineage))
