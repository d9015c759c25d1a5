"""Where in the file a fault is: line and column of what was read as one paragraph with single spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from crdiff.lint.finding import Fault, PlacedText


class Location(NamedTuple):
    """Lines and columns from 1, the end half-open; column 0: only the line is known, line 0: not even that."""

    line: int
    column: int
    end_line: int
    end_column: int


def locate(lines: Sequence[str], fault: Fault) -> Location:
    """Return where `fault` is in `lines`, or where its clause begins if the words are not found there."""
    passage = fault.passage
    if passage is None:
        return Location(fault.line, fault.column, fault.line, fault.column + len(fault.printed))
    found = _found(lines, passage, fault.start, fault.stop) if lines else None
    return found or Location(passage.lines.start, 0, passage.lines.start, 0)


def _found(lines: Sequence[str], passage: PlacedText, start: int, stop: int) -> Location | None:
    """Return the place of the characters `start` to `stop`, None where the lines do not contain the passage."""
    first = passage.lines.start
    printed, places = _read(tuple(lines[max(first - 1, 0) : passage.lines.stop - 1]), first)
    wanted = passage.text.replace("\n", " ")
    at = printed.find(wanted)
    if at < 0 or at + start >= len(places):
        return None
    line, column = places[at + start]
    end_line, end_column = places[max(at + stop - 1, at + start)]
    return Location(line, column, end_line, end_column + 1)


@lru_cache(maxsize=64)
def _read(lines: tuple[str, ...], first: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return what `lines` print from line `first` on, and the place of each of its characters.

    Kept, since a long clause may have thousands of faults.
    """
    found = list(_characters(lines, first))
    return "".join(character for character, _, _ in found), tuple((line, column) for _, line, column in found)


def _characters(lines: tuple[str, ...], first: int) -> Iterator[tuple[str, int, int]]:
    """Yield the characters of `lines`, the first of which is line `first`, white space made one space."""
    blank = True
    for number, line in enumerate(lines, first):
        for column, character in enumerate(line, 1):
            if not character.isspace():
                yield character, number, column
            elif not blank:
                yield " ", number, column
            blank = character.isspace()
        if not blank:
            yield " ", number, len(line) + 1
            blank = True
