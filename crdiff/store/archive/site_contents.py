"""What the pages of a site show of an archive, read from it at once.

Single questions are answered by `crdiff.store.archive.archive` and `crdiff.store.archive.questions`; a site asks all of
them, for every release and every clause, so that its pages need no store.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple, overload

from crdiff.history.joining import up_to
from crdiff.history.lineage import Lineage, Term
from crdiff.history.news import Passage, ReleaseNews, Shown, Size
from crdiff.history.renumbering import Parting, Renumbering, compose
from crdiff.model.corpus import KnownRelease
from crdiff.model.fingerprint import digest
from crdiff.model.number import ClauseNumber
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.at_once import ArchiveAtOnce
from crdiff.store.archive.entries import Entries
from crdiff.store.archive.joined import JoinedArchive, joined_with_lives
from crdiff.store.archive.questions import level, news, passage, sizes
from crdiff.store.archive.schema import fingerprint_at
from crdiff.store.archive.words import MappedWords
from crdiff.store.texts.held_text import HeldText


class Standing(NamedTuple):
    """A clause in a release: row and id of its lineage, its number there, and the fingerprint of what it says."""

    row: int
    lineage: str
    number: ClauseNumber
    fingerprint: str


@dataclass(frozen=True, slots=True)
class CurrentTerm:
    """A term of the newest release with the texts printed under it, as a rule one."""

    term: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiteContents:
    """All that an archive says. Releases are in time order; `news` and `renumberings` begin with the second.

    `dates` are the releases held, `days` those that the lineages tell of: with the known lives more than are held.
    `is_recorded`: the archive was made from recorded facts, an excerpt of the rules without their texts. `newest` is
    then the newest release that was read for them: some numbers are known of later `dates`.
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
    subsections: Mapping[int, Passage]
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

    `words` is the index of its wordings. Where texts of known releases are missing, clauses and entries are followed as
    `crdiff.store.archive.joined` does, up to the newest text.

    Raises `StoreError` where its store turns out to be damaged.
    """
    archive = ArchiveAtOnce(opened)
    standing = _standing(archive)
    partings = _partings(archive)
    joined = None if archive.is_recorded else joined_with_lives(archive)
    followed = _joined(joined, archive.newest) if joined else _followed(archive, standing, partings)
    current = followed.current
    return SiteContents(
        is_recorded=archive.is_recorded,
        newest=archive.newest,
        dates=archive.dates,
        days=followed.days,
        lineages=followed.lineages,
        sizes=followed.sizes,
        news=tuple(reversed(news(archive, archive.dates[0], ()).releases)),
        renumberings=_Renumberings(archive.dates, standing, partings, archive.revoked),
        partings=followed.partings,
        standing=followed.standing,
        current=current,
        subsections=_last_texts(archive, standing, followed.lineages)
        if archive.is_recorded
        else dict(_subsections(current)),
        glossary=tuple(_glossary(archive)),
        entries=followed.entries,
        texts={date.fromisoformat(text.release): text for text in texts},
        known=known,
        words=words,
    )


class _Followed(NamedTuple):
    """The clauses and entries of `SiteContents`, followed."""

    days: tuple[date, ...]
    sizes: tuple[Size, ...]
    lineages: tuple[Lineage[ClauseNumber], ...]
    entries: tuple[Lineage[Term], ...]
    standing: Mapping[date, tuple[Standing, ...]]
    partings: Mapping[date, tuple[tuple[str, str], ...]]
    current: Passage


def _followed(
    archive: Archive, standing: Mapping[date, tuple[Standing, ...]], partings: Mapping[int, tuple[Parting[int], ...]]
) -> _Followed:
    return _Followed(
        archive.dates,
        sizes(archive),
        tuple(archive.lineage(index) for index in archive.lineages()),
        tuple(Entries(archive).lineages()),
        standing,
        {
            archive.dates[at]: tuple((archive.place_of(one.source), archive.place_of(one.target)) for one in each)
            for at, each in partings.items()
        },
        passage(archive, None, None),
    )


def _joined(joined: JoinedArchive, newest: date) -> _Followed:
    """Return what an archive and the known lives tell up to the `newest` text: a site calls that one today's."""
    days = tuple(day for day in joined.dates if day <= newest)
    lineages = tuple(filter(None, (up_to(each, newest) for each in joined.lineages())))
    partings = sorted(joined.partings(0, len(days) - 1), key=lambda one: one.at)
    return _Followed(
        days,
        joined.sizes()[: len(days)],
        lineages,
        tuple(filter(None, (up_to(each, newest) for each in joined.entries()))),
        _standing_in(days, lineages),
        {
            days[at]: tuple((one.source, one.target) for one in each)
            for at, each in groupby(partings, key=lambda one: one.at)
        },
        joined.passage(None, newest),
    )


