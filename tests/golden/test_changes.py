"""Each folder beside this file shows one phenomenon: ``old.txt``, ``new.txt`` and all that is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.lives import lives_of
from crdiff.align.engine import align_releases
from crdiff.changes.change import Change, Comparison, Segment
from crdiff.changes.compare import compare
from crdiff.checks.inputs import embedded_timeline
from crdiff.dialects.registry import read
from crdiff.game.stories.outcome import BoardArea, BoardCard, PlayedOutcome
from crdiff.game.stories.told import STORIES
from crdiff.trace.switches import rule_set
from tests.changes.conftest import shown
from tests.conftest import Filled, Golden
from tests.support.played import played_notes

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/old.txt"))


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_what_is_said_of_two_texts_is_what_was_reviewed(folder: Path, golden: Golden) -> None:
    old, new = (read((folder / name).read_bytes(), name, "official") for name in ("old.txt", "new.txt"))
    golden(folder / "expected.txt", "\n".join(told(compare(align_releases(old, new)))) + "\n")


def told(comparison: Comparison) -> Iterator[str]:
    """Yield the lines of a full account: every change with redlines and remarks, subsections, rewordings."""
    for change in comparison.changes:
        yield from told_change(change)
    for row in comparison.subsections:
        title = row.new_title if row.new_title == row.old_title else f"{row.old_title} -> {row.new_title}"
        yield f"subsection {row.old or '-'} -> {row.new or '-'} {title}: {row.structure}, {row.members} follow"
    for rewording in comparison.rewordings:
        left = f"; left unchanged in {', '.join(rewording.exceptions)}" if rewording.exceptions else ""
        yield f"rewording “{rewording.old}” -> “{rewording.new}” in {rewording.clauses} clauses{left}"


def told_change(change: Change) -> Iterator[str]:
    sides = ["+".join(clause.number for clause in side) for side in (change.old, change.new) if side]
    said = [str(change.structure), *map(str, change.facets)]
    for what, holds in (
        ("mechanical", change.mechanical),
        ("for review", change.for_review),
        ("follows", change.follows),
    ):
        said += [what.upper()] if holds and change.is_changed else []
    yield f"{' -> '.join(dict.fromkeys(sides))}: {', '.join(said)}"
    if change.facets or len(sides) == 1:
        yield f"    {change.summary}"
        yield f"    {marked(change.redline)}"
        for example in change.examples:
            yield f"    {marked(example.redline)}"
    yield from (f"    ! {remark}" for remark in change.remarks)


def marked(redline: tuple[Segment, ...]) -> str:
    return shown(redline).replace("\n", " ¶ ")


# the boards of the played stories, as drawn at the beginning of each stretch of releases


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


# the file of known lives of a small archive, whole: the format is what people read and compare


LIVES = Path(__file__).parent / "known_lives"


def test_the_lives_of_a_small_archive_are_what_was_reviewed(
    filled: Filled, golden: Callable[[Path, str], None]
) -> None:
    golden(LIVES / "lives.txt", lives_of(filled().archive))
