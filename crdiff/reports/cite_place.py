"""Where a citation stands: the lines and columns of bytes of a text, counted once for each text."""

from __future__ import annotations

from msgspec import Struct

from crdiff.cite.checking import CitingText
from crdiff.cite.places import TextPlaces


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
    """Finds the places of texts; cheapest where those of one text are asked for in order, one text after the other."""

    def __init__(self) -> None:
        self._text: CitingText | None = None
        self._places = TextPlaces(b"")

    def of(self, text: CitingText, start: int, stop: int) -> CitePlace:
        """Return the place of the bytes `start` to `stop` of a text."""
        first, last = self._at(text, start), self._at(text, stop)
        return CitePlace(text.name, *first, *last, characters(text.text[start:stop]))

    def line(self, text: CitingText, at: int) -> int:
        """Return the line of a byte."""
        if text is not self._text:
            self._text, self._places = text, TextPlaces(text.text)
        return self._places.line(at)

    def _at(self, text: CitingText, at: int) -> tuple[int, int, int]:
        """Return line, column and character of a byte."""
        return self.line(text, at), self._places.column(at), self._places.character(at)


def characters(raw: bytes) -> str:
    """Return a part of a text as characters: as latin-1 where it is not UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
