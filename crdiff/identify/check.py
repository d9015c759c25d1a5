"""Whether a clause of a day says what somebody quotes: by all wordings, or by the fingerprints of their sentences.

The words decide, not the marks between them. Words that the clause has in a row are its own, however few; what it lacks
is looked for in all others of that day, then of all times, first as it stands and then with slips.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.history.known_lives import KnownLives
from crdiff.identify.agreement import DIFFERING_MAX, Agreement
from crdiff.identify.fitting import Fit, fit
from crdiff.identify.identified import Slip
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords, SaidWords
from crdiff.identify.quoted import quoted_words
from crdiff.identify.sentence_index import LivesIndex, SentenceIndex
from crdiff.identify.slips import Agreed, how_agreed, slips
from crdiff.identify.stretches import read_page
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex
from crdiff.model.release import DaysInForce, days_in_force, spans_of
from crdiff.text.inline import Difference

# What stands in a quotation for words that its writer left out.
_LEFT_OUT = re.compile(r"…|\.\.\.")
# What an example begins with on a page, and not in the index.
_EXAMPLE = re.compile(r"^[ \t]*(?i:examples?)(?: [A-Z0-9])?:", re.MULTILINE)
_TOO_FEW = "too few words to look for in other clauses"
_NO_WORDS = "no words are quoted"
_NO_TEXTS = "of releases whose texts are lacking only whole sentences without a slip are found"
_TOO_EARLY = "no release known was in force on that day"


class QuotationVerdict(StrEnum):
    """Whether a clause says what is quoted as its words."""

    HOLDS = "holds"
    """the clause says it on that day"""
    SLIP = "slip"
    """the clause says it on that day, but for slips"""
    UNKNOWN = "unknown"
    """what is known does not tell"""
    ELSEWHERE = "elsewhere"
    """another clause of that day says it"""
    ANOTHER_TIME = "another_time"
    """no clause of that day says it, but one of another time, perhaps the same one"""
    NEVER = "never"
    """no clause known ever said it"""


# Verdicts on the paragraphs of a quotation: the last of them here is that on the whole.
_WORSE = tuple(QuotationVerdict)


class CheckedQuotation(Struct, frozen=True):
    """Whether the clause called `asked` says `text` on `day`, by the release in force then.

    `release` is that release, None where none was known, and `newest` the newest one known: where the two are the same,
    a later release may say otherwise by that `day`. `lineage` is the clause that says it, "" where none does, and
    `is_entry` whether that is a glossary entry. `number` and `official` are its number, or its term, and its whole text
    in the release nearest to the `day` that has these words; `official` is "" where no text is at hand. `days` are
    those on which it said so, whatever its number. `reason` says why the verdict is that nothing is known.
    """

    asked: str
    text: str
    day: date
    release: date | None
    newest: date
    verdict: QuotationVerdict
    lineage: str = ""
    is_entry: bool = False
    number: str = ""
    official: str = ""
    days: tuple[DaysInForce, ...] = ()
    slips: tuple[Slip, ...] = ()
    reason: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the answer stands on the newest release known, so that a later one may say otherwise."""
        return self.release == self.newest


class _Reading(NamedTuple):
    """A clause that has the words quoted, in the `stays` where it has them."""

    life: IndexedLife
    stays: Sequence[IndexedStay]


class _Asked(NamedTuple):
    """The clause asked about: its number, or its term, in the release at a position."""

    number: str
    at: int

    def rank(self, reading: _Reading) -> tuple[int, bool, int, str]:
        """Return how far a clause is from what is asked: this one, one of that day, one once called so, any other."""
        away, stay = min((self._away(stay), stay) for stay in reading.stays)
        never_called = all(stay.number != self.number for stay in reading.life.stays)
        return (2 if away else int(stay.number != self.number)), never_called, away, reading.life.id

    def _away(self, stay: IndexedStay) -> int:
        return max(0, stay.first - self.at, self.at - stay.last)

    def nearest(self, stays: Iterable[IndexedStay]) -> IndexedStay:
        """Return the stay nearest in time."""
        return min(stays, key=self._away)


# The verdict by the first part of the rank.
_VERDICTS = (QuotationVerdict.HOLDS, QuotationVerdict.ELSEWHERE, QuotationVerdict.ANOTHER_TIME)


class _Judged(NamedTuple):
    """The verdict on a paragraph, the clause that decides it, and its slips; `reason` as of `CheckedQuotation`."""

    verdict: QuotationVerdict
    reading: _Reading | None = None
    slips: tuple[Slip, ...] = ()
    reason: str = ""


