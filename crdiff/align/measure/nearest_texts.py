"""Which texts of two lists to compare: all with all while they are few."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.rare_words import RareWords
from crdiff.text.similarity import Words

_ALL_COMPARED_MAX = 500 * 500
"""Pairs of texts up to which all are compared (count): 55 entries of 1999-04-23 and 610 of 2026-04-17 that have no
equal on the other side, and 133 examples at least on either side from 2008-02-01 to 2022-11-18, make less than a fifth
as many."""
_TEXTS_MET = 200
"""Texts that the rarest words find before no further word is looked up (count)."""
_NEAREST_MAX = 20
"""Texts of a longer list that one text is compared with (count)."""


class NearestTexts:
    """The texts of one list to compare with each of another; `bounds` says so where these are not all."""

    def __init__(self, olds: Sequence[Words], news: Sequence[Words]) -> None:
        self._olds = olds
        self._all = range(len(news))
        self._index: RareWords | None = None
        self.bounds: tuple[str, ...] = ()
        if len(olds) * len(news) > _ALL_COMPARED_MAX:
            lexicon = Lexicon(" ".join(words) for words in news)
            self._index = RareWords(lexicon, _TEXTS_MET, _NEAREST_MAX)
            for at, words in enumerate(news):
                self._index.put(at, words)
            self.bounds = (f"compared with the {_NEAREST_MAX} nearest of {len(news):,}",)

    def of(self, old: int) -> Sequence[int]:
        """Return the new texts to compare with an old one, by index."""
        return self._all if self._index is None else sorted(self._index.sharing(self._olds[old]))
