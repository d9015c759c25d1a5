"""The words of the rules that a slip of typing makes of another word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from rapidfuzz.distance import OSA

_SHORTEST_LETTERS = 3
"""Letters of the shortest word that is read as another one: "gts" for "gets"; those of two are near too many.

Source: 504.2 of 2016-09-30, "Second, the active player gets priority".
"""
_LONGEST_LETTERS = 24
"""Letters of the longest word: that of the rules has 19 ("characteristicdefining", were its hyphen lost, 22)."""
_READINGS_MAX = 6
"""Words that one can be read as, those that more clauses have first."""


class NearWords:
    """The words of the rules, those that most clauses have first."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    @cached_property
    def _by_edges(self) -> Mapping[tuple[str, int], list[int]]:
        """The words by their length and first two letters, last two, or first and last: a slip leaves such a pair."""
        found: dict[tuple[str, int], list[int]] = defaultdict(list)
        for rank, word in enumerate(self._words):
            for edge in _edges(word):
                found[edge, len(word)].append(rank)
        return found

    def near(self, word: str) -> list[str]:
        """Return the words that one letter left out, put in or replaced, or two swapped, make of `word`."""
        if not _SHORTEST_LETTERS <= len(word) <= _LONGEST_LETTERS or word[0].isdigit():
            return []
        lengths = (len(word) - 1, len(word), len(word) + 1)
        beside = (self._by_edges.get((edge, length), ()) for edge in _edges(word) for length in lengths)
        every = map(self._words.__getitem__, sorted(set().union(*beside)))
        return list(islice((other for other in every if OSA.distance(word, other, score_cutoff=1) <= 1), _READINGS_MAX))


def _edges(word: str) -> Iterator[str]:
    yield f"{word[:2]}+"
    yield f"+{word[-2:]}"
    yield f"{word[:1]}+{word[-1:]}"
