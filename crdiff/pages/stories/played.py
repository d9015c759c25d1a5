"""The page of a story that the game model plays: the board and its outcome in every release, and why it changed.

Outcomes are played, never looked up: the note gives the words around them, and what it expects is compared with them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import groupby

from crdiff.game.rules import RuleSet
from crdiff.game.stories.outcome import PlayedOutcome
from crdiff.game.stories.told import STORIES
from crdiff.history.stories import ToldStretch, stretch_in, tell
from crdiff.model.corpus import Annotation
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.board import draw_board
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page
from crdiff.pages.stories.stories import stories_in
from crdiff.pages.stories.story import concerned, stretch_view


def played_page(note: Annotation, archive: ArchiveIndex) -> bytes:
    """Return the page of the story that `note` says the model plays."""
    outcomes = _outcomes(note, archive.rule_sets)
    told = tuple(tell(note.stretches, archive.followed.get, archive.contents.days))
    begins = [_begins(each, outcomes) for each in told]
    places = sorted({first for inside in begins for first in inside})
    head = Head(
        address=address.played(note.plays),
        title=f"{note.title} · history of the Magic rules · crdiff",
        description=note.lead,
        part=address.STORIES,
    )
    return page(
        "stories/played.html",
        head,
        note=note,
        stretches=[
            (stretch_view(each, archive), [_outcome(first, outcomes[first], each) for first in inside])
            for each, inside in zip(told, begins, strict=True)
        ],
        steps=[
            (archive.release_name(release), f"from-{places[bisect_right(places, release) - 1]}") for release in outcomes
        ],
        engines=list(_engines(note, archive)),
        concerned=list(concerned((note,), archive)),
        related=[
            (each.title, address.story(each.id)) for each in stories_in(archive) if set(each.named) & set(note.named)
        ],
    )


def _outcomes(note: Annotation, rule_sets: Mapping[date, RuleSet]) -> dict[date, PlayedOutcome]:
    """Return what the story comes to in every release since it begins, oldest first; each rule set is played once."""
    releases = [release for release in sorted(rule_sets) if stretch_in(note.stretches, release)]
    played = {rules: STORIES[note.plays](rules) for rules in {rule_sets[release] for release in releases}}
    return {release: played[rule_sets[release]] for release in releases}


def _begins(told: ToldStretch, outcomes: Mapping[date, PlayedOutcome]) -> list[date]:
    """Return when outcomes begin in a stretch: its first release alone, unless the model disagrees with the note."""
    inside = [day for day in outcomes if told.stretch.first <= day and (told.until is None or day < told.until)]
    return [next(days) for _, days in groupby(inside, key=lambda day: outcomes[day])]


def _outcome(first: date, outcome: PlayedOutcome, told: ToldStretch) -> dict[str, object]:
    """Return what the model comes to from a release on; `unexpected` is what the note expects where that differs."""
    expected = told.stretch.outcome
    return {
        "id": f"from-{first}",
        "first": first,
        "facts": outcome.facts,
        "board": draw_board(outcome.board),
        "unexpected": expected if expected != outcome.facts else (),
    }


def _engines(note: Annotation, archive: ArchiveIndex) -> Iterator[tuple[str, str, bool, int]]:
    """Yield what the engines at hand say whose tests name a clause that decides in their release.

    That is the engine, its release, whether all these tests pass, and how many they are.
    """
    for engine in archive.engines:
        stretch = stretch_in(note.stretches, engine.results.release)
        followed = [archive.followed.get(name) for name in stretch.deciding] if stretch else []
        held = [each.held.id for each in followed if each and each.held]
        clauses = [engine.clauses[lineage] for lineage in held if lineage in engine.clauses]
        if clauses:
            tests = {(test.suite, test.name) for clause in clauses for test in clause.tests}
            agrees = all(clause.is_green for clause in clauses)
            yield engine.results.engine, str(engine.results.release), agrees, len(tests)
