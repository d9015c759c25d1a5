"""Where a citation stands: the lines and columns of bytes of a text, counted once for each text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from msgspec import Struct

from crdiff.cite.checking import CitingText

_BOM = b"\xef\xbb\xbf"


class CitePlace(Struct, frozen=True):
    """Where something is printed: the file, lines and columns from 1, the end half-open, and what is printed.

    `column` and `end_column` count bytes, as a compiler's do; `character` and `end_character` count characters, a mark
    of the order of bytes not among them.
    """

    file: str
    line: int
    column: int
    character: int
    end_line: int
    end_column: int
    end_character: int
    printed: str


class Places:
    """Finds the places of texts; cheapest where those of one text are asked for one after the other."""

    def __init__(self) -> None:
        self._text: CitingText | None = None
        self._starts: list[int] = []

    def of(self, text: CitingText, start: int, stop: int) -> CitePlace:
        """Return the place of the bytes `start` to `stop` of a text."""
        self._read(text)
        first, last = self._at(text.text, start), self._at(text.text, stop)
        return CitePlace(text.name, *first, *last, characters(text.text[start:stop]))

    def line(self, text: CitingText, at: int) -> int:
        """Return the line of a byte."""
        self._read(text)
        return bisect_right(self._starts, at)

    def _read(self, text: CitingText) -> None:
        if text is not self._text:
            self._text, self._starts = text, list(_line_starts(text.text))

    def _at(self, text: bytes, at: int) -> tuple[int, int, int]:
        """Return line, column and character of a byte."""
        line = bisect_right(self._starts, at)
        before = text[self._starts[line - 1] : at]
        column = len(before) + 1
        return line, column, column if before.isascii() else len(characters(before.removeprefix(_BOM))) + 1


def characters(raw: bytes) -> str:
    """Return a part of a text as characters: as latin-1 where it is not UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _line_starts(text: bytes) -> Iterator[int]:
    at = -1
    yield 0
    while (at := text.find(b"\n", at + 1)) >= 0:
        yield at + 1
