"""What the words beside a citation say of what it means: all that its number ever named is weighed against them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.model.number import ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.similarity import Words, rarity, weigh
from crdiff.text.words import counted_words

_TITLE = 3.0
"""Weight of a word of the title over a clause, in words of its text: a comment on trample says "trample".

Of 170 citations read by hand whose number had named several clauses, the 78 with the clearest words were right at 1.0,
the 114 with the clearest words at 3.0.
"""

Said = Callable[[str], tuple[str, str] | None]
"""Gives what a wording says by its fingerprint: title, and text with examples; None where its text is not there."""


class FittedUse(NamedTuple):
    """A clause that a number named, and how well it fits the words beside a citation: 0 is nothing in common.

    `share` is the share of the words that the clause has; `fit` is that, less for a clause that has many words.
    """

    fit: float
    share: float
    use: NumberUse


def words_of(text: str) -> Words:
    """Return the words of a text that can tell what it is about: numbers are none."""
    return frozenset(word for word in counted_words(fold_typography(text)) if not word[:1].isdigit())


class ClauseWords:
    """The words of every clause of the releases that `numbering` knows, as far as `said` has their texts."""

    def __init__(self, numbering: Numbering, said: Said, vocabulary: Iterable[str]) -> None:
        self._numbering = numbering
        self._said = said
        self._words = lru_cache(maxsize=None)(self._words_read)
        self._titled = lru_cache(maxsize=None)(self._titles_read)
        self._weights = rarity(self._words(wording) for wording in vocabulary)

    def meanings(self, number: ClauseNumber, beside: str, until: int) -> list[FittedUse]:
        """Return what `number` named up to the release at `until`, what fits the words best first, newest before."""
        words = frozenset(word for word in words_of(beside) if word in self._weights)
        best: dict[int, FittedUse] = {}
        for use in self._numbering.uses(number):
            if use.first <= until:
                found = FittedUse(*self._fit(words, number, use), use)
                best[use.clause] = max(found, best.get(use.clause, found))
        return sorted(best.values(), key=lambda meaning: (-meaning.fit, -meaning.use.last))

    def _fit(self, words: Words, number: ClauseNumber, use: NumberUse) -> tuple[float, float]:
        """Return how well a clause fits words, and the share of them that it has."""
        wordings = self._numbering.wordings(use.clause, use.first, use.last)
        titled = self._titled(number, use.last)
        body = frozenset().union(titled, *map(self._words, wordings))
        shared = words & body
        found = weigh(shared, self._weights) + (_TITLE - 1) * weigh(shared & titled, self._weights)
        whole = weigh(words, self._weights)
        if not whole or not body:
            return 0.0, 0.0
        return found / sqrt(whole * sqrt(weigh(body, self._weights))), found / whole

    def _words_read(self, wording: str) -> Words:
        said = self._said(wording)
        return words_of("\n".join(said)) if said else frozenset()

    def _titles_read(self, number: ClauseNumber, position: int) -> Words:
        """Return the words of the titles over a clause, from its own to that of its subsection."""
        return frozenset().union(*map(words_of, self._titles(number, position)))

    def _titles(self, number: ClauseNumber, position: int) -> Iterator[str]:
        above: ClauseNumber | None = number
        while above and not above.is_section:
            clause = self._numbering.clause(above, position)
            for wording in self._numbering.wordings(clause, position, position) if clause is not None else ():
                said = self._said(wording)
                if said and said[0]:
                    yield said[0]
            above = above.parent


def clear(meanings: Sequence[FittedUse], by: float) -> FittedUse | None:
    """Return the meaning that fits better than the next one `by` so much, and has no less of the words than any.

    None where none does. Source: a comment on 702.16k of 2025-02-07 ("protection from each object that player
    controls") fits the short 702.16k of 2013-11-01, on redundant instances of protection, better than the long clause.
    """
    if not meanings or not meanings[0].fit:
        return None
    best, *others = meanings
    is_clear = best.fit - max((other.fit for other in others), default=0.0) >= by
    return best if is_clear and best.share >= max((other.share for other in others), default=0.0) else None
