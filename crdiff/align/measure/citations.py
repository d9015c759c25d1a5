"""Cross-references as evidence for a pair: a clause and its heir cite the same clauses."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from crdiff.align.matching import Matching
from crdiff.align.side import ReleaseSide
from crdiff.annotate.cross_references import cross_references


class Citations:
    """The references of both sides as indices, read when they are needed."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._cited_by_old, self._cited_by_new = _cited(matching.old), _cited(matching.new)

    def in_common(self, old: int, new: int) -> int:
        """Return how many clauses, by the links made so far, an old and a new clause both cite (count)."""
        heirs = {self._matching.heir[target] for target in self._cited_by_old(old)}
        return len(heirs & self._cited_by_new(new)) if heirs else 0


def _cited(side: ReleaseSide) -> Callable[[int], frozenset[int]]:
    """Return what gives the clauses that a clause cites, but those that do not exist."""
    at = {number: index for index, number in reversed(list(enumerate(side.numbers)))}

    @cache
    def cited_by(index: int) -> frozenset[int]:
        return frozenset(
            at[one.number] for one in cross_references(side.texts[index], side.release.numbers) if one.number in at
        )

    return cited_by
