"""For a clause without a partner, the few clauses of the other side that could be one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from crdiff.align.matching import Matching
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.side import SIBLINGS_MAX, nearest
from crdiff.model.number import ClauseNumber
from crdiff.text.nearest import COMMON_MIN, NEAREST_MAX, RareWords


class Candidates:
    """Finds possible partners by rare words, through an index of the free new clauses, and by place.

    The cost grows with the clauses left: the rarest words are looked up until they have found enough clauses.
    """

    def __init__(self, matching: Matching, lexicon: Lexicon, best: int = NEAREST_MAX) -> None:
        self._matching = matching
        self._holders = RareWords(lexicon, best)
        for new in matching.open_new():
            self._holders.put(new, matching.new.words(new))
        self._under: dict[int, list[int]] = {}

    def of(self, old: int) -> list[int]:
        """Return the free new clauses to score, in order."""
        matching = self._matching
        is_heading = matching.old.headings[old]
        words = matching.old.words(old)
        by_words = self._holders.sharing(words)
        if not by_words and self._holders.knows_only_common(words):
            matching.note_bound(
                [old], (), f"each of its words is in more than {COMMON_MIN:,} clauses: compared by place only"
            )
        found = {*by_words, *self._by_place(old)}
        return sorted(new for new in found if matching.is_open_new(new) and matching.new.headings[new] == is_heading)

    def _by_place(self, old: int) -> Sequence[int]:
        """Return the free children of the parent's heir; of very many those nearest in number."""
        matching = self._matching
        parent = matching.old.parents[old]
        heir = matching.heir[parent] if parent >= 0 else -1
        if heir < 0:
            return ()
        if heir not in self._under:
            self._under[heir] = [new for new in matching.new.children[heir] if matching.is_open_new(new)]
        siblings = self._under[heir]
        if len(siblings) <= SIBLINGS_MAX:
            return siblings
        number, numbers = matching.old.numbers[old], matching.new.numbers
        place = ClauseNumber(numbers[heir].subsection, number.rule, number.letter) if number.rule else number
        at = bisect_left(siblings, place, key=numbers.__getitem__)
        near = nearest(siblings, at)
        matching.note_bound([old], near, f"of {len(siblings):,} clauses in its place, the {len(near)} nearest compared")
        return near
