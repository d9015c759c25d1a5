"""The values of a lint: placed texts, faults, fixes and findings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from crdiff.changes.change import Part
from crdiff.model.placement import Span
from crdiff.model.release import Level


class ClausePiece(StrEnum):
    """Which piece of a clause, an entry or a part a passage is."""

    TITLE = "title"
    """the title of a clause, the term of a glossary entry"""
    TEXT = "text"
    """the text of a clause, of a glossary entry, or a paragraph"""
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class PlacedText:
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


@dataclass(frozen=True, slots=True)
class Fix:
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


@dataclass(frozen=True, slots=True)
class Fault:
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


@dataclass(frozen=True, slots=True)
class LintFinding:
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
