"""A migration made by hand on trial: each citation before and after it, against what its clause became."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby

from msgspec import Struct

from crdiff.cite.checking import CheckedNumber, CheckedTree, by_text
from crdiff.cite.editing import EditScope, WhyLeft, updates
from crdiff.model.number import ClauseNumber

# Reasons for which nobody but a person can say what a citation is to become.
_UNDECIDED = (WhyLeft.SEVERAL, WhyLeft.UNSURE)
_BLANKS = re.compile(rb"\s+")


class Migrated(StrEnum):
    """What is said of a citation that a migration met."""

    # it has the number of its clause in the new release
    RIGHT = "right"
    # its clause has another number, and it was left as it was
    MISSED = "missed"
    # it was given a number that its clause does not have
    WRONG = "wrong"
    # its number names the same clause in both releases, and it was given another: it cites another clause now
    REDIRECTED = "redirected"
    # what it means is not certain, or its clause has no one number
    OPEN = "open"


class VerifiedCitation(Struct, frozen=True):
    """A citation before and after a migration.

    `expected` is where its clause is read in the new release; `why` is why nobody can tell, None where somebody can.
    """

    before: CheckedNumber
    after: CheckedNumber
    said: Migrated
    expected: tuple[ClauseNumber, ...]
    why: WhyLeft | None = None


class Verified(Struct, frozen=True):
    """All citations of lines that both trees have; `unpaired` counts the numbers in lines that the new one lacks."""

    citations: tuple[VerifiedCitation, ...]
    unpaired: int


def verify(before: CheckedTree, after: CheckedTree, day: date) -> Verified:
    """Return what a migration did to the citations of `before`; both trees are judged at the release of `day`."""
    left = {
        id(each.checked): each.why
        for update in updates(before, day, asked=EditScope(strings=True))
        for each in update.left
    }
    old, new = by_text(before.numbers), by_text(after.numbers)
    pairs = [pair for name in old if name in new for pair in _paired(old[name], new[name])]
    citations = tuple(_verified(one, other, left) for one, other in pairs)
    return Verified(citations, len(before.numbers) - len(pairs))


def _verified(before: CheckedNumber, after: CheckedNumber, left: Mapping[int, WhyLeft]) -> VerifiedCitation:
    expected, why = before.judgement.numbers, left.get(id(before))
    is_same = before.number == after.number
    if before.judgement.needs_nothing:
        said = Migrated.RIGHT if is_same else Migrated.REDIRECTED
        return VerifiedCitation(before, after, said, (before.number,))
    if after.number in expected and why is not WhyLeft.UNSURE:
        return VerifiedCitation(before, after, Migrated.RIGHT, expected)
    if why in _UNDECIDED:
        return VerifiedCitation(before, after, Migrated.OPEN, expected, why)
    return VerifiedCitation(before, after, Migrated.MISSED if is_same else Migrated.WRONG, expected)


def _paired(
    old: Sequence[CheckedNumber], new: Sequence[CheckedNumber]
) -> Iterator[tuple[CheckedNumber, CheckedNumber]]:
    """Yield the numbers that stand in the same line of two texts, where the lines differ in their numbers alone."""
    old_lines, new_lines = list(_lines(old)), list(_lines(new))
    masked, masked_new = [line for line, _ in old_lines], [line for line, _ in new_lines]
    for block in SequenceMatcher(None, masked, masked_new).get_matching_blocks():
        for at in range(block.size):
            one, other = old_lines[block.a + at][1], new_lines[block.b + at][1]
            if len(one) == len(other):
                yield from zip(one, other, strict=True)


def _lines(numbers: Sequence[CheckedNumber]) -> Iterator[tuple[bytes, list[CheckedNumber]]]:
    """Yield each line that cites something, its numbers taken out, with them."""
    for start, of_line in groupby(numbers, key=lambda each: each.text.text.rfind(b"\n", 0, each.item.start) + 1):
        there = list(of_line)
        yield _masked(there[0].text.text, start, there), there


def _masked(text: bytes, start: int, numbers: Sequence[CheckedNumber]) -> bytes:
    """Return a line without its numbers; what separates words is one blank, so that indentation may change."""
    pieces, at = [], start
    for checked in numbers:
        item = checked.item
        if item.start >= at:
            pieces.append(text[at : item.start])
            at = item.stop
    stop = text.find(b"\n", at)
    pieces.append(text[at : stop if stop >= 0 else len(text)])
    return _BLANKS.sub(b" ", b"\x00".join(pieces)).strip()
