"""What the site of a whole archive is made from, read from the store at once.

Single questions are answered by `crdiff.store.archive` and `crdiff.store.questions`; a site asks all of them, for every
release and every clause, so that its pages need no store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from crdiff.errors import CorpusError
from crdiff.history.life import Life
from crdiff.history.news import ReleaseNews, Size
from crdiff.history.passage import Passage
from crdiff.history.renumbering import Parting, Renumbering, compose
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.store.archive import Archive
from crdiff.store.corpus import Corpus
from crdiff.store.questions import news, passage, sizes
from crdiff.store.schema import fingerprint_at
from crdiff.store.texts import HeldText


class Standing(NamedTuple):
    """A clause in a release: row and id of its lineage, its number there, and the fingerprint of what it says."""

    row: int
    lineage: str
    number: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Worded:
    """A wording of a glossary entry, with the first and the last release held that have it."""

    first: str
    last: str
    text: str


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry of the newest release, with its wordings under this very term, oldest first."""

    term: str
    wordings: tuple[Worded, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole archive. Releases are ISO dates, oldest first; `news` and `renumberings` begin with the second one.

    `standing` are the clauses of each release in document order, `current` those of the newest with their texts.
    `known` are all releases that were published, held or not.
    """

    dates: tuple[str, ...]
    lives: tuple[Life, ...]
    sizes: tuple[Size, ...]
    news: tuple[ReleaseNews, ...]
    renumberings: tuple[Renumbering, ...]
    standing: Mapping[str, tuple[Standing, ...]]
    current: Passage
    glossary: tuple[Term, ...]
    texts: Mapping[str, HeldText]
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
    archive = corpus.archive
    standing = dict(_standing(archive))
    return Whole(
        dates=archive.dates,
        lives=tuple(archive.life(index) for index in archive.lineages()),
        sizes=sizes(archive),
        news=tuple(reversed(news(archive, archive.dates[0], ()).releases)),
        renumberings=tuple(_renumberings(archive, standing)),
        standing=standing,
        current=passage(archive, None, None),
        glossary=tuple(_glossary(archive)),
        texts={text.release: text for text in corpus.texts.chosen()},
        known=corpus.known(),
    )


def _standing(archive: Archive) -> Iterator[tuple[str, tuple[Standing, ...]]]:
    columns = "stay.lineage, place, number, wording, copy, first, last"
    query = f"SELECT {columns} FROM stay JOIN lineage ON lineage.id = stay.lineage"
    rows = archive.rows(query)
    rows.sort(key=lambda row: (ClauseNumber.parse(row[2]).key, row[4]))
    stays = [(Standing(row[0], row[1], row[2], fingerprint_at(row[3])), row[5], row[6]) for row in rows]
    for position, release in enumerate(archive.dates):
        yield release, tuple(standing for standing, first, last in stays if first <= position <= last)


def _renumberings(archive: Archive, standing: Mapping[str, tuple[Standing, ...]]) -> Iterator[Renumbering]:
    query = "SELECT at, lineage, other FROM event WHERE side = 'fate' AND other IS NOT NULL"
    partings: dict[int, list[Parting]] = {}
    for parting in (Parting(*row) for row in archive.rows(query)):
        partings.setdefault(parting.at, []).append(parting)
    sides = [[(one.row, one.number) for one in standing[release]] for release in archive.dates]
    for position in range(1, len(sides)):
        rows, arrived = compose(sides[position - 1], sides[position], partings.get(position, ()))
        yield Renumbering(archive.dates[position - 1], archive.dates[position], (), rows, arrived)


def _glossary(archive: Archive) -> Iterator[Term]:
    query = (
        "SELECT term, first, last, text FROM entry JOIN wording ON wording.id = entry.wording"
        " WHERE term IN (SELECT term FROM entry WHERE last = ?) ORDER BY term, first, last"
    )
    rows = archive.rows(query, len(archive.dates) - 1)
    for term, wordings in groupby(rows, key=lambda row: str(row[0])):
        dates = archive.dates
        yield Term(term, tuple(Worded(dates[first], dates[last], text) for _, first, last, text in wordings))
