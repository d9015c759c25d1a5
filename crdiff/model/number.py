"""The printed label of a clause, as a value that sorts in document order, also as people write it."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase
from unicodedata import normalize

from msgspec import Struct

from crdiff.errors import UnknownNumber


class NumberGrammar(Struct, frozen=True):
    """How the rules number their clauses, as regular expressions without groups: the parts of a number, then numbers.

    Everything that finds, reads or checks a printed number builds its pattern from these.
    """

    section: str = "[1-9]"
    subsection: str = "[1-9][0-9]{2}"
    rule: str = "[1-9][0-9]{0,2}"
    digits: str = "[0-9]{1,3}"
    """The digits of any level as misprints have them too: ``0`` and ``007`` are no rule."""
    letter: str = "[a-z]"
    stop: str = r"\."
    skipped: str = "lo"
    """The letters that no subrule has: they look like 1 and 0."""

    @property
    def alphabet(self) -> str:
        """The letters of subrules in order."""
        return "".join(letter for letter in ascii_lowercase if letter not in self.skipped)

    @property
    def letters(self) -> str:
        """The letters of a subrule: ``a``, ``aa``."""
        return f"{self.letter}{{1,2}}"

    @property
    def any_letters(self) -> str:
        """The letters of a subrule, or nothing."""
        return f"{self.letter}{{0,2}}"

    @property
    def below(self) -> str:
        """What follows the subsection in the number of a rule or a subrule: ``.9``, ``.9a``."""
        return f"{self.stop}{self.digits}{self.any_letters}"

    @property
    def dotted(self) -> str:
        """A rule or a subrule: ``702.9``, ``702.9a``."""
        return f"{self.subsection}{self.below}"

    @property
    def heading(self) -> str:
        """A subsection or a section: ``702``, ``7``."""
        return f"(?:{self.subsection}|{self.section})"

    @property
    def number(self) -> str:
        """A subsection, a rule or a subrule: ``702``, ``702.9``, ``702.9a``."""
        return f"{self.subsection}(?:{self.stop}{self.rule}{self.any_letters})?"

    @property
    def cited(self) -> str:
        """A `number` in running text, where no digit and no letter follows."""
        return rf"{self.subsection}(?![0-9])(?:{self.stop}{self.rule}(?![0-9])(?:{self.letters}(?!{self.letter}))?)?"

    @property
    def label(self) -> str:
        """A number as pages print it before a clause: ``718.``, ``718.1.``, ``718.1a`` or ``712.1a.``."""
        return f"{self.subsection}{self.stop}(?:{self.rule}{self.any_letters}{self.stop}?)?"

    @property
    def printed(self) -> str:
        """A number alone, its parts in groups, with the spaces that texts print by mistake: ``606. 8b``."""
        return rf"({self.digits})(?:{self.stop}\s*({self.digits})?\s*({self.letters})?)?{self.stop}?"

    @property
    def written(self) -> str:
        """A number as people type it: ``702.19(b)``, ``702. 19 b``."""
        letters = rf"(?:{self.letters}|\({self.letters}\))"
        return f"{self.digits}(?: ?{self.stop} ?(?:{self.digits})? ?{letters}?)?"


NUMBERS = NumberGrammar()
"""The numbers of the Comprehensive Rules."""
LETTERS = NUMBERS.alphabet
"""The letters of subrules in order: l and o are skipped, they look like 1 and 0."""

_PRINTED = re.compile(NUMBERS.printed, re.ASCII)


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

    @property
    def of_rule(self) -> ClauseNumber:
        """The number without its letter: ``702.9`` for ``702.9a``; a subsection is its own."""
        return ClauseNumber(self.subsection, self.rule)

    def within(self, other: ClauseNumber) -> bool:
        """Whether `other` is this number or one of its ancestors."""
        if other.is_section:
            return self.section == other.subsection
        if other.subsection != self.subsection:
            return False
        if other.letter:  # also of a number without a rule, such as 306.b: 306.3b is not under it
            return (self.rule, self.letter) == (other.rule, other.letter)
        return not other.rule or other.rule == self.rule

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


def first_number(parent: ClauseNumber) -> ClauseNumber:
    """Return the number of the first clause under `parent`: ``700`` under ``7``, ``702.1``, ``702.9a``."""
    if parent.is_section:
        return ClauseNumber(parent.subsection * 100)
    return (
        ClauseNumber(parent.subsection, parent.rule, LETTERS[0]) if parent.rule else ClauseNumber(parent.subsection, 1)
    )


def next_number(number: ClauseNumber) -> ClauseNumber:
    """Return the number that follows `number` among its siblings."""
    if number.letter:
        return ClauseNumber(number.subsection, number.rule, next_letter(number.letter))
    return ClauseNumber(number.subsection, number.rule + 1) if number.rule else ClauseNumber(number.subsection + 1)


def next_letter(letter: str) -> str:
    """Return the subrule letter that follows: ``k`` -> ``m``, ``n`` -> ``p``, ``z`` -> ``aa``, "" -> ``a``.

    With 704.5z the letters of 704.5 are used up; the next one is 704.5aa.
    """
    if not letter:
        return LETTERS[0]
    if letter[-1] == LETTERS[-1]:
        return next_letter(letter[:-1]) + LETTERS[0]
    return letter[:-1] + LETTERS[LETTERS.index(letter[-1]) + 1]


_WORDS = "mtg|magic|comprehensive|comp|cr|sections?|subsections?|rules?|subrules?|number|no"
_BEFORE = rf"""[ "'“”‘’«»(\[{{<]*(?:(?:{_WORDS}|[§#])[ .:]*)*"""
_AFTER = r"""[ .,;:!?"'“”‘’«»)\]}>]*"""
_WRITTEN = re.compile(rf"{_BEFORE}({NUMBERS.written}){_AFTER}", re.ASCII | re.IGNORECASE)
_APART = re.compile(r"[ ()]")


def written_number(written: str) -> ClauseNumber | None:
    """Return the number that a person means by `written`, None where that is no number: ``Trample``.

    The words and marks that people put around a number, capital letters and spaces do not count.
    """
    match = _WRITTEN.fullmatch(" ".join(normalize("NFKC", written).split()))
    if not match:
        return None
    try:
        return ClauseNumber.parse(_APART.sub("", match[1]).lower())
    except UnknownNumber:
        return None


def read_number(written: str) -> ClauseNumber:
    """Return the number that a person means by `written`. Raises `UnknownNumber` where that is no number."""
    number = written_number(written)
    if number is None:
        raise UnknownNumber(f"{written!r} is not a clause number", "a number such as 7, 702, 702.9 or 702.9a")
    return number
