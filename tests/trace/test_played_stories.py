"""The stories that the model plays: their outcomes in every release, and what changed where an outcome changes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import pairwise

import pytest

from crdiff.game.rules import Behaviour, RuleSet
from crdiff.game.stories.told import STORIES
from crdiff.history.stories import AnyLineage, bears_out, stretch_in
from crdiff.model.corpus import Annotation, Happened, StatedChange
from crdiff.store.embedded.corpus import load_corpus
from crdiff.trace.switches import rule_set
from crdiff.trace.timeline import Timeline
from tests.support.played import played_notes

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
    return any(bears_out(life, StatedChange(release, happened, life.id)) for happened in Happened)


def test_every_story_of_the_model_has_a_note_and_every_note_a_story() -> None:
    assert set(NOTES) == set(STORIES)


@each_story
def test_the_outcome_is_the_one_expected_in_every_release_held(story: str, archive: Timeline) -> None:
    assert set(_releases(NOTES[story])) <= set(archive.releases)
    assert list(_differing(story, archive)) == []


@each_story
def test_the_outcome_is_the_one_expected_where_only_the_lives_are_known(story: str, embedded: Timeline) -> None:
    assert list(_differing(story, embedded)) == []


@each_story
def test_neighbouring_stretches_have_different_outcomes(story: str) -> None:
    outcomes = [stretch.outcome for stretch in NOTES[story].stretches]
    assert all(before != after for before, after in pairwise(outcomes))


@each_story
def test_an_outcome_changes_with_a_release_that_changed_a_deciding_clause(story: str, embedded: Timeline) -> None:
    """A clause that decides before or after came, went, or was reworded there."""
    note, releases = NOTES[story], _releases(NOTES[story])
    outcomes = {release: STORIES[story](rule_set(embedded, release)).facts for release in releases}
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
