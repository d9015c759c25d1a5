"""The sentences of the changed clauses of both sides, and how well each continues another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.side import ReleaseSide, without_reminders
from crdiff.text.nearest import NEAREST_MAX, RareWords
from crdiff.text.similarity import Words, likeness
from crdiff.text.weights import fit
from crdiff.text.words import counted_words, distinct_words, sentences

_ITEM = re.compile(r"\s(?=\((?:\d[a-z]?|[a-z])\)\s)")
_POINTER = re.compile(r"\(?See (?:also )?(?:rules?|section) #")


_EXCLUSIVE: tuple[Words, ...] = tuple(
    frozenset(counted_words(group))
    for group in (
        *("attack block", "attacker blocker", "front back", "first second third", "white blue black red green"),
        "artifact creature enchantment land planeswalker instant sorcery battle",
        *("replacement prevention", "activated triggered static", "tapped untapped", "power toughness"),
        *("win lose", "beginning end", "active nonactive"),
    )
)
_ALL_EXCLUSIVE: Words = frozenset().union(*_EXCLUSIVE)


class SentenceWords(Struct, frozen=True):
    """A sentence of a clause, or several taken together: the distinct words and their weight.

    `is_reminder`: it stands in brackets and says what another rule does.
    """

    clause: int
    words: Words
    mass: float
    is_example: bool = False
    is_reminder: bool = False


SentencePair = tuple[SentenceWords, SentenceWords]
"""An old sentence and a new one."""

_ALL_COMPARED_MAX = 64
"""Sentences of a clause up to which each is compared with each of another clause (count): 17 are the most in the
releases, of 217.1c of 2008-02-01. Of more, those that share rare words are compared, or a paste without line breaks, N
sentences in one clause, would take N² comparisons."""


class _Crowd:
    """The sentences of a clause with too many to compare all, and those of them worth comparing with a given one."""

    def __init__(self, sentences: Sequence[SentenceWords], lexicon: Lexicon) -> None:
        self._sentences = list({sentence.words: sentence for sentence in sentences}.values())
        self._holders = RareWords(lexicon)
        for at, sentence in enumerate(self._sentences):
            self._holders.put(at, sentence.words)

    def near(self, words: Words) -> list[SentenceWords]:
        """Return the few sentences that share the most of the rarest of `words`, the most first."""
        return [self._sentences[at] for at in self._holders.sharing(words)]


class Sentences:
    """Sentences by clause, for the clauses named; `fit` says how well a new one continues an old one.

    Sentences that only point elsewhere ("See rule 810.") do not count: many clauses have them.
    """

    def __init__(self, matching: Matching, lexicon: Lexicon, old: Iterable[int], new: Iterable[int]) -> None:
        self._lexicon = lexicon
        self._chapters = matching.new.chapters
        self._side = matching.old
        self._unchanged: dict[int, list[SentenceWords]] = {}
        self.old = _by_clause(matching.old, old, lexicon)
        self.new = _by_clause(matching.new, new, lexicon)
        backwards = lexicon.reversed()
        self._crowds_old = {clause: _Crowd(self.old[clause], backwards) for clause in _long(self.old)}
        self._crowds_new = {clause: _Crowd(self.new[clause], lexicon) for clause in _long(self.new)}
        reason = f"its sentences compared with the {NEAREST_MAX} nearest only"
        matching.note_bound(self._crowds_old, self._crowds_new, reason)

    def fit(self, one: SentenceWords, other: SentenceWords) -> float:
        """Return how well a new sentence continues an old one, 0.0-1.0; a part of a sentence fits almost as well."""
        return fit(self.shared(one, other), one.mass, other.mass)

    def shared(self, one: SentenceWords, other: SentenceWords) -> float:
        """Return the weight of the words that an old and a new sentence share."""
        return self._lexicon.shared(one.words, other.words)

    def kept(self, one: SentenceWords, heirs: Iterable[int]) -> float:
        """Return how well the best of the clauses `heirs` continues an old sentence; those not changed do not count.

        What a sentence there continues of another sentence of the old clause is left aside: no words count twice.
        """
        beside = _beside(one, self.old)
        news = self._continuing(one, heirs)
        return max((self._net(one, new, [(each, new) for each in beside]) for new in news), default=0.0)

    def explained(self, other: SentenceWords, origins: Iterable[int]) -> float:
        """Return how well a new sentence continues the best of the clauses `origins`, likewise."""
        beside = _beside(other, self.new)
        olds = self._continued(other, origins)
        return max((self._net(old, other, [(old, each) for each in beside]) for old in olds), default=0.0)

    def said(self, other: SentenceWords, clauses: Iterable[int]) -> float:
        """Return how well a new sentence continues the best of the old `clauses`, changed or not."""
        return max((self.fit(one, other) for clause in clauses for one in self._all_old(clause)), default=0.0)

    def _all_old(self, clause: int) -> Sequence[SentenceWords]:
        if clause in self.old:
            return self.old[clause]
        if clause not in self._unchanged:
            self._unchanged[clause] = sentences_of(self._side, clause, self._lexicon)
        return self._unchanged[clause]

    def _net(self, one: SentenceWords, other: SentenceWords, rivals: Sequence[SentencePair]) -> float:
        """Return how well `other` continues `one`, without the words by which either is in a pair that fits better."""
        found = self.fit(one, other)
        if found >= cuts.FIT_ACCOUNTED_MIN or not rivals:
            return found
        old, new = max(rivals, key=lambda pair: self.fit(*pair))
        if self.fit(old, new) <= found:
            return found
        ones = one.words - new.words if old is one else one.words
        others = other.words - old.words if new is other else other.words
        return fit(self._lexicon.shared(ones, others), self._lexicon.mass(ones), self._lexicon.mass(others))

    def _continuing(self, one: SentenceWords, heirs: Iterable[int]) -> Iterator[SentenceWords]:
        """Yield the sentences of the clauses `heirs` that may continue an old one."""
        for heir in heirs:
            yield from self._crowds_new[heir].near(one.words) if heir in self._crowds_new else self.new.get(heir, ())

    def _continued(self, other: SentenceWords, origins: Iterable[int]) -> Iterator[SentenceWords]:
        """Yield the sentences of the clauses `origins` that a new one may continue."""
        for at in origins:
            yield from self._crowds_old[at].near(other.words) if at in self._crowds_old else self.old.get(at, ())

    def mass_old(self, clause: int) -> float:
        """Return the weight of all sentences of an old clause."""
        return self._lexicon.mass(frozenset().union(*(one.words for one in self.old[clause]))) or 1.0

    def mass_new(self, clause: int) -> float:
        """Return the weight of all sentences of a new clause."""
        return self._lexicon.mass(frozenset().union(*(one.words for one in self.new[clause]))) or 1.0

    def candidates(self, matching: Matching, context: Context) -> list[tuple[SentenceWords, SentenceWords, float]]:
        """Return the pairs of sentences that share rare words, with how well they fit; a few for each one.

        Of short clauses, all sentences together are tried too: one sentence may become two. Examples count as sentences
        here. Chapters that correspond are preferred, since every step of a turn has the same sentences. Sentences that
        a partner accounts for are passed over, unless their chapter was split and they may have been copied, or nothing
        continues the old clause, which another may restate that has an origin of its own.
        """
        every = [one for index, found in self.new.items() for one in self._with_more(matching.new, index, found)]
        free = [one for one in every if not self._is_explained(one, matching.origins(one.clause))]
        olds = [one for index, found in self.old.items() for one in self._with_more(matching.old, index, found)]
        among_free, among_all = self._index(free), self._index(every)
        met: dict[tuple[SentenceWords, SentenceWords], None] = {}
        for one in olds:
            near, heirs = context.near_chapters(one.clause), matching.heirs(one.clause)
            is_long = one.mass >= cuts.LONG_SENTENCE_MIN
            if heirs and not (len(near) > 1 and is_long) and self._is_kept(one, heirs):
                continue
            met.update(dict.fromkeys((one, free[at]) for at in among_free.sharing(one.words, near)))
            if not heirs and is_long:
                met.update(dict.fromkeys((one, free[at]) for at in among_free.sharing(one.words)))
                met.update(dict.fromkeys((one, every[at]) for at in among_all.sharing(one.words)))
        return [(one, other, self.fit(one, other)) for one, other in met]

    def nearest_of_new(self, clauses: Iterable[int]) -> list[tuple[SentenceWords, SentenceWords, float]]:
        """Return for the longer sentences of some new clauses the few nearest old ones, with how well they fit."""
        news = [other for clause in clauses for other in self.new.get(clause, ())]
        olds = [one for found in self.old.values() for one in found] if news else []
        holders = RareWords(self._lexicon.reversed(), 10)
        for at, one in enumerate(olds):
            holders.put(at, one.words)
        long = (other for other in news if other.mass >= cuts.PART_WEIGHT_MIN)
        pairs = [(olds[at], other) for other in long for at in holders.sharing(other.words)]
        return [(one, other, self.fit(one, other)) for one, other in pairs]

    def _index(self, sentences: Sequence[SentenceWords]) -> RareWords:
        holders = RareWords(self._lexicon)
        for at, sentence in enumerate(sentences):
            holders.put(at, sentence.words, self._chapters[sentence.clause])
        return holders

    def _is_kept(self, one: SentenceWords, heirs: Iterable[int]) -> bool:
        """Whether one of the clauses `heirs` has nearly the same sentence as an old one."""
        return any(self._is_account(one, other) for other in self._continuing(one, heirs))

    def _is_explained(self, other: SentenceWords, origins: Iterable[int]) -> bool:
        """Whether one of the clauses `origins` had nearly the same sentence as a new one."""
        return any(self._is_account(one, other) for one in self._continued(other, origins))

    def _is_account(self, one: SentenceWords, other: SentenceWords) -> bool:
        """Whether two sentences say nearly the same; their weights alone often show that they do not.

        A sentence that is only a part of another never fits as well (see the function `fit`).
        """
        most = likeness(min(one.mass, other.mass), one.mass, other.mass)
        return most >= cuts.FIT_ACCOUNTED_MIN and (
            one.words == other.words
            or likeness(self.shared(one, other), one.mass, other.mass) >= cuts.FIT_ACCOUNTED_MIN
        )

    def _with_more(self, side: ReleaseSide, index: int, found: list[SentenceWords]) -> list[SentenceWords]:
        """Return sentences, their sum where they are few, and the examples: "for example" may become an Example."""
        more = [
            _sentence(index, distinct_words(text), self._lexicon, is_example=True)
            for text in side.nodes[index].clause.examples
        ]
        if 1 < len(found) <= cuts.SENTENCES_SUMMED_MAX:
            words: Words = frozenset().union(*(sentence.words for sentence in found))
            more.append(_sentence(index, words, self._lexicon))
        return [*found, *more]


def _beside(one: SentenceWords, sentences: Mapping[int, Sequence[SentenceWords]]) -> list[SentenceWords]:
    """Return the other sentences of the clause of a sentence; of several taken together there are none."""
    found = sentences[one.clause]
    return [each for each in found if each is not one] if any(each is one for each in found) else []


def _long(found: Mapping[int, Sequence[SentenceWords]]) -> list[int]:
    """Return the clauses of too many sentences to compare all with all."""
    return [clause for clause, ones in found.items() if len(ones) > _ALL_COMPARED_MAX]


def _by_clause(side: ReleaseSide, indices: Iterable[int], lexicon: Lexicon) -> dict[int, list[SentenceWords]]:
    return {index: sentences_of(side, index, lexicon) for index in indices}


def sentences_of(side: ReleaseSide, index: int, lexicon: Lexicon) -> list[SentenceWords]:
    """Return the sentences of a clause, without those that only point elsewhere."""
    key = side.keys[index]
    plain = _sentences(without_reminders(key)) if ".)" in key else None
    return [
        _sentence(index, words, lexicon, is_reminder=plain is not None and text not in plain)
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


def _sentence(
    clause: int, words: Words, lexicon: Lexicon, *, is_example: bool = False, is_reminder: bool = False
) -> SentenceWords:
    return SentenceWords(clause, words, lexicon.mass(words), is_example, is_reminder)


def clash(old: SentenceWords, new: SentenceWords) -> bool:
    """Whether two sentences name different ones of words that exclude one another.

    Twins such as the costs to attack (500.2 of 2007-05-01) and to block (500.5) differ in these words only.
    """
    named_old, named_new = old.words & _ALL_EXCLUSIVE, new.words & _ALL_EXCLUSIVE
    return named_old != named_new and any(
        (one := named_old & group) and (other := named_new & group) and not one & other for group in _EXCLUSIVE
    )
