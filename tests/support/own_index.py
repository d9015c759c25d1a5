"""Our own index of the search read as `search.js` reads it, so that every word can be asked for in no time.

`tests/site/test_search_at_real_size.py` asks a browser the same, which holds this reader to the script.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from crdiff.pages.search import words_of

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
# Letters of words that are looked for as they are, as in the script.
_SHORT = 2
# Hits of each group that are shown at first, as in the script.
_SHOWN = {"rules": 5, "earlier": 5, "glossary": 3, "releases": 4, "notes": 4}


def places_in(packed: str) -> list[int]:
    """Return the numbers whose stretches are written in base64 VLQ without a sign."""
    found: list[int] = []
    at = 0
    values = _values(packed)
    for value in values:
        at += value >> 1
        length = next(values) + 2 if value & 1 else 1
        found.extend(range(at, at + length))
        at += length
    return found


def _values(packed: str) -> Iterator[int]:
    value = shift = 0
    for digit in packed:
        bits = _DIGITS.index(digit)
        value |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            yield value
            value = shift = 0


@dataclass
class OwnIndex:
    """The index at an address of a site, given by its pages; `read` are the pieces that were read of it."""

    pages: Mapping[str, bytes]
    where: str = "/search/"
    read: set[str] = field(default_factory=set)
    _pieces: dict[str, Any] = field(default_factory=dict)

    def piece(self, name: str) -> Any:
        """Return a piece by its name."""
        self.read.add(name)
        if name not in self._pieces:
            self._pieces[name] = json.loads(self.pages[f"{self.where}{name}.json"])
        return self._pieces[name]

    def everything(self, kind: str) -> list[Any]:
        """Return what all pieces of a kind have, in order: keys, or the rows themselves."""
        names = [f"{kind}-{at}" for at in range(sum(f"{self.where}{kind}-" in each for each in self.pages))]
        return [each for name in names for each in self.piece(name)[kind]]

    @cached_property
    def groups(self) -> list[int]:
        """The texts with which another clause or entry begins."""
        return places_in(self.piece("index")["groups"])

    @cached_property
    def texts(self) -> list[list[str]]:
        """Every text: name, title, text, what else is known of it, address."""
        return self.everything("texts")

    def part(self, *names: str) -> list[list[str]]:
        """Return the texts of parts of the answer."""
        return [text for name in names for text in self.texts[self.span(name).start : self.span(name).stop]]

    def span(self, name: str) -> range:
        """Return the places of the texts of a part."""
        starts = self.piece("index")["parts"]
        ends = [*list(starts.values())[1:], self.piece("index")["count"]]
        return range(starts[name], ends[list(starts).index(name)])

    @cached_property
    def words(self) -> list[str]:
        """Every word, in order."""
        return self.everything("words")

    def pieces_for(self, asked: str, kind: str = "words") -> range:
        """Return the pieces that may have words for what was asked: those that begin alike stand side by side."""
        starts = self.piece("index")[kind]
        first = bisect_right(starts, asked) - 1
        last = bisect_right(starts, f"{asked}\uffff") - 1 if kind == "words" and len(asked) > _SHORT else first
        return range(max(first, 0), last + 1)

    def having(self, asked: str) -> set[int]:
        """Return the texts with a word that is `asked`, or begins so if it is long enough."""
        return {place for word, packed in self._matching(asked) for each in packed for place in places_in(each)}

    def beside(self, pair: str) -> set[int]:
        """Return the texts with two words side by side."""
        pieces = (self.piece(f"pairs-{number}")["pairs"] for number in self.pieces_for(pair, "pairs"))
        return {place for each in pieces for place in places_in(each.get(pair, ""))}

    def _matching(self, asked: str) -> Iterator[tuple[str, list[str]]]:
        for number in self.pieces_for(asked):
            for word, packed in self.piece(f"words-{number}")["words"].items():
                if word == asked or (len(asked) > _SHORT and word.startswith(asked)):
                    yield word, packed

    def find(self, asked: str) -> set[int]:
        """Return the texts that have all words asked for."""
        return set.intersection(*map(self.having, words_of(asked)))

    def count(self, asked: str, part: str) -> int:
        """Return how many clauses and entries of a part the script says it found."""
        return len({bisect_right(self.groups, place) for place in self.find(asked) if place in self.span(part)})

    def heaviest_answer(self) -> int:
        """Return bytes that no answer to a question of two words can exceed: words, the pair of them, and the texts."""
        sizes = {name: len(self.pages[f"{self.where}{name}.json"]) for name in self._names()}
        asked = {word[:length] for word in self.words for length in range(1, len(word) + 1)}
        needed = {self.pieces_for(each) for each in asked}
        words = sorted((sum(sizes[f"words-{at}"] for at in pieces) for pieces in needed), reverse=True)[:2]
        pair = max(size for name, size in sizes.items() if name.startswith("pairs-"))
        texts = sorted((size for name, size in sizes.items() if name.startswith("texts-")), reverse=True)
        return sizes["index"] + sum(words) + pair + sum(texts[: sum(_SHOWN.values())])

    def _names(self) -> Iterator[str]:
        for address in self.pages:
            name = address.removeprefix(self.where)
            if name != address and "/" not in name and name.endswith(".json"):
                yield name.removesuffix(".json")
