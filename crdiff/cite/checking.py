"""Every citation of a tree on trial: of which release it is, what it meant there, what that is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from itertools import repeat

from msgspec.structs import replace

from crdiff.cite.citation import CitedGroup, CitedItem, Malformed, Spelling
from crdiff.cite.doubts import APART, ClauseSearch
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Certainty, Judgement, Verdict, absent, followed, judge
from crdiff.cite.meanings import Beside, MeaningReader, Read
from crdiff.cite.numbering import Numbering, NumberUse
from crdiff.cite.prior import FIRM, Leanings, Reading, Readings, Releases, fits, leanings, weight_at
from crdiff.cite.scan import numbers_cited
from crdiff.model.number import ClauseNumber

BARE_FROM = 5
"""Citations with a prefix that a tree has to have before a number alone is taken for one."""
_SURE = 0.98
"""Least chance of a verdict that is called sure."""
_LIKELY = 0.9
"""Least chance of a verdict that says that a citation of an existing clause is of an older release."""
_BY_WORDS = 0.9
"""Least chance by its words alone for a reading to be called found by them."""
_MEANT = 0.5
"""Least chance that a citation means any clause that its number named, for that to be said."""
_SILENT = 4.0
"""How much likelier than usual a citation without words means no clause of an older release: many numbers are slips.

