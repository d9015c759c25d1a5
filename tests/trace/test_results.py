"""The JSON of a run and of its mutants: counts, states by release, the way back, and what is no such file."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from jsonschema import Draft202012Validator

from crdiff.errors import CorpusError
from crdiff.reports.checks import mutants_text
from crdiff.reports.schemas import schema
from crdiff.trace.beside import Review, read_scope
from crdiff.trace.engines import read_engine_results
from crdiff.trace.mutants import (
    MutantPlay,
    MutationResults,
    NamedMutant,
    mutants_by_clause,
    read_mutation,
    with_mutants,
)
from crdiff.trace.report import SCHEMA, CheckReport, ClauseResult, MutantCount, Outcome, read_report, read_summary
from crdiff.trace.results import Check, CheckCoverage, Run, accept_command, checks_of, report_of, reviews_of
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName, Timeline
from tests.support.days import on

MOVED = "2001-01-01-100.1"


def _check(name: str, *clauses: str, outcome: Outcome = "passed", releases: tuple[str, ...] = ()) -> Check:
    runs = tuple(Run(release, outcome) for release in releases)
    return Check(
        f"t.py::test_{name}", "Title.", "More.", "t.py", 3, "def …", tuple(map(ClauseName.parse, clauses)), runs
    )


def _coverage(timeline: Timeline, *checks: Check, scope: str = "", reviews: tuple[Review, ...] = ()) -> CheckCoverage:
    return CheckCoverage(timeline, timeline.releases, checks, reviews, read_scope(scope))


def test_a_clause_counts_once_under_its_worst_state(small: Timeline) -> None:
    check = _check("may", "100.1@2001-01-01", releases=small.releases)
    report = report_of(_coverage(small, check, scope='scope = ["100.1@2001-01-01", "100.2@2001-01-01"]'))
    states = {clause.lineage: clause.state for clause in report.clauses}
    assert states == {MOVED: "suspect", "2001-01-01-100.2": "uncovered"}
    assert [place.state for place in report.clauses[1].releases] == ["covered, unproved", "suspect", "suspect"]
    assert (report.summary.clauses, report.summary.suspect, report.summary.uncovered) == (2, 1, 1)


def test_a_check_that_fails_covers_nothing(small: Timeline) -> None:
    check = _check("may", "100.1@2001-01-01", outcome="failed", releases=(on("2001-01-01"),))
    report = report_of(_coverage(small, check))
    assert report.clauses[0].releases[0].state == "uncovered"
    assert report.summary.failed == 1


def test_an_informational_clause_has_its_reason(small: Timeline) -> None:
    scope = 'scope = ["100.2@2001-01-01"]\n[informational]\n"100.2@2001-01-01" = "A heading."'
    (clause,) = report_of(_coverage(small, scope=scope)).clauses
    assert (clause.state, clause.reason) == ("informational", "A heading.")


def test_orphans_and_pending_checks_are_counted_and_explained(small: Timeline) -> None:
    report = report_of(_coverage(small, _check("lost", "999.9@2001-01-01"), _check("new", "300.1@2030-01-01")))
    assert (report.summary.orphaned, report.summary.pending) == (1, 1)
    states = {check.name: (check.clauses[0].state, check.clauses[0].problem[:24]) for check in report.checks}
    assert states == {"lost": ("orphaned", "999.9 is not a clause of"), "new": ("pending", "nothing is known of 300.")}


def test_a_clause_that_was_renamed_is_told_by_the_name_it_has_today(small: Timeline) -> None:
    report = report_of(_coverage(small, _check("may", "100.1@2001-01-01", releases=(on("2001-01-01"),))))
    assert report.checks[0].clauses[0].today == "200.5 in 2003-03-03"


def test_the_checks_of_a_report_are_read_back(small: Timeline) -> None:
    check = _check("may", "100.1@2001-01-01", releases=(on("2001-01-01"), on("2002-02-02")))
    assert checks_of(report_of(_coverage(small, check))) == (check,)


def test_accepting_a_wording_clears_the_suspicion_and_nothing_else(small: Timeline) -> None:
    checks = (_check("may", "100.1@2001-01-01"), _check("burn", "100.2@2001-01-01"))
    before = _coverage(small, *checks)
    (link,) = before.links(checks[0])
    assert before.state(checks[0], link, on("2002-02-02")) is State.SUSPECT
    reviews = reviews_of(before, MOVED, on("2002-02-02"), "read")
    assert reviews == (Review("t.py::test_may", MOVED, on("2002-02-02"), "b" * 16, "read"),)
    after = _coverage(small, *checks, reviews=reviews)
    assert after.state(checks[0], link, on("2002-02-02")) is State.COVERED
    assert after.state(checks[0], link, on("2003-03-03")) is State.COVERED


def test_the_command_that_accepts_names_the_files_of_its_checks_wherever_they_are() -> None:
    checks = ("test_a.py::test_one", "test_a.py::test_two[x]", "of mine/test_b.py::test_three")
    accept = accept_command("720.2", "2024-06-07", checks)
    assert accept == """crdiff checks accept 720.2 test_a.py 'of mine/test_b.py' --at 2024-06-07 --reason "…\""""


