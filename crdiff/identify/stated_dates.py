"""The dates that a page prints beside what it quotes: each says of which release the words should be."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from crdiff.dialects.dates import read_date
from crdiff.identify.identified import Identified, IdentifiedClause

_AFTER = re.compile(r"\[CompRules ([0-9]{4})/([0-9]{2})/([0-9]{2})\]")
"""The date after a rule: "[CompRules 2003/10/01]" (Gaming Resource Library, rulings of 507)."""
_BEFORE = re.compile(
    r"Comprehensive Rules[^\n]{0,40}?\b(?:([A-Z][a-z]+ [0-9]{1,2}, [0-9]{4})|([0-9]{4}-[0-9]{2}-[0-9]{2}))"
)
"""The date over passages: "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"."""
_REACH = 24
"""Characters between the last word of a rule and the date after it: marks and spaces."""


_OWN_MAX = 120
"""Characters of its own after which a page has left what it dated: a number, a heading, an example's name are fewer.

Source: 506.2 as of 2018-01-19 in a wiki's own prose, below 102.1 to 102.4 as of 2024-06-07.
"""


class _Stated(NamedTuple):
    at: int
    day: date


def dated_headings(text: str) -> list[int]:
    """Return where the dates end that `text` prints over what it quotes: each begins a passage of its own."""
    return [stated.at for stated in _before(text)]


def with_stated_dates(found: Identified, text: str, dates: Sequence[date]) -> Identified:
    """Return what was found in `text` with the dates printed beside it, judged by the releases at `dates`."""
    after, before = list(_after(text)), list(_before(text))
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


def _after(text: str) -> Iterator[_Stated]:
    for match in _AFTER.finditer(text):
        if day := _day("-".join(match.groups())):
            yield _Stated(match.start(), day)


def _before(text: str) -> Iterator[_Stated]:
    for match in _BEFORE.finditer(text):
        if day := read_date(match[1]) if match[1] else _day(match[2]):
            yield _Stated(match.end(), day)


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
