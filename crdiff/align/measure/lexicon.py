"""The weights of the words of two releases, and which word replaced which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import log

from crdiff.align.measure import cuts
from crdiff.text.similarity import Words, in_grains
from crdiff.text.words import word_counts


class _Weights(dict[str, float]):
    """Weights by word; a word never counted has the greatest weight."""

    def __missing__(self, word: str) -> float:
        return 1.0


class Lexicon:
    """Weights of words by rarity, and the terms that replaced one another between the two releases.

    The weight is 1.0 for a word used once and near 0 for one in every clause: boilerplate ("this ability", "the
    player") says little about which clause a text is, "madness" says nearly all.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        counts = word_counts("\n".join(texts))
        total = sum(counts.values())
        scale = log(1 + total) or 1.0
        self._weights = _Weights((word, in_grains(log(1 + total / count) / scale)) for word, count in counts.items())
        self._became: dict[str, tuple[tuple[str, float], ...]] = {}
        self._changing: Words = frozenset()

    def mass(self, words: Iterable[str]) -> float:
        """Return the sum of the weights of `words`."""
        return sum(map(self._weights.__getitem__, words))

    def with_heirs(self, words: Words) -> Words:
        """Return `words` and the words that they became."""
        changed = self._changing & words
        return words.union(heir for word in changed for heir, _ in self._became[word]) if changed else words

    def rarest(
        self, words: Words, holders: Mapping[str, Sequence[int]], most: int, common: int
    ) -> list[tuple[str, float]]:
        """Return the rarest of `words`, or of those that replaced them, weighted: as many as are in `most` texts.

        `holders` lists by word the texts that have it. Three words at least are returned, where so many are in no more
        than `common` texts.
        """
        known = sorted([(len(texts), word) for word in self.with_heirs(words) if (texts := holders.get(word))])
        found: list[tuple[str, float]] = []
        for count, word in known:
            most -= count
            if count > common or (most < 0 and len(found) >= cuts.RARE_WORDS_MIN):
                break
            found.append((word, self._weights[word]))
        return found

    def sharing(self, words: Words, holders: Mapping[str, Sequence[int]], most: int, common: int) -> dict[int, float]:
        """Return the texts that share one of the rarest of `words` (see `rarest`), with what they share of these."""
        shared: dict[int, float] = defaultdict(float)
        for word, weight in self.rarest(words, holders, most, common):
            for at in holders[word]:
                shared[at] += weight
        return shared

    def shared(self, old: Words, new: Words) -> float:
        """Return the weight of what both have: the same words, and old words that became new ones."""
        shared = self.mass(old & new)
        changed = (self._changing & old) - new
        if not changed:
            return shared
        taken: set[str] = set()
        for word in sorted(changed):
            for heir, share in self._became[word]:
                if heir in new and heir not in old and heir not in taken:
                    taken.add(heir)
                    shared += in_grains(share * min(self._weights[word], self._weights[heir]))
                    break
        return shared

    def lost(self, words: Words, others: Words) -> Words:
        """Return those of `words` that `others` have neither as they are nor as what they became."""
        lost = words - others
        renamed = [word for word in self._changing & lost if any(heir in others for heir, _ in self._became[word])]
        return lost.difference(renamed) if renamed else lost

    def reversed(self) -> Lexicon:
        """Return the same weights, reading from the new words back to the old ones."""
        back: dict[str, list[tuple[str, float]]] = {}
        for word, heirs in sorted(self._became.items()):
            for heir, share in heirs:
                back.setdefault(heir, []).append((word, share))
        turned = Lexicon(())
        turned._weights = self._weights
        turned._became = {word: tuple(sorted(olds, key=lambda one: (-one[1], one[0]))) for word, olds in back.items()}
        turned._changing = frozenset(turned._became)
        return turned

    def learn(self, pairs: Iterable[tuple[Words, Words]]) -> None:
        """Learn which words regularly replaced one another in pairs that are sure.

        Source: in 2009-07-11 "play" became "cast" and "battlefield", "removed" became "exiled", in hundreds of clauses.
        """
        together: Counter[tuple[str, str]] = Counter()
        lost: Counter[str] = Counter()
        gained: Counter[str] = Counter()
        for old, new in pairs:
            gone, come = old - new, new - old
            if not gone or not come or len(gone) > cuts.TERM_WORDS_MAX or len(come) > cuts.TERM_WORDS_MAX:
                continue
            lost.update(gone)
            gained.update(come)
            together.update(product(gone, come))
        self._became = _regular(together, lost, gained)
        self._changing = frozenset(self._became)


def _regular(
    together: Mapping[tuple[str, str], int], lost: Mapping[str, int], gained: Mapping[str, int]
) -> dict[str, tuple[tuple[str, float], ...]]:
    """Return for each word those that regularly took its place, the most regular first."""
    found: dict[str, list[tuple[str, float]]] = {}
    for (one, other), count in together.items():
        share = count / max(lost[one], gained[other])
        if count >= cuts.TERM_PAIRS_MIN and share >= cuts.TERM_SHARE_MIN:
            found.setdefault(one, []).append((other, share))
    return {
        word: tuple(sorted(heirs, key=lambda heir: (-heir[1], heir[0])))
        for word, heirs in found.items()
        if len(heirs) <= cuts.TERM_HEIRS_MAX
    }
