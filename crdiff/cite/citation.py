"""Citations as they are written: groups that share a sentence, that sentence, and lines and columns."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from crdiff.model.number import ClauseNumber


class Spelling(StrEnum):
    """How a citation is recognised."""

    # ``CR 704.5k``, ``rule 508``, ``[CR#704.5k]``, ``§704``, ``{{CR|exact|702.19b}}``, ``cr("903.4")``
    PREFIXED = "prefixed"
    # ``// 704.5k. If``, ``**702.19b**``: a number alone, where people write citations
    BARE = "bare"
    # ``cr_704_5k``, ``test_Rules_111_4``
    IDENTIFIER = "identifier"
    # ``covers_700_8b_assignment``: an identifier that does not say what its number is
    LOOSE = "loose"
    # ``#R7045k``, ``/cr/704.5k``
    ADDRESS = "address"


class CitedItem(Struct, frozen=True, array_like=True, gc=False):
    """One number of a group, or a range of them.

    `start` and `stop` are offsets in bytes, half-open, of the item as printed; for ``d`` of ``510.1c/d`` of the letter
    alone. `last` ends a range and is None elsewhere. `is_wildcard` marks ``704.5.*``. `is_abbreviated` marks an item
    that repeats a part of the number before: ``/d``, ``-8``.
    """

    number: ClauseNumber
    last: ClauseNumber | None
    start: int
    stop: int
    is_wildcard: bool = False
    is_abbreviated: bool = False


class Malformed(Struct, frozen=True, array_like=True, gc=False):
    """What stands in the place of a number and is none: ``4091f-h``."""

    text: str
    start: int
    stop: int


class CitedGroup(Struct, frozen=True, array_like=True, gc=False):
    """Numbers that share a prefix and the sentence around them, in the order printed.

    `start` and `stop` are offsets in bytes, half-open, from the prefix to the end of the last item. `pin` is the
    release written at the citation (``CR@2025-02-07 704.5k``), "" where none is.
    """

    spelling: Spelling
    items: tuple[CitedItem, ...]
    malformed: tuple[Malformed, ...]
    start: int
    stop: int
    pin: str = ""


# Bytes of a line on either side of a citation that are read: lines of data have no end.
_LINE_MAX = 400
_END = re.compile(rb"[.!?][)\"'*_]*(?=\s|\Z)")
# Numbers are no part of it: those cited beside change when they are moved to another release.
_WORD = re.compile(rb"[A-Za-z\x80-\xff]+")


def sentence_at(text: bytes, groups: Sequence[CitedGroup], at: int) -> str:
    """Return the words beside the citation at the byte `at`, in lower case: those of its sentence on its lines.

    What stands on the lines above and below may change without it: in code these are other comments.
    """
    group = groups[bisect_right(groups, at, key=lambda each: each.start) - 1]
    stop = text.find(b"\n", group.stop, group.stop + _LINE_MAX)
    before = text[max(text.rfind(b"\n", 0, group.start) + 1, group.start - _LINE_MAX) : group.start]
    after = text[group.stop : stop if stop >= 0 else group.stop + _LINE_MAX]
    start = max((end.end() for end in _END.finditer(before)), default=0)
    end = _END.search(after, 1)
    words = (*_WORD.findall(before, start), *_WORD.findall(after[: end.start()] if end else after))
    return b" ".join(words).lower().decode("latin-1")


# Bytes that go on with a character of UTF-8.
_CONTINUING = bytes(range(0x80, 0xC0))
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
