"""The report of a run of checks: the JSON value of ``crdiff.checks/1``, as values that encode to it and decode from it.

Releases are in time order, clauses by the last release that has them and their number there, checks by id. Releases
are ISO dates or ``draft``. The schema with a description of each key: ``crdiff/reports/schemas/checks.json``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from crdiff.errors import CorpusError
from crdiff.trace.states import State

SCHEMA = "crdiff.checks/1"
Outcome = Literal["passed", "failed", "skipped", "not run"]


def _with_spaces(field: str) -> str:
    return field.replace("covered_unproved", State.COVERED_UNPROVED).replace("_", " ")


class RunSummary(msgspec.Struct, frozen=True, rename=_with_spaces):
    """Counts of a whole run.

    A clause counts once, under the worst of its states. `unproved` counts checks, `orphaned` and `pending` links;
    `unknown` includes the links of which no clause is known.
    """

    clauses: int = 0
    covered: int = 0
    covered_unproved: int = 0
    informational: int = 0
    uncovered: int = 0
    suspect: int = 0
    context_changed: int = 0
    unknown: int = 0
    not_played: int = 0
    unproved: int = 0
    predated: int = 0
    orphaned: int = 0
    pending: int = 0
    checks: int = 0
    runs: int = 0
    failed: int = 0

    def count(self, state: str) -> int:
        """Return how many clauses, or links without a clause, are in the state of that name."""
        found: int = getattr(self, State(state).name.lower())
        return found


class ReleaseResult(msgspec.Struct, frozen=True, kw_only=True, rename=_with_spaces):
    """A release of the run: how many clauses are in scope and in which states, the behaviours of the model in force."""

    release: str
    clauses: int
    suspect: int
    uncovered: int
    context_changed: int = 0
    unknown: int = 0
    predated: int
    covered: int
    covered_unproved: int = 0
    not_played: int = 0
    informational: int
    behaviours: tuple[str, ...]


class CheckedPlace(msgspec.Struct, frozen=True):
    """A clause in one release: its number, its state, the ids of the checks played for it."""

    release: str
    number: str
    state: State
    checks: tuple[str, ...]


class MutantCount(msgspec.Struct, frozen=True):
    """Mutants of the game model in what the checks of a clause play, how many of them these checks noticed.

    `survivors` are those that no check noticed, in words.
    """

    tried: int
    noticed: int
    survivors: tuple[str, ...]


class ClauseResult(msgspec.Struct, frozen=True):
    """A clause in all releases: its newest number, the worst of its states, why it is informational or "".

    `stipulated` says what its scenarios stipulate rather than play, "" for nothing. `mutants` is None where no mutants
    were played.
    """

    lineage: str
    number: str
    state: State
    reason: str
    releases: tuple[CheckedPlace, ...]
    stipulated: str = ""
    mutants: MutantCount | None = None


class CheckSource(msgspec.Struct, frozen=True):
    """The source of a check: path, line from 1, text."""

    path: str
    line: int
    text: str


class NamedClause(msgspec.Struct, frozen=True):
    """A clause that a check names, in `release` or "" for the newest, narrowed to the wordings that contain `says`.

    `lineage` is None where no such clause is known, and `problem` says why.
    """

    named: str
    release: str
    says: str
    lineage: str | None
    state: State
    today: str
    problem: str


class PlayedClause(msgspec.Struct, frozen=True):
    """A clause as a check played it in one release: its number there, and the state of the link.

    `since` is the first release in the corpus that says the same, "" where the text is not in it. `context` names what
    changed around a clause whose context changed.
    """

    lineage: str
    number: str
    state: State
    since: str = ""
    context: tuple[str, ...] = ()


class CheckRed(msgspec.Struct, frozen=True):
    """A behaviour of the model that, inverted, turned the check red; the lineages behind it."""

    behaviour: str
    was_on: bool
    lineages: tuple[str, ...]
    failure: str


class CheckProof(msgspec.Struct, frozen=True):
    """Whether the check was proved able to fail, by its own clauses only: see `crdiff.trace.proof.InversionProof`."""

    holds: bool
    unproved: tuple[str, ...]
    foreign: tuple[str, ...]
    reds: tuple[CheckRed, ...]


class CheckRun(msgspec.Struct, frozen=True):
    """A check under the rules of one release; `proof` is None if it does not play on the model or did not pass."""

    release: str
    outcome: Outcome
    message: str
    clauses: tuple[PlayedClause, ...]
    proof: CheckProof | None


class CheckResult(msgspec.Struct, frozen=True):
    """A check with its runs; `title` and `description` are its docstring, `proved` None with nothing to prove."""

    id: str
    name: str
    title: str
    description: str
    source: CheckSource
    clauses: tuple[NamedClause, ...]
    runs: tuple[CheckRun, ...]
    proved: bool | None


class BehaviourResult(msgspec.Struct, frozen=True):
    """A behaviour of the model: the lineages it rests on, the releases of the run in which it is in force."""

    behaviour: str
    lineages: tuple[str, ...]
    releases: tuple[str, ...]


class CheckReport(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """The report of a run of checks."""

    summary: RunSummary = RunSummary()
    releases: tuple[ReleaseResult, ...]
    clauses: tuple[ClauseResult, ...]
    checks: tuple[CheckResult, ...]
    behaviours: tuple[BehaviourResult, ...] = ()

    @property
    def dates(self) -> tuple[str, ...]:
        """The releases of the run, oldest first."""
        return tuple(release.release for release in self.releases)

    def encoded(self) -> bytes:
        """Return the report as indented JSON with a newline at the end."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class _Schema(msgspec.Struct):
    schema: str = ""


class _Summed(msgspec.Struct):
    summary: RunSummary = RunSummary()


def read_report(raw: bytes, path: str = "") -> CheckReport:
    """Return the report that `raw` encodes, unknown keys ignored.

    Raises `CorpusError` where it is not ``crdiff.checks/1``; `path` is for the error.
    """
    try:
        found = msgspec.json.decode(raw, type=_Schema).schema
        if found != SCHEMA:
            raise CorpusError(f"results of checks of schema {found!r:.60}", SCHEMA, path=path)
        return msgspec.json.decode(raw, type=CheckReport)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CorpusError(f"not a file of check results ({error!s:.200})", f"JSON of {SCHEMA}", path=path) from None


def read_summary(raw: bytes) -> RunSummary:
    """Return the summary of a report that we wrote: reading all of one on every release takes a third of a second."""
    return msgspec.json.decode(raw, type=_Summed).summary
