"""Our own index of the search read as `assets/search.js` reads it, so that every word can be asked for in no time.

`tests/site/test_search_at_real_size.py` asks a browser the same, which holds this reader to the script.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from crdiff.pages.search.search_index import words_of

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_FIRST = 10
"""Hits shown at first, as in the script."""


def places_in(gaps: str) -> list[int]:
    """Return the numbers whose gaps are written in base64 VLQ without a sign."""
    found: list[int] = []
    gap = shift = 0
    for digit in gaps:
        value = _DIGITS.index(digit)
        gap |= (value & 31) << shift
        shift += 5
        if value < 32:
            found.append(gap + (found[-1] if found else 0))
            gap = shift = 0
    return found


@dataclass
class OwnIndex:
    """The index at an address of a site, given by its pages; `read` are the pieces that were read of it."""

    pages: Mapping[str, bytes]
    where: str
    read: set[str] = field(default_factory=set)
    _pieces: dict[str, Any] = field(default_factory=dict)

    def _piece(self, name: str) -> Any:
        self.read.add(name)
        if name not in self._pieces:
            self._pieces[name] = json.loads(self.pages[f"{self.where}{name}.json"])
        return self._pieces[name]

    @property
    def loaded(self) -> int:
        """Bytes of all pieces read."""
        return sum(len(self.pages[f"{self.where}{name}.json"]) for name in self.read)

    @cached_property
    def groups(self) -> list[int]:
        """The texts with which another clause or entry begins, empty if each has one."""
        return places_in(self._piece("index")["groups"])

    @cached_property
    def texts(self) -> list[list[str]]:
        """Every text: name, title, when it was in force, text, address."""
        starts = places_in(self._piece("index")["blocks"])
        return [text for number in range(len(starts)) for text in self._piece(f"texts-{number}")["texts"]]

    @cached_property
    def words(self) -> list[str]:
        """Every word that the index has, from all of its pieces."""
        shards = self._piece("index")["shards"]
        return [word for number in range(len(shards)) for word in self._piece(f"words-{number}")["words"]]

    def pieces_for(self, asked: str) -> range:
        """Return the pieces that may have words for what was asked: those that begin alike stand side by side."""
        starts = self._piece("index")["shards"]
        first = bisect_right(starts, asked) - 1
        last = bisect_right(starts, f"{asked}\uffff") - 1 if len(asked) > 1 else first
        return range(max(first, 0), last + 1)

    def having(self, asked: str) -> set[int]:
        """Return the texts with a word that is `asked`, or begins so if it is longer than a letter."""
        return {place for word, gaps in self._matching(asked) for each in gaps for place in places_in(each)}

    def _matching(self, asked: str) -> Iterator[tuple[str, list[str]]]:
        for number in self.pieces_for(asked):
            for word, gaps in self._piece(f"words-{number}")["words"].items():
                if word == asked or (len(asked) > 1 and word.startswith(asked)):
                    yield word, gaps

    def find(self, asked: str) -> set[int]:
        """Return the texts that have all words asked for."""
        return set.intersection(*map(self.having, words_of(asked)))

    def count(self, asked: str) -> int:
        """Return how many clauses and entries the script says it found."""
        found = self.find(asked)
        return len({bisect_right(self.groups, place) for place in found}) if self.groups else len(found)

    def heaviest_answer(self) -> tuple[int, int]:
        """Return bytes that no answer to a question of three words can exceed: (for counting, for the hits shown)."""
        sizes = {name: len(self.pages[f"{self.where}{name}.json"]) for name in self._names()}
        asked = {word[:length] for word in self.words for length in range(1, len(word) + 1)}
        needed = {self.pieces_for(each) for each in asked}
        heaviest = sorted((sum(sizes[f"words-{at}"] for at in pieces) for pieces in needed), reverse=True)[:3]
        texts = sorted((size for name, size in sizes.items() if name.startswith("texts-")), reverse=True)
        return sizes["index"] + sum(heaviest), sum(texts[:_FIRST])

    def _names(self) -> Iterator[str]:
        for address in self.pages:
            name = address.removeprefix(self.where)
            if name != address and "/" not in name and name.endswith(".json"):
                yield name.removesuffix(".json")
