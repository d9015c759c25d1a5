"""Quotations: words in a row that a text shares with a clause, which outrank the number beside them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import filterfalse, takewhile
from typing import NamedTuple

from crdiff.cite.evidence import Said
from crdiff.cite.numbering import Numbering
from crdiff.model.number import NUMBERS, ClauseNumber
from crdiff.text.normalise import folded_once

# Words in a row of the text of a clause that are a quotation of it, as the contract of these commands has it.
QUOTED = 6
_WORD = re.compile(rf"{NUMBERS.dotted}(?![0-9a-z])|[a-z0-9]+(?:'[a-z]+)?")
_CITED = re.compile(rf"(?<![0-9.]){NUMBERS.number}(?![0-9a-z])")
_ALL_KNOWN = b"\1" * QUOTED
# Clauses of one release that may have the same words in a row, for these to be a quotation of one of them.
#
# Asked of the newest release and of one of the years in which the words are found.
#
# Source: "the top card of their library", in 8 clauses of 2026-04-17, beside 701.40a, which has it not, in
# phase-rs/phase; "exile cards from the top of your library" is in 2, "creature deals combat damage to a player" in 4.
_STOCK_MAX = 3
# Wordings whose words are kept as a set and as a text: what passages quote, they quote again.
_KEPT = 1 << 10
# Every so many releases one is asked whether words are the language of the rules of its years: that takes a while.
_STEP = 16
# Words before a number that people change when they quote ("see CR 101.4"), and marks of HTML.
_LEADING = frozenset({"rule", "rules", "cr", "section", "sections", "p", "br", "i", "b"})

Tokens = tuple[str, ...]


class Quoting(NamedTuple):
    """The wordings that have most words of a passage in a row, none where they have too few, and how many."""

    wordings: tuple[str, ...]
    length: int


class WordRun(NamedTuple):
    """Words in a row, from `start` on in a passage, `length` of them."""

    start: int
    length: int


def tokens_of(text: str) -> Tokens:
    """Return the words and numbers of a text, in order, as quotations are compared."""
    words = _WORD.findall(folded_once(text).lower())
    return tuple(filterfalse(_LEADING.__contains__, words))


def longest(passage: Sequence[str], clause: str) -> WordRun:
    """Return the longest run of words, of those that are a quotation, that a passage shares with a clause.

    The words of the clause stand between blanks.
    """
    best = WordRun(0, 0)
    for start in range(len(passage) - QUOTED + 1):
        length = max(best.length + 1, QUOTED)
        while start + length <= len(passage) and f" {' '.join(passage[start : start + length])} " in clause:
            best, length = WordRun(start, length), length + 1
    return best


def may_quote(passage: Sequence[str], words: Collection[str]) -> bool:
    """Whether as many words in a row as a quotation has are all among `words`: asked first, it takes a moment."""
    return bytes(map(words.__contains__, passage)).find(_ALL_KNOWN) >= 0


def _up_to_another(passage: Tokens, words: Collection[str]) -> Tokens:
    """Return a passage up to the first number behind its words that is not among `words`."""
    begun = next((place for place, word in enumerate(passage) if not _CITED.fullmatch(word)), len(passage))
    others = (place for place in range(begun, len(passage)) if "." in passage[place] and passage[place] not in words)
    return passage[: next(others, None)]


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    """Return how many words two runs have in common before they differ."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


