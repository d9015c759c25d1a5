"""When a text can have been written: the releases that its quotations differ from least, taken together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from crdiff.identify.agreement import Agreement
from crdiff.identify.page_words import PageWords
from crdiff.identify.quoted import QuotedWords
from crdiff.identify.stated_dates import dated_headings
from crdiff.identify.word_index import IndexedLives

_SLIP_LETTERS = 6
"""Letters more than the least by which quotations may differ together and still be of one release: three slips can make
a wording look like another one."""
_APART_WORDS = 60
"""Words of its own between two quotations from which on a text quotes anew."""


class WeighedQuotation(NamedTuple):
    """A quotation with the `number` beside it, or "", and in how many letters it differs from each release.

    All its letters count where a release has none of its clauses. `numbered` are the releases in which the clause that
    it is nearest to there has that number. `every` are all clauses that it may be of, also where the number decides.
    """

    quoted: QuotedWords
    number: str
    costs: tuple[int, ...]
    numbered: frozenset[int]
    every: tuple[Agreement, ...]


class Dated(NamedTuple):
    """Quotations of one release: the positions it can have, by words and numbers, by words alone, by numbers alone.

    The last are none where no number stands beside a quotation, or none fits.
    """

    quotations: tuple[WeighedQuotation, ...]
    positions: tuple[int, ...]
    by_words: tuple[int, ...]
    by_numbers: tuple[int, ...]


def dated(found: Iterable[QuotedWords], page: PageWords, lives: IndexedLives) -> Iterator[Dated]:
    """Yield the quotations of a text in groups of one release each, in its order."""
    group: list[WeighedQuotation] = []
    headings = dated_headings(page.text)
    for one in (_weighed(each, page.label(each.start), lives) for each in found):
        if group and not (_is_under_one(headings, group[-1], one, page) and _is_of_one_release([*group, one])):
            yield _dated(group)
            group = []
        group.append(one)
    if group:
        yield _dated(group)


def _weighed(one: QuotedWords, number: str, lives: IndexedLives) -> WeighedQuotation:
    """Return a quotation weighed; where a clause as near as any ever had the number beside it, it is of no other.

    Source: 704.5a of 2018-04-27 has the words that 118.6 had from 2007 to 2009.
    """
    nearest = min(each.best for each in one.agreements)
    near = (each for each in one.agreements if each.best == nearest)
    named = tuple(each for each in near if any(stay.number == number for stay in lives.life(each.life).stays))
    every = one.agreements
    one = one._replace(agreements=named or every)
    costs = [one.letters] * len(lives.dates)
    stays = [(stay, each.costs[stay.wording]) for each in one.agreements for stay in lives.life(each.life).stays]
    for stay, cost in stays:
        for at in range(stay.first, stay.last + 1):
            costs[at] = min(costs[at], cost)
    there = ((stay, cost) for stay, cost in stays if stay.number == number)
    numbered = (at for stay, cost in there for at in range(stay.first, stay.last + 1) if costs[at] == cost)
    return WeighedQuotation(one, number, tuple(costs), frozenset(numbered), every)


def _together(group: Sequence[WeighedQuotation]) -> list[int]:
    return [sum(column) for column in zip(*(one.costs for one in group), strict=True)]


def _is_under_one(headings: Sequence[int], before: WeighedQuotation, one: WeighedQuotation, page: PageWords) -> bool:
    """Whether no date that the page prints stands between two quotations."""
    start, stop = page.ends[before.quoted.stop - 1], page.starts[one.quoted.start]
    return bisect_right(headings, start) == bisect_right(headings, stop)


def _is_of_one_release(group: Sequence[WeighedQuotation]) -> bool:
    """Whether the last of some quotations is near the one before, and all can be of one release, with their numbers."""
    if group[-1].quoted.start - group[-2].quoted.stop > _APART_WORDS:
        return False
    numbered = [one.numbered for one in group if one.numbered]
    if numbered and not frozenset.intersection(*numbered):
        return False
    return min(_together(group)) <= sum(min(one.costs) for one in group) + _SLIP_LETTERS


def _dated(group: Sequence[WeighedQuotation]) -> Dated:
    costs = _together(group)
    least = min(costs)
    by_words = tuple(at for at, cost in enumerate(costs) if cost == least)
    fitting = [sum(at in one.numbered for one in group) for at in range(len(costs))]
    most = max(fitting)
    by_numbers = tuple(at for at, count in enumerate(fitting) if count == most) if most else ()
    both = tuple(at for at in by_words if at in by_numbers)
    return Dated(tuple(group), both or by_words, by_words, by_numbers)
