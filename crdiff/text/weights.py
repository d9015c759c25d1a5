"""The weights of words by rarity, and how well one text continues another by the words that they share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

from crdiff.text.similarity import Words, containment, in_grains, likeness

KIN = 0.5
"""Fit from which on a sentence is another form of one that its clause, or what gave it text, had."""
SAID = 0.7
"""Fit from which on a sentence says what another one said, wherever the two stand."""
SAME = 0.86
"""Fit from which on a sentence says the same as another one; a mere part of it never does."""
PART_WEIGHT_MIN = 1.5
"""Weight of the words in common from which on a text may be a part of another: any longer one has a few words."""
FIT_OF_A_PART = 0.85
"""A part of a text fits nearly as well as all of it (factor)."""
_RARE_WORDS_MIN = 3
"""Rare words by which texts are found at least (count): a text of common words only needs some to be found by."""


class _ByWord(dict[str, float]):
    """Weights by word, and that of any word never counted."""

    unknown: float

    def __missing__(self, word: str) -> float:
        return self.unknown


class Weights:
    """Weights of words: 1.0 for a word used once or `unknown`, and near 0 for one in every text.

    Boilerplate ("this ability", "the player") says little about which clause a text is, "madness" says nearly all.
    """

    def __init__(self, counts: Mapping[str, int], unknown: float = 1.0) -> None:
        total = sum(counts.values())
        scale = log(1 + total) or 1.0
        self._weights = _ByWord((word, in_grains(log(1 + total / count) / scale)) for word, count in counts.items())
        self._weights.unknown = unknown

    def mass(self, words: Iterable[str]) -> float:
        """Return the sum of the weights of `words`."""
        return sum(map(self._weights.__getitem__, words))

    def shared(self, one: Words, other: Words) -> float:
        """Return the weight of the words that both have."""
        return self.mass(one & other)

    def fit(self, one: Words, other: Words) -> float:
        """Return how well one text continues another, 0.0-1.0 (see the function `fit`)."""
        return fit(self.shared(one, other), self.mass(one), self.mass(other))

    def looked_for(self, words: Words) -> Words:
        """Return the words by which a text of `words` is found in others."""
        return words

    def sharing(self, words: Words, holders: Mapping[str, Sequence[int]], most: int, common: int) -> dict[int, float]:
        """Return the texts that share one of the rarest of `words`, with the weight of what they share of these.

        `holders` lists by word the texts that have it. The rarest words are looked up until they have found `most`
        texts; three at least, where so many are in no more than `common` texts.
        """
        known = sorted([(len(texts), word) for word in self.looked_for(words) if (texts := holders.get(word))])
        shared: dict[int, float] = defaultdict(float)
        for nth, (count, word) in enumerate(known):
            most -= count
            if count > common or (most < 0 and nth >= _RARE_WORDS_MIN):
                break
            weight = self._weights[word]
            for at in holders[word]:
                shared[at] += weight
        return shared


EVEN = Weights({}, unknown=0.5)
"""The weights where no other text says which words are rare: a word weighs what one of middling rarity does."""


def fit(shared: float, one: float, other: float) -> float:
    """Return how well a text continues another, 0.0-1.0, from the weights of the shared words and of each.

    A text that is a part of the other fits almost as well as all of it, unless it has but a few words, which are in any
    longer text.
    """
    alike = likeness(shared, one, other)
    return max(alike, FIT_OF_A_PART * containment(shared, one, other)) if shared >= PART_WEIGHT_MIN else alike
