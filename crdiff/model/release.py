"""A release: one published text of the rules, or of a part of them, as a tree with its provenance."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from msgspec import Struct

from crdiff.model.clause import Clause
from crdiff.model.number import ClauseNumber
from crdiff.model.placement import Placement, Span


class Level(StrEnum):
    """How much a finding matters: damage of the text itself, something odd, or a remark."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(Struct, frozen=True):
    """Something odd about a text, with its line (from 1).

    `check` is a stable id in kebab-case such as ``repeated-number``; `number` is the clause at fault
    as printed, or "".
    """

    check: str
    level: Level
    message: str
    line: int = 0
    number: str = ""


class Damage(Struct, frozen=True):
    """Characters that the carrier of a text lost or changed: `what` happened, `count` times."""

    what: str
    count: int


class Source(Struct, frozen=True):
    """What the file was.

    `encoding` and `encoding_reason`: what the bytes were read as and why. `line_ends`: ``CRLF``, ``LF``, ``CR``
    or ``mixed``. `dialect` and `dialect_reason` likewise. `sha256`: hex digest of the bytes. `size`: bytes.
    `lines`: lines after line ends were made one.
    """

    name: str
    sha256: str
    size: int
    lines: int
    encoding: str
    encoding_reason: str
    line_ends: str
    dialect: str
    dialect_reason: str
    damage: tuple[Damage, ...] = ()


class Paragraph(Struct, frozen=True):
    """A paragraph outside the clauses, with the lines it fills."""

    text: str
    lines: Span


class GlossaryEntry(Struct, frozen=True):
    r"""A term and its entry in the glossary; paragraphs of `text` are separated by ``\n``."""

    term: str
    text: str
    lines: Span


class AsideKind(StrEnum):
    """The kind of a passage among the rules that is not one of the quoted rules."""

    COMMENT = "comment"
    """an annotation by the page's author ("Briefly:", "Comment:")"""
    RULING = "ruling"
    """a ruling on a card"""
    PASSAGE = "passage"
    """a quotation from another document or another place (3.15 and 805.8 on the 712 page)"""
    PROSE = "prose"
    """the page's own text"""


class Aside(Struct, frozen=True):
    """Text of a page that is not rule text; `about` is the clause it follows, `label` its own number or heading."""

    kind: AsideKind
    text: str
    lines: Span
    about: ClauseNumber | None = None
    label: str = ""


class Fact(Struct, frozen=True):
    """A fact a page states of a clause (`example` None) or of its example (index from 0).

    `name` is ``dated`` for the ``[CompRules 2003/10/01]`` of the 507 page, `value` an ISO date then.
    """

    number: ClauseNumber
    example: int | None
    name: str
    value: str
    line: int


class Quotation(Struct, frozen=True):
    """A line that dates the passages after it: "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"."""

    effective: date
    name: str
    line: int


class Coverage(Struct, frozen=True):
    """The numbers a text set out to quote, each with all under it. None at all means everything.

    `is_inferred`: nobody declared them, they are what the text has.
    """

    numbers: tuple[ClauseNumber, ...] = ()
    is_inferred: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the text claims to be the whole of the rules."""
        return not self.numbers

    def covers(self, number: ClauseNumber) -> bool:
        """Whether `number` is among the numbers quoted, or under one of them."""
        return self.is_whole or any(number.within(quoted) for quoted in self.numbers)


class Release(Struct, frozen=True):
    """One text: its tree, the parts outside the tree, and what the file was.

    `effective` is the date printed in the text (None where none is). `sections` are the top of the tree: sections,
    or whatever stands highest in an excerpt. `placements` run parallel to a walk of `sections` in document order
    (parents before children): see `crdiff.model.tree.walk`. `missing` are the parts that the contents list last and
    the text does not have: it breaks off before them, in whatever part it has last (2013-02-01 in its glossary).
    `lacks_beginning`: it has parts that only a whole text has, and its rules do not begin with the first ones.
    """

    effective: date | None
    title: str
    sections: tuple[Clause, ...]
    placements: tuple[Placement, ...]
    source: Source
    glossary: tuple[GlossaryEntry, ...] = ()
    front: tuple[Paragraph, ...] = ()
    contents: tuple[Paragraph, ...] = ()
    credits: tuple[Paragraph, ...] = ()
    asides: tuple[Aside, ...] = ()
    facts: tuple[Fact, ...] = ()
    quotations: tuple[Quotation, ...] = ()
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = Coverage()
    missing: tuple[str, ...] = ()
    lacks_beginning: bool = False

    @property
    def name(self) -> str:
        """The effective date in ISO form, or the file's name where the text prints no date."""
        return self.effective.isoformat() if self.effective else self.source.name
