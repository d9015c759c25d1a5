"""How the clauses stand that the tests of an engine name: the states of checks, without a text.

A number is carried from the release of the engine through its lineage. Which releases say the same is known from the
lives of all clauses, so that none of the texts need be there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from crdiff.trace.engines import EngineLink, EngineResults, EngineTest
from crdiff.trace.links import Binding
from crdiff.trace.states import State, state_of_clause, state_of_link
from crdiff.trace.timeline import ClauseName, Timeline

FAILED = "failed"
"""In place of a state: a test of the clause fails."""
GONE = "not in force"
"""In place of a state: the clause was in force in the release of the engine, and is no longer."""
STANDINGS = (State.COVERED.value, State.SUSPECT.value, FAILED, State.PREDATED.value, State.UNKNOWN.value,
             State.UNCOVERED.value, State.PENDING.value, State.ORPHANED.value, GONE)  # fmt: skip
"""What `EngineClause.state` may be, in the order in which it is counted."""


@dataclass(frozen=True, slots=True)
class EngineClause:
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


@dataclass(frozen=True, slots=True)
class PlayedEngine:
    """The results of an engine, and how each clause that its tests name stands, by the id of its lineage."""

    results: EngineResults
    clauses: Mapping[str, EngineClause]

    def renamed(self, name: Callable[[str], str]) -> PlayedEngine:
        """Return the same under other ids of lineages, without the clauses that have none: ``""``."""
        found = {own: clause for lineage, clause in self.clauses.items() if (own := name(lineage))}
        return PlayedEngine(self.results, found)


def played_engines(engines: Iterable[EngineResults], timeline: Timeline, at: date) -> tuple[PlayedEngine, ...]:
    """Return engines with how their clauses stand in the release `at`."""
    return tuple(PlayedEngine(each, engine_clauses(each, timeline, at)) for each in engines)


def engine_clauses(results: EngineResults, timeline: Timeline, at: date) -> dict[str, EngineClause]:
    """Return how each clause that the tests of an engine name stands in the release `at`, by the id of its lineage."""
    named: dict[str, list[tuple[EngineTest, EngineLink]]] = defaultdict(list)
    for test in results.tests:
        for clause in test.clauses:
            if clause.lineage:
                named[clause.lineage].append((test, clause))
    return {lineage: _standing(lineage, pairs, timeline, at) for lineage, pairs in named.items()}


def _standing(
    lineage_id: str, named: Iterable[tuple[EngineTest, EngineLink]], timeline: Timeline, at: date
) -> EngineClause:
    pairs = tuple(named)
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
    name = ClauseName(clause.number, clause.release)
    return state_of_link(
        timeline, Binding(name, clause.lineage), timeline.standing(clause.lineage, release), (), release
    )


def _reworded(clauses: Iterable[EngineLink], timeline: Timeline, at: date) -> date | None:
    """Return the first release after that of the tests in which one of them is suspect."""
    found = (
        release
        for clause in clauses
        for release in timeline.releases
        if clause.release < release <= at and _state(clause, timeline, release) is State.SUSPECT
    )
    return min(found, default=None)
