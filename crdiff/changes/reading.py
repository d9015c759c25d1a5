"""What a reader does with a change: read it, as what kind of change, or pass over it, for what reason."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from crdiff.changes.change import Change, ExampleChange, Facet, Op, Segment, Structure
from crdiff.text.words import tokens

_MARKS = frozenset(",.;:()[]\"'“”‘’!?… \n\t")
"""The characters that say nothing of their own in an example: a sign, a hyphen or a brace may be part of a symbol.

Source: an example of 607.4 of 2010-04-23 has "," where the release before has ":".
"""


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
    """Whether marks of a clause or of its examples changed, in ways that no step proves, and none of its words.

    Source: 206.3 of 2006-10-01 has "symbol. Any reprint" for "symbol; any reprint"; an example of 601.3a of 2019-06-14
    has one comma more.
    """
    facets = set(change.facets)
    in_examples = facets == {Facet.TYPOGRAPHIC, Facet.EXAMPLE} and bool(change.examples)
    is_alone = facets == {Facet.TYPOGRAPHIC} or (in_examples and all(map(_has_the_same_words, change.examples)))
    return is_alone and change.keeps_clauses and not change.mechanical


def _has_the_same_words(example: ExampleChange) -> bool:
    """Whether an example is on both sides, with the same words and symbols."""
    if not example.old or not example.new:
        return False
    old, new = (_words(example.redline, other) for other in (Op.INSERTED, Op.DELETED))
    return old == new


def _words(redline: Iterable[Segment], other: Op) -> list[str]:
    """Return the words and symbols of one side of a redline; `other` is what only the other side has."""
    side = "".join(segment.text for segment in redline if segment.op is not other)
    return [token for token in tokens(side) if not _MARKS.issuperset(token)]


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
