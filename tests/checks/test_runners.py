"""The results of nine test runners are read: the right clauses, each with what came of its tests."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from crdiff.checks.importing import ClauseFinder, import_results
from crdiff.checks.inputs import known_timeline
from crdiff.trace.engines import engine_clauses
from crdiff.trace.timeline import Timeline

RESULTS = Path(__file__).parent / "results"
APRIL = date(2026, 4, 17)
RUNNERS = {
    "surefire": {"704.5a": "covered", "704.5i": "failed", "704.5j": "covered", "704.5v": "uncovered"},
    "gradle-kotlin": {"704.5a": "covered", "704.5j": "failed", "723.5a": "covered"},
    "kotest": {"704.5a": "covered", "704.5j": "failed", "704.5v": "uncovered"},
    "nextest": {"510.2": "covered", "704.5a": "covered", "704.5j": "failed"},
    "gotestsum": {"510.1c": "failed", "510.2": "covered", "704.5a": "covered", "704.5v": "uncovered"},
    "pytest": {"702.7b": "covered", "704.5a": "covered", "704.5j": "failed", "704.5v": "uncovered"},
    "dotnet": {"704.5a": "covered", "704.5j": "failed", "704.5v": "uncovered"},
    "jest-junit": {"704.5a": "covered", "704.5j": "failed", "704.5v": "uncovered"},
    "node": {"704.5a": "covered", "704.5j": "failed", "704.5v": "uncovered"},
}
"""What the tests of each runner say of the clauses of 2026-04-17, by number; the other tests name none of it."""


@pytest.fixture(scope="module")
def known() -> Timeline:
    return known_timeline()


@pytest.mark.parametrize("runner", RUNNERS)
def test_the_tests_of_every_runner_name_the_right_clauses(runner: str, known: Timeline) -> None:
    results = import_results("engine", [RESULTS / f"{runner}.xml"], ClauseFinder(known, APRIL))
    states = {}
    for lineage, clause in engine_clauses(results, known, APRIL).items():
        standing = known.standing(lineage, APRIL)
        assert standing is not None
        states[str(standing.number)] = clause.state
    assert dict(sorted(states.items())) == RUNNERS[runner]


def test_every_file_of_results_is_tried() -> None:
    assert {path.stem for path in RESULTS.glob("*.xml")} == set(RUNNERS)


def test_a_number_that_moved_is_told_with_where_it_went(known: Timeline) -> None:
    results = import_results("engine", [RESULTS / "surefire.xml"], ClauseFinder(known, APRIL))
    (link,) = next(test.clauses for test in results.tests if "Cr720_5a" in test.name)
    assert link.lineage == ""
    assert link.problem.startswith("720.5a is not a clause of 2026-04-17; expected")
    assert "720.5a of 2024-02-02 to 2025-02-07 (today 723.5a)" in link.problem


def test_the_same_file_of_an_older_engine_is_carried_on(known: Timeline) -> None:
    """In 2024-06-07 the number meant controlling another player; its clause is 723.5a today."""
    results = import_results("engine", [RESULTS / "surefire.xml"], ClauseFinder(known, date(2024, 6, 7)))
    (link,) = next(test.clauses for test in results.tests if "Cr720_5a" in test.name)
    clauses = engine_clauses(results, known, APRIL)
    assert (link.lineage, clauses[link.lineage].state) == ("2003-10-01-507.3a", "covered")


def test_a_property_has_its_own_release(known: Timeline) -> None:
    """704.5k was the legend rule in 2013-05-01, which 2013-07-13 reworded."""
    results = import_results("engine", [RESULTS / "pytest.xml"], ClauseFinder(known, APRIL))
    (link,) = next(test.clauses for test in results.tests if test.name == "test_legends")
    assert (link.number, link.release, link.by) == ("704.5k", date(2013, 5, 1), "property")
    standing = known.standing(link.lineage, APRIL)
    assert standing is not None
    assert str(standing.number) == "704.5j"
