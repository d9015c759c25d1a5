"""For a clause without a partner, the few clauses of the other side that could be one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt

from crdiff.align.matching import Matching
from crdiff.align.measure.rare_words import COMMON, RareWords
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.side import SIBLINGS, nearest
from crdiff.model.number import ClauseNumber

_HOLDERS = 90
BEST = 5


class Candidates:
    """Finds partners by rare words, through an index of the new clauses that are free, and by place.

    The cost grows with the residue: the rarest words are looked up until so many clauses have been met.
    """

    def __init__(self, matching: Matching, vocabulary: Vocabulary, best: int = BEST) -> None:
        self._matching = matching
        self._holders = RareWords(vocabulary, _HOLDERS, best)
        self._at: dict[ClauseNumber, int] = {}
        for new in matching.open_new():
            words = matching.new.words(new)
            self._holders.put(new, words, sqrt(2.0 + vocabulary.mass(words)))
            self._at[matching.new.numbers[new]] = new
        self._under: dict[int, list[int]] = {}

    def of(self, old: int) -> list[int]:
        """Return the free new clauses worth a look, in order."""
        matching = self._matching
        is_heading = matching.old.headings[old]
        words = matching.old.words(old)
        by_words = self._holders.sharing(words)
        if not by_words and self._holders.knows_only_common(words):
            matching.note_bound(
                [old], (), f"each of its words is in more than {COMMON:,} clauses: compared by place only"
            )
        found = {*by_words, *self._by_place(old)}
        if matching.old.numbers[old] in self._at:
            found.add(self._at[matching.old.numbers[old]])
        return sorted(new for new in found if matching.is_open_new(new) and matching.new.headings[new] == is_heading)

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
        if len(siblings) <= SIBLINGS:
            return siblings
        number, numbers = matching.old.numbers[old], matching.new.numbers
        place = ClauseNumber(numbers[heir].subsection, number.rule, number.letter) if number.rule else number
        at = bisect_left(siblings, place, key=numbers.__getitem__)
        near = nearest(siblings, at)
        matching.note_bound([old], near, f"of {len(siblings):,} clauses in its place, the {len(near)} nearest compared")
        return near
