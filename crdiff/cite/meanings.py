"""What a citation may mean: the clauses that its number ever named, and how likely its words make each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property, lru_cache
from math import exp
from typing import NamedTuple

from crdiff.cite.beside import code_beside, passage_after, passage_before, sentence_beside, words_beside
from crdiff.cite.citation import CitedGroup
from crdiff.cite.evidence import TEMPER, ClauseWords, clauses_below, words_of
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.cite.prior import FROM_MEMORY, Sense
from crdiff.cite.quotations import Quotations, Quoting, Tokens, tokens_of
from crdiff.cite.scan import numbers_cited
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.text.groups import grouped
from crdiff.text.words import Words

# Most that the words of one citation can say, as a logarithm.
_ODDS_MAX = 12.0
# Share of citations whose words are about something else: the code beside them, a card, the clause cited before.
#
# Source: 608.2c of 2026-04-17, which is cited for any card; 34 of 200 citations read by hand in phase-rs/phase and
# magefree/mage are loose or say too little to judge.
_ELSEWHERE = 0.2
# What the words count for in telling apart clauses of one rule, which speak of the same things.
_NEIGHBOURS = 0.5
# How much likelier a clause is whose title the words have: what is said of costs has few words of its clause.
#
# Source: 117.1 and 117.7 of 2018-01-19 in phase-rs/phase, cited 80 times: 10 of these were found, 39 are with it.
_NAMED = 20.0
# Words of the text beside a citation; where there are fewer, the code about it is asked too.
_FEW = 3
# Bytes between two citations of which one may mend the other.
#
# As in cyngerian/scutemob: "`DiscardCards` (CR 701.8) — CR 701.8 is Destroy; discard is CR 701.9".
_CLOSE = 120
# Most citations on either side that are close to one: a number and a name take a dozen bytes.
_CLOSE_BY = 10
# Words of a sentence that say by themselves what it is about.
_SENTENCE = 3


class Spoken:
    """What is said beside the citations of a group, each part read whenever it is asked for: of most none ever is."""

    __slots__ = ("_groups", "_place", "_text")

    def __init__(self, text: bytes, groups: Sequence[CitedGroup], place: int) -> None:
        self._text, self._groups, self._place = text, groups, place

    @property
    def own(self) -> Words:
        """The words of all that belongs to the group."""
        return words_of(words_beside(self._text, self._groups, self._place))

    @property
    def words(self) -> Words:
        """The words of all that belongs to the group; where these are few, those of the code about it too."""
        words = self.own
        return words if len(words) >= _FEW else words | words_of(code_beside(self._text, self._groups, self._place))

    @property
    def sentence(self) -> str:
        """The sentence in which the group stands."""
        return sentence_beside(self._text, self._groups, self._place)

    @property
    def before(self) -> Tokens:
        """The words of the passage up to the group."""
        return tokens_of(passage_before(self._text, self._groups[self._place]))

    @property
    def after(self) -> Tokens:
        """The words of the passage from the group on, its numbers among them."""
        return tokens_of(passage_after(self._text, self._groups, self._place))

    @property
    def group(self) -> frozenset[ClauseNumber]:
        """The numbers cited together."""
        return frozenset(each for item in self._groups[self._place].items for each in numbers_cited(item))

    @property
    def numbers(self) -> Set[ClauseNumber]:
        """The numbers cited in the passage, and close by in its paragraph: what a text mends stands beside the mend."""
        said = {ClauseNumber.parse(word) for word in (*self.before, *self.after) if "." in word}
        return said | {each for group in self._close() for item in group.items for each in numbers_cited(item)}

    def _close(self) -> Iterator[CitedGroup]:
        own, first = self._groups[self._place], max(self._place - _CLOSE_BY, 0)
        for group in self._groups[first : self._place + _CLOSE_BY + 1]:
            between = self._text[min(group.stop, own.stop) : max(group.start, own.start)]
            if group is not own and len(between) <= _CLOSE and b"\n\n" not in between:
                yield group


class CitedPassage:
    """What stands around the citations of a group: kept while these are read, and no longer."""

    def __init__(self, spoken: Spoken) -> None:
        self.spoken = spoken

    @cached_property
    def words(self) -> Words:
        """The words of all that belongs to the group."""
        return self.spoken.words

    @cached_property
    def sentence(self) -> Words:
        """The words of the sentence of the group, all of them where that is short."""
        words = words_of(self.spoken.sentence)
        return words if len(words) >= _SENTENCE else self.words

    @cached_property
    def before(self) -> Tokens:
        """The words up to the group."""
        return self.spoken.before

    @cached_property
    def after(self) -> Tokens:
        """The words from the group on."""
        return self.spoken.after


class _Sayings(NamedTuple):
    """What a number named, up to the release asked about, and the wordings of each; `every` has all of these once."""

    uses: tuple[NumberUse, ...]
    said: tuple[tuple[str, ...], ...]
    every: tuple[str, ...]


class Read(NamedTuple):
    """What a citation may mean, and whether nothing beside it says anything.

    `own` are the wordings of what its number named that are quoted behind it, at some length.
    """

    readings: tuple[Sense, ...]
    is_silent: bool = False
    own: tuple[str, ...] = ()


class MeaningReader:
    """Reads citations up to the release at `limit`; without `words` by the numbers alone."""

    def __init__(self, numbering: Numbering, limit: int, words: ClauseWords | None) -> None:
        self._numbering = numbering
        self._limit = limit
        self._words = words
        self._quotations = Quotations(numbering, words.said) if words else None
        self._sayings = lru_cache(maxsize=None)(self._sayings_of)
        self._alone = lru_cache(maxsize=None)(self._read_alone)
        self._near = lru_cache(maxsize=None)(self._near_of)

    def spoken(self, text: bytes, groups: Sequence[CitedGroup], place: int) -> Spoken | None:
        """Return what stands beside the citations of a group, None where there are no texts to compare it with."""
        return Spoken(text, groups, place) if self._words else None

    def read(self, number: ClauseNumber, beside: CitedPassage | None) -> Read:
        """Return what `number` may mean beside these words."""
        uses, _, every = self._sayings(number)
        if not uses or beside is None or self._words is None or self._quotations is None:
            return self._alone(number)
        stated = self._quotations.stated(number, beside.after, lambda: beside.before)
        own = Quoting((), 0) if stated.wordings else self._quotations.own(every, beside.after)
        if own.wordings and self._quotations.is_in(self._beside(number, own), beside.after, own.length):
            own = Quoting((), 0)  # who quotes a sentence that two letters have may have taken the wrong one
        if (stated.wordings or own.wordings) and (quoted := self._quoted(number, stated, own)):
            long = own.wordings if own.length >= FROM_MEMORY else ()
            if quoted[0].quoted >= FROM_MEMORY:
                return Read(quoted, own=long)
            others = (each for each in self._by_words(number, beside) if not _is_among(each, quoted))
            return Read((*quoted, *others), own=long)
        if len(uses) == 1 and uses[0].last >= self._limit:
            return self._alone(number)
        words = beside.words
        if not words:
            return self._alone(number)._replace(is_silent=True)
        return Read(self._by_words(number, beside))

    def _by_words(self, number: ClauseNumber, beside: CitedPassage) -> tuple[Sense, ...]:
        """Return what a number may mean by the words beside it, all of them or those of its sentence."""
        assert self._words is not None
        uses, words = self._sayings(number).uses, beside.words
        named = self._words.named(words, number, uses, self._limit) if len(uses) > 1 else ()
        near = self._near(number)
        beside_it = {words, beside.sentence}
        odds = [max([self._words.odds(each, number, use) for each in beside_it]) for use in uses]
        return tuple(
            Sense(use, _weight(odd, TEMPER * (_NEIGHBOURS if use in near else 1), is_named=use in named), use in named)
            for use, odd in zip(uses, odds, strict=True)
        )

    def _near_of(self, number: ClauseNumber) -> frozenset[NumberUse]:
        """Return the uses of a number whose clauses are neighbours today, in its own rule; none where it is one."""
        now = {use: self._numbering.number(use.clause, self._limit) for use in self._sayings(number).uses}
        near = frozenset(use for use, there in now.items() if there and there.of_rule == number.of_rule)
        return near if len({use.clause for use in near}) > 1 else frozenset()

    def _beside(self, number: ClauseNumber, own: Quoting) -> Iterator[str]:
        """Yield the wordings of the other clauses under the rule of a subrule when it had one that is quoted."""
        uses, said, _ = self._sayings(number)
        if number.parent is None or not number.is_subrule:
            return
        for use, wordings in zip(uses, said, strict=True):
            if not frozenset(own.wordings).isdisjoint(wordings):
                for other in clauses_below(self._numbering, number.parent, use.last):
                    if other != use.clause:
                        yield from self._numbering.wordings(other, use.last, use.last)

    def _sayings_of(self, number: ClauseNumber) -> _Sayings:
        uses = tuple(use for use in self._numbering.uses(number) if use.first <= self._limit)
        said = tuple(self._numbering.wordings(use.clause, use.first, use.last) for use in uses)
        return _Sayings(uses, said, tuple(dict.fromkeys(wording for wordings in said for wording in wordings)))

    def _read_alone(self, number: ClauseNumber) -> Read:
        return Read(tuple(Sense(use, 1.0) for use in self._sayings(number).uses))

    def _quoted(self, number: ClauseNumber, stated: Quoting, own: Quoting) -> tuple[Sense, ...]:
        """Return the readings of the releases in which the rules say what is quoted around a citation or behind it."""
        uses, said, _ = self._sayings(number)
        length = (stated if stated.wordings else own).length
        found: list[Sense] = []
        for use, wordings in zip(uses, said, strict=True):
            quoted = stated.wordings or [wording for wording in own.wordings if wording in wordings]
            spans = {span for wording in quoted for span in self._numbering.stays_of[wording]}
            found += self._within(use, spans, length)
        return tuple(found)

    def _within(self, use: NumberUse, stretches: Iterable[ReleaseSpan[int]], length: int) -> Iterator[Sense]:
        """Yield the parts of a use that fall in some stretches of releases."""
        for together in grouped(sorted(stretches), _touches):
            first = max(together[0].first, use.first)
            last = min(max(span.last for span in together), use.last, self._limit)
            if first <= last:
                yield Sense(NumberUse(first, last, use.clause), _weight(_ODDS_MAX), quoted=length)


def _is_among(sense: Sense, quoted: Iterable[Sense]) -> bool:
    return any(each.use.clause == sense.use.clause for each in quoted)


def _touches(before: Iterable[ReleaseSpan[int]], span: ReleaseSpan[int]) -> bool:
    """Whether a stretch overlaps with one of those before it, or follows it at once."""
    return span.first <= max(each.last for each in before) + 1


def _weight(odds: float, temper: float = TEMPER, *, is_named: bool = False) -> float:
    """Return how likely words are for a clause, as a multiple of chance; those about something else are at chance."""
    return ((1 - _ELSEWHERE) * exp(min(_ODDS_MAX, temper * odds)) + _ELSEWHERE) * (_NAMED if is_named else 1)
