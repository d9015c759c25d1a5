"""The tests of an engine that name clauses, with what came of them, and how those clauses stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from crdiff.errors import CorpusError, UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.text.groups import by_key
from crdiff.trace.links import Binding
from crdiff.trace.states import State, readings_of, state_of_clause, state_of_link
from crdiff.trace.timeline import ClauseName, Timeline

SCHEMA = "crdiff.engine-results/1"
# Characters of the name of an engine: the head of a column.
ENGINE_NAME_MAX = 80
EngineOutcome = Literal["passed", "failed", "skipped"]
# What names the clause of a test: a property of the results, a map file, its name, or a citation in its source.
NamedBy = Literal["property", "map", "name", "citation"]


class EngineLink(Struct, frozen=True):
    """A clause that a test names."""

    # The number that the test names, as of the release.
    number: str
    # The release that the number is of.
    release: date
    # The id of the clause, empty if no such clause is known.
    lineage: str
    # What names the clause: a property of the results, a map file, the name of the test, or a citation in its source,
    # where that is the comment above its class the whole class has it.
    by: NamedBy
    # Why no clause is known, and what is right instead; empty where one is.
    problem: str = ""


class EngineTest(Struct, frozen=True):
    """A test that names clauses."""

    # The class, package or block that contains the test.
    suite: str
    name: str
    outcome: EngineOutcome
    clauses: tuple[EngineLink, ...]
    # Why it failed or was skipped.
    message: str = ""
    # Its file, empty where the runner does not say.
    file: str = ""
    # Its line from 1, 0 where the runner does not say.
    line: Annotated[int, Meta(ge=0)] = 0
    # The behaviours without which it fails.
    reds: tuple[str, ...] = ()
    # Whether each clause that it names has a behaviour that turns it red; null where nothing was switched.
    proved: bool | None = None

    @property
    def full_name(self) -> str:
        """The name with the suite that it stands in."""
        return f"{self.suite} {self.name}".strip()


class EngineSwitch(Struct, frozen=True):
    """A behaviour that the engine was run without, with the clauses behind it."""

    behaviour: str
    clauses: tuple[EngineLink, ...]
    # Tests that passed and fail without it.
    reds: int


class EngineResults(Struct, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """The tests of an engine that name clauses of the rules, as crdiff checks import writes them."""

    # The name of the engine.
    engine: Annotated[str, Meta(min_length=1, max_length=ENGINE_NAME_MAX)]
    # The release whose rules the engine plays and whose numbers its tests use.
    release: date
    # Tests read, including those that name no clause.
    read: Annotated[int, Meta(ge=0)]
    # The tests that name clauses, by suite and name.
    tests: tuple[EngineTest, ...]
    # The behaviours that the engine was run without.
    switches: tuple[EngineSwitch, ...] = ()

    @property
    def name(self) -> str:
        """The engine with its release, as it stands beside others and beside itself of another release."""
        return f"{self.engine} ({self.release})"

    def encoded(self) -> bytes:
        """Return the results as indented JSON with a newline at the end."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def read_engine_results(raw: bytes, path: str = "") -> EngineResults:
    """Return the results that `raw` encodes, unknown keys ignored.

    Raises `CorpusError` where it is not ``crdiff.engine-results/1``; `path` is for the error.
    """
    try:
        results = msgspec.json.decode(raw, type=EngineResults)
        for number in {each.number for test in results.tests for each in test.clauses if each.lineage}:
            ClauseNumber.parse(number)
    except (msgspec.MsgspecError, UnknownNumber, RecursionError) as error:
        what = f"not a file of engine results ({error!s:.200})"
        expected = f"JSON of {SCHEMA}, as 'crdiff checks import' writes it"
        raise CorpusError(what, expected, path=path) from None
    return results


def require_distinct(results: Iterable[EngineResults]) -> tuple[EngineResults, ...]:
    """Return the results by engine and release. Raises `CorpusError` for two of one engine and release."""
    found: dict[tuple[str, date], EngineResults] = {}
    for each in results:
        if (each.engine, each.release) in found:
            raise CorpusError(f"a second file of results of {each.name}", "one file for each engine and release")
        found[each.engine, each.release] = each
    return tuple(found[key] for key in sorted(found))


