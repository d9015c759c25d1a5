"""Lines and columns of offsets in a text, for reports that name places."""

from __future__ import annotations


class TextPlaces:
    """The places of one text. Asked in the order of the text it reads every byte once; going back it begins anew."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._begin()

    def _begin(self) -> None:
        self._at, self._line, self._start = 0, 1, 0

    def line(self, offset: int) -> int:
        """Return the line of a byte, from 1."""
        self._go(offset)
        return self._line

    def column(self, offset: int) -> int:
        """Return the column of a byte in its line, from 1, in bytes."""
        self._go(offset)
        return offset - self._start + 1

    def _go(self, offset: int) -> None:
        if offset < self._at:
            self._begin()
        newline = self._text.rfind(b"\n", self._at, offset)
        if newline >= 0:
            self._line += self._text.count(b"\n", self._at, offset)
            self._start = newline + 1
        self._at = offset
