"""What words are about, whatever number stands beside them: every rule of a release is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp, log
from typing import NamedTuple

from crdiff.annotate.cross_references import cross_references
from crdiff.cite.evidence import SHARE, TEMPER, ClauseWords
from crdiff.cite.numbering import NumberUse
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.text.similarity import Words

_COMMON = 0.2
"""Share of the rules that have a word from which on it is not looked up: it tells hardly anything and takes long."""
_EXPLAINED = 1.0
"""Odds, as a logarithm, from which on the words are about the clause that is cited, if about others too."""
_BETTER = 8.0
"""Least difference of the odds, as logarithms, for the words to fit another rule clearly better.

Of 389 citations of phase-rs/phase that people moved to another clause, with the words of one line each, those that differ
by so much before the correction are found, and hardly any after it; `benchmarks/cite_quality.py` counts them.
"""
_APART = 2.0
"""Least difference between the rule that fits best and the next one."""
_SPEAKING = 1.0
"""What a word adds to the odds of a rule, as a logarithm, from which on it speaks for that rule."""
_SPEAKING_WORDS = 4
"""Words that speak for a rule whose title is not among them: one word, as "accepted", is nothing."""


class Fitting(NamedTuple):
    """A rule, and the odds of words beside it as a logarithm."""

    number: ClauseNumber
    odds: float


class Subject(NamedTuple):
    """What words are about: the two rules that fit best, best first, and how well the words fit the average rule."""

    best: Sequence[Fitting]
    average: float


class ClauseSearch:
    """Finds the rules of the release at `at` that words fit."""

    def __init__(self, words: ClauseWords, at: int) -> None:
        self._words = words
        self._numbering = words.numbering
        self._at = at
        self.subject = lru_cache(maxsize=None)(self._subject)

    def better(
        self, number: ClauseNumber, words: Words, around: Words, beside: Collection[ClauseNumber]
    ) -> ClauseNumber | None:
        """Return the clause that `words` fit clearly better than `number`, None where none does.

        `words` are those of the sentence, `around` those of all that belongs to the citation. `beside` are the numbers
        cited around it: what these say, and what refers to them, is no surprise there.
        """
        cited = {number, _rule(number), *beside}
        if any(self._odds(each, said) > _EXPLAINED for each in cited for said in (words, around)):
            return None
        best, *others = (*self.subject(words).best, Fitting(number, 0.0))
        own = max(self._odds(number, words), self._odds(_rule(number), words))
        if best.odds - own < _BETTER or best.odds - max(other.odds for other in others[:1]) < _APART:
            return None
        about = {_rule(each) for each in (number, *beside)}
        if best.number in about or about & self._referred(best.number) or best.number in self._referred(_rule(number)):
            return None
        return self._nearest(best.number, words) if self._is_spoken_of(best.number, words) else None

    def _is_spoken_of(self, rule: ClauseNumber, words: Words) -> bool:
        """Whether words have the whole title of a rule, or several words that speak for it."""
        title = self._words.title(rule, self._at)
        if title and title.keys() <= words:
            return True
        body = self._body(rule)
        speaking = [word for word in words if word in body and self._words.gain(word, body[word]) >= _SPEAKING]
        return len(speaking) >= _SPEAKING_WORDS

    def _nearest(self, rule: ClauseNumber, words: Words) -> ClauseNumber:
        """Return the clause of a rule that words fit best, the rule itself where all fit alike."""
        return max((rule, *self._under(rule)), key=lambda number: self._odds(number, words))

    def _under(self, rule: ClauseNumber) -> Iterator[ClauseNumber]:
        number = first_number(rule)
        while self._numbering.clause(number, self._at) is not None:
            yield number
            number = next_number(number)

    def _referred(self, rule: ClauseNumber) -> set[ClauseNumber]:
        """Return the rules that a rule and the clauses under it refer to."""
        return {
            _rule(reference.number)
            for number in (rule, *self._under(rule))
            for wording in self._wordings(number)
            if (said := self._words.said(wording))
            for reference in cross_references(said[1])
        }

    def _wordings(self, number: ClauseNumber) -> tuple[str, ...]:
        clause = self._numbering.clause(number, self._at)
        return () if clause is None else self._numbering.wordings(clause, self._at, self._at)

    def _odds(self, number: ClauseNumber, words: Words) -> float:
        clause = self._numbering.clause(number, self._at)
        return -1.0 if clause is None else self._words.odds(words, number, NumberUse(self._at, self._at, clause))

    def _body(self, number: ClauseNumber) -> Mapping[str, float]:
        clause = self._numbering.clause(number, self._at)
        return {} if clause is None else self._words.body(number, NumberUse(self._at, self._at, clause))

    @cached_property
    def _rules(self) -> Sequence[ClauseNumber]:
        return [number for number in self._numbering.numbers(self._at) if number.rule and not number.letter]

    @cached_property
    def _index(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        """The rules that have each word, by place, and what it adds to their odds."""
        index: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, number in enumerate(self._rules):
            for word, share in self._body(number).items():
                index[word].append((place, self._words.gain(word, share)))
        most = _COMMON * len(self._rules)
        return {word: places for word, places in index.items() if len(places) <= most}

    def _subject(self, words: Words) -> Subject:
        odds: dict[int, float] = defaultdict(float)
        looked_up = 0
        for word in words:
            places = self._index.get(word, ())
            looked_up += bool(places)
            for place, gain in places:
                odds[place] += gain
        chance = looked_up * log(1 - SHARE)
        whole = sum(exp(TEMPER * (each + chance)) for each in odds.values())
        whole += (len(self._rules) - len(odds)) * exp(TEMPER * chance)
        best = sorted(odds, key=odds.__getitem__, reverse=True)[:2]
        return Subject([Fitting(self._rules[place], odds[place] + chance) for place in best], whole / len(self._rules))


def _rule(number: ClauseNumber) -> ClauseNumber:
    return ClauseNumber(number.subsection, number.rule)
