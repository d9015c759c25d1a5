"""What the pages of a site show of an archive, read from it at once.

Single questions are answered by `crdiff.store.archive.archive` and `crdiff.store.archive.questions`; a site asks all of
them, for every release and every clause, so that its pages need no store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import groupby, pairwise, starmap
from typing import NamedTuple

from msgspec import Struct, field

from crdiff.history.lineage import Lineage, Term
from crdiff.history.news import NewsScope, Passage, ReleaseNews, Size
from crdiff.history.renumbering import Parting, Renumbering, composed
from crdiff.model.book import MAGIC
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import ArchiveAtOnce, Entries
from crdiff.store.archive.names import PRINTED_AT
from crdiff.store.archive.questions import passage, release_news, sizes, text_news
from crdiff.store.archive.schema import fingerprint_at
from crdiff.store.archive.words import MappedWords
from crdiff.store.texts.folder import HeldText
from crdiff.text.groups import by_key


class Standing(NamedTuple):
    """A clause in a release: row and id of its lineage, its number there, and the fingerprint of what it says."""

    row: int
    lineage: str
    number: ClauseNumber
    fingerprint: str


class CurrentTerm(Struct, frozen=True):
    """A term of the newest release with the texts printed under it, as a rule one."""

    term: str
    texts: tuple[str, ...]


class SiteContents(Struct, frozen=True):
    """All that an archive says. Releases are in time order; `news` and `renumberings` begin with the second.

    `dates` are the releases held, `days` those that the lineages tell of, known or held.
    `is_recorded`: the archive was made from recorded facts, an excerpt of the rules without their texts. `newest` is
    the newest release held, and, where only facts are recorded, the newest one known.
    `partings` say, by release, which lineages gave text to which others. `standing` are the clauses of each of `days`
    in document order, `sizes` its figures, `current` the clauses of the newest text. `subsections` have the newest text
    under each number of a subsection: of the newest release alone, or, where facts are recorded, under every number of
    any release.
    `glossary` are the terms of the newest release, `entries` every entry there ever was.
    `known` are all releases that were published, in the corpus or not. `words` tells which rules a text quotes, None
    without texts. `book` is the name of the rule book, `numbers` the class of its
    numbers.
    """

    is_recorded: bool
    newest: date
    dates: tuple[date, ...]
    days: tuple[date, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    sizes: tuple[Size, ...]
    news: tuple[ReleaseNews, ...]
    renumberings: Renumberings
    partings: Mapping[date, tuple[tuple[str, str], ...]]
    standing: Mapping[date, tuple[Standing, ...]]
    current: Passage
    subsections: Mapping[ClauseNumber, Passage]
    glossary: tuple[CurrentTerm, ...]
    entries: tuple[Lineage[Term], ...]
    texts: Mapping[date, HeldText]
    known: tuple[KnownRelease, ...]
    words: MappedWords | None = None
    book: str = MAGIC
    numbers: type[ClauseNumber] = ClauseNumber


def read_contents(
    opened: Archive,
    texts: Iterable[HeldText] = (),
    known: tuple[KnownRelease, ...] = (),
    words: MappedWords | None = None,
) -> SiteContents:
    """Return all that an archive says; `texts` are the texts it was made from, `known` all releases published.

    `words` is the index of its wordings.

    Raises `StoreError` where its store turns out to be damaged.
    """
    archive = ArchiveAtOnce(opened)
    standing = _standing(archive)
    partings = archive.partings(0, archive.newest_position)
    current = passage(archive, None, None)
    held = archive.held or archive.dates
    return SiteContents(
        is_recorded=archive.is_recorded,
        newest=archive.newest_held,
        dates=held,
        days=archive.dates,
        lineages=tuple(archive.lineage(index) for index in archive.lineages()),
        sizes=sizes(archive),
        news=tuple(starmap(partial(_news, archive), pairwise(held))),
        renumberings=Renumberings(archive.dates, held, standing, partings, archive.revoked),
        partings={
            archive.dates[at]: tuple((archive.place_of(one.source), archive.place_of(one.target)) for one in each)
            for at, each in groupby(partings, key=lambda parting: parting.at)
        },
        standing=standing,
        current=current,
        subsections=_last_texts(archive, standing) if archive.is_recorded else _subsections(current),
        glossary=tuple(_glossary(archive)),
        entries=tuple(Entries(archive).lineages()),
        texts={date.fromisoformat(text.release): text for text in texts},
        known=known,
        words=words,
        book=archive.book,
        numbers=archive.numbers,
    )


def _news(archive: Archive, before: date, release: date) -> ReleaseNews:
    """Return what changed since the text before; of a release without one, since the release before."""
    if archive.held:
        return text_news(archive, before, release)
    return release_news(archive, archive.dates.index(release), NewsScope((), ()))


def _subsections(text: Passage) -> Mapping[ClauseNumber, Passage]:
    """Return the subsections of a whole release, each with its clauses, the heading first."""
    inside = by_key((shown.number.subsection, shown) for shown in text.clauses if not shown.number.has_headings_only)
    return {number: Passage(text.release, str(number), number, clauses) for number, clauses in inside.items()}


def _last_texts(archive: Archive, standing: Mapping[date, tuple[Standing, ...]]) -> Mapping[ClauseNumber, Passage]:
    """Return, by the number of a subsection, what stood under it in the last release that is known to have it."""
    under = ((one.number, release) for release, there in standing.items() for one in there)
    last = {number.subsection: release for number, release in under if not number.has_headings_only}
    texts = {release: _subsections(passage(archive, None, release)) for release in set(last.values())}
    return {number: texts[last[number]][number] for number in sorted(last)}


def _standing(archive: Archive) -> Mapping[date, tuple[Standing, ...]]:
    columns = "stay.lineage, place, number, wording, copy, first, last"
    query = f"SELECT {columns} FROM stay JOIN lineage ON lineage.id = stay.lineage"
    rows = archive.rows(query)
    numbers = {number: archive.numbers.parse(number) for number in {row[2] for row in rows}}
    rows.sort(key=lambda row: (numbers[row[2]], row[4]))
    found: list[list[Standing]] = [[] for _ in archive.dates]
    for row, lineage, number, wording, _, first, last in rows:
        standing = Standing(row, lineage, numbers[number], fingerprint_at(wording))
        for there in found[first : last + 1]:
            there.append(standing)
    return dict(zip(archive.dates, map(tuple, found), strict=True))


class Renumberings(Struct, frozen=True):
    """The renumberings of all neighbours among the releases `held`, each computed on its first use.

    `partings` and `revoked` name lineages and releases by their rows and positions.
    """

    dates: tuple[date, ...]
    held: tuple[date, ...]
    standing: Mapping[date, Sequence[Standing]]
    partings: Sequence[Parting[int]]
    revoked: Mapping[int, int]
    found: dict[int, Renumbering] = field(default_factory=dict)

    def __getitem__(self, place: int) -> Renumbering:
        at = range(1, len(self.held))[place]
        if at not in self.found:
            releases = self.held[at - 1], self.held[at]
            start, end = map(self.dates.index, releases)
            old, new = ([(one.row, one.number) for one in self.standing[release]] for release in releases)
            partings = [one for one in self.partings if start < one.at <= end]
            self.found[at] = composed(self.dates, (start, end), old, new, partings, revoked=self.revoked)
        return self.found[at]


def _glossary(archive: Archive) -> Iterator[CurrentTerm]:
    rows = archive.rows(f"SELECT term, wording FROM entry {PRINTED_AT} ORDER BY term, first DESC", archive.text_at())
    for term, wordings in groupby(rows, key=lambda row: str(row[0])):
        said = (archive.said(wording) for _, wording in wordings)
        yield CurrentTerm(term, tuple(one.text for one in said if one))
