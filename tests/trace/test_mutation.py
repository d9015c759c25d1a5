"""What came of mutants: sums by clause, and the JSON."""

from __future__ import annotations

from crdiff.reports.checks import mutants_text
from crdiff.trace.mutants import (
    MutantPlay,
    MutationResults,
    NamedMutant,
    mutants_by_clause,
    read_mutation,
    with_mutants,
)
from crdiff.trace.report import CheckReport, ClauseResult, MutantCount
from crdiff.trace.states import State

MUTANTS = tuple(NamedMutant(f"m{n}", "turns", "go_to", max(n, 1), "a == b", "a != b") for n in range(4))
RESULTS = MutationResults(
    model="m",
    mutants=MUTANTS,
    plays=(
        MutantPlay("t.py::one", "r1", "s", ("720.5",), (0, 1, 2), (0,)),
        MutantPlay("t.py::one", "r2", "s", ("720.5",), (1, 2), ()),
        MutantPlay("t.py::two", "r1", "s", ("720.5", "720.6"), (1,), (1,)),
    ),
)
REPORT = CheckReport(
    releases=(),
    clauses=tuple(ClauseResult(number, number, State.COVERED, "", ()) for number in ("720.5", "720.6", "720.7")),
    checks=(),
)


def test_a_clause_has_the_mutants_of_all_its_checks_and_survivors_are_those_that_no_check_notices() -> None:
    found = mutants_by_clause(RESULTS)
    assert found == {"720.5": MutantCount(3, 2, (str(MUTANTS[2]),)), "720.6": MutantCount(1, 1, ())}


def test_a_report_carries_the_counts_of_its_clauses() -> None:
    counts = [clause.mutants for clause in with_mutants(REPORT, RESULTS).clauses]
    assert counts == [MutantCount(3, 2, ("turns.py:2: a == b → a != b",)), MutantCount(1, 1, ()), None]


def test_survivors_stand_under_the_clauses_whose_checks_play_what_they_change() -> None:
    assert mutants_text(RESULTS, REPORT).splitlines() == [
        "3 mutants tried: 2 noticed, 1 survive",
        "1 mutant of code that no check runs",
        "  720.5    3 tried, 2 noticed by its checks, 1 survive",
        "           turns.py:2: a == b → a != b",
        "  720.6    1 tried, 1 noticed by its checks",
    ]


def test_results_are_read_as_they_were_written() -> None:
    assert read_mutation(RESULTS.encoded()) == RESULTS
