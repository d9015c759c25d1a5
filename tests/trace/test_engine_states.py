"""Clauses that engines name stand as those that checks name: real clauses, by their lives alone."""

from __future__ import annotations

from datetime import date

import pytest
from table import table

from crdiff.checks.inputs import known_timeline
from crdiff.errors import CorpusError
from crdiff.trace.book import WholeBook, clauses_of_book, engine_player
from crdiff.trace.engines import (
    EngineClause,
    EngineLink,
    EngineResults,
    EngineTest,
    engine_clauses,
    played_engines,
    read_engine_results,
    require_distinct,
)
from crdiff.trace.links import link
from crdiff.trace.timeline import ClauseName, Timeline

APRIL = date(2026, 4, 17)


@pytest.fixture(scope="module")
def known() -> Timeline:
    return known_timeline()


def results_of(known: Timeline, *named: tuple[str, str, str]) -> EngineResults:
    """Return results of tests: each the clause that it names, as ``704.5k@2013-05-01``, its name and its outcome."""
    tests = []
    for written, name, outcome in named:
        clause = ClauseName.parse(written)
        assert clause.release is not None
        lineage = link(known, clause).lineage or ""
        tests.append(EngineTest("s", name, outcome, (EngineLink(clause.number, clause.release, lineage, "name"),)))  # type: ignore[arg-type] # outcomes are written out below
    return EngineResults(engine="e", release=tests[0].clauses[0].release, read=len(tests), tests=tuple(tests))


def the_only(results: EngineResults, known: Timeline, at: date = APRIL) -> EngineClause:
    (clause,) = engine_clauses(results, known, at).values()
    return clause


@table
def test_a_test_that_passes(clause: str, state: str, since: str, known: Timeline) -> None:
    found = the_only(results_of(known, (clause, "a", "passed")), known)
    assert (found.state, str(found.since)) == (state, since)


def test_before_its_release_an_engine_that_plays_other_words_is_predated(known: Timeline) -> None:
    found = the_only(results_of(known, ("704.5j@2026-04-17", "a", "passed")), known, date(2010, 6, 18))
    assert found.state == "predated"


def test_a_test_that_fails_speaks_for_its_clause(known: Timeline) -> None:
    clause = "704.5a@2024-06-07"
    found = the_only(results_of(known, (clause, "a", "passed"), (clause, "b", "failed")), known)
    assert (found.state, dict(found.outcomes), found.is_green) == ("failed", {"passed": 1, "failed": 1}, False)


def test_a_test_that_was_skipped_covers_nothing(known: Timeline) -> None:
    assert the_only(results_of(known, ("704.5a@2024-06-07", "a", "skipped")), known).state == "uncovered"


def test_engines_stand_side_by_side_in_the_whole_book(known: Timeline) -> None:
    one = results_of(known, ("704.5a@2024-06-07", "a", "passed"), ("510.2@2024-06-07", "b", "failed"))
    other = results_of(known, ("704.5a@2026-04-17", "a", "passed"))
    players = tuple(map(engine_player, played_engines([one, other], known, APRIL)))
    book = WholeBook(APRIL, clauses_of_book(known, APRIL), players)
    assert len(book.clauses) == 3136
    assert [str(number) for number in book.claimed(book.clauses).values()] == ["510.2", "704.5a"]
    assert len(book.nobody(book.clauses)) == 3134
    assert sum(len(book.part(section)) for section in book.sections) == 3136
    assert sum(len(book.part(subsection)) for subsection in book.subsections) == 3136
    assert book.states == {"covered", "failed"}


def test_results_survive_being_written_and_read(known: Timeline) -> None:
    results = results_of(known, ("704.5a@2024-06-07", "a", "passed"))
    assert read_engine_results(results.encoded()) == results


def test_an_engine_has_one_file_for_each_release(known: Timeline) -> None:
    one = results_of(known, ("704.5a@2024-06-07", "a", "passed"))
    other = results_of(known, ("704.5a@2026-04-17", "a", "passed"))
    assert require_distinct([other, one]) == (one, other)
    with pytest.raises(CorpusError, match=r"a second file of results of e \(2024-06-07\)"):
        require_distinct([one, one])
