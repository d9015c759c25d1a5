"""A text read out of its source, such as a page of HTML, with the place in the source that each part of it has."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple


def line_starts(text: str) -> list[int]:
    """Return where each line begins."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


class TextPiece(NamedTuple):
    """A part of a text, and where it stands in its source: `start` to `stop - 1`.

    Its characters are those of the source one by one; where their number differs, the whole stands for the whole.
    """

    text: str
    start: int
    stop: int


class SourceText:
    """A text put together from pieces, in the order of their source; `source` is what a person who opens it sees."""

    def __init__(self, pieces: Iterable[TextPiece], source: str) -> None:
        kept = [piece for piece in pieces if piece.text]
        self.text = "".join(piece.text for piece in kept)
        self.source = source
        self._places = [(piece.start, piece.stop) for piece in kept]
        self._starts = list(accumulate((len(piece.text) for piece in kept), initial=0))[:-1]

    @cached_property
    def _lines(self) -> list[int]:
        return line_starts(self.source)

    def place(self, at: int) -> int:
        """Return where the character `at` of the text stands in the source."""
        if not self._starts:
            return 0
        piece = bisect_right(self._starts, at) - 1
        start, stop = self._places[piece]
        return min(start + at - self._starts[piece], max(start, stop - 1))

    def end(self, at: int) -> int:
        """Return where a part of the text that ends before its character `at` ends in the source."""
        piece = bisect_right(self._starts, at - 1) - 1
        is_last = at == (self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self.text))
        return self._places[piece][1] if is_last else self.place(at - 1) + 1

    def line(self, place: int) -> int:
        """Return the line of a place in the source, from 1."""
        return bisect_right(self._lines, place)

    def column(self, place: int) -> int:
        """Return the column of a place in the source, from 1."""
        return place - self._lines[self.line(place) - 1] + 1


def as_it_is(text: str) -> SourceText:
    """Return a text that is its own source."""
    return SourceText((TextPiece(text, 0, len(text)),), text)
