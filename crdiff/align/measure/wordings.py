"""How alike the words of pairs are, each pair measured once."""

from __future__ import annotations

from itertools import product

from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.score import WordingMatch, clashes
from crdiff.align.measure.sentences import SentenceWords, sentences_of
from crdiff.align.side import ReleaseSide
from crdiff.text.similarity import Words, containment, likeness
from crdiff.text.weights import FIT_OF_A_PART, fit
from crdiff.text.words import distinct_words


class Wordings:
    """Measures how alike the words of clauses are, and caches it."""

    def __init__(self, matching: Matching, lexicon: Lexicon) -> None:
        self._old = matching.old
        self._new = matching.new
        self._lexicon = lexicon
        self._masses: dict[Words, float] = {}
        self._known: dict[tuple[int, int], WordingMatch] = {}
        self._apart: dict[tuple[bool, int], list[SentenceWords]] = {}

    def of(self, old: int, new: int) -> WordingMatch:
        """Return how alike an old and a new clause are."""
        found = self._known.get((old, new))
        if found is None:
            found = self._known[old, new] = self._measure(old, new)
        return found

    def ground(self, old: int, new: int) -> float:
        """Return how much two clauses have in common: as a whole, in their examples, or in the likest two sentences."""
        found = self.of(old, new)
        most = max(found.likeness, found.example, FIT_OF_A_PART * found.containment)
        if most >= cuts.COMMON_GROUND_MIN:
            return most
        pairs = product(self._sentences(self._old, old), self._sentences(self._new, new))
        shared = self._lexicon.shared
        return max((fit(shared(one.words, other.words), one.mass, other.mass) for one, other in pairs), default=most)

    def _sentences(self, side: ReleaseSide, index: int) -> list[SentenceWords]:
        key = side is self._new, index
        if key not in self._apart:
            self._apart[key] = sentences_of(side, index, self._lexicon)
        return self._apart[key]

    def _measure(self, old: int, new: int) -> WordingMatch:
        one, other = self._old.words(old), self._new.words(new)
        shared, mass_old, mass_new = self._lexicon.shared(one, other), self._mass(one), self._mass(other)
        return WordingMatch(
            likeness(shared, mass_old, mass_new),
            containment(shared, mass_old, mass_new),
            self._example(old, new),
            clashes(one, other),
        )

    def _mass(self, words: Words) -> float:
        found = self._masses.get(words)
        if found is None:
            found = self._masses[words] = self._lexicon.mass(words)
        return found

    def _example(self, old: int, new: int) -> float:
        if not self._old.nodes[old].clause.examples or not self._new.nodes[new].clause.examples:
            return 0.0
        one, other = _example_words(self._old, old), _example_words(self._new, new)
        return likeness(self._lexicon.shared(one, other), self._mass(one), self._mass(other))


def _example_words(side: ReleaseSide, index: int) -> Words:
    return distinct_words(" ".join(side.nodes[index].clause.examples))
