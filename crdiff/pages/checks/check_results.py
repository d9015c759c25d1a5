"""The report of a run of checks as the pages look things up in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from crdiff.trace.report import CheckedPlace, CheckReport, CheckResult, CheckRun, ClauseResult, read_report


class CheckResults(Struct, frozen=True, dict=True):
    """The report of a run with its clauses and checks indexed; `raw` is the JSON it was read from."""

    report: CheckReport
    raw: bytes

    @property
    def clauses(self) -> tuple[ClauseResult, ...]:
        """The clauses of the run."""
        return self.report.clauses

    @property
    def checks(self) -> tuple[CheckResult, ...]:
        """The checks of the run, by id."""
        return self.report.checks

    @cached_property
    def by_lineage(self) -> Mapping[str, ClauseResult]:
        """Results of clauses by their lineage."""
        return {clause.lineage: clause for clause in self.clauses}

    @cached_property
    def by_id(self) -> Mapping[str, CheckResult]:
        """Checks by id."""
        return {check.id: check for check in self.checks}

    @property
    def dates(self) -> tuple[str, ...]:
        """The releases of the run, oldest first."""
        return self.report.dates

    def runs_in(self, place: CheckedPlace) -> tuple[CheckRun, ...]:
        """Return how the checks of a clause ran in one release."""
        return tuple(run for check in place.checks for run in self.runs_of(check, place.release))

    def runs_of(self, check: str, release: str) -> Sequence[CheckRun]:
        """Return how the check of an id ran in a release."""
        return self._runs.get((check, release), ())

    @cached_property
    def _runs(self) -> Mapping[tuple[str, str], Sequence[CheckRun]]:
        found: dict[tuple[str, str], list[CheckRun]] = defaultdict(list)
        for check in self.checks:
            for run in check.runs:
                found[check.id, run.release].append(run)
        return found

    def checks_of(self, lineage: str) -> Sequence[CheckResult]:
        """Return the checks that name a clause, by id."""
        return self._checks_of.get(lineage, ())

    @cached_property
    def _checks_of(self) -> Mapping[str, Sequence[CheckResult]]:
        found: dict[str, list[CheckResult]] = defaultdict(list)
        for check in self.checks:
            for lineage in dict.fromkeys(clause.lineage for clause in check.clauses if clause.lineage):
                found[lineage].append(check)
        return found

    def places_in(self, release: str) -> Sequence[tuple[ClauseResult, CheckedPlace]]:
        """Return the clauses of the run that stand in a release, each with what came of it there."""
        return self._places.get(release, ())

    @cached_property
    def _places(self) -> Mapping[str, Sequence[tuple[ClauseResult, CheckedPlace]]]:
        found: dict[str, list[tuple[ClauseResult, CheckedPlace]]] = defaultdict(list)
        for clause in self.clauses:
            for place in clause.releases:
                found[place.release].append((clause, place))
        return found


def read_results(raw: bytes, path: str = "") -> CheckResults:
    """Return the results in `raw`; see `read_report`."""
    return CheckResults(read_report(raw, path), raw)
