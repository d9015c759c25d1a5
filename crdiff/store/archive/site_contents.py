"""What the site of a whole archive is made from, read from the store at once.

Single questions are answered by `crdiff.store.archive.archive` and `crdiff.store.archive.questions`; a site asks all of
them, for every release and every clause, so that its pages need no store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, overload

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.history.lineage import Lineage
from crdiff.history.lineage import Term as EntryTerm
from crdiff.history.news import ReleaseNews, Size
from crdiff.history.passage import Passage
from crdiff.history.renumbering import Parting, Renumbering, compose
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.entries import entries
from crdiff.store.archive.questions import news, passage, sizes
from crdiff.store.archive.schema import fingerprint_at
from crdiff.store.texts.folder import HeldText


class Standing(NamedTuple):
    """A clause in a release: row and id of its lineage, its number there, and the fingerprint of what it says."""

    row: int
    lineage: str
    number: ClauseNumber
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A wording of a glossary entry, with the first and the last release held that have it."""

    first: date
    last: date
    text: str


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry of the newest release, with its wordings under this very term, today's at the end."""

    term: str
    wordings: tuple[Worded, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole archive. Releases are in time order; `news` and `renumberings` begin with the second one.

    `partings` say, by release, which lineages gave text to which others. `standing` are the clauses of each release in
    document order, `current` those of the newest with their texts.
    `known` are all releases that were published, held or not.
    """

    dates: tuple[date, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    entries: tuple[Lineage[EntryTerm], ...]
    sizes: tuple[Size, ...]
    news: tuple[ReleaseNews, ...]
    renumberings: Sequence[Renumbering]
    partings: Mapping[date, tuple[tuple[str, str], ...]]
    standing: Mapping[date, tuple[Standing, ...]]
    current: Passage
    glossary: tuple[Term, ...]
    texts: Mapping[date, HeldText]
    known: tuple[KnownRelease, ...]


def read_whole(folder: str | Path) -> Whole:
    """Return all that the corpus in `folder` holds, its store brought up to date first.

    Raises `CorpusError` where no text is held, and `StoreError` where the store cannot be used.
    """
    with Corpus(folder) as corpus:
        return _read(corpus)


def _read(corpus: Corpus) -> Whole:
    if corpus.is_recorded:
        raise CorpusError("holds no text of a release", "some added with 'crdiff corpus add'", path=str(corpus.folder))
    archive = ArchiveAtOnce(corpus.archive)
    standing = _standing(archive)
    partings = _partings(archive)
    return Whole(
        dates=archive.dates,
        lineages=tuple(archive.lineage(index) for index in archive.lineages()),
        entries=tuple(entries(archive)),
        sizes=sizes(archive),
        news=tuple(reversed(news(archive, archive.dates[0], ()).releases)),
        renumberings=_Renumberings(archive.dates, standing, partings),
        partings={
            archive.dates[at]: tuple((archive.place_of(one.source), archive.place_of(one.target)) for one in each)
            for at, each in partings.items()
        },
        standing=standing,
        current=passage(archive, None, None),
        glossary=tuple(_glossary(archive)),
        texts={date.fromisoformat(text.release): text for text in corpus.texts.chosen()},
        known=corpus.known(),
    )


def _standing(archive: Archive) -> Mapping[date, tuple[Standing, ...]]:
    columns = "stay.lineage, place, number, wording, copy, first, last"
    query = f"SELECT {columns} FROM stay JOIN lineage ON lineage.id = stay.lineage"
    rows = archive.rows(query)
    rows.sort(key=lambda row: (ClauseNumber.parse(row[2]).key, row[4]))
    found: list[list[Standing]] = [[] for _ in archive.dates]
    for row, lineage, number, wording, _, first, last in rows:
        standing = Standing(row, lineage, ClauseNumber.parse(number), fingerprint_at(wording))
        for there in found[first : last + 1]:
            there.append(standing)
    return dict(zip(archive.dates, map(tuple, found), strict=True))


def _partings(archive: Archive) -> Mapping[int, tuple[Parting, ...]]:
    """Return by position of a release which lineages gave text to which others there."""
    query = (
        "SELECT at, lineage, other FROM event WHERE side = 'fate' AND other IS NOT NULL ORDER BY at, lineage, ordinal"
    )
    rows = map(Parting._make, archive.rows(query))
    return {at: tuple(inside) for at, inside in groupby(rows, key=lambda parting: parting.at)}


class _Renumberings(Sequence[Renumbering]):
    """Old numbers and new of every two neighbours, each worked out when it is asked for."""

    def __init__(
        self,
        dates: Sequence[date],
        standing: Mapping[date, Sequence[Standing]],
        partings: Mapping[int, Sequence[Parting]],
    ) -> None:
        self._dates = dates
        self._standing = standing
        self._partings = partings
        self._found: dict[int, Renumbering] = {}

    def __len__(self) -> int:
        return len(self._dates) - 1

    @overload
    def __getitem__(self, place: int) -> Renumbering: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Renumbering]: ...

    def __getitem__(self, place: int | slice) -> Renumbering | Sequence[Renumbering]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        position = range(1, len(self._dates))[place]
        if position not in self._found:
            before, after = self._dates[position - 1], self._dates[position]
            old, new = ([(one.row, one.number) for one in self._standing[release]] for release in (before, after))
            rows, arrived = compose(old, new, self._partings.get(position, ()))
            self._found[position] = Renumbering(before, after, (), rows, arrived)
        return self._found[position]


def _glossary(archive: Archive) -> Iterator[Term]:
    query = (
        "SELECT term, first, last, wording FROM entry"
        " WHERE term IN (SELECT term FROM entry WHERE last = ?) ORDER BY term, last, first"
    )
    rows = archive.rows(query, len(archive.dates) - 1)
    for term, wordings in groupby(rows, key=lambda row: str(row[0])):
        dates = archive.dates
        said = ((first, last, archive.said(wording)) for _, first, last, wording in wordings)
        yield Term(term, tuple(Worded(dates[first], dates[last], one.text) for first, last, one in said if one))
