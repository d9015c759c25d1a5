"""Labels of a draft: numbers of the release before, open labels that the editor gives, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from crdiff.errors import UnknownNumber
from crdiff.model.number import LETTERS, NUMBERS, RULE, SUBRULE, SUBSECTION, ClauseNumber, first_number, next_number
from crdiff.model.release import Release

_OPEN_SUBSECTION = "(?:xx|yy|zz)"
_SUBSECTION = rf"[1-9](?:[0-9]{{2}}|{_OPEN_SUBSECTION})"
_RULE = rf"(?:{NUMBERS.rule}\+*|\++)"
_LETTER = rf"(?:{NUMBERS.letters}\+*|\.\++)"
# A label, open or not, as a regular expression without groups.
LABEL = rf"{_SUBSECTION}(?:\.{_RULE}{_LETTER}?)?"
# The end of a range without what it shares with the beginning: ``g`` in "704.5e–g".
LABEL_TAIL = rf"{NUMBERS.rule}\+*|{NUMBERS.letters}\+*"

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
        rule = "".join(str(part or "") for part in number.path[SUBSECTION:RULE])
        return cls(str(number.subsection), rule, number.letters)

    @property
    def is_open(self) -> bool:
        """Whether any part of it is open."""
        return self.number is None

    @property
    def number(self) -> ClauseNumber | None:
        """The number of the release before that it is, None for an open label."""
        closed = self.subsection.isdigit() and (self.rule or "0").isdigit() and (self.letter or "a").isalpha()
        return ClauseNumber.of(int(self.subsection), int(self.rule or 0), self.letter) if closed else None

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


def numbered(parent: ClauseNumber, place: int) -> ClauseNumber | None:
    """Return the number at a place under `parent`, counted from 1; None behind the last there can be."""
    number = first_number(parent)
    for _ in range(place - 1):
        number = next_number(number)
    return number if number.place <= _PLACES[number.level] else None


# Places that there are at a level: 700 to 799, 702.1 to 702.999, and letters up to two.
_PLACES = {SUBSECTION: 100, RULE: 999, SUBRULE: len(LETTERS) * (len(LETTERS) + 1)}


# A label at the beginning of a line, after marks of Markdown.
_AT_THE_HEAD = re.compile(rf"[\s#>*_+-]*?({LABEL})(\.?)[*_]*(?=\s|$)")
# What can only be meant as an open label at the beginning of a line, well-formed or not: ``704.5E+``, ``7xy.1``.
_MEANT_OPEN = re.compile(r"[\s#>*_+-]*?(\d(?:\d\d\.[\w.]*\+|[x-z]{2})[\w.+]*)", re.IGNORECASE)


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
    heads = {at: place for at, line in enumerate(lines[:ends]) if (place := _head(at, line))}
    for at, line in enumerate(lines[:ends]):
        meant = _MEANT_OPEN.match(line)
        if meant and at not in heads:
            raise UnknownNumber(f"{meant[1]} is not an open label", "one such as 704.5e+ or 7xx.1", line=at + 1)
    first = min((at for at, place in heads.items() if place.label.rule), default=begins)
    closed = dict(_closed(draft, lines))
    opened = {at: place for at, place in heads.items() if place.label.is_open and at >= min(begins, first)}
    contents = (place for at, place in heads.items() if at < min(begins, first) and not place.label.rule)
    return DraftPlaces(tuple(place for _, place in sorted({**closed, **opened}.items())), tuple(contents))


def _head(at: int, line: str) -> LabelPlace | None:
    found = _AT_THE_HEAD.match(line)
    if not found:
        return None
    return LabelPlace(DraftLabel.parse(found[1]), at, found.start(1), found.end(1), bool(found[2]))


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
