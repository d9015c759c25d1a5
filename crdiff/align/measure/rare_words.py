"""Texts found by the rare words that they share with another one, without comparing it with all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from heapq import nsmallest

from crdiff.align.measure import cuts
from crdiff.align.measure.lexicon import Lexicon
from crdiff.text.similarity import Words

COMMON_MIN = 4000
"""Texts (count) above which a word finds none of those that contain it: 2,270 are the most that a word found in the
releases, from 1999-04-23 to 2026-04-17. Without a bound a short text of common words would be compared with all."""


class RareWords:
    """Texts by their words. The rarest words of another text are looked up until they have found `most` texts.

    Each answer is kept for the next text of the same words: of a clause printed a thousand times there is one answer.
    """

    def __init__(self, lexicon: Lexicon, most: int, best: int) -> None:
        self._lexicon = lexicon
        self._most = most
        self._best = best
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        self._lengths: dict[int, float] = {}
        self._chapters: dict[int, int] = {}
        self._known: dict[tuple[Words, frozenset[int]], list[int]] = {}
        self._asked: tuple[Words | None, Mapping[int, float]] = None, {}

    def put(self, at: int, words: Words, length: float = 1.0, chapter: int = -1) -> None:
        """Add the text `at` of `chapter`, before any look-up; the weight that it shares is divided by `length`."""
        self._lengths[at] = length
        self._chapters[at] = chapter
        holders = self._holders
        for word in words:
            holders[word].append(at)

    def knows_only_common(self, words: Words) -> bool:
        """Whether some of `words` are in texts, but each of them in too many."""
        counts = [len(self._holders[word]) for word in words if word in self._holders]
        return bool(counts) and min(counts) > COMMON_MIN

    def sharing(self, words: Words, home: frozenset[int] = frozenset()) -> list[int]:
        """Return the few texts that share most of the rarest of `words` for their length, the best first.

        The weight that a text of the chapters `home` shares counts `cuts.HOME_WORTH` times.
        """
        found = self._known.get((words, home))
        if found is None:
            shared, lengths = self._shared(words), self._lengths
            if home:
                chapters = self._chapters
                ranked = [
                    ((-cuts.HOME_WORTH if chapters[at] in home else -1.0) * weight / lengths[at], at)
                    for at, weight in shared.items()
                ]
            else:
                ranked = [(-weight / lengths[at], at) for at, weight in shared.items()]
            found = self._known[words, home] = [at for _, at in nsmallest(self._best, ranked)]
        return found

    def _shared(self, words: Words) -> Mapping[int, float]:
        """Return what the texts share of the rarest of `words`; two questions in a row on one text, from two homes."""
        if self._asked[0] is not words:
            self._asked = words, self._lexicon.sharing(words, self._holders, self._most, COMMON_MIN)
        return self._asked[1]
