"""What words are about, whatever number stands beside them: every rule of a release is asked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import exp, inf, log
from typing import NamedTuple

from crdiff.cite.evidence import KEYWORD, SHARE, SMALL_WORD, TEMPER, ClauseWords, words_of
from crdiff.cite.numbering import NumberUse
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.text.words import Words

# Share of the rules that have a word from which on it is not looked up: it tells hardly anything and takes long.
_COMMON = 0.2
# Odds, as a logarithm, from which on the words are about the clause that is cited, if about others too.
_EXPLAINED = 1.0
# Least difference of the odds, as logarithms, for the words to fit another rule clearly better.
#
# Source: 702.20a of 2026-04-17, cited for ward by phase-rs/phase; of its 389 citations that people moved to another
# clause, 33 are found so before the correction and none after it (`benchmarks/cite_quality.py`).
_BETTER = 4.0
# Least difference between the rule that fits best and the next one.
APART = 2.0
# Least difference of the odds, as logarithms, for words to fit a neighbour of a clause better than it.
#
# Source: 722.4 of 2025-04-04, cited for the damage to the monarch of 722.2 by phase-rs/phase; of the corrections of
# that repository, 9 of 94 citations called sure were wrong without it, 2 of 76 are (`benchmarks/cite_quality.py`).
_NEARER = 1.0
# Least difference that counts at all, of the odds for clauses under one title that words may mean.
_AT_ALL = 0.1
# What joins two names in a title such as "Tap and Untap", whose first clause defines only the first.
_BOTH = "and"
# What a keyword may end with in a sentence: "mills", "suspected"; "offer" is no offering.
_INFLECTED = "(?:s|d|ed)?"


# A rule that is cited, and the one that it is cited for.
Lead = tuple[ClauseNumber, ClauseNumber]


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
        self.keyword = lru_cache(maxsize=None)(self._keyword)

    def better(
        self, number: ClauseNumber, sentence: str, around: Words, beside: Collection[ClauseNumber]
    ) -> ClauseNumber | None:
        """Return the clause that the sentence around `number` fits clearly better, None where none does.

        Asked only of keywords that the sentence does not name (`is_unnamed`): whoever cites another rule, as 608.2c,
        may write about any card. `around` are the words of all that belongs to the citation, `beside` the numbers
        cited there: what these say is no surprise.
        """
        rule = number.of_rule
        words = words_of(sentence)
        if any(self.odds(each, said) > _EXPLAINED for each in {number, rule, *beside} for said in (words, around)):
            return None
        best, other = (*self.subject(words).best, *[Fitting(rule, 0.0)] * 2)[:2]
        if best.odds - self.odds(rule, words) < _BETTER or best.odds - other.odds < APART:
            return None
        if best.number in (each.of_rule for each in beside) or not _is_named(self.keyword(best.number), sentence):
            return None
        return self._nearest(best.number, words) if number.is_subrule else best.number

    def is_unnamed(self, number: ClauseNumber, sentence: str) -> bool:
        """Whether a number is of a keyword that the sentence around it does not name."""
        keyword = self.keyword(number.of_rule)
        return bool(keyword) and not _is_named(keyword, sentence)

    def keywords_named(self, number: ClauseNumber, words: Words) -> frozenset[ClauseNumber]:
        """Return the rules on keywords that `number` is or was of, as far as words have their titles."""
        uses = [use for use in self._numbering.uses(number) if use.first <= self._at]
        now = (self._numbering.number(use.clause, self._at) for use in self._words.named(words, number, uses, self._at))
        rules = (each.of_rule for each in (number, *now) if each and not each.is_heading)
        return frozenset(rule for rule in rules if self.keyword(rule) and self._is_titled(rule, words))

    def is_about_another_keyword(self, number: ClauseNumber, other: ClauseNumber, words: Words) -> bool:
        """Whether both numbers are of keywords, and words do not have that of `other`: then they are not about it."""
        mine, its = self.keyword(number.of_rule), self.keyword(other.of_rule)
        return bool(mine and its) and not any(len(word) > SMALL_WORD for word in words_of(its) & words)

    def stands_out(self, number: ClauseNumber, words: Words, *, is_alone: bool) -> bool:
        """Whether words name a clause by its title, or say it, and no other clause under the same title nearly as well.

        The titles over a clause do not tell it from those beside it. Where nothing else is said, they mean the first,
        unless they are of two things. `is_alone`: nothing but the words says so; then no rule elsewhere may fit them
        clearly better either.

        Source: 701.8a of 2025-04-04, cited for the choice that 701.8b gives, by MasterOudini/commanders-roundtable;
        701.21a of that day, cited ten times for 701.21b, "to untap", by cyngerian/scutemob.
        """
        if self._is_titled(number, words):
            return True
        parent = number.parent
        if parent and not number.is_heading:
            title = self._words.title(parent, self._at)
            other = words.difference(title, self._words.title(number.subsection, self._at))
            said, ahead = self.odds(number, other), self._ahead(number, other)
            if number == first_number(parent) and self._is_titled(parent, words) and _BOTH not in title:
                return ahead == inf or (ahead > -_AT_ALL and (said == 0 or said >= _EXPLAINED))
            if said < _EXPLAINED or ahead < APART:
                return False
        return not (is_alone and self.fits_elsewhere(number, words))

    def fits_elsewhere(self, number: ClauseNumber, words: Words) -> bool:
        """Whether words fit another rule clearly better than a clause that is not under it, nor over it."""
        best = next(iter(self.subject(words).best), None)
        if best is None or best.number.within(number) or number.within(best.number):
            return False
        return best.odds - self.odds(number, words) >= APART

    def fits_neighbour(self, number: ClauseNumber, words: Words, least: float = _NEARER) -> bool:
        """Whether words fit another clause under the same one clearly better than `number`."""
        return self._ahead(number, words) <= -least

    def below_title(self, number: ClauseNumber, words: Words) -> ClauseNumber | None:
        """Return which clause below one that is only a title words are about, None where it says more."""
        said = (self._words.said(wording) for wording in self._wordings(number))
        return None if any(each and each[1] for each in said) else self._nearest(number, words, _BETTER)

    def _ahead(self, number: ClauseNumber, words: Words) -> float:
        """Return how much better words fit a clause than any other under the same one or below that, as a logarithm."""
        parent = number.parent
        if parent is None or parent.is_section:
            return inf
        beside = (each for each in self._under(parent) if each != number)
        others = (self.odds(near, words) for each in beside for near in (each, *self._under(each)))
        return self.odds(number, words) - max(others, default=-inf)

    def _is_titled(self, number: ClauseNumber, words: Words) -> bool:
        """Whether words have the title of a clause: of a keyword one word, of others all that are no small ones."""
        title = {word for word in self._words.title(number, self._at) if len(word) > SMALL_WORD}
        if not number.is_heading and self._is_of_keywords(number):
            return not title.isdisjoint(words)
        return bool(title) and title <= words

    def _is_of_keywords(self, number: ClauseNumber) -> bool:
        return KEYWORD in self._words.title(number.subsection, self._at)

    def _keyword(self, rule: ClauseNumber) -> str:
        """Return the keyword that a rule is about, "" where it is about something else."""
        if rule.is_heading or not self._is_of_keywords(rule):
            return ""
        return next((said[0] for wording in self._wordings(rule) if (said := self._words.said(wording))), "")

    def _nearest(self, rule: ClauseNumber, words: Words, least: float = APART) -> ClauseNumber:
        """Return the clause of a rule that words fit best: the first, which says what it is, unless one fits better."""
        odds = {number: self.odds(number, words) for number in self._under(rule)}
        first = next(iter(odds), rule)
        best = max(odds, key=odds.__getitem__, default=rule)
        return best if best != first and odds[best] - odds[first] >= least else first

    def _under(self, rule: ClauseNumber) -> Iterator[ClauseNumber]:
        number = first_number(rule)
        while self._numbering.clause(number, self._at) is not None:
            yield number
            number = next_number(number)

    def _wordings(self, number: ClauseNumber) -> tuple[str, ...]:
        clause = self._numbering.clause(number, self._at)
        return () if clause is None else self._numbering.wordings(clause, self._at, self._at)

    def odds(self, number: ClauseNumber, words: Words) -> float:
        """Return how much better words are explained by a clause than by chance, as a logarithm."""
        clause = self._numbering.clause(number, self._at)
        return -1.0 if clause is None else self._words.odds(words, number, NumberUse(self._at, self._at, clause))

    def _body(self, number: ClauseNumber) -> Mapping[str, float]:
        clause = self._numbering.clause(number, self._at)
        return {} if clause is None else self._words.body(number, NumberUse(self._at, self._at, clause))

    @cached_property
    def _rules(self) -> Sequence[ClauseNumber]:
        return [number for number in self._numbering.numbers(self._at) if number.is_rule]

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


def alone(leads: Iterable[tuple[int, Lead]]) -> frozenset[Lead]:
    """Return those of the leads, each with its group, for whose rule no other one is cited there."""
    cited: dict[tuple[int, ClauseNumber], set[Lead]] = defaultdict(set)
    for group, lead in leads:
        cited[group, lead[1]].add(lead)
    return frozenset(lead for rules in cited.values() if len(rules) == 1 for lead in rules)


def _is_named(keyword: str, sentence: str) -> bool:
    """Whether a sentence has a keyword, perhaps inflected."""
    found = rf"(?<![\w-]){re.escape(keyword.lower())}{_INFLECTED}(?!\w)"
    return bool(keyword) and re.search(found, sentence.lower()) is not None
