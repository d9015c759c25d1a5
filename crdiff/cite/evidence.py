"""What the words beside a citation say of what it means."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import fsum, log
from re import compile as pattern
from typing import NamedTuple

from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.text.normalise import folded_once
from crdiff.text.words import Words, counted_words, word_counts

# Share of the words beside a citation that are taken from its clause; the others are of the language of the rules.
SHARE = 0.4
# What a logarithm of the odds of words counts for: words beside one another are not independent.
TEMPER = 0.85
# Weight of a word of the title over a clause, in words of its text: a comment on trample says "trample".
_TITLE = 10.0
# Weight of a word of the title of the subsection.
_ABOVE = 1.0
# Weight of a word of the clauses under a rule or a subsection: who cites 725 speaks of all that it says.
_BELOW = 0.25
# What the titles of the subsections have whose rules are about one keyword each (701 and 702 of 2026-04-17).
KEYWORD = "keyword"
# Letters of the words of a title that say nothing by themselves: "Tap and Untap", "The Ring Tempts You".
SMALL_WORD = 3
# Letters at the end of a word of a title that one of its family may lack.
_ENDING = 3
# Where the words of a name in code meet (``createTokenCopy``, ``combat_damage``), and marks that join others.
_JOINED = pattern(r"(?<=[a-z])(?=[A-Z])|[^\w\s'’{}+-]|_")

# Wordings whose words are kept counted: phase-rs/phase asks for 6,165, most twice, for the clauses over them.
_KEPT = 1 << 13
# Passages whose words are kept: each is asked about for every number in it, and everything that this ever named.
_PASSAGES = 1 << 10

# Gives what a wording says by its fingerprint: title, and text with examples; None where its text is not there.
Said = Callable[[str], tuple[str, str] | None]
Counts = Mapping[str, int]
# The words of a clause, each with its share of them.
Body = Mapping[str, float]


def words_of(text: str) -> Words:
    """Return the words of a text that can tell what it is about, names of a program taken apart; numbers are none."""
    words = counted_words(folded_once(_JOINED.sub(" ", text)))
    return frozenset(word for word in words if word and not word[:1].isdigit())


def counted(text: str) -> Counts:
    """Return how often a text has each of its words."""
    return {word: count for word, count in word_counts(folded_once(text)).items() if not word[:1].isdigit()}


class _Titles(NamedTuple):
    """How words begin that hint at the title over a number today, and the titles of what else it named."""

    hints: tuple[str, ...]
    others: Sequence[tuple[NumberUse, Words]]


class _Shares(dict[str, float]):
    def __init__(self, counts: Counter[str]) -> None:
        total = counts.total() or 1
        super().__init__((word, count / total) for word, count in counts.items())
        self._rare = 1 / total

    def __missing__(self, word: str) -> float:
        return self._rare


class ClauseWords:
    """The words of every clause of the releases that `numbering` knows, as far as `said` has their texts.

    How much a word says follows from how many texts of `vocabulary` have it.
    """

    def __init__(self, numbering: Numbering, said: Said, vocabulary: Iterable[str]) -> None:
        self.numbering = numbering
        self.said = said
        self.body = lru_cache(maxsize=None)(self._body)
        self.title = lru_cache(maxsize=None)(self._title)
        self.gains = lru_cache(maxsize=None)(self._gains)
        self._titles = lru_cache(maxsize=None)(self._titles_of)
        self._known = lru_cache(maxsize=_PASSAGES)(self._known_of)
        self._words = lru_cache(maxsize=_KEPT)(self._words_read)
        self._vocabulary = vocabulary

    @cached_property
    def _common(self) -> _Shares:
        """How much of the vocabulary each word is; one that it lacks is as much as one that it has once."""
        counts: Counter[str] = Counter()
        for wording in self._vocabulary:
            counts.update(self._words(wording))
        return _Shares(counts)

    def odds(self, words: Words, number: ClauseNumber, use: NumberUse) -> float:
        """Return how much better `words` are explained by what `number` named than by chance, as a logarithm."""
        gains = self.gains(number, use)
        shared = gains.keys() & words
        return fsum(map(gains.__getitem__, shared)) + len(self._known(words) | shared) * log(1 - SHARE)

    def named(self, words: Words, number: ClauseNumber, uses: Sequence[NumberUse], limit: int) -> frozenset[NumberUse]:
        """Return those of the `uses` of a number whose title `words` have, none where they have another one of its.

        A title is the keyword of a rule on one keyword, else that of the subsection; of that at `limit` a hint is
        enough. Source: 701.7 of 2025-04-04, to destroy, and of 2016-04-08, to discard, beside the words of both in a
        list of cyngerian/scutemob.
        """
        hints, others = self._titles(number, tuple(uses), limit)
        named = {title for _, title in others if title <= words}
        if len(named) != 1 or any(word.startswith(hints) for word in words):
            return frozenset()
        return frozenset(use for use, title in others if title in named)

    def _titles_of(self, number: ClauseNumber, uses: tuple[NumberUse, ...], limit: int) -> _Titles:
        today = self._title_over(number, limit)
        titles = ((use, self._title_over(number, use.last)) for use in uses)
        return _Titles(tuple(map(_root, today)), [(use, title) for use, title in titles if title and title != today])

    def _title_over(self, number: ClauseNumber, position: int) -> Words:
        """Return the words of some length of the title over a clause in a release."""
        of_section = self.title(number.subsection, position)
        is_keyword = KEYWORD in of_section and not number.is_heading
        title = self.title(number.of_rule, position) if is_keyword else of_section
        return frozenset(word for word in title if len(word) > SMALL_WORD)

    def gain(self, word: str, share: float) -> float:
        """Return what it adds to the odds of a clause that it has a word, as such a share of its own."""
        return log(1 + SHARE / (1 - SHARE) * share / self._common[word])

    def _known_of(self, words: Words) -> Words:
        """Return those of the words that the vocabulary has."""
        return words & self._common.keys()

    def _gains(self, number: ClauseNumber, use: NumberUse) -> Mapping[str, float]:
        """Return what it adds to the odds of what a number named that it has each of its words."""
        return {word: self.gain(word, share) for word, share in self.body(number, use).items()}

    def _body(self, number: ClauseNumber, use: NumberUse) -> Body:
        weights: dict[str, float] = defaultdict(float)
        for weight, words in self._parts(number, use):
            for word, count in words.items():
                weights[word] += weight * count
        whole = sum(weights.values())
        return {word: weight / whole for word, weight in weights.items()}

    def _parts(self, number: ClauseNumber, use: NumberUse) -> Iterator[tuple[float, Counts]]:
        """Yield the words that stand for a clause: its own, those of the titles over it, of the clauses below."""
        for wording in self.numbering.wordings(use.clause, use.first, use.last):
            yield 1.0, self._words(wording)
        above: ClauseNumber | None = number
        while above and not above.is_section:
            yield _ABOVE if above.is_heading and not number.is_heading else _TITLE, self.title(above, use.last)
            above = above.parent
        if not number.is_subrule:
            for below in clauses_below(self.numbering, number, use.last):
                for wording in self.numbering.wordings(below, use.last, use.last):
                    yield _BELOW, self._words(wording)

    def _title(self, number: ClauseNumber, position: int) -> Counts:
        """Return the words of the title of a clause in a release, none where it has no title."""
        clause = self.numbering.clause(number, position)
        wordings = self.numbering.wordings(clause, position, position) if clause is not None else ()
        titles = (said[0] for wording in wordings if (said := self.said(wording)))
        return counted(" ".join(titles))

    def _words_read(self, wording: str) -> Counts:
        said = self.said(wording)
        return counted("\n".join(said)) if said else {}


def _root(word: str) -> str:
    """Return what the words of the family of one of a title begin with: "regeneration" is of that of "regenerate"."""
    return word[: max(SMALL_WORD + 1, len(word) - _ENDING)]


def clauses_below(numbering: Numbering, number: ClauseNumber, position: int) -> Iterator[int]:
    """Yield the clauses one level below `number` in a release."""
    below = first_number(number)
    while (clause := numbering.clause(below, position)) is not None:
        yield clause
        below = next_number(below)
