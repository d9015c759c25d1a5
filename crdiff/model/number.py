"""The printed label of a clause, as a value that sorts in document order, also as people write it.

A rule book numbers its clauses in its own way, which is the grammar of its numbers; the numbers of one book are of one
class, which has that grammar.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, reduce
from string import ascii_lowercase
from typing import ClassVar
from unicodedata import normalize

from msgspec import Struct

from crdiff.errors import UnknownNumber

# The levels of numbers in a book whose headings have two, as most.
SECTION, SUBSECTION, RULE, SUBRULE = 1, 2, 3, 4
# How many subsections a section can have where both are printed as one number: as 700 to 799.
_SUBSECTIONS = 100


# What an English text prints before the number of a rule.
RULES = "[rR]ules?"


class NumberGrammar(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """How rules number their clauses, as regular expressions without groups: the parts of a number, then numbers.

    Everything that finds, reads or checks a printed number builds its pattern from these. `is_dotted`: a full stop
    stands between section and subsection, as in ``5.2``, which else are one number of three digits.

    `headings` is how many levels of headings there are, and `mark` what stands before the number of a rule where that
    is no full stop, as in ``6.3.1:4``: then a rule may stand under a heading of any level, and has no subrules.
    """

    section: str = "[1-9]"
    subsection: str = "[1-9][0-9]{2}"
    is_dotted: bool = False
    rule: str = "[1-9][0-9]{0,2}"
    digits: str = "[0-9]{1,3}"
    """The digits of any level as misprints have them too: ``0`` and ``007`` are no rule."""
    letter: str = "[a-z]"
    stop: str = r"\."
    skipped: str = "lo"
    """The letters that no subrule has: they look like 1 and 0."""
    has_letters: bool = True
    """Whether subrules have letters, ``5.2.1a``, rather than one more number, ``5.2.1.1``."""
    is_stopped: bool = True
    """Whether a full stop ends the number of a heading, ``5.2. Play``; without it, ``5.2 Play``, it may."""
    is_roman: bool = False
    """Whether sections have Roman numerals, ``IV.2.1``."""
    headings: int = SUBSECTION
    mark: str = ""
    rules: str = RULES
    """What a text prints before the number of a rule that it cites, and before that of a section."""
    sections: str = "[sS]ections?"
    examples: str = "[eE][xX][aA][mM][pP][lL][eE][sS]?(?: [A-Z0-9])?"
    """What an example begins with, up to its colon: "Example:", in 1999 "EXAMPLE:"; one of several "Example A:"."""

    def __post_init__(self) -> None:
        """Refuse levels and marks that no number can have."""
        if self.headings < SUBSECTION or (self.headings > SUBSECTION and not self.mark):
            raise ValueError("`headings` is 2, with a `mark` 2 or more")
        if (self.mark or self.is_roman) and not self.is_dotted:
            raise ValueError("with a `mark` or `is_roman`, `is_dotted` is true")

    @property
    def alphabet(self) -> str:
        """The letters of subrules in order."""
        return "".join(letter for letter in ascii_lowercase if letter not in self.skipped)

    @property
    def letters(self) -> str:
        """The letters of a subrule, ``a``, ``aa``; what nothing matches where there are no subrules."""
        if self.mark:
            return "(?!)"
        return f"{self.letter}{{1,2}}" if self.has_letters else f"{self.stop}[0-9]{{1,2}}"

    @property
    def any_letters(self) -> str:
        """The letters of a subrule, or nothing."""
        return f"{self.letter}{{0,2}}" if self.has_letters else f"(?:{self.letters})?"

    @property
    def before(self) -> str:
        """What stands before the number of a rule."""
        return re.escape(self.mark) or self.stop

    @property
    def headed(self) -> str:
        """What a rule stands under: a subsection, with a `mark` a section too."""
        return f"(?:{self.subsection}|{self.section}(?={self.before}))" if self.mark else self.subsection

    @property
    def below(self) -> str:
        """What follows the subsection in the number of a rule or a subrule: ``.9``, ``.9a``."""
        return f"{self.before}{self.digits}{self.any_letters}"

    @property
    def dotted(self) -> str:
        """A rule or a subrule: ``702.9``, ``702.9a``."""
        return f"{self.headed}{self.below}"

    @property
    def heading(self) -> str:
        """A subsection or a section: ``702``, ``7``."""
        return f"(?:{self.subsection}|{self.section})"

    @property
    def number(self) -> str:
        """A subsection, a rule or a subrule: ``702``, ``702.9``, ``702.9a``."""
        return f"{self.headed}(?:{self.before}{self.rule}{self.any_letters})?"

    @property
    def cited(self) -> str:
        """A `number` in running text, where no digit and no letter follows."""
        return rf"{self.headed}(?![0-9])(?:{self.before}{self.rule}(?![0-9])(?:{self.letters}(?!{self.letter}))?)?"

    @property
    def label(self) -> str:
        """A number as pages print it before a clause: ``718.``, ``718.1.``, ``718.1a`` or ``712.1a.``."""
        return f"{self.subsection}{self.stop}(?:{self.rule}{self.any_letters}{self.stop}?)?"

    @property
    def heads(self) -> str:
        """The digits of a section or a subsection, misprints too: ``7``, ``702``, ``5.2``."""
        first = "[ivxlcIVXLC]+" if self.is_roman else self.digits
        return rf"{first}(?:{self.stop}{self.digits}){{0,{self.headings - 1}}}" if self.is_dotted else self.digits

    @property
    def printed(self) -> str:
        """A number alone, its parts in groups, with the spaces that texts print by mistake: ``606. 8b``."""
        return rf"({self.heads})(?:{self.before}\s*({self.digits})?\s*({self.letters})?)?{self.stop}?"

    @property
    def written(self) -> str:
        """A number as people type it: ``702.19(b)``, ``702. 19 b``."""
        letters = rf"(?:{self.letters}|\({self.letters}\))"
        return f"{self.heads}(?: ?{self.before} ?(?:{self.digits})? ?{letters}?)?"

    def may_open(self, text: str) -> bool:
        """Whether a number may open `text`: its first character may be that of one."""
        return text[0].isdigit() or (self.is_roman and text[0] in _ROMAN)

    def shown(self, path: tuple[int, ...]) -> str:
        """Return the number with this `path` as it is printed."""
        if self.mark:
            depth = max(at for at, each in enumerate(path[: self.headings], 1) if each or at == SECTION)
            heads = ".".join((self._section(path[0]), *map(str, path[1:depth])))
            return heads + "".join(f"{self.mark}{rule}" for rule in path[self.headings :])
        section, *below = path
        if not below:
            return self._section(section)
        subsection, *parts = below
        shown = f"{self._section(section)}.{subsection}" if self.is_dotted else str(_SUBSECTIONS * section + subsection)
        last = map(_letters if self.has_letters else ".{}".format, parts[1:])
        return f"{shown}.{parts[0] or ''}{''.join(last)}" if parts else shown

    def _section(self, section: int) -> str:
        return _roman(section) if self.is_roman else str(section)

    def path_to(self, printed: str) -> tuple[int, ...]:
        """Return the path to the number that `printed` shows. Raises `UnknownNumber` where it shows none."""
        found = _compiled(self.printed).fullmatch(printed.strip())
        heads = found[1] if found else ""
        is_short = not self.is_dotted and len(heads) == 1
        if not found or heads.startswith("0") or (not self.is_dotted and len(heads) == 2):
            raise UnknownNumber(f"{printed!r} is not a clause number", f"a number such as {self.samples}")
        if (found[2] or found[3]) and (is_short or (self.is_dotted and not self.mark and "." not in heads)):
            raise UnknownNumber(f"{printed!r} is not a clause number", "three digits before the full stop")
        return self.path_of(heads, int(found[2] or 0), found[3] or "")

    def path_of(self, heads: str, rule: int = 0, letters: str = "") -> tuple[int, ...]:
        """Return the path to a number by its printed parts: `heads` "704", `rule` 5, `letters` "k" for ``704.5k``."""
        if self.is_dotted:
            first, *more = heads.split(".")
            above = (_from_roman(first) if self.is_roman else int(first), *map(int, more))
        else:
            above = (int(heads),) if len(heads) == 1 else divmod(int(heads), _SUBSECTIONS)
        if rule and self.mark:
            above += (0,) * (self.headings - len(above))
        last = _ordinal(letters) if self.has_letters else int(letters.removeprefix(".") or 0)
        return (*above, rule, last) if letters else (*above, rule) if rule else above

    @property
    def samples(self) -> str:
        """Numbers as one may write them, for people who wrote none."""
        paths = [(7,), (7, 2), (7, 2, 9), (7, 2, 9, 1)]
        if self.mark:
            paths[-1] = (7, 2, *(0,) * (self.headings - SUBSECTION), 1)
        *some, last = map(self.shown, paths)
        return f"{', '.join(some)} or {last}"


# The numbers of the Comprehensive Rules.
NUMBERS = NumberGrammar()
# The levels below the section in books with a full stop between them, where the book does not matter.
DOTTED_LEVELS = r"(?:\.[0-9]{1,3}){1,4}(?:[:¶][0-9]{1,3}|[a-z]{0,2})"
# The numbers of such books.
DOTTED = rf"(?:[0-9]{{1,2}}|[IVXLC]{{1,7}}){DOTTED_LEVELS}"
# The number of a rule right under a section, where the book does not matter.
MARKED = "[1-9][0-9]{0,2}[:¶][0-9]{1,3}"


class ClauseNumber(Struct, frozen=True, order=True, cache_hash=True):
    """A printed number as the path to it: ``7`` is (7), ``702`` (7, 2), ``702.9`` (7, 2, 9), ``704.5aa`` (7, 4, 5, 27).

    Sorts in document order: ``702.9`` before ``702.10``, ``704.5z`` before ``704.5aa``, a section before its
    subsections. A level that a number leaves out is 0: the malformed ``306.b`` of 2008-10-01 is (3, 6, 0, 2), and with
    four levels of headings ``6.3:2`` is (6, 3, 0, 0, 2), which comes before the heading ``6.3.1``.
    """

    path: tuple[int, ...]
    grammar: ClassVar[NumberGrammar] = NUMBERS
    headings: ClassVar[int] = SUBSECTION

    @classmethod
    def parse(cls, printed: str) -> ClauseNumber:
        """Return the number that `printed` shows; spaces and a trailing full stop are allowed.

        Raises `UnknownNumber` for anything else. Source: "606. 8b" (2005-08-01 to 2007-09-07) and
        "306.b" (2008-10-01) are numbers as printed.
        """
        return _parsed(cls, printed)

    @classmethod
    def of(cls, heads: int | str, rule: int = 0, letters: str = "") -> ClauseNumber:
        """Return the number that has these printed parts: 704, 5 and "k" for ``704.5k``; after "z" come "aa".

        `heads` are of a subsection, alone also of a section; `rule` is 0 and `letters` "" where the number lacks them.
        """
        return cls(cls.grammar.path_of(str(heads), rule, letters))

    @property
    def level(self) -> int:
        """How deep it stands: `SECTION`, `SUBSECTION`, `RULE` or `SUBRULE`, deeper with more levels of headings."""
        return len(self.path)

    @property
    def depth(self) -> int:
        """How many clauses it stands under: none for a section, 3 for a subrule; 3 for ``6.3.1:4``."""
        return self.subsection.level if self.grammar.mark and self.is_rule else len(self.path) - 1

    @property
    def is_section(self) -> bool:
        """Whether this is the number of a section such as ``7``."""
        return len(self.path) == SECTION

    @property
    def is_heading(self) -> bool:
        """Whether this is the number of a section, of a subsection or of what else has a heading."""
        return len(self.path) <= self.headings

    @property
    def has_headings_only(self) -> bool:
        """Whether nothing but headings can stand right under it: a section of most books."""
        return len(self.path) == SECTION and not self.grammar.mark

    @property
    def is_rule(self) -> bool:
        """Whether this is the number of a rule such as ``702.9``, no subrule."""
        return len(self.path) == self.headings + 1

    @property
    def is_subrule(self) -> bool:
        """Whether this is the number of a subrule such as ``702.9a``."""
        return len(self.path) == self.headings + 2

    @property
    def is_complete(self) -> bool:
        """Whether it leaves out no level: ``306.b`` does."""
        return len(self.path) <= self.headings + 1 or bool(self.path[self.headings])

    def upto(self, level: int) -> ClauseNumber:
        """Return what it stands under at `level`, itself where it is no deeper; above a level that it leaves out."""
        if len(self.path) <= level:
            return self
        if not self.path[level - 1]:
            least = SECTION if self.grammar.mark else SUBSECTION  # 700 is (7, 0), and leaves out nothing
            while level > least and not self.path[level - 1]:
                level -= 1
        return type(self)(self.path[:level])

    @property
    def section(self) -> ClauseNumber:
        """The section that it is or stands under."""
        return self.upto(SECTION)

    @property
    def subsection(self) -> ClauseNumber:
        """The subsection that it is or stands under, of more levels of headings the deepest; a section itself."""
        return self.upto(self.headings)

    @property
    def of_rule(self) -> ClauseNumber:
        """The number without its letter: ``702.9`` for ``702.9a``; what stands above is its own."""
        return self.upto(self.headings + 1)

    @property
    def parent(self) -> ClauseNumber | None:
        """The number one level up: ``702.9`` for ``702.9a``; a section has none."""
        return self.upto(len(self.path) - 1) if len(self.path) > SECTION else None

    def within(self, other: ClauseNumber) -> bool:
        """Whether `other` is this number or one of its ancestors."""
        return self.path[: len(other.path)] == other.path

    def under(self, parent: ClauseNumber) -> ClauseNumber:
        """Return the number with its parts below the level of `parent` under that one: ``703.9a`` of ``702.9a``.

        A rule with a mark before it comes right under it: ``6.4:2`` of ``6.3.1:2``.
        """
        if self.grammar.mark and self.is_rule:
            return type(self)((*parent.path, *(0,) * (self.headings - parent.level), self.path[-1]))
        return type(self)(parent.path + self.path[len(parent.path) :])

    def beside(self, last: str) -> ClauseNumber:
        """Return the number of a sibling by its `last` part, digits or letters: ``702.9c`` is beside ``702.9a``."""
        return type(self)((*self.path[:-1], int(last) if last.isdigit() else _ordinal(last)))

    @property
    def letters(self) -> str:
        """The letters of a subrule, "" for what stands above."""
        return _letters(self.path[-1]) if self.is_subrule and self.grammar.has_letters else ""

    @property
    def place(self) -> int:
        """Its place among its siblings from 1, were none missing: 12 for m; 0 for letters that no subrule has."""
        if not self.letters:
            return self.path[-1] + (len(self.path) == SUBSECTION and not self.grammar.is_dotted)
        alphabet = self.grammar.alphabet
        places = [alphabet.find(letter) + 1 for letter in self.letters]
        return reduce(lambda above, place: above * len(alphabet) + place, places) if all(places) else 0

    @property
    def label(self) -> str:
        """The number as it is printed before its clause: with a full stop, but for subrules and after a mark."""
        return f"{self}" if self.is_subrule or self.grammar.mark else f"{self}."

    def __str__(self) -> str:
        return _shown(self.path)


# The letters of subrules in order: l and o are skipped, they look like 1 and 0.
LETTERS = NUMBERS.alphabet


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


@cache
def numbers_of(grammar: NumberGrammar) -> type[ClauseNumber]:
    """Return the class of the numbers that have a grammar."""
    if grammar == NUMBERS:
        return ClauseNumber

    class BookNumber(ClauseNumber, frozen=True, order=True, cache_hash=True):
        """A number of a book with a grammar of its own."""

        def __str__(self) -> str:
            return _shown(self.path, grammar)

        def __reduce__(self) -> tuple[object, ...]:
            return _number, (grammar, self.path)

    BookNumber.grammar, BookNumber.headings = grammar, grammar.headings
    return BookNumber


def _number(grammar: NumberGrammar, path: tuple[int, ...]) -> ClauseNumber:
    return numbers_of(grammar)(path)


@lru_cache(maxsize=65536)
def _shown(path: tuple[int, ...], grammar: NumberGrammar = NUMBERS) -> str:
    return grammar.shown(path)


@lru_cache(maxsize=65536)
def _parsed(numbers: type[ClauseNumber], printed: str) -> ClauseNumber:
    return numbers(numbers.grammar.path_to(printed))


_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_NUMERALS = {"C": 100, "XC": 90, "L": 50, "XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1}


@cache
def _roman(ordinal: int) -> str:
    found = ""
    for sign, worth in _NUMERALS.items():
        count, ordinal = divmod(ordinal, worth)
        found += count * sign
    return found


def _from_roman(numeral: str) -> int:
    worths = [_ROMAN[sign] for sign in numeral.upper()]
    return sum(-one if one < after else one for one, after in zip(worths, (*worths[1:], 0), strict=True))


@cache
def _ordinal(letters: str) -> int:
    """Return where letters stand among all there could be: 1 for a, 26 for z, 27 for aa."""
    return reduce(lambda place, letter: place * len(ascii_lowercase) + ascii_lowercase.index(letter) + 1, letters, 0)


@cache
def _letters(ordinal: int) -> str:
    above, place = divmod(ordinal - 1, len(ascii_lowercase))
    return (_letters(above) if above else "") + ascii_lowercase[place]


def section_of(printed: str) -> str:
    """Return the section that a number stands in, of whatever book: ``7`` for ``702.9a``, ``10`` for ``10.2.1``."""
    heads = re.split(r"\W", printed, maxsplit=1)[0]
    return heads[0] if len(heads) == len("702") and heads.isdigit() else heads


def first_number(parent: ClauseNumber) -> ClauseNumber:
    """Return the number of the first clause under `parent`: ``700`` under ``7``, ``702.1``, ``702.9a``, ``6.3:1``."""
    if parent.grammar.mark and parent.is_heading:
        return type(parent)((*parent.path, *(0,) * (parent.headings - parent.level), 1))
    return type(parent)((*parent.path, 0 if parent.is_section and not parent.grammar.is_dotted else 1))


def first_rule(numbers: type[ClauseNumber]) -> ClauseNumber:
    """Return the number of the first rule of a book: ``100.1``, ``1.1.1``, ``1:1``."""
    number = numbers((1,))
    while number.is_heading:
        number = first_number(number)
    return number


def next_number(number: ClauseNumber) -> ClauseNumber:
    """Return the number that follows `number` among its siblings: ``702.9m`` after ``702.9k``, ``aa`` after ``z``."""
    found = type(number)((*number.path[:-1], number.path[-1] + 1))
    return found if found.place or not found.is_subrule else next_number(found)


_WORDS = "mtg|magic|comprehensive|comp|cr|sections?|subsections?|rules?|subrules?|number|no"
_QUOTED = r"""[ "'“”‘’«»(\[{<]*"""
_AFTER = r"""[ .,;:!?"'“”‘’«»)\]}>]*"""
_APART = re.compile(r"[ ()]")


def words_before(grammar: NumberGrammar) -> str:
    """Return the words and signs that people write before a number, as a regular expression."""
    return f"{_WORDS}|{grammar.rules}|{grammar.sections}|[§#]"


@cache
def _written(grammar: NumberGrammar) -> re.Pattern[str]:
    before = rf"{_QUOTED}(?:(?:{words_before(grammar)})[ .:]*)*+"  # possessive, since a word may be named twice
    return re.compile(rf"{before}({grammar.written}){_AFTER}", re.ASCII | re.IGNORECASE)


def written_number(written: str, numbers: type[ClauseNumber] = ClauseNumber) -> ClauseNumber | None:
    """Return the number that a person means by `written`, None where that is no number: ``Trample``.

    The words and marks that people put around a number, capital letters and spaces do not count.
    """
    match = _written(numbers.grammar).fullmatch(" ".join(normalize("NFKC", written).split()))
    if not match:
        return None
    try:
        return numbers.parse(_APART.sub("", match[1]).lower())
    except UnknownNumber:
        return None


def range_of(written: str, numbers: type[ClauseNumber] = ClauseNumber) -> tuple[ClauseNumber, ClauseNumber] | None:
    """Return the first and the last number of a range, ``704.5j-m`` or ``704.5..7``; None for what is not one."""
    before, dash, after = written.replace("–", "-").replace("..", "-").partition("-")
    first = written_number(before, numbers) if dash and after else None
    if first is None:
        return None
    above = str(first.of_rule) if after.isalpha() else f"{first.upto(SUBSECTION)}."
    last = written_number(f"{above}{after}", numbers) or written_number(after, numbers)
    return (first, last) if last and last.subsection == first.subsection and first < last else None


def read_number(written: str, numbers: type[ClauseNumber] = ClauseNumber) -> ClauseNumber:
    """Return the number that a person means by `written`. Raises `UnknownNumber` where that is no number."""
    number = written_number(written, numbers)
    if number is None:
        raise UnknownNumber(f"{written!r} is not a clause number", f"a number such as {numbers.grammar.samples}")
    return number
