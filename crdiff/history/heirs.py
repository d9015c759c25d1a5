"""What took over from a clause, or from a glossary entry, that ended.

Three grounds, the surest first: its text was merged into another one; another one says the same, sentence by sentence;
another one got, in the very release that ended it, a sentence with most of the words of one of its own. Where none of
them holds it is unknown, which is not to say that nothing did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from typing import Generic

from crdiff.history.endings import has_weight
from crdiff.history.lineage import How, Lineage, Number_co
from crdiff.model.number import ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.similarity import rarity, weigh
from crdiff.text.words import counted_words, sentences

_SHARE_OF_THE_SAME = 0.95
"""Share of the words of a sentence, weighed by rarity, that another one has that says the same.

Source: 805.10a of 2018-04-27 has every sentence of 810.7a of 2018-01-19; 702.2f of 2015-09-26 has 0.77 of the sentence
on several instances of changeling in 702.72b of 2015-07-17, and speaks of deathtouch.
"""
_SHARE_TAKEN_OVER = 0.7
"""Share of the words of a sentence, weighed by rarity, that a sentence which came when it went has to take it over.

Source: 110.6 of 2009-07-11 has 0.78 of the first sentence of 214.5 of 2009-05-01; 701.9c of 2009-07-11, which speaks of
something else, has 0.65 of that on emblems of a subgame.
"""
_HEIRS_MOST = 4
"""Count of heirs that are named. Source: the seven sentences of 405.2 of 2007-10-01 are near those of five clauses."""


class Ground(StrEnum):
    """Why a clause is taken for the heir of another one."""

    MERGED = "merged"
    """The text went into it."""
    SAME = "same"
    """It says the same, and did so before or does so since."""
    NEAR = "near"
    """It got a sentence with most of the words when the other one ended."""


@dataclass(frozen=True, slots=True)
class Statement(Generic[Number_co]):
    """What a clause says in a release, under `number`."""

    lineage: str
    number: Number_co
    text: str


@dataclass(frozen=True, slots=True)
class Heir(Generic[Number_co]):
    """What took over, in `release`; `number` is its number there, `sentence` the nearest of its sentences, or ""."""

    lineage: str
    number: Number_co
    release: date
    ground: Ground
    sentence: str = ""


Statements = Callable[[date], Iterable[Statement[Number_co]]]
"""From a release to all that its clauses say."""
Near = tuple[Statement[Number_co], str]
"""What is near, and the sentence of it that is."""
_Piece = tuple[Statement[Number_co], str, frozenset[str]]
_Share = tuple[float, Statement[Number_co], str]


class Heirs(Generic[Number_co]):
    """Finds what took over from lineages that ended; what a release says is taken apart once."""

    def __init__(self, said_in: Statements[Number_co]) -> None:
        self._apart = cache(lambda release: _Apart(said_in(release)))

    def of(self, lineage: Lineage[Number_co]) -> tuple[Heir[Number_co], ...]:
        """Return what took over from `lineage` when it ended, the surest first; nothing where it is unknown."""
        merged = tuple(_merged(lineage))
        ended = lineage.ended
        last = next((one for one in reversed(lineage.wordings) if ended and one.last < ended.release), None)
        if merged or not ended or not last or not last.is_held:
            return merged
        said = [one for one in sentences(fold_typography(last.wording)) if has_weight(one)]
        there, before = self._apart(ended.release), self._apart(last.last)
        if same := there.saying_all(said, lineage.id):
            return (Heir(same.lineage, same.number, ended.release, Ground.SAME),)
        new = there.new_since(before, lineage.id) if said else []
        found: dict[str, Heir[Number_co]] = {}
        for each, sentence in filter(None, (there.nearest(one, new) for one in said)):
            found.setdefault(each.lineage, Heir(each.lineage, each.number, ended.release, Ground.NEAR, sentence))
        return tuple(found.values())[:_HEIRS_MOST]


def _merged(lineage: Lineage[Number_co]) -> Iterator[Heir[Number_co]]:
    for event in lineage.fate:
        if event.how is How.MERGED and event.lineage and event.number:
            yield Heir(event.lineage, event.number, event.release, Ground.MERGED)


class _Apart(Generic[Number_co]):
    """What a release says, in sentences, with the weight of each word."""

    def __init__(self, statements: Iterable[Statement[Number_co]]) -> None:
        self._pieces = [(each, *piece) for each in statements for piece in _pieces(each.text)]
        self.sentences = frozenset(sentence for _, sentence, _ in self._pieces)

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        return rarity(words for _, _, words in self._pieces)

    def saying_all(self, said: Sequence[str], but: str) -> Statement[Number_co] | None:
        """Return the first statement that has every sentence of `said`, other than that of the lineage `but`."""
        left = [piece for piece in self._pieces if piece[0].lineage != but] if said else []
        for sentence in said:
            those = {each.lineage for _, each, _ in self._shares(sentence, left, _SHARE_OF_THE_SAME)}
            left = [piece for piece in left if piece[0].lineage in those]
        return next((each for each, _, _ in left), None)

    def new_since(self, before: _Apart[Number_co], but: str) -> list[_Piece[Number_co]]:
        """Return the sentences that `before` lacks, other than those of the lineage `but`."""
        return [piece for piece in self._pieces if piece[1] not in before.sentences and piece[0].lineage != but]

    def nearest(self, sentence: str, among: Iterable[_Piece[Number_co]]) -> Near[Number_co] | None:
        """Return the statement with the nearest sentence to `sentence`, and that sentence."""
        best = max(self._shares(sentence, among, _SHARE_TAKEN_OVER), key=lambda near: near[0], default=None)
        return best[1:] if best else None

    def _shares(self, sentence: str, among: Iterable[_Piece[Number_co]], least: float) -> Iterator[_Share[Number_co]]:
        """Yield the sentences with at least that share of the words of a sentence, the share first."""
        words = _words(sentence)
        total = weigh(words, self._weights)
        fewest = len(words) * least / 2  # the weight of fewer words is not worth a sum
        for each, other, its in among:
            common = words & its
            if len(common) >= fewest and (share := weigh(common, self._weights) / total) >= least:
                yield share, each, other


@lru_cache(maxsize=1 << 14)
def _pieces(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the sentences of a text with their words; most texts are the same in many releases."""
    return tuple((sentence, _words(sentence)) for sentence in sentences(fold_typography(text)))


def _words(sentence: str) -> frozenset[str]:
    return frozenset(counted_words(sentence))


@lru_cache(maxsize=1 << 12)  # asked of every pair of glossary entries
def obsolete_of(term: str) -> str:
    """Return the term that a glossary entry with a term such as "Mana Burn (Obsolete)" is about, "" for any other."""
    said, bracket, rest = term.rpartition(" (")
    return said if bracket and rest.casefold() == "obsolete)" else ""


def subsections_of(clauses: Iterable[Lineage[ClauseNumber]], release: date) -> tuple[tuple[int, int], ...]:
    """Return the subsections that `clauses` are in as of `release`, each with how many of them, the fullest first.

    Source: the clauses of 408 of 2009-05-01 went to eight subsections of 2009-07-11.
    """
    there = (clause.number_in(release) for clause in clauses)
    return tuple(Counter(number.subsection for number in there if number).most_common())
