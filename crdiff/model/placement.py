"""The place of a clause in one text: kept beside the content, in the order of a walk."""

from __future__ import annotations

from msgspec import Struct

from crdiff.model.number import ClauseNumber


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
