"""An archive of some texts and the known lives, asked as one: what each adds to the other.

The lives answer for the releases they know, whether a text is held or not, and the archive for its other releases: a
draft, or a release after the last known one. Each of these is joined to the release before it, by the alignment of
their texts where that is held too, else by what is known of it without text (`crdiff.store.archive.woven`). Wordings
come from the texts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import structs

from crdiff.errors import UnknownNumber, UnknownRelease
from crdiff.history.asked import read_asked
from crdiff.history.joining import Days, joined
from crdiff.history.lineage import Event, How, Lineage, Number_co, NumberRun, Place, Term, Use, Worded
from crdiff.history.nearest import HOW_TO_GET, nearest_dates
from crdiff.history.news import Hit, News, NewsScope, Passage, ReleaseNews, Size, concerns
from crdiff.history.onto_facts import is_of_the_same_rules
from crdiff.history.renumbering import (
    Parting,
    Renumbering,
    StandingClause,
    compose,
    in_document_order,
    inverted,
)
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import id_named
from crdiff.store.archive.questions import (
    begun_texts,
    blame_of,
    news_of,
    passage,
    release_news,
    scope_of,
    search,
    sizes,
)
from crdiff.store.archive.recorded import recorded_archive
from crdiff.store.archive.schema import fingerprint_at
from crdiff.store.archive.woven import NamedClauses, NamedEntries, clauses_of
from crdiff.store.embedded.lives import known_dates, known_lives, known_release

if TYPE_CHECKING:
    from crdiff.history.blame import Blame
    from crdiff.model.release import Release

_PARTED = (
    "SELECT at, one.place, two.place FROM event JOIN lineage AS one ON one.id = event.lineage"
    " JOIN lineage AS two ON two.id = event.other WHERE side = 'fate'"
)


def joined_with_lives(texts: Archive) -> JoinedArchive | None:
    """Return an archive made from texts together with the known lives.

    None where it has the texts of all known releases, and where none of its texts is one of these rules.
    """
    known = {release.date for release in texts.releases if release.is_known}
    if not texts.dates or known.issuperset(known_dates()):
        return None
    if not known:
        clauses = clauses_of(texts, texts.newest_position)
        if not is_of_the_same_rules(known_lives(), texts.newest, clauses):
            return None
    return JoinedArchive(texts, recorded_archive())


class JoinedArchive:
    """The archive `texts`, made from texts of some releases, and `lives`, that of all known releases without texts."""

    def __init__(self, texts: Archive, lives: Archive) -> None:
        self._texts = texts
        self._lives = lives
        own = frozenset(release.date for release in texts.releases if not release.is_known)
        self._days = Days(tuple(sorted({*lives.dates, *texts.dates})), texts.dates, own)
        self._names = NamedClauses(texts, lives, self._days)

    @cached_property
    def _entries(self) -> NamedEntries:
        return NamedEntries(self._texts, self._lives, self._days)

    # questions

    def history(self, written: str, at: str | date | None) -> Lineage[ClauseNumber]:
        """Return the lineage of the clause that `written` names, through all releases.

        Raises `UnknownNumber` and `UnknownRelease`.
        """
        return self._lineage(self._name_of(written, self.in_force(at) if at else None))

    def entry(self, written: str, at: str | date | None) -> Lineage[Term] | None:
        """Return the lineage of the glossary entry called so, through all releases: see `entry_named`."""
        position = self.dates.index(self.in_force(at)) if at else len(self.dates)
        found = id_named(self._entries.threads, written, position)
        return self._entry(found) if found else None

    def entries(self) -> Iterator[Lineage[Term]]:
        """Yield the lineage of every glossary entry there ever was."""
        return (self._entry(thread.id) for thread in self._entries.threads)

    def lineages(self) -> Iterator[Lineage[ClauseNumber]]:
        """Yield the lineage of every clause there ever was, in the order of their ids."""
        known = map(self._lives.place_of, self._lives.lineages())
        return map(self._lineage, sorted({*known, *self._names.rows_of}, key=Place.parse))

    def _name_of(self, written: str, day: date | None) -> str:
        text, life = self._found(self._texts, written, day), self._found(self._lives, written, day)
        if text is None and life is None:
            self._lives.find(written, day)  # says which numbers are near
        is_own = day in self._days.own if day else text is not None and self._is_newer(text, written)
        if text is not None and (is_own or life is None):
            return self._names.last_of(text, day)
        assert life is not None, "one of the two was found"
        return self._lives.place_of(life)

    def uses(self, written: str) -> tuple[Use, ...]:
        """Return what a number meant and when, oldest first."""
        number = str(self._number_of(written))
        known, held = self._lives.uses(number), self._texts.uses(number)
        told: dict[str, dict[date, Use]] = defaultdict(dict)
        for use in known:
            told[use.lineage].update((day, use) for day in self._between(use) if day not in self._days.own)
        for use in held:
            for day in (day for day in self._between(use) if day in self._days.held):
                name = self._names.name_of(use.lineage, day)
                before = told[name].get(day)
                told[name][day] = structs.replace(
                    before or use, title=use.title or (before.title if before else ""), under=""
                )
        uses = (use for name, days in told.items() for use in self._joined_uses(name, days))
        return tuple(sorted(uses, key=lambda use: use.first))

    def _between(self, use: Use) -> Iterator[date]:
        return (day for day in self._days.every if use.covers(day))

    def _joined_uses(self, name: str, told: Mapping[date, Use]) -> Iterator[Use]:
        """Yield what a number meant in one lineage, releases that follow one another together."""
        for _, group in groupby(sorted(told), key=lambda day: self.dates.index(day) - sorted(told).index(day)):
            days = list(group)
            titled = [told[day] for day in reversed(days) if told[day].title] or [told[days[-1]]]
            unsure = any((day, name) in self._names.unsure for day in days)
            yield structs.replace(titled[0], first=days[0], last=days[-1], lineage=name, unsure=unsure)

    def blamed(self, lineage: Lineage[Number_co], release: date, asked: str) -> Blame[ClauseNumber | Term]:
        """Return the sentences of a lineage as they read in a release: see `questions.blamed`.

        What ended is told only of releases with a text: elsewhere another clause may say it.
        """
        blame = blame_of(lineage, release, asked, cache(self._lineage), self._begun)
        return replace(blame, ended=tuple(one for one in blame.ended if one.release in self._days.held))

    def sizes(self) -> tuple[Size, ...]:
        """Return the figures of every release known or held, oldest first."""
        own = (self._names.size(size) for size in sizes(self._texts) if size.release in self._days.own)
        known = (size for size in sizes(self._lives) if size.release not in self._days.own)
        return tuple(sorted((*known, *own), key=lambda size: size.release))

    def news(self, since: str | date, within: Sequence[str], catalog: Sequence[date]) -> News:
        """Return what releases after the one in force on the day `since` changed: see `questions.news`."""
        known = self.in_force(since)
        try:
            scope = scope_of(self._texts, within)
        except UnknownNumber:
            scope = scope_of(self._lives, within)
        days = (day for day in reversed(self.dates) if day > known)
        releases = tuple(self._release_news(day, scope) for day in days)
        return news_of(self._texts.day(since), (known, self.dates[-1]), scope, releases, catalog)

    def _release_news(self, day: date, scope: NewsScope) -> ReleaseNews:
        before = self.dates[self.dates.index(day) - 1]
        if day in self._days.held and before in self._days.held:
            return release_news(self._texts, self._texts.dates.index(day), scope)
        if day not in self._days.own:
            return release_news(self._lives, self._lives.dates.index(day), scope)
        told = (
            one
            for one in self._names.changes(day)
            if concerns([clause.number for side in (one.old, one.new) for clause in side], scope)
        )
        return ReleaseNews(day, before, tuple(told), ())

    def passage(self, written: str | None, at: str | date | None) -> Passage:
        """Return the clause that `written` names, with all under it, in the release in force on the day `at`.

        A text that is held comes first; where that release has none, what is quoted of it, and else an older text.
        """
        release = self.in_force(at) if at else self.dates[-1]
        is_held = release in self._days.held
        if is_held and written and not isinstance(asked := read_asked(written), str):
            number = self._lineage(self._name_of(written, release if at else None)).number_in(release)
            if number:
                return replace(self._passage(self._texts, f"{release}-{number}", release), asked=str(asked))
        archives = (self._texts, self._lives) if is_held else (self._lives, self._texts)
        found = []
        for archive in archives:
            with suppress(UnknownNumber, UnknownRelease):
                found.append(self._passage(archive, written, at))
        told = (one for one in found if one.entry or any(shown.is_held for shown in one.clauses))
        return next(told, None) or next(iter(found), None) or passage(archives[0], written, at)

    def _passage(self, archive: Archive, written: str | None, at: str | date | None) -> Passage:
        found = passage(archive, written, at)
        if archive is self._lives:
            return found
        clauses = (replace(one, lineage=self._names.name_of(one.lineage, found.release)) for one in found.clauses)
        return replace(found, clauses=tuple(clauses))

    def search(self, words: str, at: str | date | None, *, ever: bool, most: int) -> tuple[Hit, ...]:
        """Return the clauses with all `words`, those of the texts before those that are only quoted: see `search`.

        A hit is dated by the releases, known or held, in which the clause or entry has the words.
        """
        found: dict[str, Hit] = {}
        for archive in (self._texts, self._lives):
            position = archive.newest_position
            if at:
                position = bisect_right(archive.dates, self.in_force(at)) - 1
            if position < 0:
                continue
            for hit in search(archive, words, None if ever else position, most):
                names = self._names if hit.part == "rules" else self._entries
                name = names.name_of(hit.lineage, hit.last) if archive is self._texts else hit.lineage
                found.setdefault(name, replace(hit, lineage=name))
        return tuple(map(self._dated, list(found.values())[:most]))

    def _dated(self, hit: Hit) -> Hit:
        followed = self._lineage(hit.lineage) if hit.part == "rules" else self._entry(hit.lineage)
        spans = [each.span for each in followed.phrasings]
        first, last = (covering(spans, day) for day in (hit.first, hit.last))
        return replace(hit, first=first.first if first else hit.first, last=last.last if last else hit.last)

    def renumbering(self, old: str | date, new: str | date) -> Renumbering:
        """Return the numbers of the release `old` with their heirs in `new`, composed through those between."""
        before, after = self._release(old), self._release(new)
        first, last = sorted(map(self.dates.index, (before, after)))
        later = in_document_order(self.standing(last))
        revoked = {name for name, day in self._revoked() if self.dates[first] < day <= self.dates[last]}
        rows, arrived = compose(in_document_order(self.standing(first)), later, self.partings(first, last), revoked)
        if before > after:
            rows, arrived = inverted(rows, [number for _, number in later])
        return Renumbering(before, after, tuple(self.dates[first + 1 : last]), rows, arrived)

    # days

    def in_force(self, at: str | date) -> date:
        """Return the release in force on the day `at`, known or held. Raises `UnknownRelease`."""
        day = self._texts.day(at)
        position = bisect_right(self._days.every, day) - 1
        if position < 0:
            raise UnknownRelease(
                f"no release known was in force on {day}", f"{self._days.every[0]}, the first, or later"
            )
        return self._days.every[position]

    def _release(self, named: str | date) -> date:
        """Return a release known or held. Raises `UnknownRelease`, naming the nearest ones."""
        day = self._texts.day(named)
        if day not in self._days.every:
            near = " or ".join(map(str, nearest_dates(day, self._days.every)))
            raise UnknownRelease(f"release {day} is neither known nor held", f"{near}; {HOW_TO_GET} adds more")
        return day

    # lineages

    @staticmethod
    def _found(archive: Archive, written: str, at: date | None) -> int | None:
        try:
            return archive.find(written, at)
        except (UnknownNumber, UnknownRelease):
            return None

    def _is_newer(self, text: int, written: str) -> bool:
        """Whether only the texts tell of the last release in which a lineage of theirs has the name `written`."""
        runs, asked = self._texts.lineage(text).runs, read_asked(written)
        named = [run for run in runs if run.number == asked] if isinstance(asked, ClauseNumber) else runs
        return bool(named) and named[-1].last in self._days.own

    def _lineage(self, name: str) -> Lineage[ClauseNumber]:
        """Return the lineage of that id: a life, what the texts have of it, or both."""
        rows = self._names.rows_of.get(name, {})
        try:
            known = self._lives.lineage(self._lives.index_of(name))
        except UnknownNumber:
            known = None
            if not rows:
                raise
        pieces = [self._piece(self._texts.lineage(row), frozenset(of)) for row, of in rows.items()]
        return self._names.completed(name, self._whole(name, known, pieces, self._names.same(name)))

    def _entry(self, name: str) -> Lineage[Term]:
        """Return the lineage of the glossary entry of that id: a life, what the texts have of it, or both."""
        names = self._entries
        pieces = [self._piece(*piece) for piece in names.pieces(name)]
        whole = self._whole(name, names.life(name), pieces, names.same(name))
        origin, fate = names.events(name, How.ADDED), names.events(name, How.REMOVED)
        return replace(whole, origin=(*whole.origin, *origin), fate=(*whole.fate, *fate), aliases=())

    def _whole(
        self, name: str, known: Lineage[Number_co] | None, pieces: Sequence[Lineage[Number_co]], same: Collection[date]
    ) -> Lineage[Number_co]:
        """Return the lineage that a life, what the texts have of it, or both make."""
        if not pieces:
            assert known is not None, "it is known, or there is a text of it"
            return replace(known, known_until=self._days.every[-1])
        held = replace(
            pieces[-1],
            runs=tuple(run for piece in pieces for run in piece.runs),
            wordings=tuple(worded for piece in pieces for worded in piece.wordings),
            origin=tuple(event for piece in pieces for event in piece.origin),
            fate=tuple(event for piece in pieces for event in piece.fate),
        )
        return joined(name, known, held, self._days, same)

    def _piece(self, lineage: Lineage[Number_co], of: frozenset[date]) -> Lineage[Number_co]:
        """Return what the texts of some releases have of a lineage of theirs."""
        days = sorted(of)
        runs = tuple(NumberRun(day, day, number) for day in days if (number := lineage.number_in(day)))
        wordings = ((worded, [day for day in days if worded.covers(day)]) for worded in lineage.wordings)
        return replace(
            lineage,
            runs=runs,
            wordings=tuple(self._clipped(worded, inside) for worded, inside in wordings if inside),
            origin=tuple(self._events(lineage.origin, of, day_of=lambda event: event.release)),
            fate=tuple(self._events(lineage.fate, of, day_of=lambda event: self._texts_before(event.release))),
        )

    def _clipped(self, worded: Worded[Number_co], days: Sequence[date]) -> Worded[Number_co]:
        """Return a wording as of some releases, without the change to it where that is not from the one before."""
        is_step = days[0] == worded.first and (days[0] in self._names.aligned or days[0] not in self._days.own)
        return structs.replace(worded, first=days[0], last=days[-1], change=worded.change if is_step else None)

    def _events(
        self, events: Iterable[Event[Number_co]], of: frozenset[date], day_of: Callable[[Event[Number_co]], date]
    ) -> Iterator[Event[Number_co]]:
        """Yield what the texts say happened in releases that the lives do not know, since the release before."""
        for event in events:
            if event.release in self._names.aligned and day_of(event) in of:
                name = self._names.name_of(event.lineage, event.release) if event.lineage else ""
                yield replace(event, lineage=name)

    def _texts_before(self, day: date) -> date:
        return self._texts.dates[self._texts.dates.index(day) - 1]

    def _begun(self, release: date) -> Iterator[str]:
        """Yield the wordings that begin in a release, none where its text is not held."""
        return begun_texts(self._texts, release) if release in self._texts.dates else iter(())

    def _number_of(self, written: str) -> ClauseNumber:
        try:
            return self._lives.number_of(written)
        except UnknownNumber:
            return self._texts.number_of(written)

    # standing

    @property
    def dates(self) -> Sequence[date]:
        """Every release known or held, oldest first."""
        return self._days.every

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release that has this text, held or known; None where none has."""
        at = self._texts.position_with(text)
        if at is not None:
            return self.dates.index(self._texts.dates[at])
        day = known_release(text)
        return self.dates.index(date.fromisoformat(day)) if day else None

    def standing(self, at: int) -> Iterator[StandingClause[str]]:
        """Yield the clauses of the release at a position, named by the ids of their lineages."""
        day = self.dates[at]
        if day in self._days.own:
            yield from self._names.standing(day)
        else:
            for row, number, copy in self._lives.standing(self._lives.dates.index(day)):
                yield StandingClause(self._lives.place_of(row), number, copy)

    def partings(self, first: int, last: int) -> Iterator[Parting[str]]:
        """Yield where text went after the release at the position `first`, up to that at `last`."""
        for archive in (self._lives, self._texts):
            for at, source, target in archive.rows(_PARTED):
                day = archive.dates[at]
                position = self.dates.index(day)
                if not first < position <= last:
                    continue
                if archive is self._lives and day not in self._days.own:
                    yield Parting(position, source, target)
                elif archive is self._texts and day in self._names.aligned:
                    names = self._names.name_of(source, self._texts_before(day)), self._names.name_of(target, day)
                    yield Parting(position, *names)

    def threads(self) -> list[Thread]:
        """Return every clause followed through all releases, in the order of their ids, with what became of it."""
        stood: dict[str, list[PlacedStay]] = defaultdict(list)
        for at, day in enumerate(self.dates):
            for one, wording in self._worded_standing(at, day):
                stays = stood[one.name]
                last = stays[-1] if stays else None
                same = last and (last.last, last.number, last.copy, last.wording)
                if last and same == (at - 1, one.number, one.copy, wording):
                    stays[-1] = structs.replace(last, last=at)
                else:
                    stays.append(PlacedStay(at, at, one.number, wording, one.copy))
        ids = sorted(stood, key=Place.parse)
        rank = {name: index for index, name in enumerate(ids)}
        fates: dict[str, list[Knot]] = defaultdict(list)
        for parting in self.partings(0, len(self.dates)):
            ends = stood[parting.source][-1].last < parting.at
            how = How.MERGED if ends else How.SPLIT
            fates[parting.source].append(Knot(how, parting.at, rank[parting.target]))
        for name, day in self._revoked():
            fates[name].append(Knot(How.REVOKED, self.dates.index(day)))
        for name, stays in stood.items():
            end = stays[-1].last + 1
            if end < len(self.dates) and not any(knot.at == end for knot in fates[name]):
                fates[name].append(Knot(How.REMOVED, end))
        return [Thread(name, tuple(stood[name]), fate=tuple(fates[name])) for name in ids]

    def _worded_standing(self, at: int, day: date) -> Iterator[tuple[StandingClause[str], str]]:
        """Yield the clauses of a release with the fingerprints of their wordings."""
        archive = self._texts if day in self._days.own else self._lives
        position = archive.dates.index(day)
        query = "SELECT number, copy, wording FROM stay WHERE first <= ? AND last >= ?"
        worded = {(number, copy): fingerprint_at(row) for number, copy, row in archive.rows(query, position, position)}
        for one in self.standing(at):
            yield one, worded[one.number, one.copy]

    def _revoked(self) -> Iterator[tuple[str, date]]:
        """Yield (id, release) of every clause that was revoked."""
        for life, at in self._lives.revoked.items():
            yield self._lives.place_of(life), self._lives.dates[at]
        for text, at in self._texts.revoked.items():
            if self._texts.dates[at] in self._days.own:  # of the others the lives know the very release
                day = self._texts.dates[at]
                yield self._names.name_of(self._texts.place_of(text), day), day
