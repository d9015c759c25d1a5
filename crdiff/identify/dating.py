"""When a text can have been written: by what its quotations differ from, and by dates printed beside them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from operator import add
from typing import NamedTuple

from msgspec.structs import replace

from crdiff.dialects.official import read_date
from crdiff.identify.agreement import Agreement
from crdiff.identify.identified import Identified, IdentifiedClause
from crdiff.identify.page_words import SHINGLE_WORDS, PageWords
from crdiff.identify.quoted import QuotedWords
from crdiff.identify.sentence_index import LivesIndex
from crdiff.identify.word_index import IndexedLife
from crdiff.text.groups import grouped

# The date after a rule: "[CompRules 2003/10/01]" (Gaming Resource Library, rulings of 507).
_AFTER = re.compile(r"\[CompRules ([0-9]{4})/([0-9]{2})/([0-9]{2})\]")
# The date over passages: "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)".
_BEFORE = re.compile(
    r"Comprehensive Rules[^\n]{0,40}?\b(?:([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})|([0-9]{4}-[0-9]{2}-[0-9]{2}))"
)
# Characters between the last word of a rule and the date after it: marks and spaces.
_REACH = 24


# Characters of its own after which a page has left what it dated: a number, a heading, an example's name are fewer.
#
# Source: 506.2 as of 2018-01-19 in a wiki's own prose, below 102.1 to 102.4 as of 2024-06-07.
_OWN_MAX = 120


class _Stated(NamedTuple):
    at: int
    day: date


def with_stated_dates(found: Identified, text: str, dates: Sequence[date]) -> Identified:
    """Return what was found in `text` with the dates printed beside it, judged by the releases at `dates`."""
    after, before = _after(text), _before(text)
    if not after and not before:
        return found
    over = _dates_over(found.quotations, before)
    passages = (
        replace(passage, quotations=tuple(_judged(one, after, over, dates) for one in passage.quotations))
        for passage in found.passages
    )
    return replace(found, passages=tuple(passages))


def _dates_over(quotations: Sequence[IdentifiedClause], before: Sequence[_Stated]) -> Mapping[int, date]:
    """Return the date over each quotation, by where it starts: words of the page's own end what a date is over."""
    found: dict[int, date] = {}
    end = 0
    day: date | None = None
    for one in quotations:
        at = bisect_right(before, one.start, key=lambda stated: stated.at) - 1
        if at >= 0 and before[at].at >= end:
            end, day = before[at].at, before[at].day
        day = day if one.start - end <= _OWN_MAX else None
        end = one.stop
        if day:
            found[one.start] = day
    return found


def _after(text: str) -> list[_Stated]:
    found = ((match.start(), _day("-".join(match.groups()))) for match in _AFTER.finditer(text))
    return [_Stated(at, day) for at, day in found if day]


def _before(text: str) -> list[_Stated]:
    found = ((match.end(), read_date(match[1]) if match[1] else _day(match[2])) for match in _BEFORE.finditer(text))
    return [_Stated(at, day) for at, day in found if day]


def _day(printed: str) -> date | None:
    try:
        return date.fromisoformat(printed)
    except ValueError:
        return None


def _judged(
    one: IdentifiedClause, after: Sequence[_Stated], over: Mapping[int, date], dates: Sequence[date]
) -> IdentifiedClause:
    """Return a quotation with the date right after it, else the last one over it."""
    at = bisect_right(after, one.stop, key=lambda stated: stated.at - 1)
    is_after = at < len(after) and after[at].at - one.stop <= _REACH
    day = after[at].day if is_after else over.get(one.start)
    if day is None:
        return one
    release = dates[max(0, bisect_right(dates, day) - 1)]
    return replace(one, stated=day, is_misdated=not any(span.covers(release) for span in one.spans))


# Letters more than the least by which quotations with slips may differ together and still be of one release: three
# slips can make a wording look like another one.
_SLIP_LETTERS = 6
# Share of three words in a row from which on two quotations of a clause can be versions of the same words.
_ALIKE_SHARE = 0.2
# Quotations before one that it may be another version of.
_VERSIONS_BACK = 8
# Share of three words in a row from which on a quotation says another one again.
_AGAIN_SHARE = 0.5
# Words of its own between two quotations from which on a text quotes anew.
_APART_WORDS = 60


class WeighedQuotation(NamedTuple):
    """A quotation with the `number` beside it, or "", and in how many letters it differs from each release.

    All its letters count where a release has none of its clauses. `numbered` are the releases in which the clause that
    it is nearest to there has that number. `every` are all clauses that it may be of, also where the number decides.
    `least` is the cost of the nearest wording, and `own` the releases that it is of by itself: the number decides where
    a clause of that number had these words.
    """

    quoted: QuotedWords
    number: str
    costs: tuple[int, ...]
    numbered: frozenset[int]
    every: tuple[Agreement, ...]
    least: int
    own: frozenset[int]


class Dated(NamedTuple):
    """Quotations of one release: the positions it can have, by words and numbers, by words alone, by numbers alone.

    The last are none where no number stands beside a quotation, or none fits.
    """

    quotations: tuple[WeighedQuotation, ...]
    positions: tuple[int, ...]
    by_words: tuple[int, ...]
    by_numbers: tuple[int, ...]


