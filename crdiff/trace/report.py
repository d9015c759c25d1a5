"""The report of a run of checks: the JSON value of ``crdiff.checks/1``, as values that encode to it and decode from it.

Releases are in time order, clauses by the last release that has them and their number there, checks by id. Releases
are ISO dates or ``draft``.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from crdiff.errors import CorpusError
from crdiff.trace.states import State

SCHEMA = "crdiff.checks/1"
Outcome = Literal["passed", "failed", "skipped", "not run"]
_Count = Annotated[int, msgspec.Meta(ge=0)]


def _with_spaces(field: str) -> str:
    return field.replace("covered_unproved", State.COVERED_UNPROVED).replace("_", " ")


class RunSummary(msgspec.Struct, frozen=True, rename=_with_spaces):
    """Counts of a whole run.

    A clause counts once, under the worst of its states. `unproved` counts checks, `orphaned` and `pending` links;
    `unknown` includes the links of which no clause is known.
    """

    clauses: _Count = 0
    covered: _Count = 0
    covered_unproved: _Count = 0
    informational: _Count = 0
    uncovered: _Count = 0
    suspect: _Count = 0
    context_changed: _Count = 0
    unknown: _Count = 0
    not_played: _Count = 0
    unproved: _Count = 0
    predated: _Count = 0
    orphaned: _Count = 0
    pending: _Count = 0
    checks: _Count = 0
    runs: _Count = 0
    failed: _Count = 0

    def count(self, state: str) -> int:
        """Return how many clauses, or links without a clause, are in the state of that name."""
        found: int = getattr(self, State(state).name.lower())
        return found


class ReleaseResult(msgspec.Struct, frozen=True, kw_only=True, rename=_with_spaces):
    """A release of the run: how many clauses are in scope and in which states, the behaviours of the model in force."""

    release: str
    clauses: _Count
    suspect: _Count
    uncovered: _Count
    context_changed: _Count = 0
    unknown: _Count = 0
    predated: _Count
    covered: _Count
    covered_unproved: _Count = 0
    not_played: _Count = 0
    informational: _Count
    # Behaviours of the game model in force.
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

    tried: _Count
    # By the checks of this clause.
    noticed: _Count
    # Those that no check noticed.
    survivors: tuple[str, ...]


class ClauseResult(msgspec.Struct, frozen=True):
    """A clause in all releases: its newest number, the worst of its states, why it is informational or "".

    `stipulated` says what its scenarios stipulate rather than play, "" for nothing. `mutants` is None where no mutants
    were played.
    """

    # Id of a clause: release and number of its first known place.
    lineage: str
    # In the last release of the run that has it.
    number: str
    state: State
    # Why it is informational, or empty.
    reason: str
    releases: tuple[CheckedPlace, ...]
    # What its scenarios state instead of playing it, or empty.
    stipulated: str = ""
    # Mutants of the game model in what its checks play; null where none were tried.
    mutants: MutantCount | None = None
    # Sentences of its newest wording in the run, without examples; 0 where the text is not held.
    sentences: _Count = 0
    # Those of them, from 1, that a check holds which passes there.
    held: tuple[_Count, ...] = ()

    @property
    def extent(self) -> str:
        """How far its sentences are held, in words; "" where all of them are, or their number is not known."""
        is_whole = self.sentences == len(self.held) or not self.held
        return "" if is_whole else f"{len(self.held)} of {self.sentences} sentences"


class CheckSource(msgspec.Struct, frozen=True):
    """The source of a check: path, line from 1, text."""

    path: str
    line: Annotated[int, msgspec.Meta(ge=1)]
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
    # The sentences of the clause, from 1, that the check holds in the newest wording that it was played for.
    holds: tuple[_Count, ...] = ()


class PlayedClause(msgspec.Struct, frozen=True):
    """A clause as a check played it in one release: its number there, and the state of the link.

    `since` is the first release in the corpus that says the same, "" where the text is not in it. `context` names what
    changed around a clause whose context changed.
    """

    lineage: str
    number: str
    state: State
    # The first release held that says what the clause says here; empty where its text is not held.
    since: str = ""
    # What changed around a clause whose context changed: numbers of cited clauses, and terms of the glossary in
    # quotation marks.
    context: tuple[str, ...] = ()


class CheckRed(msgspec.Struct, frozen=True):
    """A behaviour of the model that, inverted, turned the check red; the lineages behind it."""

    behaviour: str
    was_on: bool
    lineages: tuple[str, ...]
    failure: str


class CheckProof(msgspec.Struct, frozen=True):
    """Whether the check was proved able to fail, by its own clauses only: see `crdiff.trace.proof`."""

    holds: bool
    # Clauses the check names that no behaviour speaks for.
    unproved: tuple[str, ...]
    # Behaviours of other clauses that turn it red.
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
    # First line of the docstring.
    title: str
    # The rest of it.
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
    """What executable checks say of the clauses they play, as pytest --crdiff-report and crdiff checks write it."""

    # Each clause counts once, under the worst of its states; unproved counts checks, orphaned and pending count links,
    # unknown also counts links of which no clause is known, runs and failed count runs.
    summary: RunSummary = RunSummary()
    # Releases of the run, oldest first.
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
