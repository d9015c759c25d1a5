"""When a text can have been written: the releases whose wordings its quotations differ from least, taken together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crdiff.identify.quoted import QuotedWords
from crdiff.identify.word_index import WordIndex

_SLIP_LETTERS = 6
"""Letters more than the least by which quotations may differ together and still be of one release: three slips can make
a wording look like another one."""
_APART_WORDS = 60
"""Words of its own between two quotations from which on a text quotes anew."""


class Dated(NamedTuple):
    """Quotations of one release: the positions it can have, by words alone, by numbers alone, and by both.

    `by_numbers` is empty where no number stands beside a quotation, or none fits.
    """

    quotations: tuple[QuotedWords, ...]
    by_words: tuple[int, ...]
    by_numbers: tuple[int, ...]
    positions: tuple[int, ...]


def costs(one: QuotedWordsWords, index: WordIndex) -> list[int]:
    """Return in how many letters a quotation differs from the rules of each release: all where they lack it."""
    found = [one.letters] * len(index.dates)
    for agreement in one.agreements:
        for stay in index.life(agreement.life).stays:
            for at in range(stay.first, stay.last + 1):
                found[at] = min(found[at], agreement.costs[stay.wording])
    return found


def numbered(one: QuotedWordsWords, label: str, cost: Sequence[int], index: WordIndex) -> frozenset[int]:
    """Return the releases in which the clause that a quotation is nearest to there has the number `label`.

    `cost` says in how many letters it differs from the rules of each release.
    """
    return frozenset(
        at
        for agreement in one.agreements
        for stay in index.life(agreement.life).stays
        if stay.number == label
        for at in range(stay.first, stay.last + 1)
        if cost[at] == agreement.costs[stay.wording]
    )


def dated(found: Sequence[QuotedWords], labels: Sequence[str], index: WordIndex) -> list[Dated]:
    """Return the quotations of a text in groups of one release each, in its order; `labels` are their numbers, or ""."""
    groups: list[list[int]] = []
    every = [costs(one, index) for one in found]
    total: list[int] = []
    for at, one in enumerate(every):
        joined = [before + cost for before, cost in zip(total, one, strict=True)] if total else []
        is_near = bool(groups) and found[at].start - found[at - 1].stop <= _APART_WORDS
        if joined and is_near and min(joined) <= sum(min(every[there]) for there in (*groups[-1], at)) + _SLIP_LETTERS:
            groups[-1].append(at)
            total = joined
        else:
            groups.append([at])
            total = list(one)
    return [_dated(group, found, every, labels, index) for group in groups]


def _dated(
    group: Sequence[int], found: Sequence[QuotedWords], every: Sequence[Sequence[int]], labels: Sequence[str], index: WordIndex
) -> Dated:
    together = [sum(column) for column in zip(*(every[at] for at in group), strict=True)]
    least = min(together)
    by_words = tuple(at for at, cost in enumerate(together) if cost == least)
    fitting = [fits for at in group if labels[at] and (fits := numbered(found[at], labels[at], every[at], index))]
    counts = [sum(at in fits for fits in fitting) for at in range(len(together))]
    most = max(counts, default=0)
    by_numbers = tuple(at for at, count in enumerate(counts) if count == most) if most else ()
    both = tuple(at for at in by_words if at in by_numbers)
    return Dated(tuple(found[at] for at in group), by_words, by_numbers, both or by_words)
