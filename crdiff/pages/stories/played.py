"""The page of a story that the game model plays: the board and its outcome in every release, and why it changed.

Outcomes are played, never looked up: the note gives the words around them, and what it expects is compared with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from crdiff.game.rules import RuleSet
from crdiff.game.stories.outcome import PlayedOutcome
from crdiff.game.stories.told import STORIES
from crdiff.history.stories import ToldStretch, stretch_in, tell
from crdiff.model.corpus import Annotation
from crdiff.pages.archive_index import ArchiveIndex, in_time
from crdiff.pages.drawing.board import BoardPicture, draw_board
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render
from crdiff.pages.stories.engines import EngineVerdict, verdicts
from crdiff.pages.stories.story import ConcernedView, StretchView, concerned, stretch_view


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What the model comes to in neighbouring releases: `first` is the day of the first of them, `board` the picture.

    `id` is the place on the page, and `unexpected` what the note expects in place of `facts`, nothing where it agrees.
    """

    id: str
    first: date
    facts: tuple[str, ...]
    board: BoardPicture
    unexpected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedStretchView:
    """A stretch with its words, and the outcomes in it: one, unless the model disagrees with the note."""

    told: StretchView
    outcomes: tuple[OutcomeView, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """A release that the slider stops at: its name, and the place of its outcome on the page."""

    name: str
    outcome: str


@dataclass(frozen=True, slots=True)
class PlayedView:
    """What `stories/played.html` shows; `related` are (title, address) of stories about the same clauses."""

    note: Annotation
    stretches: tuple[PlayedStretchView, ...]
    steps: tuple[StepView, ...]
    engines: tuple[EngineVerdict, ...]
    concerned: tuple[ConcernedView, ...]
    related: tuple[tuple[str, str], ...]


def played_page(note: Annotation, archive: ArchiveIndex) -> bytes:
    """Return the page of the story that `note` says the model plays."""
    outcomes = _outcomes(note, archive.rule_sets)
    told = tuple(tell(note.stretches, archive.followed.get, archive.contents.days))
    stretches = tuple(_stretch(each, outcomes, archive) for each in told)
    head = Head(
        address=address.played(note.plays),
        title=f"{note.title} · history of the Magic rules · crdiff",
        description=note.lead,
        part=address.STORIES,
    )
    view = PlayedView(
        note=note,
        stretches=stretches,
        steps=tuple(_steps(stretches, outcomes, archive)),
        engines=tuple(verdicts(note, archive)),
        concerned=tuple(concerned((note,), archive)),
        related=tuple(_related(note, archive)),
    )
    return render("stories/played.html", head, view)


def _outcomes(note: Annotation, rule_sets: Mapping[date, RuleSet]) -> dict[date, PlayedOutcome]:
    """Return what the story comes to in every release since it begins, oldest first; each rule set is played once."""
    releases = [release for release in sorted(rule_sets) if stretch_in(note.stretches, release)]
    played = {rules: STORIES[note.plays](rules) for rules in {rule_sets[release] for release in releases}}
    return {release: played[rule_sets[release]] for release in releases}


def _stretch(told: ToldStretch, outcomes: Mapping[date, PlayedOutcome], archive: ArchiveIndex) -> PlayedStretchView:
    inside = [day for day in outcomes if told.stretch.first <= day and (told.until is None or day < told.until)]
    view = stretch_view(told, archive)
    runs = ((outcome, next(days)) for outcome, days in groupby(inside, key=lambda day: outcomes[day]))
    return PlayedStretchView(view, tuple(_outcome(first, outcome, told) for outcome, first in runs))


def _outcome(first: date, outcome: PlayedOutcome, told: ToldStretch) -> OutcomeView:
    expected = told.stretch.outcome
    return OutcomeView(
        id=f"from-{first}",
        first=first,
        facts=outcome.facts,
        board=draw_board(outcome.board),
        unexpected=expected if expected != outcome.facts else (),
    )


def _steps(
    stretches: tuple[PlayedStretchView, ...], outcomes: Mapping[date, PlayedOutcome], archive: ArchiveIndex
) -> Iterator[StepView]:
    begun = [outcome for stretch in stretches for outcome in stretch.outcomes]
    for release in outcomes:
        at = next(each for each in reversed(begun) if each.first <= release)
        yield StepView(archive.release_name(release), at.id)


def _related(note: Annotation, archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    """Yield the stories told in words that are about a clause of a played one."""
    for each in in_time(archive.stories):
        if each.story == each.id and set(each.named) & set(note.named):
            yield each.title, address.story(each.id)
