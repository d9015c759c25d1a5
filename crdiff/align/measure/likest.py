"""Which texts of one list are worth comparing with those of another: all with all while they are few."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.text.similarity import Words

_FEW = 500 * 500
"""Pairs of texts up to which all are compared: 55 entries of 1999-04-23 and 610 of 2026-04-17 that have no equal on the
other side, and 133 examples at least on either side from 2008-02-01 to 2022-11-18, make less than a fifth as many."""
_HOLDERS = 200
_NEAREST = 20
"""How many of a longer list one text is compared with."""


class Likest:
    """The texts of a list that one of another list may be most like; `bounds` says where these are not all of them."""

    def __init__(self, olds: Sequence[Words], news: Sequence[Words]) -> None:
        self._olds = olds
        self._all = range(len(news))
        self._index: RareWords | None = None
        self.bounds: tuple[str, ...] = ()
        if len(olds) * len(news) > _FEW:
            vocabulary = Vocabulary(" ".join(words) for words in news)
            self._index = RareWords(vocabulary, _HOLDERS, _NEAREST)
            for at, words in enumerate(news):
                self._index.put(at, words)
            self.bounds = (f"compared with the {_NEAREST} nearest of {len(news):,}",)

    def of(self, old: int) -> Sequence[int]:
        """Return the new texts worth comparing with an old one, by index."""
        return self._all if self._index is None else sorted(self._index.sharing(self._olds[old]))