class Quotations:
    """Finds in which wordings of which clauses the words of a passage stand."""

    def __init__(self, numbering: Numbering, said: Said) -> None:
        self._numbering = numbering
        self._said = said
        self._once: dict[str, str] = {}  # each word of the rules: a thousand wordings have it
        self.tokens = lru_cache(maxsize=None)(self._tokens)
        self._is_stock = lru_cache(maxsize=None)(self._stock)
        self._standing = lru_cache(maxsize=None)(self._standing_at)
        self._distinct = lru_cache(maxsize=_KEPT)(lambda wording: frozenset(self.tokens(wording)))
        self._places = lru_cache(maxsize=None)(self._citing_words)
        self._joined = lru_cache(maxsize=_KEPT)(lambda wording: f" {' '.join(self.tokens(wording))} ")
        self._words_in = lru_cache(maxsize=None)(self._words_of)

    def _tokens(self, wording: str) -> Tokens:
        said = self._said(wording)
        words = tokens_of(" ".join(said)) if said else ()
        return tuple(map(self._once.setdefault, words, words))

    def _words_of(self, wordings: Iterable[str]) -> frozenset[str]:
        """Return the words of any of some wordings."""
        return frozenset(word for wording in wordings for word in self.tokens(wording))

    def stated(self, number: ClauseNumber, after: Tokens, before: Callable[[], Tokens]) -> Quoting:
        """Return the wordings that have the words around a citation with its very number among them.

        `after` are those from the number on; those `before` it are asked for where a clause cites the number.
        """
        printed = str(number)
        citing = self._places(printed) if after[:1] == (printed,) else ()
        if not citing:
            return Quoting((), 0)
        found: dict[str, int] = defaultdict(int)
        head, tail = before()[::-1], after[1:]
        previous, following = head[:1], tail[:1]
        for wording, place in citing:
            said = self.tokens(wording)
            if said[place - 1 : place] == previous or said[place + 1 : place + 2] == following:
                length = _alike(head, said[place - 1 :: -1] if place else ()) + _alike(tail, said[place + 1 :])
                found[wording] = max(length, found[wording])
        return _longest(found)

    def own(self, wordings: tuple[str, ...], passage: Tokens) -> Quoting:
        """Return those of the wordings that a passage quotes most of, up to a number that they do not have.

        What stands behind that is quoted from another clause. Source: 701.34e of 2025-04-04 above 701.34f, both of
        which begin with the same words, in magefree/mage.
        """
        if not may_quote(passage, self._words_in(wordings)):
            return Quoting((), 0)
        parts = {wording: _up_to_another(passage, self._distinct(wording)) for wording in wordings}
        runs = self._runs(parts)
        found = _longest({wording: run.length for wording, run in runs.items()})
        if not found.wordings:
            return found
        start = runs[found.wordings[0]].start
        quoted = parts[found.wordings[0]][start : start + found.length]
        last = max(stay.last for stay in self._numbering.stays_of[found.wordings[0]])
        asked = (self._numbering.newest, last - last % _STEP)
        return Quoting((), 0) if any(self._is_stock(quoted, position) for position in asked) else found

    def _runs(self, parts: Mapping[str, Tokens]) -> Mapping[str, WordRun]:
        """Return the longest run that each part of a passage shares with its wording, of those that have one."""
        quoting = ((wording, part) for wording, part in parts.items() if may_quote(part, self._distinct(wording)))
        return {wording: longest(part, self._joined(wording)) for wording, part in quoting}

    def is_in(self, wordings: Iterable[str], passage: Tokens, length: int) -> bool:
        """Whether a passage has so many words in a row with one of the wordings, too."""
        return any(run.length >= length for run in self._runs(dict.fromkeys(wordings, passage)).values())

    def _stock(self, quoted: Tokens, position: int) -> bool:
        """Whether so many clauses of a release have these words in a row that they are the language of the rules."""
        said, words, end = self._standing(position), f" {' '.join(quoted)} ", 0
        return all((end := said.find(words, end) + len(words)) >= len(words) for _ in range(_STOCK_MAX + 1))

    def _standing_at(self, position: int) -> str:
        """Return the words of every clause of a release, between blanks, the clauses between blanks of their own."""
        return "  ".join(" ".join(("", *self.tokens(each), "")) for each in self._numbering.standing(position))

    @cached_property
    def _citing(self) -> Mapping[str, Sequence[str]]:
        """The wordings that cite each number."""
        citing: dict[str, list[str]] = defaultdict(list)
        for wording in self._numbering.stays_of:
            said = self._said(wording)
            for number in dict.fromkeys(_CITED.findall(said[1])) if said else ():
                citing[number].append(wording)
        return citing

    def _citing_words(self, number: str) -> Sequence[tuple[str, int]]:
        """Return the wordings that cite a number, and at which of their words."""
        citing = self._citing.get(number, ())
        return [(each, at) for each in citing for at, word in enumerate(self.tokens(each)) if word == number]


def _longest(found: Mapping[str, int]) -> Quoting:
    most = max(found.values(), default=0)
    return Quoting(tuple(each for each, length in found.items() if length == most) if most >= QUOTED else (), most)
