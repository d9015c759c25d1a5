"""The boards of the played stories, as drawn at the beginning of each stretch of releases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crdiff.checks.inputs import embedded_timeline
from crdiff.game.stories.outcome import BoardArea, BoardCard, PlayedOutcome
from crdiff.game.stories.told import STORIES
from crdiff.trace.switches import rule_set
from tests.support.played import played_notes

FOLDER = Path(__file__).parent / "boards"
NOTES = played_notes()


@pytest.mark.parametrize("story", STORIES)
def test_the_boards_of_a_story(story: str, golden: Callable[[Path, str], None]) -> None:
    """In each stretch: the facts, then a line for each area with its cards, those that are gone in brackets."""
    timeline = embedded_timeline()
    drawn = [
        "\n".join((f"{stretch.first} {stretch.title}", *_told(STORIES[story](rule_set(timeline, stretch.first)))))
        for stretch in NOTES[story].stretches
    ]
    golden(FOLDER / f"{story}.txt", "\n\n".join(drawn) + "\n")


def _told(outcome: PlayedOutcome) -> Iterator[str]:
    yield from (f"  {fact}" for fact in outcome.facts)
    yield from (f"  {column.name}, {_area(area)}" for column in outcome.board for area in column.areas)


def _area(area: BoardArea) -> str:
    return f"{area.name}: {'; '.join(map(_card, area.cards)) or area.said}"


def _card(card: BoardCard) -> str:
    figured = f"{card.name} {card.figures}".strip()
    return f"[{figured}]" if card.is_gone else figured
