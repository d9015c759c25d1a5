"""The sentences of the changed clauses of both sides, and how well each continues another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt

from msgspec import Struct

from crdiff.align.matching import Matching
from crdiff.align.measure.context import Context
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.side import Side
from crdiff.text.normalise import fold_typography
from crdiff.text.similarity import Words, containment, likeness
from crdiff.text.words import counted_words, sentences

_HOLDERS = 60
_BEST = 3
_PART = 0.85
_WEIGHTY = 1.5
_SHORT = 3
_ACCOUNTED = 0.86
LONG = 4.0
"""What a sentence weighs that says enough to be known as a copy."""
_ITEM = re.compile(r"\s(?=\((?:\d[a-z]?|[a-z])\)\s)")
_POINTER = re.compile(r"\(?See (?:also )?(?:rules?|section) #")


class Sentence(Struct, frozen=True):
    """A sentence of a clause, or several taken together: its distinct words, and what they weigh.

    `length` is what to divide by, so that long sentences do not win by their length.
    """

    clause: int
    words: Words
    mass: float
    length: float
    is_example: bool = False


_FEW = 64
"""Sentences of a clause up to which each is compared with each of another clause: 17 are the most in the releases, of
217.1c of 2008-02-01. Of more, those that share rare words are compared, or a paste without line breaks, N sentences in
one clause, would take N² comparisons."""
_NEAREST = 32
"""How many sentences of such a clause are compared with one of another."""


class _Crowd:
    """The sentences of a clause with too many to compare all, and those of them worth comparing with a given one."""

    def __init__(self, sentences: Sequence[Sentence], vocabulary: Vocabulary) -> None:
        self._sentences = list({sentence.words: sentence for sentence in sentences}.values())
        self._holders = RareWords(vocabulary, _HOLDERS, _NEAREST)
        for at, sentence in enumerate(self._sentences):
            self._holders.put(at, sentence.words)

    def near(self, words: Words) -> list[Sentence]:
        """Return the few sentences that share the most of the rarest of `words`, the most first."""
        return [self._sentences[at] for at in self._holders.sharing(words)]


class Sentences:
    """Sentences by clause, for the clauses named; `fit` says how well a new one continues an old one.

    Sentences that only point elsewhere ("See rule 810.") do not count: they stand in many clauses.
    """

    def __init__(self, matching: Matching, vocabulary: Vocabulary, old: Iterable[int], new: Iterable[int]) -> None:
        self._vocabulary = vocabulary
        self._chapters = matching.new.chapters
        self.old = _by_clause(matching.old, old, vocabulary)
        self.new = _by_clause(matching.new, new, vocabulary)
        backwards = vocabulary.reversed()
        self._crowds_old = {clause: _Crowd(self.old[clause], backwards) for clause in _long(self.old)}
        self._crowds_new = {clause: _Crowd(self.new[clause], vocabulary) for clause in _long(self.new)}
        said = f"its sentences compared with the {_NEAREST} nearest only"
        matching.note_bound(self._crowds_old, self._crowds_new, said)

    def fit(self, one: Sentence, other: Sentence) -> float:
        """Return how well a new sentence continues an old one, 0.0-1.0; a part of a sentence fits almost as well."""
        shared = self.shared(one, other)
        alike = likeness(shared, one.mass, other.mass)
        if shared < _WEIGHTY:
            return alike
        return max(alike, _PART * containment(shared, one.mass, other.mass))

    def shared(self, one: Sentence, other: Sentence) -> float:
        """Return the weight of the words that an old and a new sentence share."""
        return self._vocabulary.shared(one.words, other.words)

    def kept(self, one: Sentence, heirs: Iterable[int]) -> float:
        """Return how well the best of the clauses `heirs` continues an old sentence; those not changed do not count."""
        return max((self.fit(one, other) for other in self._continuing(one, heirs)), default=0.0)

    def explained(self, other: Sentence, origins: Iterable[int]) -> float:
        """Return how well a new sentence continues the best of the clauses `origins`, likewise."""
        return max((self.fit(one, other) for one in self._continued(other, origins)), default=0.0)

    def _continuing(self, one: Sentence, heirs: Iterable[int]) -> Iterator[Sentence]:
        """Yield the sentences of the clauses `heirs` that may continue an old one."""
        for heir in heirs:
            yield from self._crowds_new[heir].near(one.words) if heir in self._crowds_new else self.new.get(heir, ())

    def _continued(self, other: Sentence, origins: Iterable[int]) -> Iterator[Sentence]:
        """Yield the sentences of the clauses `origins` that a new one may continue."""
        for at in origins:
            yield from self._crowds_old[at].near(other.words) if at in self._crowds_old else self.old.get(at, ())

    def mass_old(self, clause: int) -> float:
        """Return what the sentences of an old clause weigh together."""
        return sum(sentence.mass for sentence in self.old[clause]) or 1.0

    def mass_new(self, clause: int) -> float:
        """Return what the sentences of a new clause weigh together."""
        return sum(sentence.mass for sentence in self.new[clause]) or 1.0

    def flow(self, old: int, new: int) -> float:
        """Return the weight of the old clause's sentences that the new one continues."""
        return sum(one.mass * self.kept(one, (new,)) for one in self.old.get(old, ()))

    def candidates(self, matching: Matching, context: Context) -> list[tuple[Sentence, Sentence, float]]:
        """Return the pairs of sentences that share rare words, with how well they fit; a few for each old one.

        Of short clauses, all sentences together are tried too: one sentence may become two. Examples count as sentences
        here. Chapters that correspond are preferred, since the same sentence stands in every step of a turn. Sentences
        that a partner accounts for are passed over, unless their chapter was split and they may have been copied.
        """
        flat = [
            one
            for index, found in self.new.items()
            for one in self._with_more(matching.new, index, found)
            if not self._is_explained(one, matching.origins(index))
        ]
        holders = RareWords(self._vocabulary, _HOLDERS, _BEST)
        for at, sentence in enumerate(flat):
            holders.put(at, sentence.words, sentence.length, self._chapters[sentence.clause])
        found: list[tuple[Sentence, Sentence, float]] = []
        for clause, ones in self.old.items():
            near, heirs = context.near_chapters(clause), matching.heirs(clause)
            for one in self._with_more(matching.old, clause, ones):
                may_be_copied = len(near) > 1 and one.mass >= LONG
                if may_be_copied or not self._is_kept(one, heirs):
                    found.extend((one, flat[at], self.fit(one, flat[at])) for at in holders.sharing(one.words, near))
        return found

    def _is_kept(self, one: Sentence, heirs: Iterable[int]) -> bool:
        """Whether one of the clauses `heirs` says nearly what an old sentence says."""
        return any(self._is_account(one, other) for other in self._continuing(one, heirs))

    def _is_explained(self, other: Sentence, origins: Iterable[int]) -> bool:
        """Whether one of the clauses `origins` said nearly what a new sentence says."""
        return any(self._is_account(one, other) for one in self._continued(other, origins))

    def _is_account(self, one: Sentence, other: Sentence) -> bool:
        """Whether two sentences say nearly the same; the weights often tell that they do not.

        A sentence that is only a part of another never fits as well (see `_PART`).
        """
        most = likeness(min(one.mass, other.mass), one.mass, other.mass)
        return most >= _ACCOUNTED and likeness(self.shared(one, other), one.mass, other.mass) >= _ACCOUNTED

    def _with_more(self, side: Side, index: int, found: list[Sentence]) -> list[Sentence]:
        """Return sentences, their sum where they are few, and the examples: "for example" may become an Example."""
        more = [
            _sentence(index, frozenset(counted_words(fold_typography(text))), self._vocabulary, is_example=True)
            for text in side.nodes[index].clause.examples
        ]
        if 1 < len(found) <= _SHORT:
            words: Words = frozenset().union(*(sentence.words for sentence in found))
            more.append(_sentence(index, words, self._vocabulary))
        return [*found, *more]


def _long(found: Mapping[int, Sequence[Sentence]]) -> list[int]:
    """Return the clauses of too many sentences to compare all with all."""
    return [clause for clause, held in found.items() if len(held) > _FEW]


def _by_clause(side: Side, indices: Iterable[int], vocabulary: Vocabulary) -> dict[int, list[Sentence]]:
    found: dict[int, list[Sentence]] = {}
    for index in indices:
        pieces = (counted_words(text) for text in _sentences(side.keys[index]) if not _POINTER.match(text))
        found[index] = [_sentence(index, frozenset(words), vocabulary) for words in pieces if words]
    return found


def _sentences(text: str) -> list[str]:
    """Return the sentences of `text`, the items of a list one by one.

    Source: the seven exceptions of 217.1c of 2009-05-01, "(1) Effects from spells …; (2) Prevention effects …", became
    400.7a-f.
    """
    found = sentences(text)
    return [item for sentence in found for item in _ITEM.split(sentence)] if "(" in text else found


def _sentence(clause: int, words: Words, vocabulary: Vocabulary, is_example: bool = False) -> Sentence:
    mass = vocabulary.mass(words)
    return Sentence(clause, words, mass, sqrt(2.0 + mass), is_example)