def check(text: str, number: str, day: date, index: LivesIndex, lives: KnownLives | None = None) -> CheckedQuotation:
    """Return whether the clause, or the glossary entry, called `number` on `day` says `text`.

    Paragraphs may have numbers of their own, of the clause asked about or of clauses under it. `lives` tell of the
    releases whose texts the index lacks.
    """
    dates = index.dates
    at = bisect_right(dates, day) - 1
    answer = CheckedQuotation(number, text, day, dates[at] if at >= 0 else None, dates[-1], QuotationVerdict.UNKNOWN)
    page = PageWords(_EXAMPLE.sub(lambda found: " " * len(found[0]), text))
    bodies = [body for body in page.bodies if body[0] < body[1]]
    if at < 0 or not bodies:
        return replace(answer, reason=_TOO_EARLY if at < 0 else _NO_WORDS)
    named = [(body, _Asked(_called(page, body, number), at)) for body in bodies]
    every = [_judged(page, body, asked, index, lives) for body, asked in named]
    worst = max(every, key=lambda one: _WORSE.index(one.verdict))
    told = tuple(slip for one in every if one.verdict is worst.verdict for slip in one.slips)
    answer = replace(answer, verdict=worst.verdict, slips=told, reason=worst.reason)
    if not worst.reading:
        return answer
    life, stays = worst.reading
    nearest = _Asked(number, at).nearest(stays)
    positions = sorted({position for stay in stays for position in range(stay.first, stay.last + 1)})
    return replace(
        answer,
        lineage=life.id,
        is_entry=life.is_entry,
        number=nearest.number,
        official=life.wordings[nearest.wording],
        days=days_in_force(spans_of(positions, dates), dates),
    )


def _called(page: PageWords, body: tuple[int, int], number: str) -> str:
    """Return the number of the clause that a paragraph is to quote: its own where it stands under `number`."""
    own = page.heads.get(body[0], "")
    return own if own.startswith(number) else number


def _decided(readings: Sequence[_Reading], asked: _Asked) -> _Judged:
    best = min(readings, key=asked.rank)
    return _Judged(_VERDICTS[asked.rank(best)[0]], best)


def _judged(
    page: PageWords, body: tuple[int, int], asked: _Asked, index: LivesIndex, lives: KnownLives | None
) -> _Judged:
    """Return the verdict on a paragraph: what no text says may be said by sentences, or in a release without a text."""
    if isinstance(index, SentenceIndex):
        return _by_sentences(index.saying(page, body), asked, index)
    found = _by_words(page, body, asked, index)
    if lives is None or found.verdict is QuotationVerdict.HOLDS:
        return found
    known = _by_sentences(SentenceIndex(lives, index).saying(page, body), asked, index)
    is_as_near = _WORSE.index(known.verdict) <= _WORSE.index(found.verdict)
    if known.reading and (is_as_near or found.slips or not found.reading):
        return known
    is_slip, is_never = (found.verdict is each for each in (QuotationVerdict.SLIP, QuotationVerdict.NEVER))
    is_told = is_slip or (asked.at in index.held and not is_never)
    return found if is_told else _Judged(QuotationVerdict.UNKNOWN, reason=_NO_TEXTS)


# by sentences


def _by_sentences(said: Iterable[Agreement], asked: _Asked, index: LivesIndex) -> _Judged:
    every = (_having(index.life(each.life), [at for at, cost in enumerate(each.costs) if not cost]) for each in said)
    readings = [one for one in every if one.stays]
    return _decided(readings, asked) if readings else _Judged(QuotationVerdict.UNKNOWN, reason=_NO_TEXTS)


def _having(life: IndexedLife, wordings: Sequence[int]) -> _Reading:
    return _Reading(life, [stay for stay in life.stays if stay.wording in wordings])


# by words


def _by_words(page: PageWords, body: tuple[int, int], asked: _Asked, index: WordIndex) -> _Judged:
    runs = list(_runs(page, body))
    readings = []
    for place in _places(page, runs, asked, index):
        wordings = [at for at, form in enumerate(index.forms(place)) if _has(runs, index.form(form), page)]
        readings += [_having(index.life(place), wordings)] if wordings else []
    if readings:
        return _decided(readings, asked)
    if judged := _with_slips(read_page(page.text, index), body, asked, index):
        return judged
    has_shingles = any(stop - start >= SHINGLE_WORDS for start, stop in runs)
    return _Judged(QuotationVerdict.NEVER) if has_shingles else _Judged(QuotationVerdict.UNKNOWN, reason=_TOO_FEW)


