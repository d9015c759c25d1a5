"""What the engines say of one clause: on its page, in the row of a table, and in the badge beside it."""

from __future__ import annotations

from collections.abc import Mapping

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_titles import icon_of
from crdiff.pages.frame.english import clipped
from crdiff.reports.phrases import counted
from crdiff.text.hidden import shown_on_a_line
from crdiff.trace.engine_states import FAILED, EngineClause, PlayedEngine
from crdiff.trace.engines import EngineTest
from crdiff.trace.states import State

_TESTS_MOST = 5
"""Tests of an engine that the page of a clause names; XMage tests 704.5j some twenty times."""
_ENGINES_MOST = 8
"""Engines whose tests the page of a clause names: each takes up to 2 kB of it."""
_NAME_MAX = 160
"""Characters shown of the name of a test."""
_RED_MAX = 60
"""Characters shown of the name of a behaviour of an engine."""
_LOUDEST = (FAILED, State.SUSPECT.value, State.COVERED.value)
"""The states of which the badge speaks, the one that asks for most first."""


def played_by(lineage: str, archive: ArchiveIndex) -> tuple[Mapping[str, object], ...]:
    """Return what each engine says of a clause, those alone that name it; of many, the first.

    That is the state of the clause, its first tests, those that fail before others, and how many more are `left`.
    """
    found = ((each, clause) for each in archive.engines if (clause := each.clauses.get(lineage)))
    return tuple(_engine(played, clause) for played, clause in list(found)[:_ENGINES_MOST])


def engine_badge(lineage: str, archive: ArchiveIndex) -> tuple[str, str]:
    """Return the state and the words of the badge of a clause, "" where no engine has anything to say of it."""
    states = [clause.state for each in archive.engines if (clause := each.clauses.get(lineage))]
    state = next((state for state in _LOUDEST if state in states), "")
    engines = counted(states.count(state), "engine")
    words = {FAILED: f"{engines} failing", State.SUSPECT: f"{engines} suspect", State.COVERED: f"{engines} passing"}
    return state, words.get(state, "")


def state_words(state: str, since: object) -> str:
    """Return a state with the release that began it."""
    return f"{state} since {since}" if since else state


def _engine(played: PlayedEngine, clause: EngineClause) -> Mapping[str, object]:
    tests = sorted(clause.tests, key=lambda test: (test.outcome != FAILED, test.full_name))
    outcomes = clause.outcomes
    counts = ", ".join(f"{outcomes[each]} {each}" for each in ("passed", "failed", "skipped") if outcomes[each])
    return {
        "engine": shown_on_a_line(played.results.name),
        "state": state_words(clause.state, clause.since),
        "icon": icon_of(clause.state),
        "said": f"{counts}, {clause.proved} proved able to fail" if clause.proved else counts,
        "tests": [_test(test) for test in tests[:_TESTS_MOST]],
        "left": max(len(tests) - _TESTS_MOST, 0),
    }


def _test(test: EngineTest) -> Mapping[str, str]:
    """Return what a test is called and where it stands; `proof` says what turned it red, "" for nothing."""
    place = f"{test.file}:{test.line}" if test.file and test.line else test.file
    reds = ", ".join(f"“{clipped(shown_on_a_line(red), _RED_MAX)}”" for red in test.reds[:3])
    return {
        "name": clipped(shown_on_a_line(test.full_name), _NAME_MAX),
        "place": clipped(shown_on_a_line(place), _NAME_MAX),
        "outcome": test.outcome,
        "icon": icon_of(test.outcome),
        "proof": f"fails without {reds}" if reds else "",
    }
