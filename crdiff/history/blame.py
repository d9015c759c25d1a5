"""Which release brought each sentence of a clause or of a glossary entry.

A sentence is followed while it says the same; typography and the numbers it cites do not count. Where a clause was
split off another or took another in, its sentences are looked for there. Where texts are missing, a sentence may be
older than the first text that has it, by as much as they leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain
from typing import Generic

from crdiff.changes.change import Facet
from crdiff.history.endings import EndedSentence, Lineages
from crdiff.history.lineage import Lineage, Number_co, Term, Worded
from crdiff.history.saying import saying
from crdiff.model.number import ClauseNumber
from crdiff.text.nearest import nearest
from crdiff.text.same_words import mended, sentences_as_printed
from crdiff.text.weights import KIN


@dataclass(frozen=True, slots=True)
class Sentence(Generic[Number_co]):
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


@dataclass(frozen=True, slots=True)
class Blame(Generic[Number_co]):
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


@dataclass(frozen=True, slots=True)
class _Known(Generic[Number_co]):
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


def _in_pieces(worded: Worded[ClauseNumber | Term]) -> Iterator[str]:
    """Yield the sentences of title and text, then every example as a whole."""
    return chain(sentences_as_printed(worded.wording), worded.examples)


def _pieces(
    worded: Worded[Number_co], lineage: str, text: _Since[Number_co], examples: _Since[Number_co]
) -> Iterator[Sentence[Number_co]]:
    """Yield the sentences of title and text, then every example as a whole, all as if they were new."""
    for since, said in ((text, sentences_as_printed(worded.wording)), (examples, worded.examples)):
        begun = since.begun or worded
        for one in said:
            is_example, earliest = since is examples, since.earliest
            yield Sentence(one, begun.first, begun.first, begun.number, lineage, is_example, earliest, earliest)


@dataclass(frozen=True, slots=True)
class _Mending:
    """What mends misprints: the sentences `after` a wording, or the wording itself where it `is_of_misprints`."""

    after: frozenset[str]
    is_of_misprints: bool

    def same(self, old: _Known[ClauseNumber | Term], new: str) -> bool:
        """Whether a sentence differs from an old one by misprints that are mended next, or were mended now."""
        if mended(old.meant, new, old.meant) != old.meant:
            return False
        return old.meant in self.after or self.is_of_misprints


def _mending(lineage: Lineage[ClauseNumber | Term], place: int) -> _Mending:
    following = lineage.wordings[place + 1 : place + 2]
    after = (_said(one) for worded in following for one in _in_pieces(worded))
    return _Mending(frozenset(after), Facet.TYPO in lineage.wordings[place].facets)


def _inherited(
    sources: Sequence[_Known[Number_co]], pieces: Iterable[Sentence[Number_co]], mending: _Mending
) -> list[_Known[Number_co]]:
    """Return `pieces`, those that `sources` had with their releases: with the same words, else with most of them."""
    fresh = list(pieces)
    left = list(sources)
    found: dict[int, _Known[Number_co]] = {}
    for is_same in (_have_the_same_words, mending.same):
        for index, sentence in enumerate(fresh):
            said = _said(sentence.text)
            same = next((one for one in left if is_same(one, said)), None) if index not in found else None
            if same:
                left.remove(same)
                found[index] = _Known(replace(same.sentence, text=sentence.text), _meant(same, said, mending))
    for index, sentence in enumerate(fresh):
        if index not in found and (kin := _nearest_kin(sentence, [one.sentence for one in left])):
            left.remove(next(one for one in left if one.sentence is kin))
            fresh[index] = replace(sentence, introduced=kin.introduced, introduced_earliest=kin.introduced_earliest)
        found.setdefault(index, _Known(fresh[index], _said(sentence.text)))
    return [found[index] for index in range(len(fresh))]


def _have_the_same_words(old: _Known[ClauseNumber | Term], new: str) -> bool:
    return old.meant == new


def _meant(old: _Known[ClauseNumber | Term], new: str, mending: _Mending) -> str:
    return old.meant if old.meant in mending.after else new


def _nearest_kin(sentence: Sentence[Number_co], others: Sequence[Sentence[Number_co]]) -> Sentence[Number_co] | None:
    """Return the most alike of `others` of the same kind, None where none is a form of it."""
    of_its_kind = [other for other in others if other.is_example == sentence.is_example]
    fit, at = nearest(sentence.text, [other.text for other in of_its_kind])
    return of_its_kind[at] if fit >= KIN else None


@lru_cache(maxsize=1 << 14)
def _said(text: str) -> str:
    return saying("", text)
