"""Where a fault stands in the file: line and column of what was read as one paragraph with its spaces made one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crdiff.lint.finding import Fault, Passage


class Place(NamedTuple):
    """Lines and columns from 1, the end half-open; column 0: only the line is known, line 0: not even that."""

    line: int
    column: int
    end_line: int
    end_column: int


def locate(lines: Sequence[str], fault: Fault) -> Place:
    """Return where `fault` stands in `lines`, or where its clause begins if the words are not found there."""
    passage = fault.passage
    if passage is None:
        return Place(fault.line, fault.column, fault.line, fault.column + len(fault.printed))
    found = _found(lines, passage, fault.start, fault.stop) if lines else None
    return found or Place(passage.lines.start, 0, passage.lines.start, 0)


def _found(lines: Sequence[str], passage: Passage, start: int, stop: int) -> Place | None:
    """Return the place of the characters `start` to `stop`, None where the passage was not read as it stands."""
    places = list(_characters(lines, passage.lines.start, passage.lines.stop))
    printed = "".join(character for character, _, _ in places)
    wanted = passage.text.replace("\n", " ")
    at = printed.find(wanted)
    if at < 0 or at + start >= len(places):
        return None
    _, line, column = places[at + start]
    _, end_line, end_column = places[max(at + stop - 1, at + start)]
    return Place(line, column, end_line, end_column + 1)


def _characters(lines: Sequence[str], start: int, stop: int) -> Iterator[tuple[str, int, int]]:
    """Yield the characters of the lines `start` to `stop` - 1 with their places, white space made one space."""
    blank = True
    for number in range(start, min(stop, len(lines) + 1)):
        for column, character in enumerate(lines[number - 1], 1):
            if not character.isspace():
                yield character, number, column
            elif not blank:
                yield " ", number, column
            blank = character.isspace()
        if not blank:
            yield " ", number, len(lines[number - 1]) + 1
            blank = True
