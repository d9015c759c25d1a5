"""Whether a text contains a phrase, for very many phrases: looked up by the rarest word, not searched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence


class Phrases:
    """A text in which phrases can be looked up; words are what spaces divide. ``phrase in text`` says the same.

    A search through the text for each term of a glossary grows with the square of the text.
    """

    def __init__(self, text: str) -> None:
        self._words = text.split(" ")
        self._places: dict[str, list[int]] = {}
        for at, word in enumerate(self._words):
            self._places.setdefault(word, []).append(at)
        self._once = " ".join(self._places)
        self._forwards = sorted(self._places)
        self._backwards = sorted(word[::-1] for word in self._places)

    def __contains__(self, phrase: str) -> bool:
        """Whether the text contains `phrase`, which may begin and end within words of it."""
        first, *rest = phrase.split(" ")
        if not rest:
            return phrase in self._once
        *middle, last = rest
        ways = [
            (0, [word[::-1] for word in _beginning(self._backwards, first[::-1])]),
            *((at, [word] if word in self._places else []) for at, word in enumerate(middle, 1)),
            (len(rest), list(_beginning(self._forwards, last))),
        ]
        offset, words = min(ways, key=lambda way: sum(len(self._places[word]) for word in way[1]))
        return any(self._reads(at - offset, first, middle, last) for word in words for at in self._places[word])

    def _reads(self, start: int, first: str, middle: Sequence[str], last: str) -> bool:
        """Whether the words from `start` on are these, the first one from its middle on and the last one to it."""
        stop = start + 1 + len(middle)
        if start < 0 or stop >= len(self._words):
            return False
        return (
            self._words[start].endswith(first)
            and self._words[stop].startswith(last)
            and self._words[start + 1 : stop] == middle
        )


def _beginning(words: Sequence[str], beginning: str) -> Iterator[str]:
    """Yield those of sorted `words` that begin so."""
    at = bisect_left(words, beginning)
    while at < len(words) and words[at].startswith(beginning):
        yield words[at]
        at += 1
