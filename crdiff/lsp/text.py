"""A text as an editor has it: places, as lines and columns from 0 in units agreed on, and what is said of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from lsprotocol import types as lsp

from crdiff.model.release import Level
from crdiff.text.edit import TextEdit

_LINE_END = re.compile(rb"\r\n|\n|\r")
# What an editor may count -> the codec, and the bytes of a unit in it.
_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
# An editor may send half a pair.
_ODD = "surrogatepass"
# Both begin with errors; a note is information, and nothing is a hint.
_SEVERITIES = dict(zip(Level, lsp.DiagnosticSeverity, strict=False))


class EditorText:
    """A text by the name of its file, its bytes in UTF-8, and places in them. Offsets are bytes from 0."""

    def __init__(self, name: str, uri: str, source: str, units: str = "utf-16") -> None:
        self.name, self.uri, self.source = name, uri, source
        self.raw = source.encode("utf-8", _ODD)
        self._codec, self._width = _CODECS[units]
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.raw)), len(self.raw)]

    def offset(self, position: lsp.Position) -> int:
        """Return the byte at a place; behind the end of a line, or of the text, that end."""
        _, line = self.line(position.line)
        ends = accumulate(len(each.encode(self._codec, _ODD)) // self._width for each in line[: position.character])
        return self.offset_of(position.line, bisect_right(list(ends), position.character))

    def offset_of(self, line: int, character: int | None) -> int:
        """Return the byte of a character of a line, of its end for None."""
        start, said = self.line(line)
        return start + len(said[:character].encode("utf-8", _ODD))

    def line(self, line: int) -> tuple[int, str]:
        """Return where a line starts and what it says without its end; behind the last line that is nothing."""
        start, stop = (self._starts[min(each, len(self._starts) - 1)] for each in (line, line + 1))
        return start, self.raw[start:stop].rstrip(b"\r\n").decode("utf-8", _ODD)

    def line_of(self, offset: int) -> int:
        """Return the line of a byte."""
        return bisect_right(self._starts, offset, hi=len(self._starts) - 1) - 1

    def range(self, start: int, stop: int) -> lsp.Range:
        """Return the place of the bytes `start` to `stop`."""
        return lsp.Range(self._position(start), self._position(stop))

    def _position(self, offset: int) -> lsp.Position:
        line = self.line_of(offset)
        before = self.raw[self._starts[line] : offset].decode("utf-8", _ODD)
        return lsp.Position(line, len(before.encode(self._codec, _ODD)) // self._width)

    def hover(self, start: int, stop: int, paragraphs: Sequence[str]) -> lsp.Hover:
        """Return paragraphs of Markdown to show beside some bytes."""
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n".join(paragraphs)), self.range(start, stop))


class Remedy(TextEdit[str], frozen=True):
    """An edit of the bytes of a text that does something about a finding. `is_best`: nobody need think."""

    title: str
    is_best: bool = False

    def action(self, text: EditorText, about: lsp.Diagnostic) -> lsp.CodeAction:
        """Return the same as an editor offers it."""
        edit = lsp.WorkspaceEdit({text.uri: [lsp.TextEdit(text.range(self.start, self.stop), self.new)]})
        return lsp.CodeAction(self.title, lsp.CodeActionKind.QuickFix, [about], self.is_best, edit=edit)


class PlacedFinding(NamedTuple):
    """A finding on the bytes `start` to `stop` of a text; `remedies` are worked out when they are asked for."""

    start: int
    stop: int
    message: str
    level: Level
    code: str
    remedies: Callable[[], Iterator[Remedy]]

    def diagnostic(self, text: EditorText) -> lsp.Diagnostic:
        """Return the same as an editor shows it."""
        place = text.range(self.start, self.stop)
        return lsp.Diagnostic(place, self.message, _SEVERITIES[self.level], self.code, source="crdiff")


def actions(text: EditorText, findings: Sequence[PlacedFinding], start: int, stop: int) -> list[lsp.CodeAction]:
    """Return what can be done about the findings that the bytes `start` to `stop` touch, each thing once."""
    near = [found for found in findings if found.start <= stop and start <= found.stop]
    remedies = {remedy: found for found in near for remedy in found.remedies()}
    return [remedy.action(text, found.diagnostic(text)) for remedy, found in remedies.items()]
