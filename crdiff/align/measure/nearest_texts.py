"""Which texts of two lists to compare, and how alike they are: all with all while they are few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from crdiff.text.nearest import NEAREST_MAX, RareWords
from crdiff.text.similarity import Words, likeness
from crdiff.text.weights import Weights

_ALL_COMPARED_MAX = 500 * 500
"""Pairs of texts up to which all are compared (count): 55 entries of 1999-04-23 and 610 of 2026-04-17 that have no
equal on the other side, and 133 examples at least on either side from 2008-02-01 to 2022-11-18, make less than a fifth
as many."""


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
        if likeness(min(one, other), one, other) <= least:
            return 0.0
        return likeness(self._weights.shared(self._olds[old], self._news[new]), one, other)
