"""What a reader does with a change: read it, as what kind of change, or pass over it, for what reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from crdiff.changes.change import Bond, Change, Facet, Means, Op, Structure


class ReadingKind(StrEnum):
    """What kind of change a reader finds; every change to read is of one kind."""

    ADDED = "added"
    # its rule is gone, whether its number is free or has a notice
    REMOVED = "removed"
    REWORDED = "reworded"
    # its examples changed, and its rule did not
    EXAMPLE = "example"


class SkipReason(StrEnum):
    """Why a change is not a row of the reading list."""

    UNCHANGED = "unchanged"
    # the same words in another place
    PLACE = "place"
    # a date, an address, a name: outside the rules
    FURNITURE = "furniture"
    REWORDING = "rewording"
    REFERENCE = "reference"
    SLIP = "slip"
    # commas or other marks of punctuation differ, and no word does
    MARKS = "marks"
    TYPOGRAPHY = "typography"
    # the same edit was made elsewhere, where it is read
    SAME_EDIT = "same edit"
    # it belongs to a new rule, with which it is read
    NEW_RULE = "new rule"


def skip_reason(change: Change) -> SkipReason | None:
    """Return why a change is not a row of the reading list, None where it is one.

    It decides for every report, page, feed and count. A reworded clause in which a reference is renewed too is
    explained by the rewording.
    """
    if change.for_review:
        return None
    if change.is_unproved and change.company:
        return SkipReason.SAME_EDIT if change.company.bond is Bond.SAME_EDIT else SkipReason.NEW_RULE
    if change.is_furniture and change.is_changed and not change.mechanical:
        return SkipReason.FURNITURE
    for facet, explanation in _BY_FACET:
        if facet in change.facets:
            return explanation
    if change.facets:
        return SkipReason.MARKS if _has_marks(change) else SkipReason.TYPOGRAPHY
    return SkipReason.PLACE if change.is_changed else SkipReason.UNCHANGED


_BY_FACET = (
    (Facet.TERMINOLOGY, SkipReason.REWORDING),
    (Facet.REFERENCE, SkipReason.REFERENCE),
    (Facet.TYPO, SkipReason.SLIP),
)


def _has_marks(change: Change) -> bool:
    """Whether its proof sets or drops marks of punctuation."""
    texts = (change.proof.wording, *change.proof.examples) if change.proof else ()
    return any(step.means is Means.PUNCTUATION for steps in texts for step in steps)


def in_rows(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the changes that are read, in their order, those of a row one after the other."""
    every = [change for change in changes if change.is_unproved]
    others: dict[tuple[str, ...], list[Change]] = defaultdict(list)
    for change in every:
        if change.company and change.company.at:
            others[change.company.labels].append(change)
    rows = [
        (change, *(others.pop(change.company.labels, ()) if change.company else ()))
        for change in every
        if change.for_review
    ]
    return (*(change for row in rows for change in row), *(change for left in others.values() for change in left))


def told_once(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return the same without those whose edit is told with another change."""
    return tuple(change for change in in_rows(changes) if skip_reason(change) is not SkipReason.SAME_EDIT)


def kind_of(change: Change) -> ReadingKind:
    """Return the kind of a change. A clause that was split, merged or moved, and reads otherwise, is reworded."""
    if change.structure is Structure.ADDED:
        return ReadingKind.ADDED
    if change.structure in {Structure.REMOVED, Structure.REVOKED}:
        return ReadingKind.REMOVED
    return ReadingKind.EXAMPLE if is_of_examples(change) else ReadingKind.REWORDED


def is_of_examples(change: Change) -> bool:
    """Whether the examples of a clause changed and its rule did not, where it has stayed one clause."""
    return change.keeps_clauses and bool(change.examples) and all(segment.op is Op.KEPT for segment in change.redline)
