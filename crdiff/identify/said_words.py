"""The words of a wording as the index keeps them: a page is compared with hundreds, of which it quotes a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from crdiff.identify.page_words import PageWords

_BEGINS = 2
"""Mark of a word that a sentence begins with; the number of the word stands above the marks."""
_SPEAKS = 1
"""Mark of a word that is the text's own, and no card's."""
MARK_BITS = 2
"""Bits of the marks."""


def coded(words: PageWords, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return each word of a wording as its number and its marks; wordings that differ in typography alone are one."""
    codes = [
        numbers[word] << MARK_BITS | speaks * _SPEAKS for word, speaks in zip(words.plain, words.speaks, strict=True)
    ]
    for at in words.sentence_starts[:-1]:  # the last one is the number of words
        codes[at] |= _BEGINS
    return tuple(codes)


class SaidWords:
    """A wording as it is compared: its words as `coded` returned them, named by `vocabulary`, and its shingles."""

    def __init__(self, codes: Sequence[int], vocabulary: Sequence[str], shingles: Sequence[int]) -> None:
        self._codes = codes
        self._vocabulary = vocabulary
        self.shingles = shingles

    def __len__(self) -> int:
        return len(self._codes)

    @cached_property
    def plain(self) -> list[str]:
        """The words as compared."""
        return [self._vocabulary[code >> MARK_BITS] for code in self._codes]

    @cached_property
    def joined(self) -> str:
        """The words as compared, each with a space on both sides."""
        return f" {' '.join(self.plain)} "

    @cached_property
    def speaks(self) -> list[bool]:
        """Whether each word is the text's own, as `PageWords.speaks` tells."""
        return [bool(code & _SPEAKS) for code in self._codes]

    @cached_property
    def sentence_starts(self) -> list[int]:
        """The words that sentences and paragraphs begin with, and the number of words."""
        return [*(at for at, code in enumerate(self._codes) if code & _BEGINS), len(self._codes)]

    @cached_property
    def shingle_set(self) -> frozenset[int]:
        """The shingles."""
        return frozenset(self.shingles)

    @cached_property
    def only_places(self) -> dict[int, int]:
        """Where the shingles stand that occur once."""
        places = {shingle: at for at, shingle in enumerate(self.shingles)}
        if len(places) == len(self.shingles):
            return places
        counts = Counter(self.shingles)
        return {shingle: at for shingle, at in places.items() if counts[shingle] == 1}