def _standing_in(
    days: Sequence[date], lineages: Iterable[Lineage[ClauseNumber]]
) -> Mapping[date, tuple[Standing, ...]]:
    """Return the clauses of each release by their `lineages`; one number and wording of a clause are one value."""
    found: dict[date, list[Standing]] = {day: [] for day in days}
    for row, lineage in enumerate(lineages):
        for worded in lineage.wordings:
            said = (worded.title, worded.text, *worded.examples) if worded.is_held else (str(worded.first),)
            print_ = digest(said)
            for run in filter(worded.meets, lineage.runs):
                standing = Standing(row, lineage.id, run.number, print_)
                first, last = max(run.first, worded.first), min(run.last, worded.last)
                for day in days[bisect_left(days, first) : bisect_right(days, last)]:
                    found[day].append(standing)
    return {day: tuple(sorted(there, key=lambda one: (one.number.key, one.row))) for day, there in found.items()}


def _subsections(current: Passage) -> Iterator[tuple[int, Passage]]:
    """Yield the subsections of the newest release, each with its clauses, the heading first."""
    inside: dict[int, list[Shown]] = {}
    for shown in current.clauses:
        if not shown.number.is_section:
            inside.setdefault(shown.number.subsection, []).append(shown)
    for subsection, clauses in inside.items():
        yield subsection, _text_of(subsection, current.release, clauses)


def _text_of(subsection: int, release: date, clauses: Iterable[Shown]) -> Passage:
    return Passage(release, str(subsection), ClauseNumber(subsection), tuple(clauses))


def _last_texts(
    archive: Archive, standing: Mapping[date, tuple[Standing, ...]], lineages: Iterable[Lineage[ClauseNumber]]
) -> Mapping[int, Passage]:
    """Return, by the number of a subsection, what stood under it in the last release that is known to have it."""
    by_id = {lineage.id: lineage for lineage in lineages}
    found: dict[int, Passage] = {}
    for release in archive.dates[: archive.newest_position + 1]:
        there: dict[int, list[Shown]] = {}
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
    keys = {number: parsed.key for number, parsed in numbers.items()}
    rows.sort(key=lambda row: (keys[row[2]], row[4]))
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
    """The renumberings of all neighbours, each computed on its first use."""

    def __init__(
        self,
        dates: Sequence[date],
        standing: Mapping[date, Sequence[Standing]],
        partings: Mapping[int, Sequence[Parting[int]]],
        revoked: Mapping[int, int],
    ) -> None:
        self._dates = dates
        self._standing = standing
        self._partings = partings
        self._revoked = revoked
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
            revoked = {lineage for lineage, at in self._revoked.items() if at == position}
            rows, arrived = compose(old, new, self._partings.get(position, ()), revoked)
            self._found[position] = Renumbering(before, after, (), rows, arrived)
        return self._found[position]


def _glossary(archive: Archive) -> Iterator[CurrentTerm]:
    query = "SELECT term, wording FROM entry WHERE last = ? ORDER BY term, first DESC"
    rows = archive.rows(query, len(archive.dates) - 1)
    for term, wordings in groupby(rows, key=lambda row: str(row[0])):
        said = (archive.said(wording) for _, wording in wordings)
        yield CurrentTerm(term, tuple(one.text for one in said if one))
