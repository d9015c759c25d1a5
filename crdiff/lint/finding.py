"""The values of a lint: placed texts, faults, fixes and findings, and where in the file a fault is."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.change import Part
from crdiff.model.clause import Span
from crdiff.model.release import Level

_SOLID = re.compile(r"\S+")


class ClausePiece(StrEnum):
    """Which piece of a clause, an entry or a part a passage is."""

    TITLE = "title"
    """the title of a clause, the term of a glossary entry"""
    TEXT = "text"
    """the text of a clause, of a glossary entry, or a paragraph"""
    EXAMPLE = "example"


class PlacedText(Struct, frozen=True):
    """A text with its place: title, text or example of a clause or an entry, or a paragraph outside them.

    `number` names the clause, or is the term of an entry, ``front:1`` or ``credits:1``. `index` counts examples from 0
    and is 0 elsewhere. `node` is the clause in document order, `entry` the place in the glossary (or in the part's
    paragraphs), -1 where it is not one. `lines` are the lines of the whole clause, entry or paragraph.
    """

    part: Part
    number: str
    piece: ClausePiece
    index: int
    text: str
    lines: Span
    node: int = -1
    entry: int = -1


class Fix(Struct, frozen=True):
    """A correction of a finding: replace `old`, the text that it spans, by `new`.

    `is_sure`: nobody needs to read it first, so `lint --fix` writes it.
    """

    old: str
    new: str
    is_sure: bool = True

    @property
    def is_of_words(self) -> bool:
        """Whether the fix inserts words; one of spaces alone is clear from the fault."""
        return self.new.strip() != ""


class Fault(Struct, frozen=True):
    """A fault that a check found in a passage, or outside any: the characters `start` to `stop` of its text, and why.

    `subject` names the fault in a few words that stay the same when the rest changes: the fingerprint is made
    from it. `part`, `number`, `line` and `column` (from 1) place a fault that is in no passage; `printed` is what
    the line holds from there on, where the fault lies in that. `level` overrides that of the check. `is_known`: the
    check itself knows that the release right before has the fault too.
    """

    message: str
    subject: str
    passage: PlacedText | None = None
    start: int = 0
    stop: int = 0
    fix: Fix | None = None
    part: Part = Part.RULES
    number: str = ""
    line: int = 0
    column: int = 0
    printed: str = ""
    level: Level | None = None
    is_known: bool = False


class LintFinding(Struct, frozen=True):
    """A fault of a release, for a person to correct or to silence.

    `check` is a stable id in kebab-case, `part` and `number` say where (the clause at fault, a term, ``front:1``, or ""
    for the text as a whole). `line` and `column` count from 1 in the file; column 0: not known, line 0: the whole text.
    `piece`, `index`, `start` and `stop` are the same place in the text as read: offsets in characters, half-open, of
    the piece; `quote` is the text there. `fingerprint`: 12 hex digits that stay the same while the fault and the
    words around it do, wherever the clause moves. `subject` is what is at fault, in a few words; `is_known`: the
    release before has the finding too.
    """

    check: str
    level: Level
    part: Part
    number: str
    line: int
    column: int
    end_line: int
    end_column: int
    piece: ClausePiece
    index: int
    start: int
    stop: int
    quote: str
    message: str
    fingerprint: str
    fix: Fix | None = None
    subject: str = ""
    is_known: bool = False


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
    printed, words = _read(tuple(lines[max(first - 1, 0) : passage.lines.stop - 1]), first)
    wanted = passage.text.replace("\n", " ")
    at = printed.find(wanted)
    if at < 0 or at + start >= len(printed):
        return None
    line, column = _place(words, at + start)
    end_line, end_column = _place(words, max(at + stop - 1, at + start))
    return Location(line, column, end_line, end_column + 1)


class _PrintedWord(NamedTuple):
    """Where a word begins: in the text that lines print, and at which line and column."""

    at: int
    line: int
    column: int


def _place(words: Sequence[_PrintedWord], at: int) -> tuple[int, int]:
    """Return the line and column of a character of what lines print."""
    word = words[bisect_right(words, at, key=attrgetter("at")) - 1]
    return word.line, word.column + at - word.at


@lru_cache(maxsize=64)
def _read(lines: tuple[str, ...], first: int) -> tuple[str, Sequence[_PrintedWord]]:
    """Return what `lines` print from line `first` on, one space behind each word, and the places of the words.

    Kept, since a long clause may have thousands of faults.
    """
    printed: list[str] = []
    words: list[_PrintedWord] = []
    at = 0
    for number, line in enumerate(lines, first):
        for word in _SOLID.finditer(line):
            printed.append(word[0])
            words.append(_PrintedWord(at, number, word.start() + 1))
            at += len(word[0]) + 1
    return " ".join((*printed, "")), words
