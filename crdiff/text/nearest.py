"""The nearest texts to a given one: the only answer to "which sentence is this one's heir, origin or other form".

Of a few texts each is measured (`nearest`); of many those that share rare words with it (`RareWords`, and for sentences
`NearestSentences`), without comparing it with all of them. How near a text is, its fit, says `crdiff.text.words`. Of a
text that is not at hand its sketch tells how alike it is: a few characters, alike where texts share many words, which
tell nothing of these words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from math import sqrt
from typing import Generic, TypeVar

from crdiff.text.words import EVEN, Weights, Words, distinct_words, sentences

# Texts (count) above which a word finds none of those that contain it: 2,270 are the most that a word found in the
# releases, from 1999-04-23 to 2026-04-17. Without a bound a short text of common words would be compared with all.
COMMON_MIN = 4000
# Texts that the rarest words find before no further word is looked up (count).
_TEXTS_MET = 90
# Texts that are worth comparing with a given one (count).
NEAREST_MAX = 5
# Factor for what is shared with a text at home: the same sentence stands in every step of a turn.
_HOME_WORTH = 1.5

_Speaker = TypeVar("_Speaker")


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
        self._lengths[at] = sqrt(2.0 + self._weights.whole(words))  # keeps long texts from winning by their length
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
            if home:
                shared = {at: _HOME_WORTH * weight if places[at] in home else weight for at, weight in shared.items()}
            worth = {at: weight / lengths[at] for at, weight in shared.items()}
            least = min(sorted(worth.values())[-self._best :], default=0.0)  # sorting numbers costs far less than pairs
            ranked = sorted([(-each, at) for at, each in worth.items() if each >= least])
            found = self._known[words, home] = [at for _, at in ranked[: self._best]]
        return found

    def _shared(self, words: Words) -> Mapping[int, float]:
        """Return what the texts share of the rarest of `words`; two questions in a row on one text, from two homes."""
        if self._asked[0] is not words:
            self._asked = words, self._weights.sharing(words, self._holders, _TEXTS_MET, COMMON_MIN)
        return self._asked[1]


def nearest(text: str, others: Iterable[str], weights: Weights = EVEN) -> tuple[float, int]:
    """Return how well the best of `others` fits `text`, and the place of the first such one; 0.0 and -1 of none."""
    words = distinct_words(text)
    fits = [weights.fit(words, distinct_words(other)) for other in others]
    best = max(fits, default=0.0)
    return best, fits.index(best) if fits else -1


class NearestSentences(Generic[_Speaker]):
    """The sentences of many texts, each with whoever says it."""

    def __init__(self, texts: Iterable[tuple[_Speaker, str]], weights: Weights = EVEN) -> None:
        self._weights = weights
        self._said = [(speaker, sentence) for speaker, text in texts for sentence in sentences(text)]
        self._index = RareWords(weights)
        for at, (_, sentence) in enumerate(self._said):
            self._index.put(at, distinct_words(sentence))

    def of(self, sentence: str, least: float) -> list[tuple[_Speaker, str]]:
        """Return the few sentences that fit `sentence` by `least` or better, each with its speaker, the best first."""
        words = distinct_words(sentence)
        near = ((self._weights.fit(words, distinct_words(self._said[at][1])), -at) for at in self._index.sharing(words))
        return [self._said[-at] for fit, at in sorted(near, reverse=True) if fit >= least]


_BUCKETS = 12
_EMPTY = "."
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@lru_cache(maxsize=1 << 14)
def sketch(words: str) -> str:
    """Return the sketch of `words` apart by blanks: 12 characters, "" for no words.

    Each pair of neighbours falls into one of 12 buckets by its hash, and the smallest hash of a bucket gives it one of
    64 characters: minwise hashing with one permutation.
    """
    said = words.split()
    pairs = {f"{one} {other}" for one, other in pairwise(said)} or set(said)
    smallest: dict[int, int] = {}
    for pair in pairs:
        value, bucket = divmod(int.from_bytes(blake2b(pair.encode(), digest_size=8).digest()), _BUCKETS)
        smallest[bucket] = min(value, smallest.get(bucket, value))
    filled = (_DIGITS[smallest[at] % len(_DIGITS)] if at in smallest else _EMPTY for at in range(_BUCKETS))
    return "".join(filled) if pairs else ""


def likeness_of_sketches(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the estimated share of pairs of words that two texts have in common, 0.0 to 1.0.

    Characters that agree by chance do not count.
    """
    filled = [(left, right) for left, right in zip(one, other, strict=False) if left != _EMPTY or right != _EMPTY]
    if not filled:
        return 0.0
    by_chance = 1 / len(_DIGITS)
    share = sum(left == right for left, right in filled) / len(filled)
    return max(0.0, (share - by_chance) / (1 - by_chance))
