"""Citations as they are written: groups that share a sentence, and the numbers in them."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from crdiff.model.number import ClauseNumber


class Spelling(StrEnum):
    """How a citation is recognised."""

    PREFIXED = "prefixed"
    """``CR 704.5k``, ``rule 508``, ``[CR#704.5k]``, ``§704``"""
    BARE = "bare"
    """``// 704.5k. If``, ``**702.19b**``: a number alone, where people write citations"""
    IDENTIFIER = "identifier"
    """``cr_704_5k``, ``test_Rules_111_4``"""
    LOOSE = "loose"
    """``covers_700_8b_assignment``: an identifier that does not say what its number is"""
    ADDRESS = "address"
    """``#R7045k``, ``/cr/704.5k``"""
    TEMPLATE = "template"
    """``{{CR|exact|702.19b}}``"""


class CitedItem(Struct, frozen=True, gc=False):
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


class Malformed(Struct, frozen=True, gc=False):
    """What stands in the place of a number and is none: ``4091f-h``."""

    text: str
    start: int
    stop: int


class CitedGroup(Struct, frozen=True, gc=False):
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
