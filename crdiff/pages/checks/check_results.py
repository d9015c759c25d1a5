"""The report of a run of checks as the pages look things up in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from msgspec.structs import replace

from crdiff.model.number import ClauseNumber
from crdiff.trace.report import CheckedPlace, CheckReport, CheckResult, CheckRun, ClauseResult, read_report
from crdiff.trace.timeline import release_named


@dataclass(frozen=True)
class CheckResults:
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


def in_archive(results: CheckResults, lineage_of: Callable[[ClauseNumber, date], str]) -> CheckResults:
    """Return `results` with the clauses named as an archive names them.

    A run names clauses by the ids that crdiff records; an archive that lacks the release a clause came with has another
    id for it. `lineage_of` says which one a number has in a release, "" for none: such a clause keeps its name.
    """
    names = {
        clause.lineage: found
        for clause in results.clauses
        for place in reversed(clause.releases)
        if (found := lineage_of(ClauseNumber.parse(place.number), release_named(place.release)))
    }
    clauses = tuple(replace(each, lineage=names.get(each.lineage, each.lineage)) for each in results.clauses)
    report = replace(results.report, clauses=clauses, checks=tuple(_renamed(check, names) for check in results.checks))
    return CheckResults(report, results.raw)


def _renamed(check: CheckResult, names: Mapping[str, str]) -> CheckResult:
    named = (replace(each, lineage=names.get(each.lineage or "", each.lineage)) for each in check.clauses)
    return replace(check, clauses=tuple(named), runs=tuple(_renamed_run(run, names) for run in check.runs))


def _renamed_run(run: CheckRun, names: Mapping[str, str]) -> CheckRun:
    played = (replace(each, lineage=names.get(each.lineage, each.lineage)) for each in run.clauses)
    return replace(run, clauses=tuple(played))


def read_results(raw: bytes, path: str = "") -> CheckResults:
    """Return the results in `raw`; see `read_report`."""
    return CheckResults(read_report(raw, path), raw)