def test_the_same_run_gives_the_same_bytes(small: Timeline) -> None:
    checks = [_check("may", "100.1@2001-01-01", releases=small.releases), _check("burn", "100.2@2001-01-01")]
    one, other = (report_of(_coverage(small, *order)).encoded() for order in (checks, checks[::-1]))
    assert one == other


PUBLISHED = json.loads(schema("checks"))


def _report(small: Timeline) -> CheckReport:
    names = ("100.1@2001-01-01", "999.9@2001-01-01", "100.2@2001-01-01")
    runs = tuple(Run(release, "passed") for release in small.releases)
    checks = [
        Check(f"t.py::test_{at}", "Title.", "", "t.py", 3, "def …", (ClauseName.parse(name),), runs)
        for at, name in enumerate(names)
    ]
    return report_of(CheckCoverage(small, small.releases, tuple(checks), scope=read_scope(f'scope = ["{names[0]}"]')))


def test_a_report_keeps_to_its_schema_and_is_read_back_unchanged(small: Timeline) -> None:
    report = _report(small)
    value = json.loads(report.encoded())
    Draft202012Validator(PUBLISHED).validate(value)
    assert next(iter(value.items())) == ("schema", SCHEMA)
    assert read_report(report.encoded()) == report


def test_keys_added_later_are_ignored(small: Timeline) -> None:
    report = _report(small)
    value = json.loads(report.encoded())
    value["something"] = value["checks"][0]["more"] = 1
    assert read_report(json.dumps(value).encode()) == report


def test_the_summary_can_be_read_alone(embedded: Timeline) -> None:
    check = Check("a::b", "", "", "a", 1, "", (ClauseName.of("720.6", "2024-06-07"),))
    report = report_of(CheckCoverage(embedded, embedded.releases, (check,)))
    assert read_summary(report.encoded()) == report.summary
    assert report.summary.checks == 1


# what came of mutants: sums by clause, and the JSON


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


# what is no file of results is refused in one line, whoever reads it


Reader = Callable[[bytes, str], object]
KINDS: dict[Reader, str] = {
    read_report: "check results",
    read_mutation: "mutation results",
    read_engine_results: "engine results",
}
RUBBISH = (b"", b"[]", b'{"schema": "crdiff.%s/1"}', b"[" * 100_000, b'{"more": ' + b"[" * 200_000)
ENGINE = (
    b'{"schema": "crdiff.engine-results/1", "engine": "e", "release": "2024-06-07", "read": 0, "tests": [{"suite": "",'
    b' "name": "", "outcome": "passed", "clauses": [{"number": "704.5a", "release": "2024-06-07",'
    b' "lineage": "1999-04-23-420.5a", "by": "name"}]}]}'
)
FAULTY: tuple[tuple[Reader, bytes], ...] = (
    (read_mutation, RESULTS.encoded().replace(b'"tried":[1]', b'"tried":[9]')),
    (read_engine_results, ENGINE.replace(b"704.5a", b"<b>")),
    (read_engine_results, ENGINE.replace(b"2024-06-07", b"soon")),
)


@pytest.mark.parametrize(("read", "raw"), [*((read, raw) for read in KINDS for raw in RUBBISH), *FAULTY])
def test_what_is_no_file_of_results_is_refused_in_one_line(read: Reader, raw: bytes) -> None:
    with pytest.raises(CorpusError) as caught:
        read(raw.replace(b"%s", b"checks" if read is read_report else b"lint"), "e.json")
    assert str(caught.value).startswith(f"e.json: not a file of {KINDS[read]}")
    assert "\n" not in str(caught.value)


def test_results_of_another_schema_are_named_as_what_they_are() -> None:
    with pytest.raises(
        CorpusError, match=r"^e.json: results of checks of schema 'crdiff.diff/1'; expected crdiff.checks"
    ):
        read_report(b'{"schema": "crdiff.diff/1"}', "e.json")
    assert read_engine_results(ENGINE)
