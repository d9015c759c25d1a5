"""Which clause had a number on which days, and which texts: what typed addresses are looked up in."""

from __future__ import annotations

from datetime import date
from typing import Any

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.numbers.number import numbers_of

Days = tuple[date, date | None]
"""The first and the last day of a time, both inside; None while it lasts."""


def number_uses(subsection: int, archive: ArchiveIndex) -> dict[str, Any]:
    """Return, for the numbers of `subsection`, the clauses and the pages of text that had each on which days.

    `clauses` are rows (first day, last day, id of the clause, "" where it has no page), oldest first; `texts` are rows
    (first day, last day) by the number that a page of text is named after: a subsection, or a rule of a long one.
    """
    clauses = {
        str(number): [
            (*_days(run.first, run.last, archive), lineage.id if archive.clause_page(lineage.id) else "")
            for run, lineage in archive.meanings(number)
        ]
        for number in numbers_of(subsection, archive)
    }
    texts: dict[str, list[Days]] = {}
    for place in () if archive.is_recorded else archive.places.under(subsection):
        texts.setdefault(str(place.number), []).append(_days(place.first, place.last, archive))
    return {"schema": "crdiff.uses/1", "clauses": clauses, "texts": texts}


def _days(first: date, last: date, archive: ArchiveIndex) -> Days:
    return first, archive.last_day(last)
