"""What a run of checks leaves to read, a line for a wording, and what a draft does to them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from table import table_at_once

from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import json_of
from crdiff.reports.checks import as_reviewed, concerns_answer, outcomes_text, read_concerns, states_text, to_read
from crdiff.reports.review import ReviewConcern
from crdiff.trace.drafts import Concern, Concerned, Undecided
from crdiff.trace.links import Binding
from crdiff.trace.report import (
    CheckReport,
    CheckResult,
    CheckRun,
    CheckSource,
    NamedClause,
    PlayedClause,
    ReleaseResult,
)
from crdiff.trace.results import Check
from crdiff.trace.states import State
from crdiff.trace.timeline import ClauseName

RELEASES = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")


def _run(release: str, state: str, since: str = "", *context: str, number: str = "510.1c") -> CheckRun:
    return CheckRun(release, "passed", "", (PlayedClause("x", number, State(state), since, context),), None)


def _report(*checks: Sequence[CheckRun], names: tuple[NamedClause, ...] = ()) -> CheckReport:
    zero = dict.fromkeys(("clauses", "suspect", "uncovered", "predated", "covered", "informational"), 0)
    source = CheckSource("t.py", 1, "def …")
    return CheckReport(
        releases=tuple(ReleaseResult(release=release, behaviours=(), **zero) for release in RELEASES),
        clauses=(),
        checks=tuple(
            CheckResult(f"t.py::test_{at}", str(at), "", "", source, names, tuple(runs), proved=None)
            for at, runs in enumerate(checks)
        ),
    )


def _accept(release: str) -> str:
    return f'once reviewed: crdiff checks accept 510.1c t.py --at {release} --reason "…"'


def test_a_wording_that_several_releases_have_is_one_line_with_one_command() -> None:
    runs = [_run(RELEASES[0], "covered"), *(_run(release, "suspect", "2002-02-02") for release in RELEASES[1:])]
    assert [str(row) for row in to_read(_report(runs, runs))] == [
        "suspect: 510.1c since 2002-02-02 (3 releases), 2 checks: t.py::test_0 and t.py::test_1; "
        + _accept("2004-04-04")
    ]


def test_two_wordings_are_two_lines_and_another_number_is_none() -> None:
    runs = [
        _run(RELEASES[0], "suspect", "2001-01-01", number="420.5e"),
        _run(RELEASES[1], "suspect", "2001-01-01"),
        _run(RELEASES[2], "suspect", "2003-03-03"),
        _run(RELEASES[3], "covered"),
    ]
    assert [str(row) for row in to_read(_report(runs))] == [
        f"suspect: 510.1c of 2001-01-01 to 2002-02-02 (2 releases), 1 check: t.py::test_0; {_accept('2002-02-02')}",
        f"suspect: 510.1c of 2003-03-03, 1 check: t.py::test_0; {_accept('2003-03-03')}",
    ]


def test_what_changed_around_a_clause_is_named() -> None:
    runs = [_run(RELEASES[3], "context changed", "2001-01-01", "104.3a", "“Control”")]
    assert [str(row) for row in to_read(_report(runs))] == [
        "context changed: 510.1c of 2004-04-04 (changed: 104.3a and “Control”), 1 check: t.py::test_0; "
        + _accept("2004-04-04")
    ]


def test_a_check_that_fails_alike_in_many_releases_is_one_line() -> None:
    runs = [replace(_run(release, "covered"), outcome="failed", message="unproved") for release in RELEASES]
    assert outcomes_text(_report(runs)).splitlines() == [
        "1 check in 4 releases: 4 failed",
        "  failed: t.py::test_0 under 2001-01-01 to 2004-04-04, 4 releases: unproved",
    ]


def test_a_name_without_a_release_is_printed_as_it_is() -> None:
    named = NamedClause("704.5f", "", "", None, State.ORPHANED, "", "704.5f is not a clause of 2004-04-04")
    report = _report([], names=(named,))
    assert "orphaned: t.py::test_0 names 704.5f: 704.5f is not a clause of 2004-04-04" in states_text(report)


# what a draft does to checks, read back from the file that a run wrote


def test_concerns_are_read_as_they_were_written() -> None:
    name = ClauseName("104.3a")
    check, link = Check("t.py::test_a", "", "", "t.py", 1, "", (name,)), Binding(name, "1999-04-23-102.3a")
    number = ClauseNumber.parse("104.3a")
    found = Concerned(
        (Concern(check, link, State.CONTEXT_CHANGED, number, None, ("104.3b", "“Concede”")),),
        (Undecided(check, link, "its text is not held"),),
        (ClauseNumber.parse("104.3k"),),
    )
    read = read_concerns(json_of(concerns_answer(found)))
    expected = ReviewConcern("t.py::test_a", "context changed", "104.3a", ("104.3b", "“Concede”"))
    assert (as_reviewed(read.concerns), read.uncovered) == ((expected,), ("104.3k",))
    assert [row.check for row in read.undecided] == ["t.py::test_a"]


@table_at_once
def test_anything_else_is_refused_in_one_line(raw: str) -> None:
    for given in (raw, '{"more": ' + "[" * 200_000):
        with pytest.raises(CorpusError) as caught:
            read_concerns(given.encode(), "concerns.json")
        assert str(caught.value).startswith("concerns.json: not a file of concerns (")
        assert "\n" not in str(caught.value)
