"""For a clause without a partner, the few clauses of the other side that could be one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from heapq import nsmallest
from math import sqrt

from crdiff.align.matching import Matching
from crdiff.align.vocabulary import Vocabulary
from crdiff.model.number import ClauseNumber
from crdiff.text.similarity import Words

_HOLDERS = 90
BEST = 5
_SIBLINGS = 200
"""Free clauses under the heir of its parent that a clause is compared with: 185 keywords came to 702 from 2008-02-01 to
2022-11-18. Of more than these only the nearest, or a thousand siblings would make a million pairs."""
_NEAREST = 10
"""Siblings on either side of its number that a clause with too many of them is compared with."""


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
        self._by_words: dict[Words, list[int]] = {}
        self._under: dict[int, list[int]] = {}

    def of(self, old: int) -> list[int]:
        """Return the free new clauses worth a look, in order."""
        matching = self._matching
        words = matching.old.words(old)
        if words not in self._by_words:
            self._by_words[words] = self._sharing_rare_words(words)
        is_heading = matching.old.headings[old]
        found = {*self._by_words[words], *self._by_place(old)}
        if matching.old.numbers[old] in self._at:
            found.add(self._at[matching.old.numbers[old]])
        return sorted(new for new in found if matching.is_open_new(new) and matching.new.headings[new] == is_heading)

    def _sharing_rare_words(self, words: Words) -> list[int]:
        shared = self._vocabulary.sharing(words, self._holders, _HOLDERS)
        ranked = [(-weight / self._lengths[new], new) for new, weight in shared.items()]
        return [new for _, new in nsmallest(self._best, ranked)]

    def _by_place(self, old: int) -> Sequence[int]:
        """Return what stands free under the heir of the parent; of very many siblings those nearest in number."""
        matching = self._matching
        parent = matching.old.parents[old]
        heir = matching.heir[parent] if parent >= 0 else -1
        if heir < 0:
            return ()
        if heir not in self._under:
            self._under[heir] = [new for new in matching.new.children[heir] if matching.is_open_new(new)]
        siblings = self._under[heir]
        if len(siblings) <= _SIBLINGS:
            return siblings
        number, numbers = matching.old.numbers[old], matching.new.numbers
        place = ClauseNumber(numbers[heir].subsection, number.rule, number.letter) if number.rule else number
        at = bisect_left(siblings, place, key=numbers.__getitem__)
        near = siblings[max(0, at - _NEAREST) : at + _NEAREST]
        matching.note_bound([old], near, f"of {len(siblings):,} clauses in its place, the {len(near)} nearest compared")
        return near
