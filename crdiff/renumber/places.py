"""Where the labels of a draft stand: at the head of a clause, and in the contents."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from crdiff.errors import UnknownNumber
from crdiff.model.release import Release
from crdiff.renumber.labels import LABEL, DraftLabel, is_movable

_AT_THE_HEAD = re.compile(rf"[\s#>*_+-]*?({LABEL})(\.?)[*_]*(?=\s|$)")
"""A label at the beginning of a line, after marks of Markdown."""
_MEANT_OPEN = re.compile(r"[\s#>*_+-]*?(\d(?:\d\d\.[\w.]*\+|[x-z]{2})[\w.+]*)", re.IGNORECASE)
"""What can only be meant as an open label at the beginning of a line, well-formed or not: ``704.5E+``, ``7xy.1``."""


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """A label at the head of line `line`, from 0: its columns, half-open, and whether a full stop follows it."""

    label: DraftLabel
    line: int
    start: int
    stop: int
    has_stop: bool


@dataclass(frozen=True, slots=True)
class DraftPlaces:
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
    _check_written(lines[:ends], heads)
    first = min((at for at, place in heads.items() if place.label.rule), default=begins)
    closed = dict(_closed(draft, lines))
    opened = {at: place for at, place in heads.items() if place.label.is_open and at >= min(begins, first)}
    contents = (place for at, place in heads.items() if at < min(begins, first) and not place.label.rule)
    return DraftPlaces(tuple(place for _, place in sorted({**closed, **opened}.items())), tuple(contents))


def _check_written(lines: Sequence[str], read: Collection[int]) -> None:
    """Raise `UnknownNumber` for the first line that begins with an open label and is not `read` as one."""
    for at, line in enumerate(lines):
        meant = _MEANT_OPEN.match(line)
        if meant and at not in read:
            raise UnknownNumber(f"{meant[1]} is not an open label", "one such as 704.5e+ or 7xx.1", line=at + 1)


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
        if not is_movable(number):
            continue
        if printed is None:
            raise UnknownNumber(f"{number} is not on a line of its own", f"{number} at its head", line=at + 1)
        start = lines[at].index(printed)
        stop = start + len(printed)
        yield at, LabelPlace(DraftLabel.of(number), at, start, stop, lines[at][stop : stop + 1] == ".")
