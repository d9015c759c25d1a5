"""Every citation of a tree on trial: of which release it is, what it meant there, what that is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from crdiff.cite.citation import CitedGroup, CitedItem, Malformed, Spelling
from crdiff.cite.context import words_beside
from crdiff.cite.evidence import ClauseWords, FittedUse, clear
from crdiff.cite.judging import Judgement, Verdict, followed, judge
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import numbers_cited
from crdiff.model.number import ClauseNumber

BARE_FROM = 5
"""Citations with a prefix that a tree has to have before a number alone is taken for one."""
_SURE = 0.27
"""Least difference of fit between two meanings of a number for the words alone to decide what a citation means.

Of 170 citations read by hand whose number had named several clauses, 114 have at least this, and all are right.
"""
_NO_WORSE = 0.1
"""Least difference of fit, over all citations of a text, for an older release to be preferred to a newer one."""


class Basis(StrEnum):
    """How it is known of which release a citation is."""

    PIN = "pin"
    FROM = "from"
    WORDS = "words"
    FILE = "file"
    TREE = "tree"


@dataclass(frozen=True, slots=True)
class CitingText:
    """A text with its citations in order.

    `written` is the place of the release that it is written for by its own word or by that of the configuration, None
    where neither says so. `is_frozen`: it is never moved from there.
    """

    name: str
    text: bytes
    groups: tuple[CitedGroup, ...]
    written: int | None = None
    is_frozen: bool = False


@dataclass(frozen=True, slots=True)
class CheckedNumber:
    """One number of a citation judged. `fit` is how well the words fit what it is taken to mean, 0 where none speak."""

    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber
    judgement: Judgement
    basis: Basis
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class CheckedTree:
    """A tree judged at the release `at`; `written` is the one that most of it is written for.

    `malformed` are (text, what stands in the place of a number).
    """

    at: int
    written: int
    numbers: tuple[CheckedNumber, ...]
    malformed: tuple[tuple[CitingText, Malformed], ...]

    def count(self) -> Mapping[Verdict, int]:
        """Return how many numbers there are of each verdict."""
        return Counter(each.judgement.verdict for each in self.numbers)


@dataclass(frozen=True, slots=True)
class _Cited:
    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber
    meanings: Sequence[FittedUse]


class CiteChecker:
    """Judges texts at a release. `words` are those of the clauses, None where no text is there to compare with.

    `presumed` is the release that citations are taken for where nothing else says so; None: found out from them. `bare`
    is how many citations with a prefix a tree must have before a number alone counts; None: it never does.
    """

    def __init__(
        self,
        numbering: Numbering,
        at: int,
        *,
        words: ClauseWords | None = None,
        presumed: int | None = None,
        bare: int | None = BARE_FROM,
    ) -> None:
        self._numbering = numbering
        self._at = at
        self._words = words
        self._presumed = presumed
        self._bare = bare

    def check(self, texts: Sequence[CitingText]) -> CheckedTree:
        """Return every citation of the texts, judged."""
        found = list(self._cited(texts))
        written = self._written(found) if self._presumed is None else self._presumed
        by_text: dict[str, list[_Cited]] = defaultdict(list)
        for cited in found:
            by_text[cited.text.name].append(cited)
        checked = [each for inside in by_text.values() for each in self._judged(inside, written)]
        malformed = tuple((text, wrong) for text in texts for group in text.groups for wrong in group.malformed)
        return CheckedTree(self._at, written, tuple(checked), malformed)

    def _cited(self, texts: Sequence[CitingText]) -> Iterator[_Cited]:
        prefixed = sum(group.spelling is Spelling.PREFIXED for text in texts for group in text.groups)
        with_bare = self._bare is not None and prefixed >= self._bare
        for text in texts:
            for place, group in enumerate(text.groups):
                if group.spelling is not Spelling.BARE or (with_bare and self._is_known(group)):
                    yield from self._numbers(text, place, group)

    def _is_known(self, group: CitedGroup) -> bool:
        """Whether each number of a group was a clause in some release."""
        return all(self._numbering.uses(item.number) for item in group.items)

    def _numbers(self, text: CitingText, place: int, group: CitedGroup) -> Iterator[_Cited]:
        beside = words_beside(text.text, text.groups, place) if self._words else ""
        for item in group.items:
            for number in numbers_cited(item):
                meanings = self._words.meanings(number, beside, self._at) if self._words else ()
                yield _Cited(text, group, item, number, meanings)

    def _written(self, found: Iterable[_Cited]) -> int:
        """Return the release with most of the numbers that are cited, the newest of several."""
        there: Counter[int] = Counter()
        for number, count in Counter(cited.number for cited in found).items():
            for use in self._numbering.uses(number):
                there.update(dict.fromkeys(range(use.first, min(use.last, self._at) + 1), count))
        return max(range(self._at + 1), key=lambda position: (there[position], position))

    def _judged(self, inside: Sequence[_Cited], written: int) -> Iterator[CheckedNumber]:
        """Yield the numbers of one text judged; what its clear ones are written for decides the others."""
        own = self._of_file(inside)
        for cited in inside:
            clearly = clear(cited.meanings, _SURE)
            pinned = self._pinned(cited)
            if pinned is not None:
                yield self._at_release(cited, pinned, Basis.PIN)
            elif clearly:
                yield self._meant(cited, clearly)
            elif own is not None and self._presumed is None:
                yield self._at_release(cited, own, Basis.FILE)
            else:
                basis = Basis.TREE if self._presumed is None else Basis.FROM
                yield self._at_release(cited, written, basis)

    def _pinned(self, cited: _Cited) -> int | None:
        if cited.group.pin:
            return self._numbering.position(date.fromisoformat(cited.group.pin))
        return cited.text.written

    def _of_file(self, inside: Sequence[_Cited]) -> int | None:
        """Return the newest release in which the citations of a text fit their words best, None where none fits."""
        fits = [0.0] * (self._at + 1)
        for cited in inside:
            for meaning in cited.meanings if len(cited.meanings) > 1 else ():
                for position in range(meaning.use.first, min(meaning.use.last, self._at) + 1):
                    fits[position] += meaning.fit
        best = max(fits)
        return max(at for at, fit in enumerate(fits) if best - fit < _NO_WORSE) if best else None

    def _meant(self, cited: _Cited, meaning: FittedUse) -> CheckedNumber:
        written = min(meaning.use.last, self._at)
        judgement = followed(self._numbering, cited.number, meaning.use.clause, written, self._at)
        return CheckedNumber(cited.text, cited.group, cited.item, cited.number, judgement, Basis.WORDS, meaning.fit)

    def _at_release(self, cited: _Cited, written: int, basis: Basis) -> CheckedNumber:
        judgement = judge(self._numbering, cited.number, written, self._at)
        return CheckedNumber(cited.text, cited.group, cited.item, cited.number, judgement, basis)
