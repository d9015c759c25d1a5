"""Clauses of one pattern in several places, such as the steps of a turn, that were rewritten alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import product

from crdiff.align.matching import SAME, Matching
from crdiff.align.side import ReleaseSide
from crdiff.text.similarity import Words
from crdiff.text.words import counted_words

_COUNTERPARTS: Words = frozenset(counted_words("a an attack block attacker blocker"))
_BLANKED: Words = _COUNTERPARTS.union(counted_words("first second third fourth fifth sixth seventh active defending"))
"""Words in which clauses of one pattern differ, beside those of the titles above them."""


class Families:
    """How many pairs of places have the same two patterns, the one in the old text and the other in the new.

    A pattern is what the first sentence of a clause says beside the words of the titles above it. Only changed clauses
    count, under parents that are partners, and not where two clauses under one parent have the pattern.
    Source: "Second, the active player gets priority" became "The upkeep step has no turn-based actions. Once it begins,
    the active player gets priority" in 503.1 of 2016-09-30, and likewise in 511.1 and 513.1.
    """

    def __init__(self, matching: Matching) -> None:
        heir, origin = matching.heir, matching.origin
        self._old = Patterns(matching.old)
        self._new = Patterns(matching.new)
        self._places: Counter[tuple[Words, Words]] = Counter()
        olds = self._old.under(
            old
            for old, above in enumerate(matching.old.parents)
            if above >= 0 and heir[above] >= 0 and _has_changed(matching, old)
        )
        news = self._new.under(
            new
            for new, above in enumerate(matching.new.parents)
            if above >= 0 and origin[above] in olds and (origin[new] < 0 or _has_changed(matching, origin[new]))
        )
        for above, patterns in olds.items():
            self._places.update(product(patterns, news.get(heir[above], ())))

    def others(self, old: int, new: int) -> int:
        """Return in how many other places the patterns of an old and a new clause are found."""
        return max(0, self._places.get((self._old.of(old), self._new.of(new)), 0) - 1)


def _has_changed(matching: Matching, old: int) -> bool:
    return matching.heir[old] < 0 or matching.grounds[old].tier != SAME


class Patterns:
    """The patterns of the clauses of one side."""

    def __init__(self, side: ReleaseSide) -> None:
        self._side = side
        self.of = cache(self._of)

    def _of(self, index: int) -> Words:
        """Return the pattern of a clause; a title has none."""
        side = self._side
        if side.headings[index]:
            return frozenset()
        titles = (side.words(above) for above in side.ancestors[index] if side.headings[above])
        return frozenset(counted_words(side.keys[index].partition(". ")[0])).difference(_BLANKED, *titles)

    def under(self, indices: Iterable[int]) -> dict[int, list[Words]]:
        """Return by parent the patterns that only one of the clauses under it has."""
        found: dict[int, Counter[Words]] = defaultdict(Counter)
        for index in indices:
            if pattern := self.of(index):
                found[self._side.parents[index]][pattern] += 1
        return {above: [pattern for pattern, count in counts.items() if count == 1] for above, counts in found.items()}
