"""The sentences of the changed clauses of both sides, and how well each continues another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.side import ReleaseSide, without_reminders
from crdiff.book_words import words_of
from crdiff.text.nearest import NEAREST_MAX, RareWords
from crdiff.text.words import Words, counted_words, distinct_words, fit, likeness, sentences

_ITEM = re.compile(r"\s(?=\((?:\d[a-z]?|[a-z])\)\s)")
_POINTER = re.compile(r"\(?See (?:also )?(?:rules?|section) #")


class SentenceWords(Struct, frozen=True, cache_hash=True):
    """A sentence of a clause, or several taken together: the distinct words and their weight.

    `is_reminder`: it stands in brackets and says what another rule does.
    """

    clause: int
    words: Words
    mass: float
    is_example: bool = False
    is_reminder: bool = False


# An old sentence and a new one.
SentencePair = tuple[SentenceWords, SentenceWords]
# An old sentence, a new one, and how well this continues that.
Fitting = tuple[SentenceWords, SentenceWords, float]

# Sentences of a clause up to which each is compared with each of another clause (count): 17 are the most in the
# releases, of 217.1c of 2008-02-01. Of more, those that share rare words are compared, or a paste without line breaks,
# N sentences in one clause, would take N² comparisons.
_ALL_COMPARED_MAX = 64


class _Crowd:
    """Many sentences, and those of them worth comparing with a given one."""

    def __init__(
        self, sentences: Iterable[SentenceWords], lexicon: Lexicon, best: int = NEAREST_MAX, homes: Sequence[int] = ()
    ) -> None:
        self._sentences = list(sentences)
        self._holders = RareWords(lexicon, best)
        for at, sentence in enumerate(self._sentences):
            self._holders.put(at, sentence.words, homes[sentence.clause] if homes else -1)

    def near(self, words: Words, home: frozenset[int] = frozenset()) -> list[SentenceWords]:
        """Return the few sentences that share the most of the rarest of `words`, those at `home` preferred."""
        return [self._sentences[at] for at in self._holders.sharing(words, home)]


class SideSentences(dict[int, list[SentenceWords]]):
    """The sentences of one side by clause, for the clauses named; `lexicon` reads from the words of the other side.

    Sentences that only point elsewhere ("See rule 810.") do not count: many clauses have them.
    """

    def __init__(self, side: ReleaseSide, clauses: Iterable[int], lexicon: Lexicon) -> None:
        super().__init__((index, sentences_of(side, index, lexicon)) for index in clauses)
        self._side = side
        self._lexicon = lexicon
        many = {at: found for at, found in self.items() if len(found) > _ALL_COMPARED_MAX}
        self.crowds = {at: _Crowd({one.words: one for one in found}.values(), lexicon) for at, found in many.items()}

    def near(self, words: Words, clauses: Iterable[int]) -> Iterator[SentenceWords]:
        """Yield the sentences of `clauses`, of those with too many only the nearest; clauses not named have none."""
        for at in clauses:
            yield from self.crowds[at].near(words) if at in self.crowds else self.get(at, ())

    def beside(self, one: SentenceWords) -> list[SentenceWords]:
        """Return the other sentences of the clause of a sentence; of several taken together there are none."""
        found = self[one.clause]
        others = [each for each in found if each is not one]
        return others if len(others) < len(found) else []

    def mass(self, clause: int) -> float:
        """Return the weight of all sentences of a clause."""
        return self._lexicon.mass(frozenset().union(*(one.words for one in self[clause]))) or 1.0

    def examples(self, clause: int) -> Iterator[SentenceWords]:
        """Yield the Examples of a clause, whether it is one of those named or not."""
        for words in map(distinct_words, self._side.nodes[clause].clause.examples):
            yield SentenceWords(clause, words, self._lexicon.mass(words), is_example=True)

    def with_more(self) -> Iterator[SentenceWords]:
        """Yield all sentences, examples ("for example" may become an Example), and the sum of few in one clause."""
        mass = self._lexicon.mass
        for index, found in self.items():
            yield from (*found, *self.examples(index))
            if 1 < len(found) <= cuts.SENTENCES_SUMMED_MAX:
                together: Words = frozenset().union(*(sentence.words for sentence in found))
                yield SentenceWords(index, together, mass(together))


class Sentences:
    """The sentences of both sides, for the clauses named; `fit` says how well a new one continues an old one."""

    def __init__(self, matching: Matching, lexicon: Lexicon, old: Iterable[int], new: Iterable[int]) -> None:
        self._lexicon = lexicon
        self._shared = cache(lexicon.shared)
        self._chapters = matching.new.chapters
        self._backwards = lexicon.reversed()
        groups = words_of(matching.new.release.book).exclusive
        self._exclusive = tuple(frozenset(counted_words(group)) for group in groups)
        self._all_exclusive: Words = frozenset().union(*self._exclusive)
        self._unchanged = cache(lambda clause: sentences_of(matching.old, clause, lexicon))
        self.old = SideSentences(matching.old, old, self._backwards)
        self.new = SideSentences(matching.new, new, lexicon)
        reason = f"its sentences compared with the {NEAREST_MAX} nearest only"
        matching.note_bound(self.old.crowds, self.new.crowds, reason)

    def fit(self, one: SentenceWords, other: SentenceWords) -> float:
        """Return how well a new sentence continues an old one, 0.0-1.0; a part of a sentence fits almost as well."""
        return fit(self.shared(one, other), one.mass, other.mass)

    def alike(self, one: SentenceWords, other: SentenceWords) -> float:
        """Return the share of the words of both that an old and a new sentence have in common, 0.0-1.0."""
        return likeness(self.shared(one, other), one.mass, other.mass)

    def shared(self, one: SentenceWords, other: SentenceWords) -> float:
        """Return the weight of the words that an old and a new sentence share."""
        return self._shared(one.words, other.words)

    def kept(self, one: SentenceWords, heirs: Iterable[int]) -> float:
        """Return how well the best of the clauses `heirs` continues an old sentence; those not changed do not count.

        What a sentence there continues of another sentence of the old clause is left aside: no words count twice.
        """
        beside, news = self.old.beside(one), self.new.near(one.words, heirs)
        return max((self._net(one, new, [(each, new) for each in beside]) for new in news), default=0.0)

    def explained(self, other: SentenceWords, origins: Iterable[int]) -> float:
        """Return how well a new sentence continues the best of the clauses `origins`, likewise."""
        beside, olds = self.new.beside(other), self.old.near(other.words, origins)
        return max((self._net(old, other, [(old, each) for each in beside]) for old in olds), default=0.0)

    def clash(self, one: SentenceWords, other: SentenceWords) -> bool:
        """Whether two sentences name different ones of words that exclude one another.

        Twins such as the costs to attack (500.2 of 2007-05-01) and to block (500.5) differ in these words only.
        """
        old, new = one.words & self._all_exclusive, other.words & self._all_exclusive
        return old != new and any(
            (named := old & group) and (others := new & group) and not named & others for group in self._exclusive
        )

    def said(self, other: SentenceWords, clauses: Iterable[int]) -> float:
        """Return how well a new sentence continues the best of the old `clauses`, changed or not."""
        ones = (one for clause in clauses for one in self.old.get(clause) or self._unchanged(clause))
        return max((self.fit(one, other) for one in ones), default=0.0)

    def _net(self, one: SentenceWords, other: SentenceWords, rivals: Sequence[SentencePair]) -> float:
        """Return how well `other` continues `one`, without the words by which either is in a pair that fits better."""
        found = self.fit(one, other)
        if found >= cuts.FIT_ACCOUNTED_MIN or not rivals:
            return found
        fits = [self.fit(*pair) for pair in rivals]
        best = max(fits)
        if best <= found:
            return found
        old, new = rivals[fits.index(best)]
        ones = one.words - new.words if old is one else one.words
        others = other.words - old.words if new is other else other.words
        return fit(self._lexicon.shared(ones, others), self._lexicon.mass(ones), self._lexicon.mass(others))

    def candidates(self, matching: Matching, context: Context) -> list[Fitting]:
        """Return the pairs of sentences that share rare words, with how well they fit; a few for each one.

        Of short clauses, all sentences together are tried too: one sentence may become two. Examples count as sentences
        here. Chapters that correspond are preferred, since every step of a turn has the same sentences. Sentences that
        a partner accounts for are passed over, unless their chapter was split and they may have been copied, or nothing
        continues the old clause, which another may restate that has an origin of its own.
        """
        is_account, origins, near_old, near_new = self._is_account, matching.origins, self.old.near, self.new.near
        every = [other for other in self.new.with_more() if not self._is_kept_example(other, matching)]
        free = [
            other
            for other in every
            if not any(is_account(one, other) for one in near_old(other.words, origins(other.clause)))
        ]
        among_free, among_all = (_Crowd(ones, self._lexicon, homes=self._chapters) for ones in (free, every))
        met: dict[SentencePair, None] = {}
        for one in self.old.with_more():
            near, heirs = context.near_chapters(one.clause), matching.heirs(one.clause)
            is_long = one.mass >= cuts.LONG_SENTENCE_MIN
            may_be_copied = len(near) > 1 and is_long
            if not may_be_copied and any(is_account(one, other) for other in near_new(one.words, heirs)):
                continue
            met.update(dict.fromkeys((one, other) for other in among_free.near(one.words, near)))
            if not heirs and is_long:
                others = (*among_free.near(one.words), *among_all.near(one.words))
                met.update(dict.fromkeys((one, other) for other in others))
        return [(one, other, self.fit(one, other)) for one, other in met]

    def _is_kept_example(self, other: SentenceWords, matching: Matching) -> bool:
        """Whether a new sentence is an Example that an origin of its clause had, so that it says nothing of others.

        Source: 7.1.6 and 7.1.9 of Disney Lorcana's rules of 2025-10-31 have like Examples; 7.1.9 became 6.1.11.
        """
        origins = matching.origins(other.clause) if other.is_example else ()
        return any(self._is_account(one, other) for origin in origins for one in self.old.examples(origin))

    def nearest_of_new(self, clauses: Iterable[int]) -> list[Fitting]:
        """Return for the longer sentences of some new clauses the few nearest old ones, with how well they fit."""
        news = [other for at in clauses for other in self.new.get(at, ()) if other.mass >= cuts.PART_WEIGHT_MIN]
        return [(one, other, self.fit(one, other)) for other in news for one in self._olds.near(other.words)]

    def like_those_of(self, alone: Iterable[int], matching: Matching, *, are_new: bool = False) -> Iterator[Fitting]:
        """Yield the sentences of some old clauses with the few nearest new ones that no origin said, and how alike.

        Or those of new clauses with old ones that no heir kept. Passed over are those hardly alike, a sentence that
        another clause says better, and reminders of other rules.
        """
        own, others = (self.new, self.old) if are_new else (self.old, self.new)
        ones = [one for at in alone for one in own.get(at, ()) if not one.is_reminder]
        said = (each for found in others.values() if ones for each in found)
        weights = self._backwards if are_new else self._lexicon
        unpaid = _Crowd((each for each in said if not self._is_paid(each, matching, is_new=not are_new)), weights)
        for one in ones:
            for other in unpaid.near(one.words):
                pair = (other, one) if are_new else (one, other)
                alike = self.alike(*pair)
                if alike < cuts.RESEMBLED_MIN or self.clash(*pair):
                    continue
                beside = (self._news if are_new else self._olds).near(other.words)
                rivals = (each for each in beside if each.clause != one.clause)
                pairs = ((other, rival) if are_new else (rival, other) for rival in rivals)
                if all(self.alike(*each) < alike + cuts.FIT_LEAD_MIN for each in pairs):
                    yield (*pair, alike)

    @cached_property
    def _olds(self) -> _Crowd:
        return _Crowd((one for found in self.old.values() for one in found), self._backwards, 2 * NEAREST_MAX)

    @cached_property
    def _news(self) -> _Crowd:
        return _Crowd((other for found in self.new.values() for other in found), self._lexicon, 2 * NEAREST_MAX)

    def _is_paid(self, sentence: SentenceWords, matching: Matching, *, is_new: bool) -> bool:
        """Whether a partner of its clause accounts for a sentence."""
        at = sentence.clause
        if is_new:
            return any(self._is_account(one, sentence) for one in self.old.near(sentence.words, matching.origins(at)))
        return any(self._is_account(sentence, other) for other in self.new.near(sentence.words, matching.heirs(at)))

    def _is_account(self, one: SentenceWords, other: SentenceWords) -> bool:
        """Whether two sentences say nearly the same; their weights alone often show that they do not.

        A sentence that is only a part of another never fits as well (see the function `fit`).
        """
        least = cuts.FIT_ACCOUNTED_MIN
        if 2 * min(one.mass, other.mass) < least * (one.mass + other.mass):
            return False
        return one.words == other.words or self.alike(one, other) >= least


def sentences_of(side: ReleaseSide, index: int, lexicon: Lexicon) -> list[SentenceWords]:
    """Return the sentences of a clause, without those that only point elsewhere."""
    key = side.keys[index]
    plain = _sentences(without_reminders(key)) if ".)" in key else None
    return [
        SentenceWords(index, words, lexicon.whole(words), is_reminder=plain is not None and text not in plain)
        for text in _sentences(key)
        if not _POINTER.match(text) and (words := frozenset(counted_words(text)))
    ]


def _sentences(text: str) -> list[str]:
    """Return the sentences of `text`, the items of a list one by one.

    Source: the seven exceptions of 217.1c of 2009-05-01, "(1) Effects from spells …; (2) Prevention effects …", became
    400.7a-f.
    """
    found = sentences(text)
    return [item for sentence in found for item in _ITEM.split(sentence)] if "(" in text else found
