"""A text as it was meant: a word that the rules do not have is read as the one that a slip of typing made it of.

So a short sentence in which every third word is misspelt is still looked for in the right clauses. What differs from
the rules is told by the words as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from crdiff.identify.page_words import SHINGLE_WORDS, PageWords, shingle_of
from crdiff.identify.word_index import WordIndex


def read_page(text: str, index: WordIndex) -> PageWords:
    """Return the words of a text, those of them that no clause has read as words of the clauses in `index`."""
    return PageWords(text, partial(_read, index=index))


def _read(plain: Sequence[str], index: WordIndex) -> list[str]:
    """Return the words as they were meant: one that a clause has among these neighbours is as it should be."""
    read = list(plain)
    for at, word in enumerate(plain):
        if not index.has_word(word) and not _is_among_neighbours(word, at, read, index):
            near = index.near_words(word)
            read[at] = next((each for each in near if _is_among_neighbours(each, at, read, index)), word)
    return read


def _is_among_neighbours(word: str, at: int, words: Sequence[str], index: WordIndex) -> bool:
    """Whether a clause has `word` with the words around the place `at` in a row."""
    first = max(0, at - SHINGLE_WORDS + 1)
    around = [*words[first:at], word, *words[at + 1 : at + SHINGLE_WORDS]]
    runs = zip(*(around[start:] for start in range(SHINGLE_WORDS)), strict=False)
    return any(index.with_shingle(shingle_of(run)) for run in runs)
