"""The timeline of an archive, whatever releases it holds: clauses go on under the ids that crdiff knows them by."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from claims import is_borne_out
from every import every
from msgspec import structs
from table import table

import crdiff.game
from crdiff.checks.inputs import known_timeline, timeline_of_folder
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.stories.told import STORIES
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.history.stories import AnyLineage, stretch_in
from crdiff.model.corpus import Annotation, Happened, StatedChange
from crdiff.model.number import ClauseNumber
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.following import gather_lineages, with_text
from crdiff.trace.links import Binding
from crdiff.trace.mutants import mutants_of
from crdiff.trace.results import CheckCoverage
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import Timeline
from tests.support.days import number, on
from tests.support.marked import checks_in
from tests.support.played import played_notes

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


# The last release with a quoted edition, and five after it.
RELEASES = tuple(map(on, (
    "2024-06-07", "2024-11-08", "2025-04-04", "2025-06-06", "2025-07-25", "2026-04-17",
)))  # fmt: skip


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
    timeline, marked = held, checks_in(RULES)
    for reviews, expected in ((marked.reviews, set()), ((), {"721.9", "722.9", "723.9"})):
        coverage = CheckCoverage(timeline, timeline.releases, marked.checks, reviews, marked.scope)
        suspect = {
            str(standing.number)
            for check in marked.checks
            for link in coverage.links(check)
            for release in RELEASES[-4:]
            if (standing := link.stands_in(timeline, release))
            and coverage.state(check, link, release) == "suspect"
            and standing.number.of_rule.place == 9
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
    timeline, marked = timeline_of_folder(tmp_path), checks_in(RULES)
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


# mutants by rule: what is changed, and what is left alone


SOURCES = sorted(Path(crdiff.game.__file__).parent.glob("*.py"))


def _changes(body: str) -> set[tuple[str, str]]:
    source = f"def play(game, player):\n    {body}\n"
    return {(each.was, each.now) for each in mutants_of("turns", source)}


@table
def test_each_rule_makes_its_change(body: str, was: str, now: str) -> None:
    assert (was, now) in _changes(body)


def test_a_condition_is_turned_round_or_never_met() -> None:
    source = "def play(game):\n    if game.on:\n        return 1\n    return 2\n"
    tests = [
        ast.unparse(each.source and ast.parse(each.source).body[0].body[0].test)
        for each in mutants_of("turns", source)[:2]
    ]
    assert {"not game.on", "False"} <= set(tests)


def test_what_does_not_run_is_left_alone() -> None:
    source = (
        'def play(game: int | None = None) -> int | None:\n    """Return 1."""\n    raise ValueError(f"{1} of {2}")\n'
    )
    assert [(each.was, each.now) for each in mutants_of("turns", source)] == [
        ('raise ValueError(f"{1} of {2}")', "pass")
    ]


@every("path", SOURCES[::4], ids=lambda path: path.stem)
def test_mutants_of_the_model_are_python_that_says_something_else_and_have_names_of_their_own(path: Path) -> None:
    source = path.read_text("utf-8")
    mutants = mutants_of(path.stem, source)
    before = ast.dump(ast.parse(source))
    assert all(ast.dump(ast.parse(each.source)) != before for each in mutants[::25])  # each rule has hundreds
    assert len({each.id for each in mutants}) == len(mutants) == len({each.source for each in mutants})


# the stories that the model plays: their outcomes in every release, and what changed where an outcome changes


LIVES = load_corpus().lives
NOTES = played_notes()
each_story = pytest.mark.parametrize("story", STORIES)


def _releases(note: Annotation) -> list[date]:
    return [day for day in LIVES.dates if day >= note.stretches[0].first]


def _differing(story: str, timeline: Timeline) -> Iterator[tuple[date, tuple[str, ...], tuple[str, ...]]]:
    """Yield the releases in which a story comes to something else than its note expects, with both."""
    for release in _releases(NOTES[story]):
        stretch = stretch_in(NOTES[story].stretches, release)
        assert stretch
        played = STORIES[story](rule_set(timeline, release)).facts
        if played != stretch.outcome:
            yield release, played, stretch.outcome


def _has_changed(life: AnyLineage, release: date) -> bool:
    return any(is_borne_out(life, StatedChange(release, happened, life.id)) for happened in Happened)


def test_every_story_of_the_model_has_a_note_and_every_note_a_story() -> None:
    assert set(NOTES) == set(STORIES)


@each_story
def test_the_outcome_is_the_one_expected_in_every_release_held(story: str, archive: Timeline) -> None:
    assert set(_releases(NOTES[story])) <= set(archive.releases)
    assert list(_differing(story, archive)) == []


@each_story
def test_the_outcome_is_the_one_expected_where_only_the_lives_are_known(story: str) -> None:
    assert list(_differing(story, known_timeline())) == []


@each_story
def test_neighbouring_stretches_have_different_outcomes(story: str) -> None:
    outcomes = [stretch.outcome for stretch in NOTES[story].stretches]
    assert all(before != after for before, after in pairwise(outcomes))


@each_story
def test_an_outcome_changes_with_a_release_that_changed_a_deciding_clause(story: str) -> None:
    """A clause that decides before or after came, went, or was reworded there."""
    note, releases = NOTES[story], _releases(NOTES[story])
    known = known_timeline()
    outcomes = {release: STORIES[story](rule_set(known, release)).facts for release in releases}
    turns = [(before, after) for before, after in pairwise(releases) if outcomes[before] != outcomes[after]]
    assert [after for _, after in turns] == [stretch.first for stretch in note.stretches[1:]]
    for turn in turns:
        stretches = [stretch_in(note.stretches, release) for release in turn]
        deciding = {name for stretch in stretches if stretch for name in stretch.deciding}
        lives = [life for name in deciding if (life := LIVES.named(name))]
        assert any(_has_changed(life, turn[1]) for life in lives), turn[1]


@each_story
def test_a_story_can_be_played_under_any_rules(story: str) -> None:
    """Whatever behaviour is switched, there is an outcome with a board, and it does not depend on a hidden state."""
    for rules in (RuleSet(frozenset()), *map(RuleSet.all().without, Behaviour)):
        outcome = STORIES[story](rules)
        assert outcome.facts
        assert outcome.board
        assert outcome == STORIES[story](rules)


def test_a_text_gives_each_of_its_clauses_a_wording_and_one_that_nothing_places_a_life(small: Timeline) -> None:
    """Only a record says that other words say the same; nothing is recorded of what was made up."""
    first, second, _ = HELD
    moved, ended = small.lineages
    known = structs.replace(
        small, wordings={place: said for place, said in small.wordings.items() if place[1] == first}
    )
    text = "100. General\n\n100.1. A player can\u2019t.\n\n100.2. Mana burns.\n\n100.3. A dragon may.\n"
    found = with_text(known, read(text.encode(), "rules.txt"), second)
    (dragon,) = (each for each in found.lineages if each.number_in(second) == number("100.3"))
    assert found.wordings[dragon.id, second].text == "A dragon may."
    assert [found.senses(each.id) for each in (moved, ended)] == [{first: 0, second: 1}, {first: 0, second: 1}]
    assert not found.wordings[moved.id, second].is_mechanical
