"""Cross-references as evidence for a pair: a clause and its heir cite the same clauses."""

from __future__ import annotations

from crdiff.align.matching import Matching
from crdiff.align.side import ReleaseSide
from crdiff.annotate.cross_references import cross_references
from crdiff.model.number import ClauseNumber


class Citations:
    """The references of both sides as indices, read when they are needed."""

    def __init__(self, matching: Matching) -> None:
        self._matching = matching
        self._at = {id(side): _places(side) for side in (matching.old, matching.new)}
        self._known: dict[tuple[int, int], frozenset[int]] = {}

    def in_common(self, old: int, new: int) -> int:
        """Return how many clauses, by the links made so far, an old and a new clause both cite (count)."""
        matching = self._matching
        targets = self._targets(matching.old, old)
        heirs = {matching.heir[target] for target in targets if matching.heir[target] >= 0}
        return len(heirs & self._targets(matching.new, new)) if heirs else 0

    def _targets(self, side: ReleaseSide, index: int) -> frozenset[int]:
        """Return the clauses that a clause cites, but those that do not exist."""
        key = id(side), index
        if key not in self._known:
            at = self._at[id(side)]
            cited = (at.get(mention.number) for mention in cross_references(side.texts[index]))
            self._known[key] = frozenset(target for target in cited if target is not None)
        return self._known[key]


def _places(side: ReleaseSide) -> dict[ClauseNumber, int]:
    at: dict[ClauseNumber, int] = {}
    for index, number in enumerate(side.numbers):
        at.setdefault(number, index)
    return at
