"""The printed label of a clause, as a value that sorts in document order."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from crdiff.errors import UnknownNumber

LETTERS = "abcdefghijkmnpqrstuvwxyz"
"""The letters of subrules in order: l and o are skipped, they look like 1 and 0."""

_PRINTED = re.compile(r"(\d{1,3})(?:\.\s*(\d{1,3})?\s*([a-z]{1,2})?)?\.?", re.ASCII)


class ClauseNumber(Struct, frozen=True):
    """A printed number such as ``7``, ``702``, ``702.9`` or ``704.5aa``.

    Sorts in document order: ``702.9`` before ``702.10``, ``704.5z`` before ``704.5aa``, a section
    before its subsections. `rule` 0 with a letter is the malformed ``306.b`` of 2008-10-01.
    """

    subsection: int
    rule: int = 0
    letter: str = ""

    @classmethod
    def parse(cls, printed: str) -> ClauseNumber:
        """Return the number that `printed` shows; spaces and a trailing full stop are allowed.

        Raises `UnknownNumber` for anything else. Source: "606. 8b" (2005-08-01 to 2007-09-07) and
        "306.b" (2008-10-01) are numbers as printed.
        """
        return _parse(printed)

    @property
    def is_section(self) -> bool:
        """Whether this is the number of a section such as ``7``."""
        return self.subsection < 100

    @property
    def parent(self) -> ClauseNumber | None:
        """The number one level up: ``702.9`` for ``702.9a``; a section has none."""
        if self.letter:
            return ClauseNumber(self.subsection, self.rule)
        if self.rule:
            return ClauseNumber(self.subsection)
        if self.is_section:
            return None
        return ClauseNumber(self.subsection // 100)

    def within(self, other: ClauseNumber) -> bool:
        """Whether `other` is this number or one of its ancestors."""
        if other.is_section:
            return self.section == other.subsection
        if other.subsection != self.subsection:
            return False
        return (not other.rule or other.rule == self.rule) and (not other.letter or other.letter == self.letter)

    @property
    def section(self) -> int:
        """The section's digit: 7 for ``702.9a``."""
        return self.subsection if self.is_section else self.subsection // 100

    @property
    def key(self) -> tuple[int, int, int, int, str]:
        """What document order compares: section, subsection, rule, length of letter, letter."""
        subsection = self.subsection
        if subsection < 100:
            return subsection, 0, self.rule, len(self.letter), self.letter
        return subsection // 100, subsection, self.rule, len(self.letter), self.letter

    def __lt__(self, other: ClauseNumber) -> bool:
        if self.subsection == other.subsection and self.rule != other.rule:
            return self.rule < other.rule
        return self.key < other.key

    def __gt__(self, other: ClauseNumber) -> bool:
        return other < self

    def __le__(self, other: ClauseNumber) -> bool:
        return not other < self

    def __ge__(self, other: ClauseNumber) -> bool:
        return not self < other

    def __str__(self) -> str:
        if self.rule:
            return f"{self.subsection}.{self.rule}{self.letter}"
        return f"{self.subsection}.{self.letter}" if self.letter else str(self.subsection)


@lru_cache(maxsize=65536)
def _parse(printed: str) -> ClauseNumber:
    match = _PRINTED.fullmatch(printed.strip())
    if not match or len(match[1]) == 2 or match[1].startswith("0"):
        raise UnknownNumber(f"{printed!r} is not a clause number", "a number such as 7, 702, 702.9 or 702.9a")
    subsection = int(match[1])
    if subsection < 10 and (match[2] or match[3]):
        raise UnknownNumber(f"{printed!r} is not a clause number", "three digits before the full stop")
    return ClauseNumber(subsection, int(match[2] or 0), match[3] or "")


def next_letter(letter: str) -> str:
    """Return the subrule letter that follows: ``k`` -> ``m``, ``n`` -> ``p``, ``z`` -> ``aa``, "" -> ``a``.

    Source: 704.5aa arrived in 2026.
    """
    if not letter:
        return LETTERS[0]
    if letter[-1] == LETTERS[-1]:
        return next_letter(letter[:-1]) + LETTERS[0]
    return letter[:-1] + LETTERS[LETTERS.index(letter[-1]) + 1]
