"""The timeline of an archive, whatever releases it holds: clauses go on under the ids that crdiff knows them by."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from crdiff.checks.inputs import checks_in, timeline_of_folder
from crdiff.corpus import Corpus
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.model.number import ClauseNumber
from crdiff.trace.following import gather_lineages
from crdiff.trace.links import Binding
from crdiff.trace.results import CheckCoverage
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import Timeline
from tests.support.days import number, on

RULES = Path(__file__).parents[1] / "rules"
HELD = (on("2001-01-01"), on("2002-02-02"), on("2003-03-03"))


def _worded(first: date, last: date, text: str) -> Worded[ClauseNumber]:
    return Worded(first, last, number("100.1"), "", text, (), None)


def test_a_clause_has_its_numbers_the_texts_that_are_held_and_our_title() -> None:
    """Of 2002-02-02 there is no text, and of 2003-03-03 none that is held."""
    runs = NumberRun(HELD[0], HELD[1], number("100.1")), NumberRun(HELD[2], HELD[2], number("200.1"))
    wordings = _worded(HELD[0], HELD[1], "A player may."), structs.replace(_worded(HELD[2], HELD[2], ""), is_held=False)
    clause = Lineage("2001-01-01-100.1", "May", runs, wordings, (), (), HELD[-1])
    timeline = gather_lineages([HELD[0], HELD[2]], [clause], {clause.id: "What a player may"})
    found = timeline.lineage(clause.id)
    assert found
    assert (found.title, str(found.number_in(HELD[2]))) == ("What a player may", "200.1")
    assert {day: wording.text for (_, day), wording in timeline.wordings.items()} == {HELD[0]: "A player may."}


def test_a_clause_that_ends_in_the_archive_is_gone_and_one_known_no_further_is_unknown() -> None:
    runs = (NumberRun(HELD[0], HELD[0], number("100.1")),)
    wordings = (_worded(HELD[0], HELD[0], "A player may."),)
    ended = Lineage("ended", "", runs, wordings, (), (Event(How.REMOVED, HELD[1]),), HELD[-1])
    lost = Lineage("lost", "", runs, wordings, (), (), HELD[0])
    timeline = gather_lineages(HELD, [ended, lost], {})
    states = {each.id: (each.is_gone_in(HELD[2]), each.is_unknown_in(HELD[2])) for each in timeline.lineages}
    assert states == {"ended": (True, False), "lost": (False, True)}


RELEASES = tuple(map(on, (
    "2024-06-07", "2024-11-08", "2025-04-04", "2025-06-06", "2025-07-25", "2026-04-17",
)))  # fmt: skip
"""The last release with a quoted edition, and five after it."""


@pytest.fixture(scope="module")
def held(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    """Return the timeline of an archive of those releases."""
    folder = tmp_path_factory.mktemp("archive")
    with Corpus(folder) as corpus:
        corpus.add(*(shared / "cr" / f"{release}.txt" for release in RELEASES))
    return timeline_of_folder(folder)


@pytest.mark.whole
def test_the_rules_of_the_releases_after_the_editions_are_those_of_2024_11_08(held: Timeline) -> None:
    """2024-11-08 dropped the damage assignment order; nothing since then changed a rule that the model plays."""
    first, *later = (rule_set(held, release) for release in RELEASES[1:])
    assert later == [first] * 4
    assert rule_set(held, RELEASES[0]) != first


@pytest.mark.whole
def test_a_reworded_clause_is_suspect_until_a_person_has_read_it(held: Timeline) -> None:
    """2025-06-06: "An effect may give a player control of themselves"."""
    timeline, marked = held, checks_in([RULES])
    for reviews, expected in ((marked.reviews, set()), ((), {"721.9", "722.9", "723.9"})):
        coverage = CheckCoverage(timeline, timeline.releases, marked.checks, reviews, marked.scope)
        suspect = {
            str(standing.number)
            for check in marked.checks
            for link in coverage.links(check)
            for release in RELEASES[-4:]
            if (standing := link.stands_in(timeline, release))
            and coverage.state(check, link, release) == "suspect"
            and standing.number.rule == 9
        }
        assert suspect == expected


@pytest.mark.whole
def test_an_archive_of_the_newest_release_alone_goes_on_from_the_newest_edition(shared: Path, tmp_path: Path) -> None:
    """A clause that no edition quotes stands in it where it is known to; 802.5 is known to have gone in 2024-11-08.

    That release reworded 510.1c and 510.2 too: without it the checks of them were reviewed against other words.
    """
    newest = RELEASES[-1]
    with Corpus(tmp_path) as corpus:
        corpus.add(shared / "cr" / f"{newest}.txt")
    timeline, marked = timeline_of_folder(tmp_path), checks_in([RULES])
    coverage = CheckCoverage(timeline, timeline.releases, marked.checks, marked.reviews, marked.scope)
    states = {
        link.name.number: coverage.state(check, link, newest)
        for check in marked.checks
        for link in coverage.links(check)
        if link.name.release == on("2024-06-07") and link.stands_in(timeline, newest)
    }
    assert {number for number, state in states.items() if state != "covered"} == {"510.1c", "510.2"}
    assert {"720.5a", "720.9", "802.2a", "102.4", "805.8"} <= set(states)
    lost = {number: of.lineage for number, of in _links(coverage) if number not in states}
    gone = {number: timeline.lineage(lineage or "") for number, lineage in lost.items()}
    assert "802.5" in gone
    assert [number for number, lineage in gone.items() if lineage and not lineage.is_gone_in(newest)] == []


def _links(coverage: CheckCoverage) -> Iterator[tuple[str, Binding]]:
    for check in coverage.checks:
        yield from ((link.name.number, link) for link in coverage.links(check) if link.name.release == on("2024-06-07"))
