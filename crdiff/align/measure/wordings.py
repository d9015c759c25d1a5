"""How alike the words of pairs are, each pair measured once."""

from __future__ import annotations

from crdiff.align.matching import Matching
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.score import WordingMatch
from crdiff.text.similarity import Words, containment, likeness


class Wordings:
    """Measures how alike the words of clauses are, and caches it."""

    def __init__(self, matching: Matching, lexicon: Lexicon) -> None:
        self._old = matching.old
        self._new = matching.new
        self._lexicon = lexicon
        self._masses: dict[Words, float] = {}
        self._known: dict[tuple[int, int], WordingMatch] = {}

    def of(self, old: int, new: int) -> WordingMatch:
        """Return how alike an old and a new clause are."""
        found = self._known.get((old, new))
        if found is None:
            one, other = self._old.words(old), self._new.words(new)
            masses = self._lexicon.shared(one, other), self._mass(one), self._mass(other)
            found = self._known[old, new] = WordingMatch(likeness(*masses), containment(*masses))
        return found

    def _mass(self, words: Words) -> float:
        found = self._masses.get(words)
        if found is None:
            found = self._masses[words] = self._lexicon.mass(words)
        return found
