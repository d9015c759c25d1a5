"""A clause: the content of a numbered piece of the rules, and beside it its place in one text."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from crdiff.model.number import ClauseNumber


class ClauseKind(StrEnum):
    """The level of a clause in the tree."""

    SECTION = "section"
    SUBSECTION = "subsection"
    RULE = "rule"
    SUBRULE = "subrule"


class Clause(Struct, frozen=True):
    r"""The content of one clause and of the clauses under it, compared by content.

    A clause has a `title` (``Flying``), a `text`, or both. Paragraphs and list items of `text` are
    separated by ``\n``. `examples` keep their word "Example:" as printed and follow the text.
    `children` are one level down, in printed order. Numbers and lines are in `Placement`.
    """

    kind: ClauseKind
    title: str
    text: str
    examples: tuple[str, ...] = ()
    children: tuple[Clause, ...] = ()

    @property
    def wording(self) -> str:
        """What the clause says: its text, after its title if it has both."""
        return f"{self.title}\n{self.text}" if self.title and self.text else self.title or self.text


class Span(Struct, frozen=True):
    """Lines of a file, from 1, half-open: lines ``start`` to ``stop - 1``."""

    start: int
    stop: int


class Placement(Struct, frozen=True):
    """The number of a clause and the lines it fills.

    `printed` is the label exactly as the text has it ("718.1.", "606. 8b"), `number` the same as ordered.
    """

    number: ClauseNumber
    printed: str
    lines: Span
