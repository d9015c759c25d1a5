"""Which release brought each sentence of a clause or an entry, and which sentences ended in one that lives on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import date, timedelta
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Generic

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Facet
from crdiff.history.lineage import Lineage, Number_co, Term, Worded
from crdiff.history.saying import saying
from crdiff.model.number import ClauseNumber
from crdiff.text.nearest import nearest
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import mended, sentences_as_printed
from crdiff.text.words import KIN, counted_words, likeness, sentences

# Different words (count) from which on a sentence is of weight.
#
# Formulas and definitions of a word have fewer. Source: 507.3 of 2016-07-22 has 7 in "Players may cast spells and
# activate abilities."; the sentence on mana burn in 300.3 of 2009-05-01 has 12.
_WORDS_OF_WEIGHT = 8
# How a sentence begins that only says where to read more.
_REFERENCE = re.compile(r"\W*see (?:also )?(?:the )?(?:rule|section)", re.IGNORECASE)
# Share of the words of a sentence from which on a sentence of the heirs of its text restates it.
#
# With half of them, more of the sentence went on than ended: `crdiff.history.blame` takes it for another form. Source:
# the heirs of 300.3 of 2009-05-01 have a third of the words of its sentence on mana burn.
_SHARE_RESTATED = 0.5
# Share of the words of a sentence that its clause has in several sentences, or any other clause in one.
#
# Sentences share the common words by chance, so this is more than `_SHARE_RESTATED`. Source: 702.12b of 2009-07-11
# has 0.95 of the words of the sentence on snow landwalk in 502.6c of 2009-05-01.
_SHARE_SAID_ELSEWHERE = 0.8

# From the id of a lineage to the lineage.
Lineages = Callable[[str], Lineage[Number_co]]
# From a release to the wordings that begin in it.
BegunTexts = Callable[[date], Iterable[str]]


class EndedSentence(Struct, Generic[Number_co], frozen=True):
    """A sentence that a clause or an entry had, under `number`, up to the release `last`, and no more in `release`."""

    text: str
    last: date
    release: date
    number: Number_co


class Endings(Generic[Number_co]):
    """Finds the ended sentences of lineages; what begins in a release is taken apart once."""

    def __init__(self, lineages: Lineages[Number_co], begun: BegunTexts) -> None:
        self._lineages = lineages
        self._said_in = cache(lambda release: [words for text in begun(release) for words in _in_sentences(text)])

    def of(self, lineage: Lineage[Number_co], until: date) -> Iterator[EndedSentence[Number_co]]:
        """Yield the sentences that ended inside `lineage` up to the release `until`, oldest first.

        Where it was revoked the whole clause ended, and where a text is missing nothing is known.
        """
        for before, after in pairwise(lineage.wordings):
            if before.is_held and after.is_held and after.first <= until and after.first != lineage.revoked:
                heirs = list(_heirs(lineage, after.first, self._lineages))
                for one in filter(has_weight, sentences(fold_typography(before.text))):
                    if not _is_restated(one, after, heirs) and not self._is_said_elsewhere(one, after.first):
                        yield EndedSentence(one, before.last, after.first, before.number)

    def _is_said_elsewhere(self, sentence: str, release: date) -> bool:
        return any(_share(sentence, words) >= _SHARE_SAID_ELSEWHERE for words in self._said_in(release))


def has_weight(sentence: str) -> bool:
    """Whether a sentence says enough, and more than where to read on, to be missed."""
    return len(_words(sentence)) >= _WORDS_OF_WEIGHT and not _REFERENCE.match(sentence)


def _is_restated(sentence: str, after: Worded[ClauseNumber | Term], heirs: Iterable[str]) -> bool:
    """Whether the wording `after`, or one of the `heirs` of its text, has the sentence in other words."""
    if _share(sentence, frozenset().union(*_in_sentences(after.wording))) >= _SHARE_SAID_ELSEWHERE:
        return True
    texts = (after.wording, *after.examples, *heirs)
    return any(_likeness(sentence, words) >= _SHARE_RESTATED for text in texts for words in _in_sentences(text))


def _heirs(lineage: Lineage[Number_co], release: date, lineages: Lineages[Number_co]) -> Iterator[str]:
    """Yield the wordings in `release` of the clauses that gave text to `lineage` in it, or took text from it."""
    for event in (*lineage.origin, *lineage.fate):
        if event.release == release and event.lineage:
            worded = lineages(event.lineage).wordings
            yield from (one.wording for one in worded if one.covers(release))


def _share(sentence: str, others: frozenset[str]) -> float:
    """Return the share of the words of a sentence that `others` have."""
    words = _words(sentence)
    return len(words & others) / len(words)


def _likeness(sentence: str, others: frozenset[str]) -> float:
    """Return the share of the words in common: of those of `sentence`, or of both where the other one is shorter."""
    words = _words(sentence)
    return likeness(len(words & others), len(words), min(len(words), len(others)))


def _in_sentences(text: str) -> list[frozenset[str]]:
    return list(map(_words, sentences(fold_typography(text))))


@lru_cache(maxsize=1 << 14)
def _words(sentence: str) -> frozenset[str]:
    return frozenset(counted_words(sentence))


class Sentence(Struct, Generic[Number_co], frozen=True):
    """A sentence of a clause or an entry, or one of its examples.

    `introduced` is the release that brought its first form, `since` the one from which it reads as it does; `number` is
    where it stood in `since`, `lineage` the clause it stood in. Where texts before are missing, `introduced_earliest`
    and `since_earliest` are the first releases that can have done so, None where it is known.
    """

    text: str
    introduced: date
    since: date
    number: Number_co
    lineage: str
    is_example: bool
    introduced_earliest: date | None = None
    since_earliest: date | None = None


class Blame(Struct, Generic[Number_co], frozen=True):
    """The sentences of a clause or an entry as `release` has it, under `number`, in order.

    `revoked` is the release in which it became a notice that its rule is gone, None where it had not. `ended` are the
    sentences of weight that it lost before.
    """

    lineage: str
    release: date
    number: Number_co
    sentences: tuple[Sentence[Number_co], ...]
    revoked: date | None = None
    ended: tuple[EndedSentence[Number_co], ...] = ()


def blame(lineage: Lineage[Number_co], at: date, lineages: Lineages[Number_co]) -> tuple[Sentence[Number_co], ...]:
    """Return the sentences of the wording in force at release `at`, each with the releases that introduced it."""
    return tuple(known.sentence for known in _grown(lineage, at, lineages))


class _Known(Struct, Generic[Number_co], frozen=True):
    """A sentence with the words that it was meant to have: without a misprint that the next wording mends."""

    sentence: Sentence[Number_co]
    meant: str


def _grown(lineage: Lineage[Number_co], at: date, lineages: Lineages[Number_co]) -> tuple[_Known[Number_co], ...]:
    """Return the sentences of the wording in force at release `at`."""
    known: list[_Known[Number_co]] = []
    text: _Since[Number_co] = _Since({Facet.REFERENCE, Facet.EXAMPLE})
    examples: _Since[Number_co] = _Since({Facet.REFERENCE})
    for place, worded in enumerate(lineage.wordings):
        if worded.first > at:
            break
        if worded.first == lineage.revoked:
            known = []  # a notice may say what the rule said: it does not restate it
        known += _brought(lineage, worded.first, lineages)
        if lost := _lost(lineage, worded.first, lineages):
            text.miss(lost)
            examples.miss(lost)
        text.meet(worded)
        examples.meet(worded)
        if worded.is_held:
            known = _inherited(known, _pieces(worded, lineage.id, text, examples), _mending(lineage, place))
            text.read()
            examples.read()
    return tuple(known)


class _Since(Generic[Number_co]):
    """The origin of what a wording has of one kind, its text or its examples.

    `respects` are those in which a wording may differ from the one before and still have the same of that kind. `begun`
    is the wording that introduced it; `earliest` the first release that can have done so, None where it is known.
    """

    def __init__(self, respects: Set[Facet]) -> None:
        self.begun: Worded[Number_co] | None = None
        self.earliest: date | None = None
        self._respects = respects
        self._missing: date | None = None
        self._is_read = False

    def meet(self, worded: Worded[Number_co]) -> None:
        """Go on to the next wording; one that is missing and still has the same of this kind leaves nothing open.

        Source: 710.5 of 2009-07-11 differs from 507.3b in its reference only, so 711.6 of 2010-10-01 is the first that
        speaks of controlling a player.
        """
        is_same = bool(worded.facets) and set(worded.facets) <= self._respects
        if self.begun is None or not is_same or (self._is_read and worded.is_held):
            self.begun, self.earliest, self._is_read = worded, self._missing, False
            if not worded.is_held:
                self._missing = self._missing or worded.first

    def miss(self, release: date) -> None:
        """Note that what came into the clause may be as old as `release`: its text before is missing."""
        self._missing = min(self._missing or release, release)

    def read(self) -> None:
        """Note that the text of this wording is known from now on."""
        self._missing, self._is_read = None, True


def _brought(lineage: Lineage[Number_co], release: date, lineages: Lineages[Number_co]) -> Iterator[_Known[Number_co]]:
    """Yield the sentences, before `release`, of the clauses whose text came into this one in it."""
    for event in lineage.origin:
        if event.release == release and event.lineage:
            yield from _grown(lineages(event.lineage), release - timedelta(1), lineages)


def _lost(lineage: Lineage[Number_co], release: date, lineages: Lineages[Number_co]) -> date | None:
    """Return the first release of the oldest clause whose text came into this one in `release` and is missing.

    Source: 103.3 of 2003-07-01 was split off 103.2 of 2003-05-26, and has a sentence that 103.2 has since 1999-04-23.
    """
    found: set[date] = set()
    seen: set[str] = set()
    left = [(lineage, release)]
    while left:
        one, at = left.pop()
        for event in one.origin:
            if event.release != at or not event.lineage or event.lineage in seen:
                continue
            seen.add(event.lineage)
            source = lineages(event.lineage)
            before = [worded for worded in source.wordings if worded.first < at]
            if not before or not before[-1].is_held:
                found.add(source.runs[0].first)
                left += [(source, earlier.release) for earlier in source.origin if earlier.release < at]
    return min(found, default=None)


def _pieces(
    worded: Worded[Number_co], lineage: str, text: _Since[Number_co], examples: _Since[Number_co]
) -> Iterator[Sentence[Number_co]]:
    """Yield the sentences of title and text, then every example as a whole, all as if they were new."""
    for since, said in ((text, sentences_as_printed(worded.wording)), (examples, worded.examples)):
        begun = since.begun or worded
        for one in said:
            is_example, earliest = since is examples, since.earliest
            yield Sentence(one, begun.first, begun.first, begun.number, lineage, is_example, earliest, earliest)


class _Mending(Struct, frozen=True):
    """What mends misprints: the sentences `after` a wording, or the wording itself where it `is_of_misprints`."""

    after: frozenset[str]
    is_of_misprints: bool

    def same(self, old: _Known[ClauseNumber | Term], new: str) -> bool:
        """Whether a sentence differs from an old one by misprints that are mended next, or were mended now."""
        return (self.is_of_misprints or old.meant in self.after) and mended(old.meant, new, old.meant) == old.meant


def _mending(lineage: Lineage[ClauseNumber | Term], place: int) -> _Mending:
    following = lineage.wordings[place + 1 : place + 2]
    after = (_said(one) for worded in following for one in (*sentences_as_printed(worded.wording), *worded.examples))
    return _Mending(frozenset(after), Facet.TYPO in lineage.wordings[place].facets)


def _inherited(
    sources: Sequence[_Known[Number_co]], pieces: Iterable[Sentence[Number_co]], mending: _Mending
) -> list[_Known[Number_co]]:
    """Return `pieces`, those that `sources` had with their releases: with the same words, else with most of them."""
    fresh = list(pieces)
    left = list(sources)
    found: dict[int, _Known[Number_co]] = {}
    for is_same in (lambda old, said: old.meant == said, mending.same):
        for index, sentence in enumerate(fresh):
            said = _said(sentence.text)
            same = next((one for one in left if is_same(one, said)), None) if index not in found else None
            if same:
                left.remove(same)
                meant = same.meant if same.meant in mending.after else said
                found[index] = _Known(replace(same.sentence, text=sentence.text), meant)
    for index, sentence in enumerate(fresh):
        if index not in found and (kin := _nearest_kin(sentence, [one.sentence for one in left])):
            left.remove(next(one for one in left if one.sentence is kin))
            fresh[index] = replace(sentence, introduced=kin.introduced, introduced_earliest=kin.introduced_earliest)
        found.setdefault(index, _Known(fresh[index], _said(sentence.text)))
    return [found[index] for index in range(len(fresh))]


def _nearest_kin(sentence: Sentence[Number_co], others: Sequence[Sentence[Number_co]]) -> Sentence[Number_co] | None:
    """Return the most alike of `others` of the same kind, None where none is a form of it."""
    of_its_kind = [other for other in others if other.is_example == sentence.is_example]
    fit, at = nearest(sentence.text, [other.text for other in of_its_kind])
    return of_its_kind[at] if fit >= KIN else None


_said = lru_cache(maxsize=1 << 14)(partial(saying, ""))
