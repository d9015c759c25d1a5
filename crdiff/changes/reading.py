"""What a reader does with a change: read it, as what kind of change, or pass over it, for what reason."""

from __future__ import annotations

from enum import StrEnum

from crdiff.changes.change import Change, Facet, Op, Part, Structure


class ReadingKind(StrEnum):
    """What kind of change a reader finds; every change to read is of one kind."""

    ADDED = "added"
    REMOVED = "removed"
    """its rule is gone, whether its number is free or has a notice"""
    REWORDED = "reworded"
    EXAMPLE = "example"
    """its examples changed, and its rule did not"""


class SkipReason(StrEnum):
    """What explains a change that nobody has to read."""

    REWORDING = "rewording"
    REFERENCE = "reference"
    SLIP = "slip"
    TYPOGRAPHY = "typography"
    MARKS = "marks"
    """commas, brackets or other marks differ in ways that no step proves, and no word does"""


_KEEPS_CLAUSES = frozenset({Structure.SAME, Structure.RENUMBERED, Structure.MOVED})


def is_outside(change: Change) -> bool:
    """Whether a change is in the introduction or the credits, outside the rules and the glossary."""
    return change.part in {Part.FRONT, Part.CREDITS}


def kind_of(change: Change) -> ReadingKind:
    """Return the kind of a change. A clause that was split, merged or moved, and reads otherwise, is reworded."""
    if change.structure is Structure.ADDED:
        return ReadingKind.ADDED
    if change.structure in {Structure.REMOVED, Structure.REVOKED}:
        return ReadingKind.REMOVED
    return ReadingKind.EXAMPLE if is_of_examples(change) else ReadingKind.REWORDED


def is_of_examples(change: Change) -> bool:
    """Whether the examples of a clause changed and its rule did not, where it has stayed one clause."""
    is_one = change.structure in _KEEPS_CLAUSES
    return is_one and bool(change.examples) and all(segment.op is Op.KEPT for segment in change.redline)


def is_of_marks(change: Change) -> bool:
    """Whether marks of a clause changed, in ways that no step proves, and none of its words.

    Source: 206.3 of 2006-10-01 has "symbol. Any reprint" for "symbol; any reprint".
    """
    is_alone = set(change.facets) == {Facet.TYPOGRAPHIC} and not change.mechanical
    return is_alone and change.structure in _KEEPS_CLAUSES


def explanation_of(change: Change) -> SkipReason | None:
    """Return what explains a change of wording, None where a person has to read it or its wording is as before.

    A reworded clause in which a reference is renewed too is explained by the rewording.
    """
    if is_outside(change):
        return None
    if is_of_marks(change):
        return SkipReason.MARKS
    if change.for_review or not change.facets:
        return None
    for facet, explanation in _BY_FACET:
        if facet in change.facets:
            return explanation
    return SkipReason.TYPOGRAPHY


_BY_FACET = (
    (Facet.TERMINOLOGY, SkipReason.REWORDING),
    (Facet.REFERENCE, SkipReason.REFERENCE),
    (Facet.TYPO, SkipReason.SLIP),
)
