"""The rewordings of a release on its page: old words, new words, in how many clauses, and which were left alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Rewording
from crdiff.errors import UnknownNumber
from crdiff.history.news import ReleaseNews
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex


@dataclass(frozen=True, slots=True)
class RewordingView:
    """A rewording; `left` are the clauses and glossary entries that keep the old words, as (name, address or "")."""

    old: str
    new: str
    clauses: int
    left: tuple[tuple[str, str], ...]


def rewordings(news: ReleaseNews, archive: ArchiveIndex) -> tuple[RewordingView, ...]:
    """Return the rewordings of a release, the most frequent first."""
    return tuple(
        RewordingView(each.old, each.new, each.clauses, tuple(_left(each, news.release, archive)))
        for each in news.rewordings
    )


def _left(rewording: Rewording, release: date, archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    for name in rewording.exceptions:
        try:
            number = ClauseNumber.parse(name)
        except UnknownNumber:
            yield f"glossary, {name}", archive.entry_page(name, release)
        else:
            yield str(number), archive.clause_at(number, release)
