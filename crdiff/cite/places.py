"""Lines and columns of offsets in a text, for reports that name places."""

from __future__ import annotations

_CONTINUING = bytes(range(0x80, 0xC0))
"""Bytes that go on with a character of UTF-8."""
_BOM = b"\xef\xbb\xbf"


class TextPlaces:
    """The places of one text. Asked in the order of the text it reads every byte once; going back it begins anew."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._within = b"" if text.isascii() or not _is_utf8(text) else _CONTINUING
        self._begin()

    def _begin(self) -> None:
        self._at, self._line, self._start = 0, 1, 0
        self._characters = -1 if self._within and self._text.startswith(_BOM) else 0

    def line(self, offset: int) -> int:
        """Return the line of a byte, from 1."""
        self._go(offset)
        return self._line

    def column(self, offset: int) -> int:
        """Return the column of a byte in its line, from 1, in bytes."""
        self._go(offset)
        return offset - self._start + 1

    def character(self, offset: int) -> int:
        """Return the column in characters, from 1: those of latin-1 in a text that is not UTF-8.

        A mark of the order of bytes is none.
        """
        self._go(offset)
        return max(self._characters, 0) + 1

    def _go(self, offset: int) -> None:
        if offset < self._at:
            self._begin()
        newline = self._text.rfind(b"\n", self._at, offset)
        if newline >= 0:
            self._line += self._text.count(b"\n", self._at, offset)
            self._at = self._start = newline + 1
            self._characters = 0
        self._characters += len(self._text[self._at : offset].translate(None, self._within))
        self._at = offset


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