def _runs(page: PageWords, body: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield where the words stand between which the writer says that he left none out."""
    start, stop = body
    for word in range(start + 1, stop):
        if _LEFT_OUT.search(page.text, page.ends[word - 1], page.starts[word]):
            yield start, word
            start = word
    yield start, stop


def _places(page: PageWords, runs: Sequence[tuple[int, int]], asked: _Asked, index: WordIndex) -> list[int]:
    """Return the lives that may have the words: all that have every three in a row, and those of the number."""
    shingles = {
        shingle for start, stop in runs for shingle in page.shingles[start : max(start, stop - SHINGLE_WORDS + 1)]
    }
    having = [frozenset(index.with_shingle(shingle)) for shingle in sorted(shingles)]
    return sorted(frozenset.intersection(*having) if having else index.numbered(asked.number))


def _has(runs: Sequence[tuple[int, int]], said: SaidWords, page: PageWords) -> bool:
    """Whether a wording has all runs of words, one after another."""
    at = 0
    for run in runs:
        words = page.joined(*run)
        found = said.joined.find(words, at)
        if found < 0:
            return False
        at = found + len(words) - 1
    return True


def _with_slips(page: PageWords, body: tuple[int, int], asked: _Asked, index: WordIndex) -> _Judged | None:
    """Return the verdict by the wording that the words differ from least, None where all are too far away."""
    found = [
        (agreed.fit.letters(page.plain, agreed.said.plain), asked.rank(reading), reading, agreed)
        for place in _near_places(page, body, asked, index)
        for reading, agreed in _agreements(page, body, place, index)
    ]
    if not found:
        return None
    letters, rank, reading, agreed = min(found, key=lambda each: each[:2])
    if letters > DIFFERING_MAX * page.letters(*body):
        return None
    verdict = _VERDICTS[rank[0]] if rank[0] else QuotationVerdict.SLIP
    return _Judged(verdict, reading, tuple(slips(agreed, page, index)))


def _near_places(page: PageWords, body: tuple[int, int], asked: _Asked, index: WordIndex) -> set[int]:
    """Return the lives that the words may be of: those quoted in a text that says so, and the one asked about."""
    quoted = (one for one in quoted_words(page, index) if one.start < body[1] and body[0] < one.stop)
    places = {each.life for one in quoted for each in one.agreements}
    around = (place for shingle in page.shingles[slice(*body)] for place in index.with_shingle(shingle))
    own = ((place, index.life(place).at(asked.at)) for place in {*index.numbered(asked.number), *around})
    return places | {place for place, stay in own if stay and stay.number == asked.number}


def _agreements(
    page: PageWords, body: tuple[int, int], place: int, index: WordIndex
) -> Iterator[tuple[_Reading, Agreed]]:
    """Yield each form of a life with the stays that have it, and how the words agree with it from end to end."""
    life, forms = index.life(place), index.forms(place)
    for form in dict.fromkeys(forms):
        wordings = [at for at, each in enumerate(forms) if each == form]
        said, printed = index.form(form), life.wordings[wordings[0]]
        found = how_agreed(body, page, said, printed)
        close = _close_fit(body, page, said)
        every = [_from_end_to_end(found._replace(fit=each), page, body) for each in (found.fit, close) if each]
        yield _having(life, wordings), min(every, key=lambda one: one.fit.letters(page.plain, said.plain))


def _close_fit(body: tuple[int, int], page: PageWords, said: SaidWords) -> Fit | None:
    """Return how all words of a paragraph agree with as many of a wording, from where runs of words stand in both.

    Source: "to . . .” This ability functions everywhere" is in 208.2a of 2017-06-05, which has another "to" before.
    """
    once = said.only_places
    shared = ((at, once.get(page.shingles[at])) for at in range(body[0], max(body[0], body[1] - SHINGLE_WORDS + 1)))
    apart = [place - at for at, place in shared if place is not None]
    if not apart:
        return None
    window = max(0, body[0] + min(apart)), min(len(said), body[1] + max(apart))
    return fit(page, body, said.plain, window, body)


def _from_end_to_end(agreed: Agreed, page: PageWords, body: tuple[int, int]) -> Agreed:
    """Return an agreement that takes in all words: those around it are added, those left out on purpose are none."""
    own = agreed.fit
    runs = [run for run in own.runs if not _is_left_out(run, page)]
    if body[0] < own.start:
        runs.insert(0, Difference(own.said_start, own.said_start, body[0], own.start))
    if own.stop < body[1]:
        runs.append(Difference(own.said_stop, own.said_stop, own.stop, body[1]))
    return agreed._replace(fit=own._replace(start=body[0], stop=body[1], runs=tuple(runs)))


def _is_left_out(run: Difference, page: PageWords) -> bool:
    at = run.new_start
    until = page.starts[at] if at < len(page.starts) else len(page.text)
    return run.new_start == run.new_stop and bool(_LEFT_OUT.search(page.text, page.ends[at - 1], until))
