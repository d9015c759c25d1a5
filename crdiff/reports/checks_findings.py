"""What a run of checks found that a person has to read: each wording once, whatever the number of releases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from crdiff.reports.phrases import counted, listed
from crdiff.trace.report import CheckReport, CheckResult
from crdiff.trace.results import accept_command
from crdiff.trace.states import State
from crdiff.trace.stretches import Stretch, stretches

_Told = tuple[str, str, tuple[str, ...]]
"""A state, the release since which the clause says what it says, what changed around it."""
_TO_READ = (State.SUSPECT, State.CONTEXT_CHANGED)
_NAMED_MAX = 3
"""Checks or citations named on one line; the JSON has them all."""


@dataclass(frozen=True, slots=True)
class ToRead:
    """A wording of a clause, or what changed around it, that its checks were not held against.

    `number` is that in the last of the releases, `because` what changed around the clause, `checks` their ids.
    """

    state: str
    number: str
    releases: Stretch[_Told]
    is_current: bool
    because: tuple[str, ...]
    checks: tuple[str, ...]

    def __str__(self) -> str:
        """Return the line that reports it, with the one command that accepts it."""
        because = f" (changed: {listed(self.because, _NAMED_MAX)})" if self.because else ""
        said = f"{self.state}: {self.number} {self._when()}{because}"
        accept = accept_command(self.number, self.releases.last, self.checks)
        return (
            f"{said}, {counted(len(self.checks), 'check')}: {listed(self.checks, _NAMED_MAX)}; once reviewed: {accept}"
        )

    def _when(self) -> str:
        if self.releases.count == 1:
            return f"of {self.releases.first}"
        count = f"({self.releases.count} releases)"
        if self.is_current:
            return f"since {self.releases.first} {count}"
        return f"of {self.releases.first} to {self.releases.last} {count}"


def to_read(report: CheckReport) -> tuple[ToRead, ...]:
    """Return what a report leaves to read, by the last release concerned, then in the report's order."""
    releases = report.dates
    found: dict[tuple[str, Stretch[_Told]], list[str]] = defaultdict(list)
    numbers: dict[tuple[str, str], str] = {}
    for check in report.checks:
        for lineage, told in _told(check, numbers).items():
            for stretch in stretches(releases, told):
                found[lineage, stretch].append(check.id)
    rows = [
        ToRead(
            stretch.told[0],
            numbers[lineage, stretch.last],
            stretch,
            stretch.last == releases[-1],
            stretch.told[2],
            tuple(dict.fromkeys(checks)),
        )
        for (lineage, stretch), checks in found.items()
    ]
    return tuple(sorted(rows, key=lambda row: row.releases.last))


def _told(check: CheckResult, numbers: dict[tuple[str, str], str]) -> Mapping[str, Mapping[str, _Told]]:
    """Return what is to be read of each lineage in each release, and note its `numbers` there."""
    found: dict[str, dict[str, _Told]] = defaultdict(dict)
    for run in check.runs:
        for of in run.clauses:
            if of.state in _TO_READ:
                found[of.lineage][run.release] = (of.state, of.since, of.context)
                numbers[of.lineage, run.release] = of.number
    return found
