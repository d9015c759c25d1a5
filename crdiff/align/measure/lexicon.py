"""The weights of the words of two releases, and which word replaced which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product

from crdiff.align.measure import cuts
from crdiff.text.words import Weights, Words, in_grains, word_counts


class Lexicon(Weights):
    """Weights of words by rarity, and the terms that replaced one another between the two releases."""

    def __init__(self, texts: Iterable[str]) -> None:
        super().__init__(word_counts("\n".join(texts)))
        self._became: dict[str, tuple[tuple[str, float], ...]] = {}
        self._changing: Words = frozenset()

    def looked_for(self, words: Words) -> Words:
        """Return `words` and the words that they became."""
        changed = self._changing & words
        return words.union(heir for word in changed for heir, _ in self._became[word]) if changed else words

    def shared(self, old: Words, new: Words) -> float:
        """Return the weight of what both have: the same words, and old words that became new ones."""
        shared = sum(map(self._weights.__getitem__, old & new))
        if self._changing.isdisjoint(old):
            return shared
        changed = (self._changing & old) - new
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
        turned._weights, turned._wholes = self._weights, self._wholes
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
