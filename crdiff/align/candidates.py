"""For a clause without a partner, the few clauses of the other side that could be one."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from math import sqrt

from crdiff.align.matching import Matching
from crdiff.align.vocabulary import Vocabulary
from crdiff.model.number import ClauseNumber

_HOLDERS = 90
BEST = 5


class Candidates:
    """Finds partners by rare words, through an index of the new clauses that are free, and by place.

    The cost grows with the residue: the rarest words are looked up until so many clauses have been met.
    """

    def __init__(self, matching: Matching, vocabulary: Vocabulary, best: int = BEST) -> None:
        self._best = best
        self._matching = matching
        self._vocabulary = vocabulary
        self._holders: dict[str, list[int]] = {}
        self._lengths: dict[int, float] = {}
        self._at: dict[ClauseNumber, int] = {}
        for new in matching.open_new():
            words = matching.new.words(new)
            for word in words:
                self._holders.setdefault(word, []).append(new)
            self._lengths[new] = sqrt(2.0 + vocabulary.mass(words))
            self._at[matching.new.numbers[new]] = new
        self._by_words: dict[int, list[int]] = {}

    def of(self, old: int) -> list[int]:
        """Return the free new clauses worth a look, in order."""
        if old not in self._by_words:
            self._by_words[old] = self._sharing_rare_words(old)
        matching = self._matching
        is_heading = matching.old.headings[old]
        found = {*self._by_words[old], *self._by_place(old)}
        return sorted(new for new in found if matching.is_open_new(new) and matching.new.headings[new] == is_heading)

    def _sharing_rare_words(self, old: int) -> list[int]:
        shared = self._vocabulary.sharing(self._matching.old.words(old), self._holders, _HOLDERS)
        ranked = [(-weight / self._lengths[new], new) for new, weight in shared.items()]
        return [new for _, new in nsmallest(self._best, ranked)]

    def _by_place(self, old: int) -> Iterator[int]:
        matching = self._matching
        parent = matching.old.parents[old]
        if parent >= 0 and matching.heir[parent] >= 0:
            yield from matching.new.children[matching.heir[parent]]
        if matching.old.numbers[old] in self._at:
            yield self._at[matching.old.numbers[old]]
