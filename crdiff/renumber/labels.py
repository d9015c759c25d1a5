"""Labels of a draft: numbers of the release before, open labels that the editor gives, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from crdiff.errors import UnknownNumber
from crdiff.model.number import RULE, SUBSECTION, ClauseNumber, first_number, next_number, written_number
from crdiff.model.release import Release

_OPEN_SUBSECTIONS = ("xx", "yy", "zz")
_BASE = re.compile(r"\.?[0-9]+|[a-z]+")


class DraftLabel(Struct, frozen=True):
    """A label in its three parts as printed, "" for those that it lacks: ``704``, ``5``, ``e+``; of such `numbers`."""

    subsection: str
    rule: str = ""
    letter: str = ""
    numbers: type[ClauseNumber] = ClauseNumber

    @classmethod
    def parse(cls, printed: str, numbers: type[ClauseNumber] = ClauseNumber) -> DraftLabel:
        """Return the label that `printed` is. Raises `ValueError` for anything else."""
        found = labels_of(numbers).parts.fullmatch(printed)
        if not found:
            raise ValueError(printed)
        return cls(found[1], found[2] or "", found[3] or "", numbers)

    @classmethod
    def of(cls, number: ClauseNumber) -> DraftLabel:
        """Return a number of the release before as a label."""
        rule = "".join(str(part or "") for part in number.path[SUBSECTION:RULE])
        letter = str(number).removeprefix(str(number.of_rule)) if number.is_complete else number.letters
        return cls(str(number.subsection), rule, letter, type(number))

    @property
    def is_open(self) -> bool:
        """Whether any part of it is open."""
        return self.number is None

    @property
    def number(self) -> ClauseNumber | None:
        """The number of the release before that it is, None for an open label."""
        if self.subsection.endswith(_OPEN_SUBSECTIONS) or "+" in f"{self.rule}{self.letter}":
            return None
        return self.numbers.of(self.subsection, int(self.rule or 0), self.letter)

    @property
    def section(self) -> str:
        """The section that it is or stands under, as printed."""
        return self.subsection.partition(".")[0] if self.numbers.grammar.is_dotted else self.subsection[0]

    @property
    def parent(self) -> DraftLabel | None:
        """The label one level up: ``7`` for ``7xx``; a section has none."""
        if self.letter:
            return replace(self, letter="")
        if self.rule:
            return replace(self, rule="")
        return replace(self, subsection=self.section) if self.subsection != self.section else None

    @property
    def anchor(self) -> DraftLabel | None:
        """The label that an open one stands behind: ``704.5e`` for ``704.5e+``; None where it only has a parent."""
        own = self.letter or self.rule or self.subsection
        base = _BASE.match(own)
        if not own.endswith("+") or not base:
            return None
        return replace(self, letter=base[0]) if self.letter else replace(self, rule=base[0])

    def tail(self, printed: str) -> DraftLabel:
        """Return the end of a range that begins here and ends with `printed`, in full or a tail of a label."""
        of = self.numbers.grammar
        if "." in printed or (not of.is_dotted and len(printed.rstrip("+")) == 3):
            return DraftLabel.parse(printed, self.numbers)
        if printed[0].isdigit() and (of.has_letters or not self.letter):
            return replace(self, rule=printed, letter="")
        return replace(self, letter=printed if of.has_letters else f".{printed}")

    def __str__(self) -> str:
        return f"{self.subsection}.{self.rule}{self.letter}" if self.rule else self.subsection


def numbered(parent: ClauseNumber, place: int) -> ClauseNumber | None:
    """Return the number at a place under `parent`, counted from 1; None behind the last there can be."""
    number = first_number(parent)
    for _ in range(place - 1):
        number = next_number(number)
    return number if written_number(str(number), type(number)) == number else None


class LabelForms:
    """How the labels of drafts of a book look that has such `numbers`, as regular expressions."""

    def __init__(self, numbers: type[ClauseNumber]) -> None:
        of = numbers.grammar
        stop = of.stop if of.is_dotted else ""
        subsection = rf"(?:{of.subsection}|{of.section}{stop}(?:{'|'.join(_OPEN_SUBSECTIONS)}))"
        rule, letter = rf"(?:{of.rule}\+*|\++)", rf"(?:{of.letters}\+*|\.\++)"
        label = rf"{subsection}(?:\.{rule}{letter}?)?"
        tail = rf"{of.rule}\+*|{of.letters}\+*"  # ``g`` in "704.5e–g"
        self.parts = re.compile(rf"({subsection})(?:\.({rule})({letter})?)?")
        self.mention = re.compile(
            rf"(?<![\w.])(?P<first>{label})"
            rf"(?:(?P<joint>[-–—])(?P<tail>{label}|{tail})|(?P<apart>\s(?:[-–—]|through|to)\s)(?P<whole>{label}))?"
            r"(?![\w+])"
        )
        # At the beginning of a line, after marks of Markdown.
        self.head = re.compile(rf"[\s#>*_+-]*?({label})(\.?)[*_]*(?=\s|$)")
        # What can only be meant as an open one there, well-formed or not: ``704.5E+``, ``7xy.1``.
        section, heads = (r"\d+\.", r"\d+\.") if of.is_dotted else (r"\d", r"\d\d\d\.")
        meant = rf"[\s#>*_+-]*?((?:{heads}[\w.]*\+|{section}[x-z]{{2}})[\w.+]*)"
        self.meant_open = re.compile(meant, re.IGNORECASE)


# How labels look, by the class of the numbers.
labels_of = cache(LabelForms)


class LabelPlace(Struct, frozen=True):
    """A label at the head of line `line`, from 0: its columns, half-open, and whether a full stop follows it."""

    label: DraftLabel
    line: int
    start: int
    stop: int
    has_stop: bool


class DraftPlaces(Struct, frozen=True):
    """The labels of the clauses in the order in which they stand, and those that the contents list."""

    clauses: tuple[LabelPlace, ...]
    contents: tuple[LabelPlace, ...]


def read_places(draft: Release, lines: Sequence[str]) -> DraftPlaces:
    """Return where the labels stand in a draft whose file has `lines`.

    Raises `UnknownNumber` for a label that is not printed as a number is, and for one that is meant to be open and is
    not written as one.
    """
    begins = min(placement.lines.start for placement in draft.placements) - 1
    ends = draft.glossary[0].lines.start - 1 if draft.glossary else len(lines)
    heads = {at: place for at, line in enumerate(lines[:ends]) if (place := _head(at, line, draft.numbers))}
    for at, line in enumerate(lines[:ends]):
        meant = labels_of(draft.numbers).meant_open.match(line)
        if meant and at not in heads:
            raise UnknownNumber(f"{meant[1]} is not an open label", "one such as 704.5e+ or 7xx.1", line=at + 1)
    first = min((at for at, place in heads.items() if place.label.rule), default=begins)
    closed = dict(_closed(draft, lines))
    opened = {at: place for at, place in heads.items() if place.label.is_open and at >= min(begins, first)}
    contents = (place for at, place in heads.items() if at < min(begins, first) and not place.label.rule)
    return DraftPlaces(tuple(place for _, place in sorted({**closed, **opened}.items())), tuple(contents))


def _head(at: int, line: str, numbers: type[ClauseNumber]) -> LabelPlace | None:
    found = labels_of(numbers).head.match(line)
    if not found:
        return None
    return LabelPlace(DraftLabel.parse(found[1], numbers), at, found.start(1), found.end(1), bool(found[2]))


def _closed(draft: Release, lines: Sequence[str]) -> Iterator[tuple[int, LabelPlace]]:
    """Yield the labels of the clauses that have a number, odd ones such as the "606. 8b" of 2005-08-01 as printed."""
    for placement in draft.placements:
        number, at = placement.number, placement.lines.start - 1
        printed = next((each for each in (str(number), placement.printed.rstrip(".")) if each in lines[at]), None)
        if not number.is_complete:
            continue
        if printed is None:
            raise UnknownNumber(f"{number} is not on a line of its own", f"{number} at its head", line=at + 1)
        start = lines[at].index(printed)
        stop = start + len(printed)
        yield at, LabelPlace(DraftLabel.of(number), at, start, stop, lines[at][stop : stop + 1] == ".")
