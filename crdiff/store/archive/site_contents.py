"""What the pages of a site show of an archive, read from it at once.

Single questions are answered by `crdiff.store.archive.archive` and `crdiff.store.archive.questions`; a site asks all of
them, for every release and every clause, so that its pages need no store.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import groupby, pairwise, starmap
from typing import NamedTuple, overload

from msgspec import Struct

from crdiff.history.lineage import Lineage, Term
from crdiff.history.news import NewsScope, Passage, ReleaseNews, Shown, Size
from crdiff.history.renumbering import Parting, Renumbering, compose
from crdiff.model.corpus import KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.names import PRINTED_AT
from crdiff.store.archive.questions import level, passage, release_news, sizes, text_news
from crdiff.store.archive.schema import fingerprint_at
from crdiff.store.archive.words import MappedWords
from crdiff.store.texts.held_text import HeldText


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
    where the archive lacks releases that are known.
    """

    is_recorded: bool
    newest: date
    dates: tuple[date, ...]
    days: tuple[date, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    sizes: tuple[Size, ...]
    news: tuple[ReleaseNews, ...]
    renumberings: Sequence[Renumbering]
    partings: Mapping[date, tuple[tuple[str, str], ...]]
    standing: Mapping[date, tuple[Standing, ...]]
    current: Passage
    subsections: Mapping[ClauseNumber, Passage]
    glossary: tuple[CurrentTerm, ...]
    entries: tuple[Lineage[Term], ...]
    texts: Mapping[date, HeldText]
    known: tuple[KnownRelease, ...]
    words: MappedWords | None = None


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
    partings = _partings(archive)
    lineages = tuple(archive.lineage(index) for index in archive.lineages())
    current = passage(archive, None, None)
    held = archive.held or archive.dates
    return SiteContents(
        is_recorded=archive.is_recorded,
        newest=archive.newest_held,
        dates=held,
        days=archive.dates,
        lineages=lineages,
        sizes=sizes(archive),
        news=tuple(starmap(partial(_news, archive), pairwise(held))),
        renumberings=_Renumberings(archive.dates, held, standing, partings, archive.revoked),
        partings={
            archive.dates[at]: tuple((archive.place_of(one.source), archive.place_of(one.target)) for one in each)
            for at, each in partings.items()
        },
        standing=standing,
        current=current,
        subsections=_last_texts(archive, standing, lineages) if archive.is_recorded else dict(_subsections(current)),
        glossary=tuple(_glossary(archive)),
        entries=tuple(Entries(archive).lineages()),
        texts={date.fromisoformat(text.release): text for text in texts},
        known=known,
        words=words,
    )


def _news(archive: Archive, before: date, release: date) -> ReleaseNews:
    """Return what changed since the text before; of a release without one, since the release before."""
    if archive.held:
        return text_news(archive, before, release)
    return release_news(archive, archive.dates.index(release), NewsScope((), ()))


def _subsections(current: Passage) -> Iterator[tuple[ClauseNumber, Passage]]:
    """Yield the subsections of the newest release, each with its clauses, the heading first."""
    inside: dict[ClauseNumber, list[Shown]] = {}
    for shown in current.clauses:
        if not shown.number.is_section:
            inside.setdefault(shown.number.subsection, []).append(shown)
    for subsection, clauses in inside.items():
        yield subsection, _text_of(subsection, current.release, clauses)


def _text_of(subsection: ClauseNumber, release: date, clauses: Iterable[Shown]) -> Passage:
    return Passage(release, str(subsection), subsection, tuple(clauses))


def _last_texts(
    archive: Archive, standing: Mapping[date, tuple[Standing, ...]], lineages: Iterable[Lineage[ClauseNumber]]
) -> Mapping[ClauseNumber, Passage]:
    """Return, by the number of a subsection, what stood under it in the last release that is known to have it."""
    by_id = {lineage.id: lineage for lineage in lineages}
    found: dict[ClauseNumber, Passage] = {}
    for release in archive.dates:
        there: dict[ClauseNumber, list[Shown]] = {}
        for one in standing[release]:
            there.setdefault(one.number.subsection, []).append(_shown(one, by_id[one.lineage], release))
        for subsection, clauses in there.items():
            found[subsection] = _text_of(subsection, release, clauses)
    return dict(sorted(found.items()))


def _shown(standing: Standing, lineage: Lineage[ClauseNumber], release: date) -> Shown:
    worded = next(each for each in lineage.wordings if each.covers(release))
    number = standing.number
    revoked = lineage.revoked if lineage.is_revoked_in(release) else None
    return Shown(number, worded.title, worded.text, worded.examples, level(number), lineage.id, worded.is_held, revoked)


def _standing(archive: Archive) -> Mapping[date, tuple[Standing, ...]]:
    columns = "stay.lineage, place, number, wording, copy, first, last"
    query = f"SELECT {columns} FROM stay JOIN lineage ON lineage.id = stay.lineage"
    rows = archive.rows(query)
    numbers = {number: ClauseNumber.parse(number) for number in {row[2] for row in rows}}
    rows.sort(key=lambda row: (numbers[row[2]], row[4]))
    found: list[list[Standing]] = [[] for _ in archive.dates]
    for row, lineage, number, wording, _, first, last in rows:
        standing = Standing(row, lineage, numbers[number], fingerprint_at(wording))
        for there in found[first : last + 1]:
            there.append(standing)
    return dict(zip(archive.dates, map(tuple, found), strict=True))


def _partings(archive: Archive) -> Mapping[int, tuple[Parting[int], ...]]:
    """Return by position of a release which lineages gave text to which others there."""
    query = (
        "SELECT at, lineage, other FROM event WHERE side = 'fate' AND other IS NOT NULL ORDER BY at, lineage, ordinal"
    )
    rows = (Parting(*row) for row in archive.rows(query))
    return {at: tuple(inside) for at, inside in groupby(rows, key=lambda parting: parting.at)}


class _Renumberings(Sequence[Renumbering]):
    """The renumberings of all neighbours with a text, each computed on its first use."""

    def __init__(
        self,
        dates: Sequence[date],
        held: Sequence[date],
        standing: Mapping[date, Sequence[Standing]],
        partings: Mapping[int, Sequence[Parting[int]]],
        revoked: Mapping[int, int],
    ) -> None:
        self._dates = dates
        self._held = held
        self._standing = standing
        self._partings = partings
        self._revoked = revoked
        self._found: dict[int, Renumbering] = {}

    def __len__(self) -> int:
        return len(self._held) - 1

    @overload
    def __getitem__(self, place: int) -> Renumbering: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Renumbering]: ...

    def __getitem__(self, place: int | slice) -> Renumbering | Sequence[Renumbering]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = range(1, len(self._held))[place]
        if at not in self._found:
            self._found[at] = self._composed(self._held[at - 1], self._held[at])
        return self._found[at]

    def _composed(self, before: date, after: date) -> Renumbering:
        old, new = ([(one.row, one.number) for one in self._standing[release]] for release in (before, after))
        start, end = self._dates.index(before), self._dates.index(after)
        partings = [parting for at in range(start + 1, end + 1) for parting in self._partings.get(at, ())]
        revoked = {lineage for lineage, at in self._revoked.items() if start < at <= end}
        rows, arrived = compose(old, new, partings, revoked)
        return Renumbering(before, after, tuple(self._dates[start + 1 : end]), rows, arrived)


def _glossary(archive: Archive) -> Iterator[CurrentTerm]:
    rows = archive.rows(f"SELECT term, wording FROM entry {PRINTED_AT} ORDER BY term, first DESC", archive.text_at())
    for term, wordings in groupby(rows, key=lambda row: str(row[0])):
        said = (archive.said(wording) for _, wording in wordings)
        yield CurrentTerm(term, tuple(one.text for one in said if one))