# In place of a state: a test of the clause fails.
FAILED = "failed"
# In place of a state: the clause was in force in the release of the engine, and is no longer.
GONE = "not in force"
# What `EngineClause.state` may be, in the order in which it is counted.
STANDINGS = (State.COVERED.value, State.SUSPECT.value, FAILED, State.PREDATED.value, State.UNKNOWN.value,
             State.UNCOVERED.value, State.PENDING.value, State.ORPHANED.value, GONE)  # fmt: skip


class EngineClause(Struct, frozen=True):
    """A clause that an engine names: its `state` in one release, one of `STANDINGS`, and its tests.

    `since` is the first release after that of the engine that words it otherwise, None unless it is suspect. `proved`
    counts the tests that a switch of the engine proves able to fail.
    """

    state: str
    since: date | None
    tests: tuple[EngineTest, ...]

    @property
    def outcomes(self) -> Mapping[str, int]:
        """How many of the tests passed, failed, were skipped."""
        return Counter(test.outcome for test in self.tests)

    @property
    def proved(self) -> int:
        """How many of the tests are proved able to fail."""
        return sum(test.proved is True for test in self.tests)

    @property
    def is_green(self) -> bool:
        """Whether a test of it passes, and none fails."""
        return self.outcomes["passed"] > 0 and not self.outcomes["failed"]


class PlayedEngine(Struct, frozen=True):
    """The results of an engine, and how each clause that its tests name stands, by the id of its lineage."""

    results: EngineResults
    clauses: Mapping[str, EngineClause]


def played_engines(engines: Iterable[EngineResults], timeline: Timeline, at: date) -> tuple[PlayedEngine, ...]:
    """Return engines with how their clauses stand in the release `at`."""
    return tuple(PlayedEngine(each, engine_clauses(each, timeline, at)) for each in engines)


# A test and a clause that it names.
_Named = tuple[EngineTest, EngineLink]


def engine_clauses(results: EngineResults, timeline: Timeline, at: date) -> dict[str, EngineClause]:
    """Return how each clause that the tests of an engine name stands in the release `at`, by the id of its lineage."""
    links = ((test, _known(clause, timeline)) for test in results.tests for clause in test.clauses if clause.lineage)
    named = by_key((clause.lineage, (test, clause)) for test, clause in links)
    return {lineage: _standing(lineage, pairs, timeline, at) for lineage, pairs in named.items()}


def _known(link: EngineLink, timeline: Timeline) -> EngineLink:
    """Return a link with the id that its clause has here: results may have been read with other releases at hand."""
    if timeline.lineage(link.lineage):
        return link
    here = timeline.lineage_at(ClauseNumber.parse(link.number), link.release)
    return replace(link, lineage=here.id) if here else link


def _standing(lineage_id: str, pairs: Sequence[_Named], timeline: Timeline, at: date) -> EngineClause:
    tests = tuple({id(test): test for test, _ in pairs}.values())
    lineage = timeline.lineage(lineage_id)
    if lineage is None:
        return EngineClause(State.UNKNOWN, None, tests)
    if timeline.standing(lineage_id, at) is None:
        return EngineClause(State.UNKNOWN if lineage.is_unknown_in(at) else GONE, None, tests)
    if any(test.outcome == FAILED for test in tests):
        return EngineClause(FAILED, None, tests)
    passed = tuple(dict.fromkeys(clause for test, clause in pairs if test.outcome == "passed"))
    state = state_of_clause(_state(clause, timeline, at) for clause in passed)
    since = _reworded(passed, timeline, at) if state is State.SUSPECT else None
    return EngineClause(state, since, tests)


def _state(clause: EngineLink, timeline: Timeline, release: date) -> State:
    """Return the state of the link to a clause: it was written against the wording of its own release."""
    link = Binding(ClauseName(clause.number, clause.release), clause.lineage)
    return state_of_link(timeline, link, readings_of(timeline, link, ()), release)


def _reworded(clauses: Iterable[EngineLink], timeline: Timeline, at: date) -> date | None:
    """Return the first release after that of the tests in which one of them is suspect."""
    found = (
        release
        for clause in clauses
        for release in timeline.releases
        if clause.release < release <= at and _state(clause, timeline, release) is State.SUSPECT
    )
    return min(found, default=None)
