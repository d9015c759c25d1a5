"""The report of a run of checks as the pages look things up in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from crdiff.text.groups import by_key
from crdiff.trace.report import CheckedPlace, CheckReport, CheckResult, CheckRun, ClauseResult, read_report


class CheckResults(Struct, frozen=True, dict=True):
    """The report of a run with its clauses and checks indexed; `raw` is the JSON it was read from."""

    report: CheckReport
    raw: bytes

    @cached_property
    def by_lineage(self) -> Mapping[str, ClauseResult]:
        """Results of clauses by their lineage."""
        return {clause.lineage: clause for clause in self.report.clauses}

    @cached_property
    def by_id(self) -> Mapping[str, CheckResult]:
        """Checks by id."""
        return {check.id: check for check in self.report.checks}

    def runs_in(self, place: CheckedPlace) -> tuple[CheckRun, ...]:
        """Return how the checks of a clause ran in one release."""
        return tuple(run for check in place.checks for run in self.runs.get((check, place.release), ()))

    @cached_property
    def runs(self) -> Mapping[tuple[str, str], Sequence[CheckRun]]:
        """How checks ran, by the id of a check and a release."""
        return by_key(((check.id, run.release), run) for check in self.report.checks for run in check.runs)

    @cached_property
    def naming(self) -> Mapping[str, Sequence[CheckResult]]:
        """The checks that name a clause, by its lineage; they are ordered by id."""
        named = ((check, dict.fromkeys(clause.lineage for clause in check.clauses)) for check in self.report.checks)
        return by_key((lineage, check) for check, lineages in named for lineage in lineages if lineage)

    @cached_property
    def places(self) -> Mapping[str, Sequence[tuple[ClauseResult, CheckedPlace]]]:
        """The clauses of the run that stand in a release, each with what came of it there, by the release."""
        found = ((clause, place) for clause in self.report.clauses for place in clause.releases)
        return by_key((place.release, (clause, place)) for clause, place in found)


def read_results(raw: bytes, path: str = "") -> CheckResults:
    """Return the results in `raw`; see `read_report`."""
    return CheckResults(read_report(raw, path), raw)
