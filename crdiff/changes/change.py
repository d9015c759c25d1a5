"""The values that describe what changed between two releases."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from crdiff.align.alignment import Alignment
from crdiff.changes.furniture import is_furniture


class Means(StrEnum):
    """The means of a proof: what may differ while the clause says the same."""

    TYPOGRAPHY = "typography"
    PUNCTUATION = "punctuation"
    REFERENCE = "reference"
    REWORDING = "rewording"


class Step(Struct, frozen=True):
    """The old characters from `start` to `stop - 1` become `text`; offsets count in the old text, from 0."""

    means: Means
    start: int
    stop: int
    text: str


class Proof(Struct, frozen=True):
    """The steps for the wording of a clause, and for each of its examples in the order of the change."""

    wording: tuple[Step, ...]
    examples: tuple[tuple[Step, ...], ...] = ()


class Part(StrEnum):
    """Which part of a release a change is in."""

    RULES = "rules"
    GLOSSARY = "glossary"
    FRONT = "front"
    CREDITS = "credits"
    APPENDIX = "appendix"


class Structure(StrEnum):
    """What happened to the place of a clause."""

    SAME = "same"
    RENUMBERED = "renumbered"
    MOVED = "moved"
    SPLIT = "split"
    MERGED = "merged"
    ADDED = "added"
    REMOVED = "removed"
    REVOKED = "revoked"
    """Its new text is a notice that the rule is gone."""


# One clause became one clause, wherever it stands.
ONE_TO_ONE = frozenset({Structure.SAME, Structure.RENUMBERED, Structure.MOVED})


class Facet(StrEnum):
    """In which respects the wording differs; none where the text is the same."""

    TYPOGRAPHIC = "typographic"
    REFERENCE = "reference"
    TERMINOLOGY = "terminology"
    EXAMPLE = "example"
    ENUMERATION = "enumeration"
    TYPO = "typo"
    WORDING = "wording"


class Op(StrEnum):
    """What a segment of a redline is."""

    KEPT = "="
    DELETED = "-"
    INSERTED = "+"


class Segment(NamedTuple):
    """One run of a redline. Kept + deleted rebuilds the old text exactly, kept + inserted the new."""

    op: Op
    text: str


class Quoted(Struct, frozen=True):
    """A clause as one side of a change quotes it.

    `number` is the number without trailing full stop, the term of a glossary entry, or ``front:N`` / ``credits:N``.
    `line` is its first line in its file, from 1: it distinguishes clauses of the same number.
    """

    number: str
    title: str
    text: str
    examples: tuple[str, ...]
    line: int

    @property
    def wording(self) -> str:
        """Title and text as one: what a redline compares."""
        return f"{self.title}\n{self.text}" if self.title and self.text else self.title or self.text


class ExamplePlace(NamedTuple):
    """Where an example is: the number of its clause, and its place among the examples of that clause, from 0."""

    clause: str
    at: int


class ExampleChange(Struct, frozen=True):
    """An example on either side, None where it has none, with its redline."""

    old: ExamplePlace | None
    new: ExamplePlace | None
    redline: tuple[Segment, ...]


class RunnerUpClause(Struct, frozen=True):
    """The next best partner of a clause that could not be decided: numbers, one of them "", and the score 0.0-1.0."""

    old: str
    new: str
    score: float


class Bond(StrEnum):
    """Why several changes are read as one row."""

    SAME_EDIT = "same edit"
    """The same words gave way to the same words in each."""
    NEW_RULE = "new rule"
    """A new rule, the new clauses under it, and the new entries of the glossary that name it."""


class Company(Struct, frozen=True):
    """The changes that are read as one row: why, the label of each, the first one first, and the place of this one."""

    bond: Bond
    labels: tuple[str, ...]
    at: int


class Change(Struct, frozen=True):
    """A link described.

    `old` and `new` list the clauses, main one first. `summary` is the line of prose before the redline. `remarks` tell
    a reader more ("cites 104.3a, which did not move").
    `follows` is true where a clause only follows its subsection's new number and says the same. `proof` is what makes
    a change mechanical: applied to the old texts it gives the new ones. `company` are the changes read with it.
    """

    part: Part
    structure: Structure
    facets: tuple[Facet, ...]
    mechanical: bool
    old: tuple[Quoted, ...]
    new: tuple[Quoted, ...]
    confidence: float
    undetermined: bool
    runner_up: RunnerUpClause | None
    evidence: tuple[str, ...]
    redline: tuple[Segment, ...]
    examples: tuple[ExampleChange, ...]
    summary: str
    remarks: tuple[str, ...] = ()
    follows: bool = False
    proof: Proof | None = None
    company: Company | None = None

    @property
    def is_changed(self) -> bool:
        """Whether anything differs, place or wording."""
        return self.structure is not Structure.SAME or bool(self.facets)

    @property
    def is_outside(self) -> bool:
        """Whether it is in the introduction, the credits or an appendix, outside the rules and the glossary."""
        return self.part in {Part.FRONT, Part.CREDITS, Part.APPENDIX}

    @property
    def keeps_clauses(self) -> bool:
        """Whether one clause became one clause, wherever it stands."""
        return self.structure in ONE_TO_ONE

    @property
    def is_furniture(self) -> bool:
        """Whether it is in the credits, or concerns only a date or an address before the rules."""
        is_of_lines = self.part is Part.FRONT and all(map(is_furniture, [each.text for each in (*self.old, *self.new)]))
        return self.part is Part.CREDITS or is_of_lines

    @property
    def is_unproved(self) -> bool:
        """Whether no proof says that it can be passed over: a reader meets it, in a row of its own or with others.

        Its wording differs without a proof, or clauses came or went, or ended.
        """
        is_new = bool(self.facets) and not self.mechanical
        return (is_new or not self.keeps_clauses) and not self.is_furniture

    @property
    def for_review(self) -> bool:
        """Whether it is a row of the reading list: unproved, and not read in the row of another change."""
        return self.is_unproved and (self.company is None or self.company.at == 0)


class SubsectionChange(Struct, frozen=True):
    """A subsection on both sides: numbers and titles ("" where there is none), and how many clauses follow it."""

    old: str
    new: str
    old_title: str
    new_title: str
    structure: Structure
    members: int


class Rewording(Struct, frozen=True):
    """Wording replaced throughout a release: in how many clauses, and the new numbers of the clauses that keep it."""

    old: str
    new: str
    clauses: int
    exceptions: tuple[str, ...]


class Comparison(Struct, frozen=True):
    """All changes between two releases: what reports, pages and lineages are made from."""

    alignment: Alignment
    changes: tuple[Change, ...]
    subsections: tuple[SubsectionChange, ...]
    rewordings: tuple[Rewording, ...]
