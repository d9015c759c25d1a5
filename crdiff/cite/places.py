"""Lines and columns of offsets in a text, for reports that name places."""

from __future__ import annotations


class TextPlaces:
    """The places of one text. Asked in the order of the text it reads every byte once; another order costs more."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def line(self, offset: int) -> int:
        """Return the line of a byte, from 1."""
        if offset >= self._at:
            self._line += self._text.count(b"\n", self._at, offset)
        else:
            self._line -= self._text.count(b"\n", offset, self._at)
        self._at = offset
        return self._line

    def column(self, offset: int) -> int:
        """Return the column of a byte in its line, from 1, in bytes."""
        return offset - self._text.rfind(b"\n", 0, offset)
