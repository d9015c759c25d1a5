"""What a reader does with a change: read it, as what kind of change, or pass over it, for what reason."""

from __future__ import annotations

from enum import StrEnum

from crdiff.changes.change import Change, Facet, Op, Structure


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


def is_to_read(change: Change) -> bool:
    """Whether somebody who follows the rules has to read a change: of a rule or a term, in more than its typography.

    It decides for pages, feeds, counts and the JSON of releases alike. A comma that nobody has proved harmless is for
    review all the same (`Change.for_review`), where two texts are compared.

    Source: 405.6e of 2009-09-04 has one parenthesis more than before, and no other words.
    """
    return change.for_review and not change.is_outside and not is_of_marks(change)


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


def is_of_marks(change: Change) -> bool:
    """Whether marks of a clause changed, in ways that no step proves, and none of its words.

    Source: 206.3 of 2006-10-01 has "symbol. Any reprint" for "symbol; any reprint".
    """
    is_alone = set(change.facets) == {Facet.TYPOGRAPHIC} and not change.mechanical
    return is_alone and change.keeps_clauses


def explanation_of(change: Change) -> SkipReason | None:
    """Return what explains a change of wording, None where a person has to read it or its wording is as before.

    A reworded clause in which a reference is renewed too is explained by the rewording.
    """
    if change.is_outside:
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
