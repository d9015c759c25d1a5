"""Misspellings: a word that differs from another by one slip of the hand."""

from __future__ import annotations

from crdiff.changes.words.agreement import same_stem
from crdiff.changes.words.meaning import weight

_LETTERS_MIN = 4
"""Letters of the shorter word: one letter off a shorter one is often another word ("the" and "she")."""


def is_slip(wrong: str, right: str) -> bool:
    """Whether two words differ by one letter added, dropped, replaced or swapped with its neighbour, not by grammar.

    Source: "creaturse" for "creatures" in 2003-05-26. Words on which meaning turns never count ("can" and "can't").
    """
    if min(len(wrong), len(right)) < _LETTERS_MIN or wrong == right or same_stem(wrong, right):
        return False
    if not (wrong.isalpha() and right.isalpha()) or weight((wrong,)) or weight((right,)):
        return False
    start = next((i for i, (a, b) in enumerate(zip(wrong, right, strict=False)) if a != b), min(len(wrong), len(right)))
    rest, other = wrong[start:], right[start:]
    return rest[1:] == other[1:] or rest[1:] == other or rest == other[1:] or _is_swap(rest, other)


def _is_swap(rest: str, other: str) -> bool:
    return len(rest) > 1 and rest[1] + rest[0] == other[:2] and rest[2:] == other[2:]