Source: 120.1b, 118.12d and 702.8c in a list of numbers that do not exist, of phase-rs/phase.
"""
_FILE = 3.0
"""Citations that those of the other files of a tree count for, against those of the file itself."""


class Basis(StrEnum):
    """How it is known of which release a citation is."""

    PIN = "pin"
    FROM = "from"
    QUOTATION = "quotation"
    WORDS = "words"
    BLAME = "blame"
    FILE = "file"
    TREE = "tree"


@dataclass(frozen=True, slots=True)
class CitingText:
    """A text with its citations in order.

    `written` is the place of the release that it is written for by its own word or by that of the configuration, None
    where neither says so. `is_frozen`: it is never moved from there. `days` are, group by group, the places of the
    releases in force when its line was last changed, empty where nobody asked.
    """

    name: str
    text: bytes
    groups: tuple[CitedGroup, ...]
    written: int | None = None
    is_frozen: bool = False
    days: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedNumber:
    """One number of a citation judged, and how certain that is."""

    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber
    judgement: Judgement
    basis: Basis
    certainty: Certainty


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
    read: Read
    day: int | None
    beside: Beside | None


_Outcome = tuple[Verdict, tuple[ClauseNumber, ...]]


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
        self._presumed = presumed
        self._bare = bare
        self._limit = max(at, presumed or 0)
        self._reader = MeaningReader(numbering, self._limit, words)
        self._search = ClauseSearch(words, at) if words else None
        self._follow = lru_cache(maxsize=None)(self._followed)

    def check(self, texts: Sequence[CitingText]) -> CheckedTree:
        """Return every citation of the texts, judged."""
        prefixed = sum(group.spelling is Spelling.PREFIXED for text in texts for group in text.groups)
        with_bare = self._bare is not None and prefixed >= self._bare
        by_text = [list(self._cited(text, with_bare=with_bare)) for text in texts]
        every = [cited for inside in by_text for cited in inside]
        tree = self._learnt(Releases.expected(self._at, self._presumed), every)
        known = self._known(by_text, tree)
        checked = tuple(map(self._judged, every, known, self._leanings(every, known), repeat(tree)))
        malformed = tuple((text, wrong) for text in texts for group in text.groups for wrong in group.malformed)
        written = self._presumed
        if written is None:
            scores = fits(((cited.read.readings, 1.0) for cited in every), self._at + 1)
            written = max(range(self._at + 1), key=lambda position: (scores[position], position))
        return CheckedTree(self._at, written, checked, malformed)

    def _cited(self, text: CitingText, *, with_bare: bool) -> Iterator[_Cited]:
        spoken: dict[ClauseNumber, Read] = {}
        for place, group in enumerate(text.groups):
            if group.spelling is Spelling.BARE and not (with_bare and self._is_known(group)):
                continue
            beside = self._reader.beside(text.text, text.groups, place)
            day = text.days[place] if text.days else None
            for item in group.items:
                for number in numbers_cited(item):
                    read = self._reader.read(number, beside)
                    if read.is_silent:
                        read = spoken.get(number, read)
                    spoken[number] = read
                    yield _Cited(text, group, item, number, read, day, beside)

    def _is_known(self, group: CitedGroup) -> bool:
        """Whether each number of a group was a clause in some release."""
        return all(self._numbering.uses(item.number) for item in group.items)

    def _learnt(self, known: Releases, citations: Iterable[_Cited], firm: float = FIRM) -> Releases:
        """Return the releases that citations are of, from what was known before."""
        counts = Counter(cited.read.readings for cited in citations if self._pinned(cited) is None)
        return known.learnt([(readings, times) for readings, times in counts.items() if self._tells(readings)], firm)

    def _tells(self, readings: Sequence[Reading]) -> bool:
        """Whether a citation can tell the release presumed from the one asked about: if not, it says nothing."""
        if self._presumed is None:
            return True
        return weight_at(readings, self._presumed) != weight_at(readings, self._at)

    def _by_day(self, citations: Iterable[_Cited]) -> Mapping[int, Releases]:
        """Return the releases that the citations of lines last changed under one release are of."""
        groups: dict[int, list[_Cited]] = defaultdict(list)
        for cited in citations:
            if cited.day is not None:
                groups[cited.day].append(cited)
        return {day: self._learnt(Releases.at_hand(self._limit, day), group) for day, group in groups.items()}

    def _known(self, by_text: Iterable[Sequence[_Cited]], tree: Releases) -> list[Releases]:
        """Return what is known of the releases of each citation: by its day, else by the others of its text."""
        by_day = self._by_day([cited for inside in by_text for cited in inside])
        known: list[Releases] = []
        for inside in by_text:
            own = self._learnt(tree, inside, _FILE)
            known += [own if cited.day is None else by_day[cited.day] for cited in inside]
        return known

    def _leanings(self, citations: Sequence[_Cited], known: Sequence[Releases]) -> list[Leanings]:
        """Return for each citation what its number means elsewhere in the tree."""
        groups: dict[ClauseNumber, list[tuple[Readings, Releases]]] = defaultdict(list)
        for cited, releases in zip(citations, known, strict=True):
            groups[cited.number].append((cited.read.readings, releases))
        found = {number: leanings(group) for number, group in groups.items()}
        return [found[cited.number] for cited in citations]

    def _judged(self, cited: _Cited, own: Releases, lean: Leanings, tree: Releases) -> CheckedNumber:
        """Return a number judged; what the clear ones of its text are written for decides the others."""
        pinned = self._pinned(cited)
        if pinned is not None:
            judgement = judge(self._numbering, cited.number, pinned, self._at)
            return _checked(cited, judgement, Basis.PIN, Certainty.SURE)
        return self._weighed(cited, own, lean, tree)

    def _pinned(self, cited: _Cited) -> int | None:
        if cited.group.pin:
            return self._numbering.position(date.fromisoformat(cited.group.pin))
        return cited.text.written

    def _weighed(self, cited: _Cited, own: Releases, lean: Leanings, tree: Releases) -> CheckedNumber:
        """Return a number judged by what it means most likely."""
        judgement, chance, meant = self._likeliest(cited, own, lean)
        is_there = self._numbering.clause(cited.number, self._at) is not None
        if judgement is None or (not is_there and meant < _MEANT):
            gone = absent(self._numbering, cited.number, self._at, self._at)
            return _checked(cited, gone, Basis.TREE, Certainty.SURE)
        basis = self._basis(cited, judgement, tree)
        certainty = Certainty.SURE if chance >= _SURE else Certainty.LIKELY if chance >= _LIKELY else Certainty.OPEN
        is_weak = chance < _LIKELY or meant < _MEANT or self._is_about_another(cited, judgement)
        if is_there and judgement.verdict is not Verdict.RIGHT and is_weak:
            judgement = judge(self._numbering, cited.number, self._at, self._at)
            certainty = Certainty.OPEN
        if judgement.verdict is Verdict.SPLIT and cited.number in judgement.numbers:
            judgement = self._of_parts(cited, judgement)
        if judgement.verdict is Verdict.RIGHT and not cited.read.is_quoted:
            judgement, certainty = self._doubted(cited, judgement, certainty)
        return _checked(cited, judgement, basis, certainty)

    def _is_about_another(self, cited: _Cited, judgement: Judgement) -> bool:
        """Whether a citation of a keyword is read as one of a keyword that its words do not have."""
        if self._search is None or cited.beside is None or cited.read.is_quoted or cited.read.is_silent:
            return False
        words = cited.beside.words
        return any(self._search.is_about_another_keyword(cited.number, now, words) for now in judgement.numbers[:1])

    def _of_parts(self, cited: _Cited, judgement: Judgement) -> Judgement:
        """Return a split as right where its number still has what is cited: no part elsewhere fits the words better."""
        if self._search is not None and cited.beside is not None:
            odds = {number: self._search.odds(number, cited.beside.words) for number in judgement.numbers}
            if max(odds.values()) - odds[cited.number] >= APART:
                return judgement
        return replace(judgement, verdict=Verdict.RIGHT, numbers=(cited.number,))

    def _doubted(self, cited: _Cited, judgement: Judgement, certainty: Certainty) -> tuple[Judgement, Certainty]:
        """Return the judgement, or that the words beside the citation fit another clause clearly better."""
        if cited.beside is None or self._search is None or cited.read.is_silent:
            return judgement, certainty
        better = self._search.better(cited.number, cited.beside.sentence, cited.beside.words, cited.beside.numbers)
        if better is None:
            return judgement, certainty
        for reading in cited.read.readings:
            before = self._follow(cited.number, reading.use)
            if any(number.within(better.of_rule) for number in before.numbers):
                return before, Certainty.LIKELY
        return replace(judgement, verdict=Verdict.DOUBTFUL, numbers=(better,)), Certainty.LIKELY

    def _elsewhere(self, cited: _Cited) -> float:
        """Return how likely the words beside a citation are beside the average clause."""
        if cited.beside is None or self._search is None or cited.read.is_silent:
            return _SILENT
        return max(1.0, self._search.subject(cited.beside.words).average)

    def _likeliest(self, cited: _Cited, releases: Releases, lean: Leanings) -> tuple[Judgement | None, float, float]:
        """Return the likeliest judgement, how likely it is if any is right, and how likely that one is."""
        readings = cited.read.readings
        judgements = [self._follow(cited.number, each.use) for each in readings]
        chances = releases.chances(readings, leanings=lean)
        outcomes: dict[_Outcome, float] = defaultdict(float)
        for judgement, chance in zip(judgements, chances, strict=True):
            outcomes[_outcome(judgement)] += chance
        if not sum(chances):
            return None, 0.0, 0.0
        outcome = max(outcomes, key=outcomes.__getitem__)
        if outcome[0] is not Verdict.RIGHT and not cited.read.is_quoted:
            chances = releases.chances(readings, self._elsewhere(cited), lean)
        likely = [(chance, at) for at, chance in enumerate(chances) if _outcome(judgements[at]) == outcome]
        meant = sum(chances)
        return judgements[max(likely)[1]], sum(chance for chance, _ in likely) / meant, meant

    def _followed(self, number: ClauseNumber, use: NumberUse) -> Judgement:
        return followed(self._numbering, number, use.clause, min(use.last, self._limit), self._at)

    def _basis(self, cited: _Cited, judgement: Judgement, tree: Releases) -> Basis:
        """Return what decided: the first that does so alone."""
        if cited.read.is_quoted:
            return Basis.QUOTATION
        weights = [reading.weight for reading in cited.read.readings]
        if len(weights) > 1 and max(weights) >= _BY_WORDS * sum(weights):
            return Basis.WORDS
        if cited.day is not None:
            return Basis.BLAME
        there, chance, _ = self._likeliest(cited, tree, {})
        if there is not None and there.numbers == judgement.numbers and chance >= _LIKELY:
            return Basis.TREE if self._presumed is None else Basis.FROM
        return Basis.FILE


def _outcome(judgement: Judgement) -> _Outcome:
    return judgement.verdict, judgement.numbers


def _checked(cited: _Cited, judgement: Judgement, basis: Basis, certainty: Certainty) -> CheckedNumber:
    return CheckedNumber(cited.text, cited.group, cited.item, cited.number, judgement, basis, certainty)
