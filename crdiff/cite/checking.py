"""Every citation of a tree on trial: of which release it is, what it meant there, what that is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from hashlib import blake2b
from itertools import groupby, islice

from msgspec import Struct, msgpack
from msgspec.structs import replace

from crdiff.cite.citation import CitedGroup, CitedItem, Malformed, Spelling
from crdiff.cite.doubts import Lead, alone
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Basis, Certainty, Judgement, Verdict, reworded
from crdiff.cite.marks import is_said_to_be_wrong
from crdiff.cite.meanings import CitedPassage, MeaningReader, Read, Spoken
from crdiff.cite.numbering import Numbering
from crdiff.cite.prior import FIRM, INVENTED, Leanings, Releases, Sense, aged, begun_by, fits, leanings_of, weight_at
from crdiff.cite.scan import numbers_known
from crdiff.cite.seen import ReadPassage, SaidNumber, Seen, SettledText, SettledTree
from crdiff.cite.weighing import CHANCE, Known, Weighed, Weigher
from crdiff.model.number import ClauseNumber

# Citations with a prefix that a tree has to have before a number alone is taken for one.
BARE_FROM = 5
_OLD = frozenset({Verdict.MOVED, Verdict.REUSED})
# Numbers of a section that never were from which on it is cited as of a release that is not known.
#
# Source: Reilley64/mtgfr invented 11 in section 7 of 2026-08-07; its next releases, made up, have 72 and 97, since a
# subsection came before 716.3a and others.
_NEW_FROM = 20
_RANK = (Certainty.SURE, Certainty.LIKELY, Certainty.OPEN)
_STATED = frozenset({Basis.PIN, Basis.FROM})
_GONE = frozenset({Verdict.ABSENT, Verdict.MOVED})
# Numbers of either numbering that a text has to have to be called mixed.
_MIXED_FROM = 2
# Citations that those of the other files of a tree count for, against those of the file itself.
_FILE = 3.0


class CitingText(Struct, frozen=True):
    """A text with its citations in order.

    `written` is the place of the release that it is written for by its own word or by that of the configuration, None
    where neither says so. `is_frozen`: it is never moved from there. `days` are, group by group, the places of the
    releases in force when its line was last changed, empty where nobody asked. `passages` are the fingerprints of what
    stands beside each group (`fingerprint_beside`), empty where nothing is remembered of passages;
    `digest` is that of the text.
    """

    name: str
    text: bytes
    groups: tuple[CitedGroup, ...]
    written: int | None = None
    is_frozen: bool = False
    days: tuple[int | None, ...] = ()
    passages: tuple[bytes, ...] = ()
    digest: bytes = b""


class CitedNumber(Struct, frozen=True):
    """One number of a citation."""

    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber


class CheckedNumber(CitedNumber, frozen=True):
    """One number of a citation judged, and how certain that is.

    `is_slip`: what it means had another number already in the release that the tree is written for.
    """

    judgement: Judgement
    basis: Basis
    certainty: Certainty
    is_slip: bool = False


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


class _Cited(Struct):
    text: CitingText
    group: CitedGroup
    item: CitedItem
    number: ClauseNumber
    read: Read
    spoken: Spoken | None
    pinned: int | None
    day: int | None
    passage: ReadPassage | None
    place: int


class _TreeEvidence(Struct):
    """What a tree says of each of its texts.

    `with_bare`: a number alone is a citation. It is `written` for a release, and was `begun` under one. Numbers that no
    clause has are `gone` where they meant a clause; those of each section that may come with a newer release are `new`.
    `led` are the rules that are cited in doubt, each with the one that is meant where no other is cited for it.
    """

    with_bare: bool = False
    written: int = 0
    begun: int = 0
    releases: Releases = Releases(())
    leanings: Mapping[ClauseNumber, Leanings] = {}
    moved: float = 0.0
    gone: Mapping[ClauseNumber, CheckedNumber] = {}
    new: frozenset[ClauseNumber] = frozenset()
    led: frozenset[Lead] = frozenset()


class CiteChecker:
    """Judges texts at a release. `words` are those of the clauses, None where no text is there to compare with.

    `presumed` is the release that citations are taken for where nothing else says so; None: found out from them. `bare`
    is how many citations with a prefix a tree must have before a number alone counts; None: it never does. `begun` is
    the release in force when the tree was begun, None where nobody knows. `is_ahead` says of a text by its name whether
    it may be written for a release after the newest known one. `seen` is what is known from before;
    what is read is added.
    """

    def __init__(
        self,
        numbering: Numbering,
        at: int,
        *,
        words: ClauseWords | None = None,
        presumed: int | None = None,
        bare: int | None = BARE_FROM,
        begun: int | None = None,
        is_ahead: Callable[[str], bool] = lambda _: False,
        seen: Seen | None = None,
    ) -> None:
        self._numbering = numbering
        self._at = at
        self._presumed = presumed
        self._bare = bare
        self._begun = begun
        self._is_ahead = is_ahead
        self._seen = seen or Seen()
        self._limit = max(at, presumed or 0)
        self._tree = _TreeEvidence()
        self._reader = MeaningReader(numbering, self._limit, words)
        self._weigher = Weigher(numbering, at, self._limit, words, presumed)

    def check(self, texts: Sequence[CitingText]) -> CheckedTree:
        """Return every citation of the texts, judged."""
        groups = [group for text in texts for group in text.groups]
        prefixed = sum(len(group.items) for group in groups if group.spelling is Spelling.PREFIXED)
        tree = self._tree = _TreeEvidence(with_bare=self._bare is not None and prefixed >= self._bare)
        before, is_dated = self._seen.settled, any(text.days for text in texts)
        settled = [None if is_dated else self._settled(text) for text in texts]
        inside = [None if known else list(self._cited(text)) for text, known in zip(texts, settled, strict=True)]
        said = [
            known.evidence if known else _evidence(cited or ()) for known, cited in zip(settled, inside, strict=True)
        ]
        asked = msgpack.encode((self._begun, self._at, self._presumed, tree.with_bare, is_dated))
        evidence = _fingerprint(asked + b"".join(said))
        if before is not None and before.evidence == evidence and not is_dated:
            self._recall(before)
            checked: Sequence[Sequence[CheckedNumber]] = [
                list(self._said_again(text, known, before.said) if known else self._judged_beside(cited or ()))
                for text, known, cited in zip(texts, settled, inside, strict=True)
            ]
        else:
            whole = [
                list(self._cited(text)) if cited is None else cited for text, cited in zip(texts, inside, strict=True)
            ]
            checked = self._judged(whole)
        self._seen.settled = self._kept(evidence, texts, said, checked)
        numbers = [number for of_text in checked for number in of_text]
        tree.gone, tree.new, tree.led = self._gone(numbers), self._new(numbers), self._led(numbers)
        judged = self._tree_of(texts, numbers)
        if tree.with_bare or self._bare is None:
            return judged
        alone = (len(group.items) for group in groups if group.spelling is Spelling.BARE and self._is_known(group))
        return replace(judged, uncounted=sum(alone))

    def _judged(self, texts: Sequence[Sequence[_Cited]]) -> Sequence[Sequence[CheckedNumber]]:
        """Return the citations of each text of a tree judged, by what all of them say."""
        tree, every = self._tree, [cited for inside in texts for cited in inside]
        never = sum(not cited.read.readings for cited in every)
        self._weigher.inventions = max(1.0, never / INVENTED / max(1, len(every)))
        tree.written = self._written(every)
        tree.begun = self._aged(every, self._begun)
        found = map(self._found, every, list(self._known(texts, every)))
        checked = iter(list(map(self._checked, every, self._as_ranges(every, list(found)))))
        return [list(islice(checked, len(inside))) for inside in texts]

    def _judged_beside(self, inside: Sequence[_Cited]) -> Iterator[CheckedNumber]:
        """Yield the citations of a text judged beside those of a tree that is known."""
        self._aged(inside, self._tree.begun)
        found = list(map(self._found, inside, self._known_beside(inside)))
        return map(self._checked, inside, self._as_ranges(inside, found))

    def _said_again(
        self, text: CitingText, settled: SettledText, said: Sequence[SaidNumber]
    ) -> Iterator[CheckedNumber]:
        """Yield the citations of a text as they were judged before."""
        groups = (text.groups[place] for place in settled.groups)
        there = ((group, *cited) for group in groups for cited in numbers_known(group, self._numbering))
        for of, row in zip(there, map(said.__getitem__, settled.numbers), strict=True):
            yield CheckedNumber(text, *of, row.judgement, row.basis, row.certainty, row.is_slip)

    def _settled(self, text: CitingText) -> SettledText | None:
        """Return what was said of a text before, None where nothing was or more or less of it counts now."""
        before = self._seen.settled
        if before is None or not text.digest or before.with_bare is not self._tree.with_bare:
            return None
        return before.texts.get(_key(text))

    def _kept(
        self,
        evidence: bytes,
        texts: Sequence[CitingText],
        said: Sequence[bytes],
        checked: Sequence[Sequence[CheckedNumber]],
    ) -> SettledTree:
        tree, places = self._tree, dict[SaidNumber, int]()
        kept: dict[bytes, SettledText] = {}
        for text, of_text, numbers in zip(texts, said, checked, strict=True):
            rows = [SaidNumber(each.judgement, each.basis, each.certainty, each.is_slip) for each in numbers]
            at = tuple(places.setdefault(row, len(places)) for row in rows)
            counted = {id(each.group) for each in numbers}
            groups = tuple(place for place, group in enumerate(text.groups) if id(group) in counted)
            if text.digest:
                kept[_key(text)] = SettledText(of_text, groups, at)
        leaning = tuple((number, each) for number, each in tree.leanings.items() if each)
        of_tree = tree.written, tree.begun, self._weigher.inventions, tree.releases.shares, leaning, tree.moved
        return SettledTree(evidence, tree.with_bare, *of_tree, kept, tuple(places))

    def _recall(self, before: SettledTree) -> None:
        """Take a tree to say what it said before."""
        tree, self._weigher.inventions = self._tree, before.inventions
        tree.written, tree.begun, tree.moved = before.written, before.begun, before.moved
        tree.releases, tree.leanings = Releases(before.shares), dict(before.leanings)

    def check_again(self, text: CitingText) -> CheckedTree:
        """Return a text judged alone, beside the texts that `check` had last: all that these say is kept.

        The text may be a newer state of one of them. The days of its lines are not asked about.
        """
        self._weigher.forget()
        return self._tree_of((text,), list(self._judged_beside(list(self._cited(text)))))

    def _known_beside(self, inside: Sequence[_Cited]) -> Iterator[Known]:
        """Yield what is known of the citations of a text beside those of a tree that is known."""
        tree = self._tree
        own, share = self._learnt(tree.releases, inside, _FILE), self._moved(inside, tree.moved)
        for cited in inside:
            yield Known(own, tree.releases, tree.leanings.get(cited.number, {}), tree.begun, moved=share)

    def _tree_of(self, texts: Sequence[CitingText], numbers: Sequence[CheckedNumber]) -> CheckedTree:
        checked = tuple(self._explained(numbers))
        malformed = tuple((text, wrong) for text in texts for group in text.groups for wrong in group.malformed)
        mixed = tuple(mixed_texts(checked, self._numbering))
        return CheckedTree(self._at, self._tree.written, checked, malformed, mixed)

    def _cited(self, text: CitingText) -> Iterator[_Cited]:
        last: dict[ClauseNumber, Read] = {}
        for place, group in enumerate(text.groups):
            is_bare = group.spelling is Spelling.BARE
            if not (self._tree.with_bare and self._is_known(group) if is_bare else self._can_be(group)):
                continue
            spoken = self._reader.spoken(text.text, text.groups, place)
            day = text.days[place] if text.days else None
            pinned = self._pinned(text, group)
            numbers = list(numbers_known(group, self._numbering))
            mark = text.passages[place] if text.passages else b""
            passage = self._seen.passages.get(mark)
            if passage is None:
                beside = CitedPassage(spoken) if spoken else None
                reads = tuple(self._reader.read(number, beside) for _, number in numbers)
                passage = ReadPassage(reads, [None] * len(reads))
                if mark:
                    self._seen.passages[mark] = passage
            for nth, ((item, number), read) in enumerate(zip(numbers, passage.reads, strict=True)):
                last[number] = last.get(number, read) if read.is_silent else read
                of = passage if last[number] is read else None
                yield _Cited(text, group, item, number, last[number], spoken, pinned, day, of, nth)

    def _is_known(self, group: CitedGroup) -> bool:
        """Whether each number of a group was a clause in some release: of a range both ends, "116.9–141.3 ms"."""
        return all(self._numbering.uses(end) for item in group.items for end in (item.number, item.last) if end)

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

    def _aged(self, citations: Sequence[_Cited], begun: int | None) -> int:
        """Make what ended before the tree was begun less likely, and return the release of that."""
        if begun is None:
            begun = begun_by(self._learnt(Releases.expected(self._at, self._presumed), citations))
        begun = min(begun, self._at)
        for cited in citations:
            readings = aged(cited.read.readings, begun, self._numbering.dates)
            if readings is not cited.read.readings:
                cited.read = cited.read._replace(readings=readings)
        return begun

    def _known(self, texts: Iterable[Sequence[_Cited]], every: Sequence[_Cited]) -> Iterator[Known]:
        """Yield what is known of the releases of each citation: by its day, else by the others of its text."""
        tree = self._tree.releases = self._learnt(Releases.expected(self._at, self._presumed), every)
        by_day = self._by_day(every)
        known: list[Releases] = []
        moved: list[float] = []
        of_tree = self._tree.moved = self._moved(every, 0.0)
        for inside in texts:
            own = self._learnt(tree, inside, _FILE)
            known += [own if cited.day is None else by_day[cited.day] for cited in inside]
            moved += [self._moved(inside, of_tree)] * len(inside)
        readings = ((cited.number, cited.read.readings, of) for cited, of in zip(every, known, strict=True))
        leaning = self._tree.leanings = leanings_of(readings)
        for cited, releases, share in zip(every, known, moved, strict=True):
            yield Known(releases, tree, leaning[cited.number], self._tree.begun, cited.day is not None, share)

    def _moved(self, citations: Iterable[_Cited], otherwise: float) -> float:
        """Return how many of the numbers that tell the release presumed from the one asked about are of the latter.

        As a share, which says whether citations were moved already; `otherwise` where no number tells.
        """
        if self._presumed is None:
            return 0.0
        old = new = 0
        for number in (cited.number for cited in citations):
            is_old, is_new = (self._numbering.clause(number, at) is not None for at in (self._presumed, self._at))
            old += is_old > is_new
            new += is_new > is_old
        return new / (old + new) if old or new else otherwise

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

    def _found(self, cited: _Cited, known: Known) -> Weighed:
        if cited.pinned is not None:
            return self._weigher.pinned(cited.number, cited.pinned)
        found = self._weighed(cited, known)
        if self._presumed in {None, self._at}:
            return found
        return self._weigher.by_table(cited.number, cited.read, found, known)

    def _as_ranges(self, citations: Sequence[_Cited], found: Sequence[Weighed]) -> Iterator[Weighed]:
        """Yield what is said of citations; what a range does not print is of the release of its two ends.

        Where no release has both ends as they are read, each number is read for itself.
        """
        for _, run in groupby(zip(citations, found, strict=True), key=lambda each: id(each[0].item)):
            first, *rest = run
            yield first[1]
            if len(rest) > 1:
                written = min(_written(end) for _, end in (first, rest[-1]))
                clauses = [self._numbering.clause(cited.number, written) for cited, _ in (first, rest[-1])]
                if clauses == [end.judgement.clause for _, end in (first, rest[-1])]:
                    sure = max((first[1].certainty, rest[-1][1].certainty), key=_RANK.index)
                    read = [(cited, self._weigher.pinned(cited.number, written)) for cited, _ in rest[:-1]]
                    rest[:-1] = [(cited, replace(each, basis=first[1].basis, certainty=sure)) for cited, each in read]
            yield from (each for _, each in rest)

    def _checked(self, cited: _Cited, found: Weighed) -> CheckedNumber:
        """Return what is found of a citation; a slip is one of what its number was not in the release of its tree.

        It is not sure where its words speak for what the number was there, and that has another number now, too.
        Source: 701.19 of 2025-04-04, to search, cited by TheJonfs/MTGGame for the shuffle of the library, which was
        701.19 of 2020-06-01.
        """
        judgement = found.judgement
        if self._presumed is not None and judgement.verdict is Verdict.RIGHT and cited.pinned is None:
            is_of_it = self._numbering.clause(cited.number, self._presumed) == judgement.clause
            judgement = replace(judgement, written=self._presumed) if is_of_it else judgement
        own = self._numbering.clause(cited.number, self._tree.written)
        is_slip = cited.pinned is None and cited.day is None and judgement.clause not in {None, own}
        is_open = is_slip and judgement.verdict in _OLD and found.basis is not Basis.QUOTATION
        is_open = is_open and own != self._numbering.clause(cited.number, self._at)
        is_open = is_open and weight_at(cited.read.readings, self._tree.written) >= CHANCE
        certainty = max(found.certainty, Certainty.LIKELY, key=_RANK.index) if is_open else found.certainty
        of = cited.text, cited.group, cited.item, cited.number
        return CheckedNumber(*of, judgement, found.basis, certainty, is_slip)

    def _weighed(self, cited: _Cited, known: Known) -> Weighed:
        """Return what is said of a citation; beside the same words and on the same standing it is the same again."""
        passage = cited.passage
        before = passage.weighings[cited.place] if passage else None
        weighing = self._weigher.weighed(cited.number, cited.read, cited.spoken, known, before)
        if passage:
            passage.weighings[cited.place] = weighing
        return weighing.found

    def _explained(self, numbers: Sequence[CheckedNumber]) -> Iterator[CheckedNumber]:
        """Yield numbers judged, those that no clause has by what the tree says of them elsewhere, and of itself.

        Beside many numbers of its section that never were and may come, one that was once is as new as they are, and
        what one that is there names by then is not known. Words that lead numbers of two rules, cited together, to one
        and the same say which of them means it only where one is led there elsewhere, too.

        Source: 702.40a of 2026-04-17, cited for Provoke by basvanopheusden/magic-combat, once with 702.90a for Exalted.
        """
        moved = {**self._tree.gone, **self._gone(numbers)}
        led = self._tree.led | self._led(numbers)
        new_in = Counter(number.section for number in self._tree.new | self._new(numbers))
        for each in numbers:
            verdict, judgement = each.judgement.verdict, each.judgement
            if verdict is Verdict.RIGHT:
                yield each
                continue
            is_new = verdict in _GONE and self._may_be_newer(each)
            is_beside_new = new_in[each.number.section] >= _NEW_FROM
            if is_said_to_be_wrong(each.text.text, each.item.start, each.item.stop):
                judgement = replace(judgement, verdict=Verdict.MENTIONED)
            elif verdict is Verdict.DOUBTFUL and _lead(each) not in led:
                judgement = replace(judgement, verdict=Verdict.RIGHT, numbers=(each.number,))
            elif is_new and (is_beside_new or each.number not in moved):
                judgement = replace(judgement, verdict=Verdict.NEWER, numbers=())
            elif verdict is Verdict.ABSENT and each.number in moved and each.basis is not Basis.PIN:
                judgement = moved[each.number].judgement
            is_open = is_beside_new and verdict in _OLD and each.basis not in _STATED
            if is_open or judgement.verdict is not verdict:
                yield replace(each, judgement=judgement, certainty=Certainty.LIKELY)
            else:
                yield each if judgement is each.judgement else replace(each, judgement=judgement)

    def _gone(self, numbers: Iterable[CheckedNumber]) -> Mapping[ClauseNumber, CheckedNumber]:
        """Return the numbers that no clause has, and that meant one, each as it was judged."""
        return {each.number: each for each in numbers if each.judgement.verdict is Verdict.MOVED}

    def _led(self, numbers: Sequence[CheckedNumber]) -> frozenset[Lead]:
        """Return the rules cited in doubt, each with the one that it is cited for, and no other beside it."""
        groups = {id(each.group) for each in numbers if each.judgement.verdict is Verdict.DOUBTFUL}
        inside = [each for each in numbers if id(each.group) in groups and each.judgement.numbers]
        return alone((id(each.group), _lead(each)) for each in inside)

    def _new(self, numbers: Iterable[CheckedNumber]) -> frozenset[ClauseNumber]:
        """Return the numbers that no clause ever had, and that may come with a newer release."""
        return frozenset(
            each.number
            for each in numbers
            if each.judgement.verdict is Verdict.ABSENT
            if not self._numbering.uses(each.number) and self._may_be_newer(each)
        )

    def _may_be_newer(self, checked: CheckedNumber) -> bool:
        is_asked = self._at == self._numbering.newest and self._numbering.may_come(checked.number)
        return is_asked and self._is_ahead(checked.text.name)


def _lead(checked: CheckedNumber) -> Lead:
    return checked.number.of_rule, checked.judgement.numbers[0].of_rule


def _fingerprint(said: bytes) -> bytes:
    return blake2b(said, digest_size=16).digest()


def _evidence(citations: Iterable[_Cited]) -> bytes:
    """Return the fingerprint of what the citations of a text say to their tree."""
    said = [(each.number.path, each.read.readings, each.pinned, each.day) for each in citations]
    return _fingerprint(msgpack.encode(said))


def _key(text: CitingText) -> bytes:
    """Return by what is known of a text: by its content, and the release that it is written for."""
    return text.digest + str(text.written).encode()


def with_reworded(tree: CheckedTree, numbering: Numbering) -> CheckedTree:
    """Return a tree with its right citations called reworded whose clauses have changed since they were written."""
    numbers = (replace(checked, judgement=reworded(numbering, checked.judgement, tree.at)) for checked in tree.numbers)
    return replace(tree, numbers=tuple(numbers))


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


def _written(found: Weighed) -> int:
    return -1 if found.judgement.written is None else found.judgement.written


def _until(checked: CheckedNumber) -> int:
    until = checked.judgement.until
    return checked.judgement.written or 0 if until is None else until


def _since(checked: CheckedNumber, numbering: Numbering) -> int:
    """Return from which release on a number names what is cited."""
    uses = (use.first for use in numbering.uses(checked.number) if use.clause == checked.judgement.clause)
    return min(uses, default=0)
