"""For a clause without a partner, the few that could be one: which texts to compare, and how alike they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain

from crdiff.align.matching import Matching
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.side import SIBLINGS_MAX, nearest
from crdiff.text.nearest import COMMON_MIN, NEAREST_MAX, RareWords
from crdiff.text.words import Weights, Words, likeness


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
        place = number if number.is_heading else number.under(numbers[heir].subsection)
        at = bisect_left(siblings, place, key=numbers.__getitem__)
        near = nearest(siblings, at)
        matching.note_bound([old], near, f"of {len(siblings):,} clauses in its place, the {len(near)} nearest compared")
        return near


# Pairs of texts up to which all are compared (count): 55 entries of 1999-04-23 and 610 of 2026-04-17 that have no equal
# on the other side, and 133 examples at least on either side from 2008-02-01 to 2022-11-18, make less than a fifth as
# many.
_ALL_COMPARED_MAX = 500 * 500


class NearestTexts:
    """The texts of one list to compare with each of another; `bounds` says so where these are not all."""

    def __init__(self, olds: Sequence[Words], news: Sequence[Words]) -> None:
        self._olds = olds
        self._news = news
        self._weights = Weights(Counter(chain.from_iterable((*olds, *news))))
        self._mass_old, self._mass_new = ([self._weights.mass(words) for words in part] for part in (olds, news))
        self._index: RareWords | None = None
        self.bounds: tuple[str, ...] = ()
        if len(olds) * len(news) > _ALL_COMPARED_MAX:
            self._index = RareWords(self._weights)
            for at, words in enumerate(news):
                self._index.put(at, words)
            self.bounds = (f"compared with the {NEAREST_MAX} nearest of {len(news):,}",)

    def of(self, old: int) -> Sequence[int]:
        """Return the new texts to compare with an old one, by index."""
        return range(len(self._news)) if self._index is None else sorted(self._index.sharing(self._olds[old]))

    def likeness(self, old: int, new: int, least: float = 0.0) -> float:
        """Return the share of their words that two texts have in common, 0.0 where their lengths allow no `least`."""
        one, other = self._mass_old[old], self._mass_new[new]
        if 2 * min(one, other) <= least * (one + other):
            return 0.0
        return likeness(self._weights.mass(self._olds[old] & self._news[new]), one, other)
