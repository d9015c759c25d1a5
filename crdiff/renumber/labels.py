"""Labels of a draft: numbers of the release before, and open labels, which the editor gives to new clauses.

An open label says where a clause belongs and leaves its number to crdiff: ``704.5e+`` is new after 704.5e, ``704.5+`` a
new rule after 704.5. Where they stand, ``702.+`` is a new rule of 702, ``704.5.+`` a new subrule of 704.5 and ``7xx``
a new subsection. A second one at the same place has one more plus, or is ``7yy`` or ``7zz``. What stands under an open
label follows it: ``7xx.1a``, ``702.+b``.
"""

from __future__ import annotations

import re

from msgspec import Struct

from crdiff.model.number import LETTERS, NUMBERS, ClauseNumber, first_number, next_number

_OPEN_SUBSECTION = "(?:xx|yy|zz)"
_SUBSECTION = rf"[1-9](?:[0-9]{{2}}|{_OPEN_SUBSECTION})"
_RULE = rf"(?:{NUMBERS.rule}\+*|\++)"
_LETTER = rf"(?:{NUMBERS.letters}\+*|\.\++)"
LABEL = rf"{_SUBSECTION}(?:\.{_RULE}{_LETTER}?)?"
"""A label, open or not, as a regular expression without groups."""
LABEL_TAIL = rf"{NUMBERS.rule}\+*|{NUMBERS.letters}\+*"
"""The end of a range without what it shares with the beginning: ``g`` in "704.5e–g"."""

_PARTS = re.compile(rf"({_SUBSECTION})(?:\.({_RULE})({_LETTER})?)?")
_BASE = re.compile(r"[0-9]+|[a-z]+")


class DraftLabel(Struct, frozen=True):
    """A label in its three parts as printed, "" for those that it lacks: ``704``, ``5``, ``e+``."""

    subsection: str
    rule: str = ""
    letter: str = ""

    @classmethod
    def parse(cls, printed: str) -> DraftLabel:
        """Return the label that `printed` is. Raises `ValueError` for anything else."""
        found = _PARTS.fullmatch(printed)
        if not found:
            raise ValueError(printed)
        return cls(found[1], found[2] or "", found[3] or "")

    @classmethod
    def of(cls, number: ClauseNumber) -> DraftLabel:
        """Return a number of the release before as a label."""
        return cls(str(number.subsection), str(number.rule or ""), number.letter)

    @property
    def is_open(self) -> bool:
        """Whether any part of it is open."""
        return self.number is None

    @property
    def number(self) -> ClauseNumber | None:
        """The number of the release before that it is, None for an open label."""
        closed = self.subsection.isdigit() and (self.rule or "0").isdigit() and (self.letter or "a").isalpha()
        return ClauseNumber(int(self.subsection), int(self.rule or 0), self.letter) if closed else None

    @property
    def parent(self) -> DraftLabel | None:
        """The label one level up: ``7`` for ``7xx``; a section has none."""
        if self.letter:
            return DraftLabel(self.subsection, self.rule)
        if self.rule:
            return DraftLabel(self.subsection)
        return DraftLabel(self.subsection[0]) if len(self.subsection) > 1 else None

    @property
    def anchor(self) -> DraftLabel | None:
        """The label that an open one stands behind: ``704.5e`` for ``704.5e+``; None where it only has a parent."""
        own = self.letter or self.rule or self.subsection
        base = _BASE.match(own)
        if not own.endswith("+") or not base:
            return None
        return DraftLabel(self.subsection, self.rule, base[0]) if self.letter else DraftLabel(self.subsection, base[0])

    def tail(self, printed: str) -> DraftLabel:
        """Return the end of a range that begins here and ends with `printed`, in full or a tail of a label."""
        if "." in printed or len(printed.rstrip("+")) == 3:
            return DraftLabel.parse(printed)
        if printed[0].isdigit():
            return DraftLabel(self.subsection, printed)
        return DraftLabel(self.subsection, self.rule, printed)

    def __str__(self) -> str:
        return f"{self.subsection}.{self.rule}{self.letter}" if self.rule else self.subsection


def is_movable(number: ClauseNumber) -> bool:
    """Whether a number has a place among its siblings: the malformed 306.b of 2008-10-01 has none."""
    return bool(number.rule or not number.letter)


def ordinal(number: ClauseNumber) -> int:
    """Return the place of a number among its siblings from 1, as though none were missing; 0 for what has no place."""
    if not number.letter:
        return number.rule or number.subsection % 100 + 1
    if not set(number.letter) <= set(LETTERS):
        return 0
    digits = [LETTERS.index(letter) + 1 for letter in number.letter]
    return sum(digit * len(LETTERS) ** place for place, digit in enumerate(reversed(digits)))


def numbered(parent: ClauseNumber, place: int) -> ClauseNumber | None:
    """Return the number at a place under `parent`, counted from 1; None behind the last there can be."""
    number = first_number(parent)
    if number.letter:
        for _ in range(place - 1):
            number = next_number(number)
        return number if len(number.letter) < 3 else None
    if number.rule:
        return ClauseNumber(number.subsection, place) if place < 1000 else None
    return ClauseNumber(number.subsection + place - 1) if place <= 100 else None