def dated(found: Iterable[QuotedWords], page: PageWords, lives: LivesIndex) -> Iterator[Dated]:
    """Return the quotations of a text in groups of one release each, in its order."""
    headings = [stated.at for stated in _before(page.text)]  # each date printed over quotations begins a passage
    weighed = [_weighed(each, page.label(each.start), lives) for each in found]
    together = list(map(_Together.of, weighed[:1]))

    def goes_on(group: Sequence[WeighedQuotation], one: WeighedQuotation) -> bool:
        own = _Together.of(one)
        joined = together[-1].with_others(own)
        start, stop = page.ends[group[-1].quoted.stop - 1], page.starts[one.quoted.start]
        is_under_one_date = bisect_right(headings, start) == bisect_right(headings, stop)
        is_new = not any(_is_another_version(each, one, page) for each in group[-_VERSIONS_BACK:])
        is_near = one.quoted.start - group[-1].quoted.stop <= _APART_WORDS
        is_one = is_under_one_date and is_new and is_near and joined.is_of_one_release
        together.append(joined if is_one else own)
        return is_one

    return map(_dated, grouped(weighed, goes_on))


def _weighed(one: QuotedWords, number: str, lives: LivesIndex) -> WeighedQuotation:
    """Return a quotation weighed; where a clause with the number beside it had words as near as any, it is of no other.

    Source: 704.5a of 2018-04-27 has the words that 118.6 had from 2007 to 2009.
    """
    every = one.agreements
    nearest = min(each.best for each in every)
    near = [each for each in every if each.best == nearest]
    called = [(each, stay) for each in near for stay in lives.life(each.life).stays if stay.number == number]
    said_so = [each for each, stay in called if each.costs[stay.wording] == nearest]
    said_so = said_so or [_as_numbered(each, number, lives.life(each.life)) for each, _ in called if nearest]
    named = tuple(dict.fromkeys(said_so or (each for each, _ in called)))
    one = one._replace(agreements=named or every)
    costs = [one.letters] * len(lives.dates)
    stays = [(stay, each.costs[stay.wording]) for each in one.agreements for stay in lives.life(each.life).stays]
    for stay, cost in sorted(stays, key=lambda each: -each[1]):
        if cost < one.letters:
            costs[stay.first : stay.last + 1] = [cost] * (stay.last + 1 - stay.first)
    there = ((stay, cost) for stay, cost in stays if stay.number == number)
    numbered = (at for stay, cost in there for at in range(stay.first, stay.last + 1) if costs[at] == cost)
    by_number, least = frozenset(numbered), min(costs)
    by_words = frozenset(at for at, cost in enumerate(costs) if cost == least)
    return WeighedQuotation(one, number, tuple(costs), by_number, every, least, by_words & by_number or by_words)


def _as_numbered(one: Agreement, number: str, life: IndexedLife) -> Agreement:
    """Return an agreement in which the wordings without a text under the number printed are as near as any.

    Words that differ from every text at hand can be of a release whose text is lacking: its number says so.
    """
    lacking = {stay.wording for stay in life.stays if stay.number == number and not life.wordings[stay.wording]}
    costs = (one.best if at in lacking else cost for at, cost in enumerate(one.costs))
    return Agreement(one.life, tuple(costs)) if any(life.wordings) else one


class _Together(NamedTuple):
    """Quotations together: in how many letters they differ from each release and at the least, and where all fit.

    Those with a number are of the releases with that number, those without a slip of none but their own.
    """

    costs: Sequence[int]
    least: int
    there: frozenset[int]

    @classmethod
    def of(cls, one: WeighedQuotation) -> _Together:
        there = one.numbered or frozenset(range(len(one.costs)))
        return cls(one.costs, one.least, there if one.least else there & one.own)

    def with_others(self, other: _Together) -> _Together:
        """Return these quotations and others together."""
        return _Together([*map(add, self.costs, other.costs)], self.least + other.least, self.there & other.there)

    @property
    def is_of_one_release(self) -> bool:
        """Whether all can be of one release, but for slips."""
        return any(self.costs[at] <= self.least + _SLIP_LETTERS for at in self.there)


def _is_another_version(one: WeighedQuotation, other: WeighedQuotation, page: PageWords) -> bool:
    """Whether the second of two quotations says what the first does as it read at another time.

    It is of the same clause in other releases, and has most of the words, or some where no wording has both.
    """
    costs = {each.life: each.costs for each in one.quoted.agreements}
    pairs = [(costs[each.life], each.costs) for each in other.quoted.agreements if each.life in costs]
    if one.own == other.own or not pairs:
        return False
    said, again = (
        frozenset(page.shingles[each.quoted.start : each.quoted.stop - SHINGLE_WORDS + 1]) for each in (one, other)
    )
    share = len(said & again) / max(1, min(len(said), len(again)))
    least = (one.least, other.least)
    return share >= _ALIKE_SHARE and any(
        share >= _AGAIN_SHARE or ((min(ours), min(theirs)) == least and least not in zip(ours, theirs, strict=True))
        for ours, theirs in pairs
    )


def _dated(group: Sequence[WeighedQuotation]) -> Dated:
    costs = [sum(column) for column in zip(*(one.costs for one in group), strict=True)]
    least = min(costs)
    by_words = tuple(at for at, cost in enumerate(costs) if cost == least)
    fitting = Counter(chain.from_iterable(one.numbered for one in group))
    most = max(fitting.values(), default=0)
    by_numbers = tuple(sorted(at for at, count in fitting.items() if count == most))
    both = tuple(sorted({*by_words} & {*by_numbers}))
    return Dated(tuple(group), both or by_words, by_words, by_numbers)
