"""Texts found by the rare words that they share with another one, without comparing it with all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from heapq import nsmallest
from math import sqrt

from crdiff.text.similarity import Words
from crdiff.text.weights import Weights

COMMON_MIN = 4000
"""Texts (count) above which a word finds none of those that contain it: 2,270 are the most that a word found in the
releases, from 1999-04-23 to 2026-04-17. Without a bound a short text of common words would be compared with all."""
_TEXTS_MET = 90
"""Texts that the rarest words find before no further word is looked up (count)."""
NEAREST_MAX = 5
"""Texts that are worth comparing with a given one (count)."""
_HOME_WORTH = 1.5
"""Factor for what is shared with a text at home: the same sentence stands in every step of a turn."""


class RareWords:
    """Texts by their words. The rarest words of another text are looked up until they have found enough.

    Each answer is kept for the next text of the same words: of a clause printed a thousand times there is one answer.
    """

    def __init__(self, weights: Weights, best: int = NEAREST_MAX) -> None:
        self._weights = weights
        self._best = best
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        self._lengths: dict[int, float] = {}
        self._places: dict[int, int] = {}
        self._known: dict[tuple[Words, frozenset[int]], list[int]] = {}
        self._asked: tuple[Words | None, Mapping[int, float]] = None, {}

    def put(self, at: int, words: Words, place: int = -1) -> None:
        """Add the text `at`, in a chapter or other `place`, before any look-up."""
        self._lengths[at] = sqrt(2.0 + self._weights.mass(words))  # keeps long texts from winning by their length
        self._places[at] = place
        holders = self._holders
        for word in words:
            holders[word].append(at)

    def knows_only_common(self, words: Words) -> bool:
        """Whether some of `words` are in texts, but each of them in too many."""
        counts = [len(self._holders[word]) for word in words if word in self._holders]
        return bool(counts) and min(counts) > COMMON_MIN

    def sharing(self, words: Words, home: frozenset[int] = frozenset()) -> list[int]:
        """Return the few texts that share most of the rarest of `words` for their length, the best first.

        What a text in one of the places `home` shares counts more.
        """
        found = self._known.get((words, home))
        if found is None:
            shared, lengths, places = self._shared(words), self._lengths, self._places
            ranked = [
                ((-_HOME_WORTH if home and places[at] in home else -1.0) * weight / lengths[at], at)
                for at, weight in shared.items()
            ]
            found = self._known[words, home] = [at for _, at in nsmallest(self._best, ranked)]
        return found

    def _shared(self, words: Words) -> Mapping[int, float]:
        """Return what the texts share of the rarest of `words`; two questions in a row on one text, from two homes."""
        if self._asked[0] is not words:
            self._asked = words, self._weights.sharing(words, self._holders, _TEXTS_MET, COMMON_MIN)
        return self._asked[1]
