"""Every citation of a tree on trial: of which release it is, what it meant there, what that is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.citation import CitedGroup, CitedItem, Malformed, Spelling
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Basis, Certainty, Judgement, Verdict, reworded
from crdiff.cite.marks import is_said_to_be_wrong
from crdiff.cite.meanings import MeaningReader, Read, Spoken
from crdiff.cite.numbering import Numbering
from crdiff.cite.prior import FIRM, INVENTED, Leanings, Releases, Sense, Senses, fits, leanings, weight_at
from crdiff.cite.scan import numbers_cited
from crdiff.cite.weighing import Known, Weigher
from crdiff.model.number import ClauseNumber

BARE_FROM = 5
"""Citations with a prefix that a tree has to have before a number alone is taken for one."""
_OLD = frozenset({Verdict.MOVED, Verdict.REUSED})
_NEW_FROM = 20
"""Numbers of a section that never were from which on it is cited as of a release that is not known.

Source: Reilley64/mtgfr invented 11 in section 7 of 2026-08-07; its next releases, made up, have 72 and 97, since a
subsection came before 716.3a and others.
"""
_GONE = frozenset({Verdict.ABSENT, Verdict.MOVED})
_MIXED_FROM = 2
"""Numbers of either numbering that a text has to have to be called mixed."""
_FILE = 3.0
"""Citations that those of the other files of a tree count for, against those of the file itself."""


class CitingText(Struct, frozen=True):
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


class CitedNumber(Struct, frozen=True):
    """One number of a citation."""

    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber


class CheckedNumber(CitedNumber, frozen=True):
    """One number of a citation judged, and how certain that is."""

    judgement: Judgement
    basis: Basis
    certainty: Certainty


class MixedText(Struct, frozen=True):
    """A text that holds two numberings: a citation that can only be of the older, one that can only be of the newer."""

    text: CitingText
    older: CheckedNumber
    newer: CheckedNumber


class CheckedTree(Struct, frozen=True):
    """A tree judged at the release `at`; `written` is the one that most of it is written for.

    `malformed` are (text, what stands in the place of a number), `mixed` the texts that hold two numberings.
    `uncounted` numbers without a prefix were left, since too few of the tree have one.
    """

    at: int
    written: int
    numbers: tuple[CheckedNumber, ...]
    malformed: tuple[tuple[CitingText, Malformed], ...]
    mixed: tuple[MixedText, ...] = ()
    uncounted: int = 0

    def count(self) -> Mapping[Verdict, int]:
        """Return how many numbers there are of each verdict."""
        return Counter(each.judgement.verdict for each in self.numbers)


class _Cited(CitedNumber, frozen=True):
    read: Read
    spoken: Spoken | None
    pinned: int | None
    day: int | None


class CiteChecker:
    """Judges texts at a release. `words` are those of the clauses, None where no text is there to compare with.

    `presumed` is the release that citations are taken for where nothing else says so; None: found out from them. `bare`
    is how many citations with a prefix a tree must have before a number alone counts; None: it never does. `is_ahead`
    says of a text by its name whether it may be written for a release after the newest known one.
    """

    def __init__(
        self,
        numbering: Numbering,
        at: int,
        *,
        words: ClauseWords | None = None,
        presumed: int | None = None,
        bare: int | None = BARE_FROM,
        is_ahead: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._numbering = numbering
        self._at = at
        self._presumed = presumed
        self._bare = bare
        self._is_ahead = is_ahead
        self._limit = max(at, presumed or 0)
        self._reader = MeaningReader(numbering, self._limit, words)
        self._weigher = Weigher(numbering, at, self._limit, words, presumed)

    def check(self, texts: Sequence[CitingText]) -> CheckedTree:
        """Return every citation of the texts, judged."""
        groups = [group for text in texts for group in text.groups]
        prefixed = sum(len(group.items) for group in groups if group.spelling is Spelling.PREFIXED)
        with_bare = self._bare is not None and prefixed >= self._bare
        alone = sum(len(group.items) for group in groups if group.spelling is Spelling.BARE and self._is_known(group))
        inside = [list(self._cited(text, with_bare=with_bare)) for text in texts]
        every = [cited for of_text in inside for cited in of_text]
        never = sum(not cited.read.readings for cited in every)
        self._weigher.inventions = max(1.0, never / INVENTED / max(1, len(every)))
        checked = tuple(self._explained(list(map(self._checked, every, self._known(inside, every)))))
        malformed = tuple((text, wrong) for text in texts for group in text.groups for wrong in group.malformed)
        mixed = tuple(mixed_texts(checked, self._numbering))
        left = 0 if with_bare or self._bare is None else alone
        return CheckedTree(self._at, self._written(every), checked, malformed, mixed, left)

    def _cited(self, text: CitingText, *, with_bare: bool) -> Iterator[_Cited]:
        last: dict[ClauseNumber, Read] = {}
        for place, group in enumerate(text.groups):
            if not (with_bare and self._is_known(group) if group.spelling is Spelling.BARE else self._can_be(group)):
                continue
            beside = self._reader.beside(text.text, text.groups, place)
            day = text.days[place] if text.days else None
            pinned = self._pinned(text, group)
            for item in group.items:
                for number in numbers_cited(item):
                    read = self._reader.read(number, beside)
                    last[number] = last.get(number, read) if read.is_silent else read
                    spoken = beside.spoken if beside else None
                    yield _Cited(text, group, item, number, last[number], spoken, pinned, day)

    def _is_known(self, group: CitedGroup) -> bool:
        """Whether each number of a group was a clause in some release."""
        return all(self._numbering.uses(item.number) for item in group.items)

    def _can_be(self, group: CitedGroup) -> bool:
        """Whether a group cites more than sections that never were: "rule 199 of nginx" cites none."""
        return any(not item.number.is_heading or self._numbering.uses(item.number) for item in group.items)

    def _pinned(self, text: CitingText, group: CitedGroup) -> int | None:
        return self._numbering.position(date.fromisoformat(group.pin)) if group.pin else text.written

    def _written(self, citations: Iterable[_Cited]) -> int:
        """Return the release that the citations fit best, the newest of several."""
        if self._presumed is not None:
            return self._presumed
        scores = fits(((cited.read.readings, 1.0) for cited in citations), self._at + 1)
        return max(range(self._at + 1), key=lambda position: (scores[position], position))

    def _known(self, texts: Iterable[Sequence[_Cited]], every: Sequence[_Cited]) -> Iterator[Known]:
        """Yield what is known of the releases of each citation: by its day, else by the others of its text."""
        tree = self._learnt(Releases.expected(self._at, self._presumed), every)
        by_day = self._by_day(every)
        known: list[Releases] = []
        for inside in texts:
            own = self._learnt(tree, inside, _FILE)
            known += [own if cited.day is None else by_day[cited.day] for cited in inside]
        leaning = _leanings(every, known)
        for cited, releases in zip(every, known, strict=True):
            yield Known(releases, tree, leaning[cited.number], cited.day is not None)

    def _learnt(self, known: Releases, citations: Iterable[_Cited], firm: float = FIRM) -> Releases:
        """Return the releases that citations are of, from what was known before."""
        counts = Counter(cited.read.readings for cited in citations if cited.pinned is None)
        return known.learnt([(readings, times) for readings, times in counts.items() if self._tells(readings)], firm)

    def _tells(self, readings: Sequence[Sense]) -> bool:
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

    def _checked(self, cited: _Cited, known: Known) -> CheckedNumber:
        if cited.pinned is not None:
            found = self._weigher.pinned(cited.number, cited.pinned)
        else:
            found = self._weigher.weighed(cited.number, cited.read, cited.spoken, known)
        judgement = found.judgement
        if self._presumed is not None and judgement.verdict is Verdict.RIGHT and cited.pinned is None:
            is_of_it = self._numbering.clause(cited.number, self._presumed) == judgement.clause
            judgement = replace(judgement, written=self._presumed) if is_of_it else judgement
        return CheckedNumber(cited.text, cited.group, cited.item, cited.number, judgement, found.basis, found.certainty)

    def _explained(self, numbers: Sequence[CheckedNumber]) -> Iterator[CheckedNumber]:
        """Yield numbers judged, those that no clause has by what the tree says of them elsewhere, and of itself.

        Beside many numbers of its section that never were and may come, one that was once is as new as they are.
        """
        moved = {each.number: each for each in numbers if each.judgement.verdict is Verdict.MOVED}
        new = {each.number for each in numbers if not self._numbering.uses(each.number) and self._may_be_newer(each)}
        new_in = Counter(number.section for number in new)
        for each in numbers:
            verdict, judgement = each.judgement.verdict, each.judgement
            is_new = verdict in _GONE and self._may_be_newer(each)
            if verdict is not Verdict.RIGHT and is_said_to_be_wrong(each.text.text, each.item.start, each.item.stop):
                judgement = replace(judgement, verdict=Verdict.MENTIONED)
            elif is_new and (new_in[each.number.section] >= _NEW_FROM or each.number not in moved):
                judgement = replace(judgement, verdict=Verdict.NEWER, numbers=())
            elif verdict is Verdict.ABSENT and each.number in moved and each.basis is not Basis.PIN:
                judgement = moved[each.number].judgement
            certainty = Certainty.LIKELY if judgement.verdict is not verdict else each.certainty
            yield replace(each, judgement=judgement, certainty=certainty)

    def _may_be_newer(self, checked: CheckedNumber) -> bool:
        is_asked = self._at == self._numbering.newest and self._numbering.may_come(checked.number)
        return is_asked and self._is_ahead(checked.text.name)


def with_reworded(tree: CheckedTree, numbering: Numbering) -> CheckedTree:
    """Return a tree with its right citations called reworded whose clauses have changed since they were written."""
    numbers = (replace(checked, judgement=reworded(numbering, checked.judgement, tree.at)) for checked in tree.numbers)
    return replace(tree, numbers=tuple(numbers))


def _leanings(citations: Sequence[_Cited], known: Sequence[Releases]) -> Mapping[ClauseNumber, Leanings]:
    """Return what each number means elsewhere in the tree."""
    groups: dict[ClauseNumber, list[tuple[Senses, Releases]]] = defaultdict(list)
    for cited, releases in zip(citations, known, strict=True):
        groups[cited.number].append((cited.read.readings, releases))
    return {number: leanings(group) for number, group in groups.items()}


def by_text(numbers: Iterable[CheckedNumber]) -> Mapping[str, Sequence[CheckedNumber]]:
    """Return the numbers of each text by its name, in their order."""
    texts: dict[str, list[CheckedNumber]] = defaultdict(list)
    for checked in numbers:
        texts[checked.text.name].append(checked)
    return texts


def mixed_texts(numbers: Iterable[CheckedNumber], numbering: Numbering) -> Iterator[MixedText]:
    """Yield the texts that hold two numberings, neither by one number alone: that would be a slip."""
    sure = (each for each in numbers if each.certainty is Certainty.SURE and each.basis is not Basis.PIN)
    for inside in by_text(sure).values():
        older = [each for each in inside if each.judgement.verdict in _OLD]
        until = min((each.judgement.until for each in older if each.judgement.until is not None), default=None)
        if until is None:
            continue
        newer = [each for each in inside if each.judgement.verdict is Verdict.RIGHT and _since(each, numbering) > until]
        if min(len({each.number for each in side}) for side in (older, newer)) >= _MIXED_FROM:
            newest = max(newer, key=lambda each: _since(each, numbering))
            yield MixedText(inside[0].text, min(older, key=_until), newest)


def _until(checked: CheckedNumber) -> int:
    until = checked.judgement.until
    return checked.judgement.written or 0 if until is None else until


def _since(checked: CheckedNumber, numbering: Numbering) -> int:
    """Return from which release on a number names what is cited."""
    uses = (use.first for use in numbering.uses(checked.number) if use.clause == checked.judgement.clause)
    return min(uses, default=0)
