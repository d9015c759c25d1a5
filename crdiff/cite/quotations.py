"""Quotations: words in a row that a text shares with a clause, which outrank the number beside them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from crdiff.cite.evidence import Said
from crdiff.cite.numbering import Numbering
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.text.normalise import fold_typography

QUOTED = 6
"""Words in a row of the text of a clause that are a quotation of it, as the contract of these commands has it."""
_WORD = re.compile(rf"{NUMBERS.subsection}\.{NUMBERS.rule}[a-z]{{0,2}}(?![0-9a-z])|[a-z0-9]+(?:'[a-z]+)?")
_CITED = re.compile(rf"(?<![0-9.]){NUMBERS.subsection}(?:\.{NUMBERS.rule}[a-z]{{0,2}})?(?![0-9a-z])")
_LEADING = frozenset({"rule", "rules", "cr", "section", "sections", "p", "br", "i", "b"})
"""Words before a number that people change when they quote, and marks of HTML: ``see CR 101.4`` for "see rule 101.4"."""

Tokens = tuple[str, ...]


class Quoted(NamedTuple):
    """Words in a row, from `start` on in a passage, `length` of them."""

    start: int
    length: int


def tokens_of(text: str) -> Tokens:
    """Return the words and numbers of a text, in order, as quotations are compared."""
    return tuple(word for word in _WORD.findall(fold_typography(text).lower()) if word not in _LEADING)


def longest(passage: Sequence[str], clause: Sequence[str]) -> Quoted:
    """Return the longest run of words that a passage shares with a clause."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, word in enumerate(clause):
        places[word].append(place)
    best, before = Quoted(0, 0), dict[int, int]()
    for at, word in enumerate(passage):
        here = {place: before.get(place - 1, 0) + 1 for place in places.get(word, ())}
        length = max(here.values(), default=0)
        if length > best.length:
            best = Quoted(at - length + 1, length)
        before = here
    return best


def around(before: Sequence[str], after: Sequence[str], clause: Sequence[str]) -> int:
    """Return how many words about the number that opens `after` are about the same number in `clause`, in a row."""
    places = [place for place, word in enumerate(clause) if after and word == after[0]]
    return max((_alike(before[::-1], clause[:at][::-1]) + _alike(after[1:], clause[at + 1 :]) for at in places), default=0)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    length = 0
    for word, same in zip(one, other, strict=False):
        if word != same:
            break
        length += 1
    return length


class Quotations:
    """Finds in which wordings of which clauses the words of a passage stand."""

    def __init__(self, numbering: Numbering, said: Said) -> None:
        self._numbering = numbering
        self._said = said
        self.tokens = lru_cache(maxsize=None)(self._tokens)
        self._citing: Mapping[str, Sequence[str]] | None = None

    def _tokens(self, wording: str) -> Tokens:
        said = self._said(wording)
        return tokens_of(" ".join(said)) if said else ()

    def stated(self, number: ClauseNumber, before: Tokens, after: Tokens) -> tuple[str, ...]:
        """Return the wordings that have the words around a citation with its very number among them."""
        found = {wording: around(before, after, self.tokens(wording)) for wording in self._citing_of(str(number))}
        return _longest(found)

    def own(self, wordings: Iterable[str], passage: Tokens) -> tuple[str, ...]:
        """Return those of the wordings that a passage quotes most of."""
        return _longest({wording: longest(passage, self.tokens(wording)).length for wording in wordings})

    def _citing_of(self, number: str) -> Sequence[str]:
        """Return the wordings that cite a number."""
        if self._citing is None:
            citing: dict[str, list[str]] = defaultdict(list)
            for wording in self._numbering.every_wording:
                said = self._said(wording)
                for cited in set(_CITED.findall(said[1])) if said else ():
                    citing[cited].append(wording)
            self._citing = citing
        return self._citing.get(number, ())


def _longest(found: Mapping[str, int]) -> tuple[str, ...]:
    most = max(found.values(), default=0)
    return tuple(wording for wording, length in found.items() if length == most) if most >= QUOTED else ()
