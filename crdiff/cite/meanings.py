"""What a citation may mean: the clauses that its number ever named, and how likely its words make each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from crdiff.cite.citation import CitedGroup
from crdiff.cite.context import code_beside, passage_around, sentence_beside, words_beside
from crdiff.cite.evidence import TEMPER, ClauseWords, words_of
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.cite.prior import Reading
from crdiff.cite.quotations import Quotations, Tokens, tokens_of
from crdiff.model.number import ClauseNumber
from crdiff.text.similarity import Words

_ODDS_MAX = 12.0
"""Most that the words of one citation can say, as a logarithm."""
_ELSEWHERE = 0.2
"""Share of citations whose words are about something else: the code beside them, a card, the clause cited before.

Source: 34 of 200 citations read by hand in phase-rs/phase and magefree/mage are loose or say too little to judge.
"""
_NEIGHBOURS = 0.5
"""What the words count for in telling apart clauses of one rule, which speak of the same things."""
_FEW = 3
"""Words of the text beside a citation; where there are fewer, the code about it is asked too."""


class Beside(NamedTuple):
    """What stands beside a citation: words, its sentence, and the passage before and from it on."""

    words: Words
    sentence: str
    before: Tokens
    after: Tokens

    @property
    def numbers(self) -> frozenset[ClauseNumber]:
        """The numbers that are cited in the passage."""
        printed = (word for word in (*self.before, *self.after) if "." in word)
        return frozenset(map(ClauseNumber.parse, printed))


class Read(NamedTuple):
    """What a citation may mean, whether a quotation says so, and whether nothing beside it says anything."""

    readings: tuple[Reading, ...]
    is_quoted: bool = False
    is_silent: bool = False


class MeaningReader:
    """Reads citations up to the release at `limit`; without `words` by the numbers alone."""

    def __init__(self, numbering: Numbering, limit: int, words: ClauseWords | None) -> None:
        self._numbering = numbering
        self._limit = limit
        self._words = words
        self._quotations = Quotations(numbering, words.said) if words else None
        self._uses = lru_cache(maxsize=None)(self._uses_of)
        self._alone = lru_cache(maxsize=None)(self._read_alone)

    def beside(self, text: bytes, groups: Sequence[CitedGroup], place: int) -> Beside | None:
        """Return what stands beside the citations of a group, None where there are no texts to compare it with."""
        if not self._words:
            return None
        before, after = passage_around(text, groups[place])
        words = words_of(words_beside(text, groups, place))
        if len(words) < _FEW:
            words |= words_of(code_beside(text, groups, place))
        sentence = sentence_beside(text, groups, place)
        return Beside(words, sentence, tokens_of(before), tokens_of(after))

    def read(self, number: ClauseNumber, beside: Beside | None) -> Read:
        """Return what `number` may mean beside these words."""
        uses = self._uses(number)
        if not uses or beside is None or self._words is None:
            return self._alone(number)
        quoted = tuple(self._quoted(number, uses, beside))
        if quoted:
            return Read(quoted, is_quoted=True)
        if not beside.words:
            return self._alone(number)._replace(is_silent=True)
        if len(uses) == 1:
            return self._alone(number)
        return Read(tuple(self._weighed(number, use, beside) for use in uses))

    def _uses_of(self, number: ClauseNumber) -> tuple[NumberUse, ...]:
        return tuple(use for use in self._numbering.uses(number) if use.first <= self._limit)

    def _read_alone(self, number: ClauseNumber) -> Read:
        return Read(tuple(Reading(use, 1.0) for use in self._uses(number)))

    def _weighed(self, number: ClauseNumber, use: NumberUse, beside: Beside) -> Reading:
        assert self._words is not None
        now = self._numbering.number(use.clause, self._limit)
        is_near = now is not None and now != number and (now.subsection, now.rule) == (number.subsection, number.rule)
        temper = TEMPER * (_NEIGHBOURS if is_near else 1)
        return Reading(use, _weight(self._words.odds(beside.words, number, use), temper))

    def _quoted(self, number: ClauseNumber, uses: Sequence[NumberUse], beside: Beside) -> Iterator[Reading]:
        """Yield the readings of the releases in which the rules say what is quoted around a citation or after it."""
        assert self._quotations is not None
        stretches = self._numbering.stays_of
        stated = self._quotations.stated(number, beside.before, beside.after)
        if stated:
            for use in uses:
                yield from self._within(use, (stretch for wording in stated for stretch in stretches[wording]))
            return
        said = {use: self._numbering.wordings(use.clause, use.first, use.last) for use in uses}
        own = self._quotations.own(dict.fromkeys(wording for each in said.values() for wording in each), beside.after)
        for use in uses:
            mine = (wording for wording in own if wording in said[use])
            yield from self._within(use, (stretch for wording in mine for stretch in stretches[wording]))

    def _within(self, use: NumberUse, stretches: Iterable[tuple[int, int]]) -> Iterator[Reading]:
        """Yield the parts of a use that fall in some stretches of releases."""
        last_asked = min(use.last, self._limit)
        for first, last in _united(sorted(set(stretches))):
            if use.first <= last and first <= last_asked:
                yield Reading(use._replace(first=max(first, use.first), last=min(last, last_asked)), _weight(_ODDS_MAX))


def _united(stretches: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield sorted stretches, those that touch or overlap as one."""
    united: tuple[int, int] | None = None
    for first, last in stretches:
        if united and first <= united[1] + 1:
            united = united[0], max(last, united[1])
        else:
            if united:
                yield united
            united = first, last
    if united:
        yield united


def _weight(odds: float, temper: float = TEMPER) -> float:
    """Return how likely words are for a clause, as a multiple of chance; those about something else are at chance."""
    return (1 - _ELSEWHERE) * exp(min(_ODDS_MAX, temper * odds)) + _ELSEWHERE
