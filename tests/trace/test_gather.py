"""Recorded facts begin a lineage and never end it: what an archive makes of clauses beyond their record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from crdiff.checks.inputs import checks_in, timeline_of_folder
from crdiff.corpus import Corpus
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.model.number import ClauseNumber
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.gather import gather_lineages
from crdiff.trace.links import Binding, fate, releases_of
from crdiff.trace.results import CheckCoverage
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import Timeline
from tests.support.days import number, on, run, standing

Clause = Lineage[ClauseNumber]

RULES = Path(__file__).parents[1] / "rules"
HELD = (on("2001-01-01"), on("2002-02-02"), on("2003-03-03"), on("2004-04-04"))


def _woven(lineage: str, *numbers: str) -> Clause:
    """Return a clause that has these numbers in `HELD`, "" where it is not in force."""
    places = [(release, number(each)) for release, each in zip(HELD, numbers, strict=True) if each]
    runs = tuple(NumberRun(release, release, each) for release, each in places)
    worded = Worded(places[0][0], places[-1][0], places[0][1], "", lineage, (), None)
    gone = [release for release in HELD if release > places[-1][0]]
    fate: tuple[Event[ClauseNumber], ...] = tuple(Event(How.REMOVED, release) for release in gone[:1])
    return Lineage(lineage, "", runs, (worded,), (), fate, HELD[-1])


def _numbers(timeline: Timeline, lineage_id: str) -> list[str]:
    lineage = timeline.lineage(lineage_id)
    return [str(lineage.number_in(release) or "") for release in HELD] if lineage else []


def _known(*runs: tuple[str, str, str]) -> Clause:
    return standing("known", *(run(*each) for each in runs))


@pytest.mark.parametrize(
    ("runs", "numbers"),
    [
        ([("2001-01-01", "2002-02-02", "100.1")], ["100.1", "100.1", "200.1", "200.2"]),
        (
            [("2001-01-01", "2001-01-01", "100.1"), ("2004-04-04", "2004-04-04", "200.2")],
            ["100.1", "100.1", "200.1", "200.2"],
        ),
        ([("2002-02-02", "2002-02-02", "100.1")], ["", "100.1", "200.1", "200.2"]),
        ([("2001-01-01", "2004-04-04", "100.1")], ["100.1", "100.1", "100.1", "100.1"]),
    ],
    ids=["after the record", "between two recorded releases", "not before it", "the record is heeded"],
)
def test_a_recorded_clause_goes_on_where_its_life_leads(runs: list[tuple[str, str, str]], numbers: list[str]) -> None:
    """Source: 2010-06-18 lies between two numbers of 805.8; nothing after 2024-11-08 is recorded."""
    woven = _woven("own", "100.1", "100.1", "200.1", "200.2")
    timeline = gather_lineages(HELD, [woven], [_known(*runs)])
    assert _numbers(timeline, "known") == numbers
    assert timeline.lineages[0].ended is None


def test_a_clause_revoked_after_its_record_is_out_of_force_though_its_notice_stands() -> None:
    """As 306.7, whose text of 2018-04-27 is a notice."""
    woven = _woven("own", "100.1", "100.1", "200.1", "200.1")
    woven = replace(woven, fate=(Event(How.REVOKED, HELD[2]),))
    timeline = gather_lineages(HELD, [woven], [_known(("2001-01-01", "2001-01-01", "100.1"))])
    known = timeline.lineage("known")
    assert known
    assert [bool(timeline.standing("known", release)) for release in HELD] == [True, True, False, False]
    assert [known.is_gone_in(release) for release in HELD] == [False, False, True, True]
    assert fate(known, HELD[-1]) == "revoked in 2003-03-03"
    assert timeline.elsewhere(number("100.1")).endswith("(revoked in 2003-03-03)")


def test_of_two_lineages_with_places_of_a_record_the_later_one_leads_on() -> None:
    earlier, later = _woven("a", "100.1", "100.2", "100.3", "100.4"), _woven("b", "", "200.1", "200.2", "200.3")
    known = _known(("2001-01-01", "2001-01-01", "100.1"), ("2002-02-02", "2002-02-02", "200.1"))
    for lineages in ([earlier, later], [later, earlier]):
        timeline = gather_lineages(HELD, lineages, [known])
        assert _numbers(timeline, "known") == ["100.1", "200.1", "200.2", "200.3"]
        assert _numbers(timeline, "2002-02-02-100.2") == ["", "100.2", "100.3", "100.4"]
        assert not timeline.wordings["known", on("2002-02-02")].is_mechanical


def test_a_clause_that_ends_in_the_archive_is_gone_and_one_that_it_never_had_is_unknown() -> None:
    timeline = gather_lineages(
        HELD, [_woven("own", "100.1", "100.1", "", "")], [_known(("2001-01-01", "2001-01-01", "100.1"))]
    )
    lineage = timeline.lineage("known")
    assert lineage
    assert (lineage.removed, lineage.is_gone_in(on("2003-03-03"))) == (on("2003-03-03"), True)
    (unheld,) = gather_lineages(HELD, [], [_known(("1999-01-01", "2000-01-01", "100.1"))]).lineages
    assert (unheld.is_gone_in(HELD[0]), unheld.is_unknown_in(HELD[0])) == (False, True)


RELEASES = tuple(map(on, (
    "2009-05-01", "2010-04-23", "2010-07-16", "2010-10-01", "2014-05-01", "2017-06-05", "2018-06-08", "2021-02-05",
    "2023-04-14", "2024-06-07", "2024-11-08", "2025-04-04", "2025-06-06", "2025-07-25", "2026-04-17",
)))  # fmt: skip
"""From before the section was moved to the newest: births, a merger, rewordings, and four releases after the record."""


@pytest.fixture(scope="module")
def held(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with Corpus(tmp_path_factory.mktemp("archive")) as corpus:
        corpus.add(*(shared / "cr" / f"{release}.txt" for release in RELEASES))
        yield corpus


def _cut(lineages: Sequence[Clause], last: date) -> Iterator[Clause]:
    """Yield the lineages as they would be recorded if nothing after `last` had been read."""
    for lineage in lineages:
        runs = tuple(structs.replace(run, last=min(run.last, last)) for run in lineage.runs if run.first <= last)
        if runs:
            known = (each for each in lineage.wordings if each.first <= last)
            wordings = tuple(structs.replace(each, last=min(each.last, last)) for each in known)
            yield replace(lineage.without_after(last), runs=runs, wordings=wordings)


def _torn(lineages: Sequence[Clause], before: date, after: date) -> Iterator[Clause]:
    """Yield the lineages with nothing recorded between the releases `before` and `after`."""
    for lineage in lineages:
        earlier = [structs.replace(run, last=min(run.last, before)) for run in lineage.runs if run.first <= before]
        later = [structs.replace(run, first=max(run.first, after)) for run in lineage.runs if run.last >= after]
        yield replace(lineage, runs=tuple(dict.fromkeys((*earlier, *later))))


def _told(corpus: Corpus, lineages: Sequence[Clause]) -> dict[str, object]:
    """Return the rule set of each release, and of each check the releases, numbers and states in which it is played."""
    timeline = gather_lineages(corpus.releases, corpus.lineages(), lineages)
    marked = checks_in([RULES])
    coverage = CheckCoverage(timeline, timeline.releases, marked.checks, marked.reviews, marked.scope)
    told: dict[str, object] = {release: rule_set(timeline, release) for release in timeline.releases}
    for check in marked.checks:
        links = coverage.links(check)
        told[check.id] = [
            (release, link.name, standing.number, coverage.state(check, link, release))
            for release in releases_of(timeline, links, timeline.releases)
            for link in links
            if (standing := link.stands_in(timeline, release))
        ]
    return told


@pytest.fixture(scope="module")
def whole(held: Corpus) -> dict[str, object]:
    """Return what the checks do with all that is recorded."""
    return _told(held, load_corpus().lineages)


@pytest.mark.whole
def test_a_record_cut_in_2014_gives_the_same_rules_bindings_and_states(
    held: Corpus, whole: Mapping[str, object]
) -> None:
    assert _told(held, tuple(_cut(load_corpus().lineages, date(2014, 5, 1)))) == whole


@pytest.mark.whole
def test_a_record_with_a_gap_gives_the_same_rules_bindings_and_states(
    held: Corpus, whole: Mapping[str, object]
) -> None:
    """2010-07-16 renumbered 806.7f to 805.8, and 2010-10-01 rewrote the section."""
    assert _told(held, tuple(_torn(load_corpus().lineages, on("2010-04-23"), on("2010-10-01")))) == whole


@pytest.mark.whole
def test_the_rules_of_the_releases_after_the_record_are_those_of_its_last_one(whole: Mapping[str, object]) -> None:
    """2024-11-08 dropped the damage assignment order; nothing since then changed a rule that the model plays."""
    assert [whole[release] for release in RELEASES[-4:]] == [whole[on("2024-11-08")]] * 4


@pytest.mark.whole
def test_a_reworded_clause_is_suspect_until_a_person_has_read_it(held: Corpus) -> None:
    """2025-06-06: "An effect may give a player control of themselves"."""
    timeline, marked = timeline_of_folder(held.folder), checks_in([RULES])
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
