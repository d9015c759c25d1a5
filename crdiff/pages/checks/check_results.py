"""Results of checks as the pages read them: the JSON value of ``crdiff.checks/1`` (see `crdiff.trace.results`).

Only the fields that pages show are named; others are passed over, so later additions to the value do no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

import msgspec

from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber
from crdiff.trace.timeline import release_named

SCHEMA = "crdiff.checks/1"


@dataclass(frozen=True)
class CheckedPlace:
    """A clause in one release: its number, its state, the checks that ran for it by id."""

    release: str
    number: str
    state: str
    checks: tuple[str, ...]


@dataclass(frozen=True)
class ClauseResult:
    """What checks say of a clause; `number` is its newest, `reason` why it is informational, "" otherwise."""

    lineage: str
    number: str
    state: str
    reason: str
    releases: tuple[CheckedPlace, ...]


@dataclass(frozen=True)
class CheckSource:
    """Where a check stands: path, line from 1, and its text."""

    path: str
    line: int
    text: str


@dataclass(frozen=True)
class NamedClause:
    """A clause that a check names, and what it turned out to be; `lineage` is None where it is orphaned or pending.

    `says` narrows it to the wordings that contain the phrase, "" for all.
    """

    named: str
    release: str
    lineage: str | None
    state: str
    today: str
    problem: str
    says: str = ""


@dataclass(frozen=True)
class CheckRed:
    """A behaviour of the model that turned the check red when it was switched the other way."""

    behaviour: str
    was_on: bool
    failure: str


@dataclass(frozen=True)
class CheckProof:
    """Whether the check was proved able to fail, by its own clauses only."""

    holds: bool
    unproved: tuple[str, ...]
    foreign: tuple[str, ...]
    reds: tuple[CheckRed, ...]


@dataclass(frozen=True)
class PlayedClause:
    """A clause as a check played it in one release: its number there, and the state of the link."""

    lineage: str
    number: str
    state: str


@dataclass(frozen=True)
class CheckRun:
    """A check played under the rules of one release; `outcome` is passed, failed, skipped or not run."""

    release: str
    outcome: str
    message: str
    proof: CheckProof | None
    clauses: tuple[PlayedClause, ...] = ()


@dataclass(frozen=True)
class CheckResult:
    """A check and what came of it."""

    id: str
    name: str
    title: str
    description: str
    source: CheckSource
    clauses: tuple[NamedClause, ...]
    runs: tuple[CheckRun, ...]
    proved: bool | None


@dataclass(frozen=True)
class ReleaseResult:
    """A release in which checks ran."""

    release: str
    clauses: int


@dataclass(frozen=True)
class CheckResults:
    """A whole run of checks; `raw` is the JSON it was read from."""

    releases: tuple[ReleaseResult, ...]
    clauses: tuple[ClauseResult, ...]
    checks: tuple[CheckResult, ...]
    raw: bytes = b""

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
        return tuple(release.release for release in self.releases)

    def failures_in(self, place: CheckedPlace) -> int:
        """Return how many checks of a clause failed in one release."""
        return sum(run.outcome == "failed" for run in self.runs_in(place))

    def runs_in(self, place: CheckedPlace) -> tuple[CheckRun, ...]:
        """Return how the checks of a clause ran in one release."""
        runs = (run for check in place.checks for run in self.by_id[check].runs)
        return tuple(run for run in runs if run.release == place.release)

    def checks_of(self, lineage: str) -> tuple[CheckResult, ...]:
        """Return the checks that name a clause, by id."""
        return tuple(check for check in self.checks if any(clause.lineage == lineage for clause in check.clauses))


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
    return replace(results, clauses=clauses, checks=tuple(_renamed(check, names) for check in results.checks))


def _renamed(check: CheckResult, names: Mapping[str, str]) -> CheckResult:
    named = (replace(each, lineage=names.get(each.lineage or "", each.lineage)) for each in check.clauses)
    return replace(check, clauses=tuple(named), runs=tuple(_renamed_run(run, names) for run in check.runs))


def _renamed_run(run: CheckRun, names: Mapping[str, str]) -> CheckRun:
    played = (replace(each, lineage=names.get(each.lineage, each.lineage)) for each in run.clauses)
    return replace(run, clauses=tuple(played))


@dataclass(frozen=True)
class _Schema:
    schema: str = ""


def read_results(raw: bytes, path: str = "") -> CheckResults:
    """Return the results in `raw`. Raises `CorpusError` where it is no ``crdiff.checks/1``; `path` is for the error."""
    try:
        found = msgspec.json.decode(raw, type=_Schema).schema
        if found != SCHEMA:
            raise CorpusError(f"results of checks of schema {found!r}", SCHEMA, path=path)
        results = msgspec.json.decode(raw, type=CheckResults)
    except msgspec.MsgspecError as error:
        raise CorpusError(f"no results of checks ({error})", f"JSON of {SCHEMA}", path=path) from None
    return replace(results, raw=raw)
