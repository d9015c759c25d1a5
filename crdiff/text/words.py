"""Text as word tokens, the weights of words by rarity, and how alike two texts are by them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log

from crdiff.text.normalise import fold_typography

# A token other than white space; the commonest form comes first.
_SOLID = r"""
    [a-zA-Z]++(?![\w'’])                          # a plain word, in two thirds of the time
  | [^\W\d_][^\W_]*(?:['’][^\W_]+)*(?:(?<=[sS])['’](?!\w))?  # a word: can't, players'
  | \{[^{}\s]*\}                                # a symbol: {W}, {2/U}
  | \d{1,3}(?:\.\d{1,3}){1,4}(?::\d{1,3}|[a-z]{0,2})\b  # a rule number: 702.9c, 5.2.1a, 6.3.1:4
  | \d+(?:[.,]\d+)+                             # 1,000 and 3.15
  | [^\W_]+(?:['’][^\W_]+)*(?:(?<=[sS])['’](?!\w))?  # a word that begins with a figure: 20th
  | \S
"""
_TOKEN = re.compile(rf"{_SOLID} | \s+", re.VERBOSE)
_SPACED = re.compile(rf"(\s*)({_SOLID})", re.VERBOSE)
_PUNCTUATION = '.,;:!?()[]"-#'
# The end of a sentence, from its last mark on; any pattern that does not begin with a set of marks is much slower.
_SENTENCE_END = re.compile(r"[.!?\n](?:(?<=\n)\n*|(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9{]))")


def tokens(text: str) -> list[str]:
    """Return the tokens of `text`; ``"".join(tokens(text)) == text``.

    A contraction ("can't") and a number ("702.9c") are one token each, so that no redline splits them.
    """
    return _TOKEN.findall(text)


def spaced_tokens(text: str) -> list[tuple[str, str]]:
    """Return the tokens of `text` other than white space, each with the white space before it."""
    return _SPACED.findall(text)


def counted_words(text: str) -> list[str]:
    """Return the words of `text` as comparisons count them: lower case, no punctuation, typography folded before.

    Words count by their stem, since rewritten rules change endings freely ("players", "player's"; "exile", "exiled").
    """
    return list(map(_plain, _split(text)))


@lru_cache(maxsize=1 << 15)
def distinct_words(text: str) -> frozenset[str]:
    """Return the different words of `text` as comparisons count them, its typography folded; most are asked again."""
    return frozenset(counted_words(fold_typography(text)))


def word_counts(text: str) -> Counter[str]:
    """Return how often each word of `counted_words` occurs in `text`; faster than counting them one by one."""
    counts: Counter[str] = Counter()
    for word, count in Counter(_split(text)).items():
        counts[_plain(word)] += count
    return counts


def _split(text: str) -> list[str]:
    text = text.lower()
    for mark in _PUNCTUATION:
        text = text.replace(mark, " ")
    return text.split()


@lru_cache(maxsize=32768)
def _plain(word: str) -> str:
    """Return the stem of a lower-case word: ``players`` -> ``player``; ``exiled`` and ``exile`` -> ``exil``."""
    word = word.strip("'").removesuffix("'s")
    if len(word) > 4 and word.endswith("s") and word[-2] not in "su":
        word = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            word = word.removesuffix(ending)
            return word[:-1] if word[-1] == word[-2] and word[-1] not in "ls" else word
    return word.removesuffix("e") if len(word) > 4 else word


def sentences(text: str) -> list[str]:
    """Return the sentences and paragraphs of `text`, in order, without the white space between them.

    A closing quote or bracket stays with its sentence. Abbreviations do not matter: the rules use none that end in a
    full stop before a capital.
    """
    return cut_at(text, sentence_ends(text))


def sentence_ends(text: str) -> list[int]:
    """Return where each sentence or paragraph of `text` ends, the white space after it included, and the whole text."""
    return [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]


def cut_at(text: str, ends: Iterable[int]) -> list[str]:
    """Return the pieces of `text` up to the first of `ends`, from there to the next, and so on; none is white space."""
    pieces = (text[start:end].strip() for start, end in pairwise((0, *ends)))
    return [piece for piece in pieces if piece]


Words = frozenset[str]

# Grains in a weight of 1.0: fine enough to tell any two words apart, coarse enough for exact sums.
_GRAINS = 2**20


def in_grains(weight: float) -> float:
    """Return `weight` in whole grains: sums of such weights are exact, the same whatever the order of a set.

    Source: the runner-up of 203.2 in 1999-11-01, a tie that the last bit of two sums used to decide.
    """
    return round(weight * _GRAINS) / _GRAINS


def likeness(shared: float, one: float, other: float) -> float:
    """Return the share of both texts that is common to them (Dice), from the weights of the shared and of each."""
    both = one + other
    return 2 * shared / both if both else 0.0


def containment(shared: float, one: float, other: float) -> float:
    """Return the share of the lighter text that the other contains: 1.0 where words were only added."""
    lighter = min(one, other)
    return shared / lighter if lighter else 0.0


# Fit from which on a sentence is another form of one that its clause, or what gave it text, had.
KIN = 0.5
# Fit from which on a sentence says what another one said, wherever the two stand.
SAID = 0.7
# Fit from which on a sentence says the same as another one; a mere part of it never does.
SAME = 0.86
# Weight of the words in common from which on a text may be a part of another: any longer one has a few words.
PART_WEIGHT_MIN = 1.5
# A part of a text fits nearly as well as all of it (factor).
FIT_OF_A_PART = 0.85
# Rare words by which texts are found at least (count): a text of common words only needs some to be found by.
_RARE_WORDS_MIN = 3


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
        self._wholes: dict[Words, float] = {}

    def whole(self, words: Words) -> float:
        """Return the `mass` of a text that is compared with many others, remembered."""
        found = self._wholes.get(words)
        if found is None:
            found = self._wholes[words] = self.mass(words)
        return found

    def mass(self, words: Iterable[str]) -> float:
        """Return the sum of the weights of `words`."""
        return sum(map(self._weights.__getitem__, words))

    def shared(self, one: Words, other: Words) -> float:
        """Return the weight of the words that both have."""
        return self.mass(one & other)

    def fit(self, one: Words, other: Words) -> float:
        """Return how well one text continues another, 0.0-1.0 (see the function `fit`)."""
        return fit(self.shared(one, other), self.whole(one), self.whole(other))

    def looked_for(self, words: Words) -> Words:
        """Return the words by which a text of `words` is found in others."""
        return words

    def sharing(self, words: Words, holders: Mapping[str, Sequence[int]], most: int, common: int) -> dict[int, float]:
        """Return the texts that share one of the rarest of `words`, with the weight of what they share of these.

        `holders` lists by word the texts that have it. The rarest words are looked up until they have found `most`
        texts; three at least, where so many are in no more than `common` texts.
        """
        known = sorted([(len(texts), word) for word in self.looked_for(words) if (texts := holders.get(word))])
        rarest: list[str] = []
        for count, word in known:
            most -= count
            if count > common or (most < 0 and len(rarest) >= _RARE_WORDS_MIN):
                break
            rarest.append(word)
        if not rarest:
            return {}
        *rarer, last = rarest
        shared = dict.fromkeys(holders[last], self._weights[last])  # the commonest has the most texts
        for word in rarer:
            weight = self._weights[word]
            for at in holders[word]:
                shared[at] = shared.get(at, 0.0) + weight
        return shared


# The weights where no other text says which words are rare: a word weighs what one of middling rarity does.
EVEN = Weights({}, unknown=0.5)


def fit(shared: float, one: float, other: float) -> float:
    """Return how well a text continues another, 0.0-1.0, from the weights of the shared words and of each.

    A text that is a part of the other fits almost as well as all of it, unless it has but a few words, which are in any
    longer text.
    """
    alike = likeness(shared, one, other)
    return max(alike, FIT_OF_A_PART * containment(shared, one, other)) if shared >= PART_WEIGHT_MIN else alike
