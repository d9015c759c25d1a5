"""What stands around a clause: clauses that it cites, entries of the glossary that name it."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from crdiff.history.lineage import Event, How
from crdiff.model.number import ClauseNumber
from crdiff.trace.beside import Review
from crdiff.trace.following import entry_wording
from crdiff.trace.links import link
from crdiff.trace.results import Check, CheckCoverage, Run, report_of
from crdiff.trace.states import State, changed_context, context_of, readings_of, state_of_link
from crdiff.trace.timeline import DRAFT, ClauseName, Timeline
from tests.support.days import on, run, standing

FIRST, LAST = "2001-01-01", "2003-03-03"
HELD = (on("2001-01-01"), on("2002-02-02"), on("2003-03-03"))
CITING, CITED, UNDER, ASIDE = "citing", "cited", "under", "aside"
NO_CHANGE = entry_wording("See rule 200.1.", is_mechanical=True)


@pytest.fixture
def timeline() -> Timeline:
    """Return three releases in which 100.1 cites 200.1; the second renumbers and the third rewords what it cites."""
    numbers = {CITING: "100.1", CITED: "200.1", UNDER: "200.1a", ASIDE: "200.2"}
    lineages = tuple(standing(name, run(FIRST, LAST, number)) for name, number in numbers.items())
    same = {name: f"What {name} says. See rule 300." for name in (CITED, UNDER, ASIDE)} | {CITING: "See rule 200.1."}
    wordings = {
        (name, release): entry_wording(text, is_mechanical=True) for name, text in same.items() for release in HELD
    }
    wordings[UNDER, HELD[1]] = entry_wording("What under says. See rule 301.", is_mechanical=True)
    wordings[UNDER, HELD[2]] = entry_wording("What it never said.")
    wordings[ASIDE, HELD[2]] = entry_wording("What nobody cites.")
    term = {"Control": entry_wording("To do. See rule 100, “Control.”", is_mechanical=True), "Zone": entry_wording("…")}
    return Timeline(HELD, lineages, wordings, glossary=dict.fromkeys(HELD, term))


def test_a_subrule_of_a_rule_that_is_cited_counts_and_its_mechanical_change_does_not(timeline: Timeline) -> None:
    assert changed_context(timeline, CITING, HELD[0], HELD[1]) == ()
    assert changed_context(timeline, CITING, HELD[0], HELD[2]) == ("200.1a",)
    assert changed_context(timeline, CITING, HELD[2], HELD[0]) == ()


def test_an_entry_that_names_the_subsection_counts(timeline: Timeline) -> None:
    changed = {**timeline.glossary, HELD[1]: {**timeline.glossary[HELD[1]], "Control": entry_wording("See rule 100.")}}
    assert changed_context(replace(timeline, glossary=changed), CITING, HELD[0], HELD[1]) == ("“Control”",)


def test_an_entry_is_gone_only_from_a_glossary_that_goes_on_after_it(timeline: Timeline) -> None:
    """Source: 2013-02-01, whose glossary breaks off."""
    zone, ability = entry_wording("…"), entry_wording("…")
    for entries, expected in (
        ({"Ability": ability}, ()),
        ({"Ability": ability, "Zone": zone}, ("“Control”",)),
        ({}, ()),
    ):
        broken = replace(timeline, glossary={**timeline.glossary, HELD[1]: entries})
        assert changed_context(broken, CITING, HELD[0], HELD[1]) == expected


def test_a_cited_clause_that_is_gone_counts_and_one_that_is_not_held_does_not(timeline: Timeline) -> None:
    gone: Event[ClauseNumber] = Event(How.REMOVED, HELD[1])
    for fate, expected in (((gone,), ("200.1a",)), ((), ())):
        under = replace(standing(UNDER, run(FIRST, FIRST, "200.1a")), fate=fate)
        lineages = (*(each for each in timeline.lineages if each.id != UNDER), under)
        wordings = {place: wording for place, wording in timeline.wordings.items() if place != (UNDER, HELD[1])}
        less = replace(timeline, lineages=lineages, wordings=wordings)
        assert changed_context(less, CITING, HELD[0], HELD[1]) == expected


def test_the_context_is_that_of_the_newest_text_the_check_was_held_against(timeline: Timeline) -> None:
    of = link(timeline, ClauseName("100.1", HELD[0]))
    fingerprint = timeline.wordings[CITING, HELD[2]].fingerprint

    def state(release: date, *reviews: Review) -> State:
        return state_of_link(timeline, of, readings_of(timeline, of, reviews), release)

    assert [state(release) for release in HELD] == [State.COVERED, State.COVERED, State.CONTEXT_CHANGED]
    assert context_of(timeline, of, readings_of(timeline, of, ()), HELD[2]) == ("200.1a",)
    assert state(HELD[2], Review("check", CITING, HELD[2], fingerprint, "read")) is State.COVERED
    assert state(HELD[1], Review("check", CITING, HELD[2], fingerprint, "read")) is State.COVERED


def test_a_draft_changes_the_context_of_a_check_held_against_a_text_after_its_base(timeline: Timeline) -> None:
    draft = (CITED, DRAFT)
    wordings = {**timeline.wordings, draft: entry_wording("What a draft says."), (CITING, DRAFT): NO_CHANGE}
    lineages = tuple(replace(each, runs=(replace(each.runs[0], last=DRAFT),)) for each in timeline.lineages)
    drafted = replace(timeline, releases=(*HELD, DRAFT), lineages=lineages, wordings=wordings)
    of = link(drafted, ClauseName("100.1", HELD[2]))
    later = Review("check", CITING, on("2004-04-04"), NO_CHANGE.fingerprint, "read")
    found = [context_of(drafted, of, readings_of(drafted, of, reviews), DRAFT) for reviews in ((later,), ())]
    assert found == [("200.1",), ("200.1",)]


def test_a_report_names_what_changed_around_a_clause_only_where_its_state_says_so(timeline: Timeline) -> None:
    runs = tuple(Run(release, "passed") for release in HELD)
    check = Check("check", "A title", "", "tests/test_it.py", 1, "", (ClauseName("100.1", HELD[0]),), runs)
    (shown,) = report_of(CheckCoverage(timeline, HELD, (check,))).checks
    played = [(of.state, of.context) for run in shown.runs for of in run.clauses]
    assert played == [(State.COVERED_UNPROVED, ()), (State.COVERED_UNPROVED, ()), (State.CONTEXT_CHANGED, ("200.1a",))]
