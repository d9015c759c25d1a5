"""The published part of the store, read: releases, lineages, what a number meant. Nothing here writes.

Every question reads the few rows that it needs; whole releases are never parsed. What is found through the published
tables is complete, and what is kept is compared with its checksum (`crdiff.store.archive.index`,
`crdiff.store.archive.schema`): a store that was spoiled is noticed, never answered from.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import Struct, structs
from msgspec.structs import replace

from crdiff.changes.change import Change, Quoted, Structure
from crdiff.errors import StoreError, UnknownNumber, UnknownRelease
from crdiff.history.asked import read_asked
from crdiff.history.lineage import Event, How, Lineage, Place, Term, Use, Worded, headline
from crdiff.history.nearest import HOW_TO_GET, day_named, nearest_dates, nearest_numbers
from crdiff.history.renumbering import Parting, StandingClause
from crdiff.history.saying import FacetsAndSaying, begin_phrasings, saying
from crdiff.history.thread import Knot, PlacedStay, Thread, wording_runs
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Life, Release, covering
from crdiff.store.archive import schema
from crdiff.store.archive.index import attach_index, line_of, read_index
from crdiff.store.archive.names import distance, titled
from crdiff.store.archive.schema import KeptChange, KeyedRows, Said
from crdiff.store.embedded.lives import known_lives, known_release
from crdiff.store.texts.books import book_of, numbers_in

if TYPE_CHECKING:
    from crdiff.history.known_lives import KnownLives, KnownWording
    from crdiff.history.recorded_changes import Warrant

_T = TypeVar("_T")
# What is said of a release that is not there: where texts are held, and where facts are known.
_NOT_THERE = {
    (True, True): "neither known nor held",
    (True, False): "not held",
    (False, True): "not known without texts",
}
_Number = TypeVar("_Number", bound=ClauseNumber | Term)
# From a stay to the change with which it begins, packed.
BodyTo = Callable[[PlacedStay], bytes | None]


class ArchivedRelease(NamedTuple):
    """A release of an archive: the row of what changed in it, None for the first, and how many changes are kept there.

    `text` is the checksum of its text, "" for a release of which only facts are known. `is_known` says that the lives
    of its clauses are known, whatever texts are held, and `is_step` that it and the release before have texts, which
    were compared. `compared` is the row of what differs from the text held before, whatever lies between.
    """

    date: date
    text: str
    pair: int | None
    changes: int
    is_known: bool
    is_step: bool
    compared: int | None


def _saying(worded: Worded[ClauseNumber | Term]) -> str:
    """Return the words of a wording; one that is not at hand has none in common with another."""
    return saying(worded.title, worded.text) if worded.is_held else str(worded.first)


def _quoted(worded: Worded[ClauseNumber | Term]) -> Quoted:
    return Quoted(str(worded.number), worded.title, worded.text, worded.examples, 1)


class Facts(Struct, frozen=True):
    """What is known of releases without a text besides the tables: wordings, and what a clause is `called`, by ids."""

    read: Callable[[], KnownLives]
    called: Mapping[str, str] = {}

    @property
    def lives(self) -> KnownLives:
        """The known lives."""
        return self.read()

    def wording(self, lineage: str, release: date) -> KnownWording | None:
        """Return what is known of the wording that a clause or an entry got in a release."""
        life = self.lives.life(lineage)
        worded = life.wordings if life else ()
        return next((known for known in worded if self.lives.dates[known.at] == release), None)

    def title(self, lineage: str) -> str:
        """Return what a clause is called, "" where nothing is known."""
        life = None if lineage in self.called else self.lives.life(lineage)
        return life.title if life else self.called.get(lineage, "")


class Archive:
    """The published part of a store, over a connection, as it was when opened. Close it, or use it in a ``with``.

    It tells of the releases whose texts are held, and of all known ones: `dates` are both, `held` those with a text.
    Any thread may ask it: `lock` is held while the connection is used. `path` is what errors call the store. `facts`
    are what is known of releases without a text, where there are any. `state` is the state of the corpus that it was
    made from, `line` the line at the end of its index. `connection` is for other readers of the same rows. `book` is
    the name of the rule book, `numbers` the class of its numbers.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        *,
        state: str = "",
        line: bytes = b"",
        facts: Facts | None = None,
        book: str = MAGIC,
    ) -> None:
        self.lock = RLock()
        self.path = path
        self.book = book
        self.numbers = numbers_in(book)
        self.state = state
        self.line = line
        self.connection = connection
        self._version = self._data_version()
        query = "SELECT date, text, pair, changes, known, compared FROM release ORDER BY position"
        rows = self.rows(query)
        texts = ["", *(row[1] for row in rows)]
        self.releases = tuple(
            ArchivedRelease(date.fromisoformat(day), text, pair, changes, bool(known), bool(text and before), compared)
            for (day, text, pair, changes, known, compared), before in zip(rows, texts, strict=False)
        )
        self.dates = tuple(release.date for release in self.releases)
        self.held = tuple(release.date for release in self.releases if release.text)
        self.facts = None if len(self.held) == len(self.dates) else facts or Facts(partial(known_lives, book))

    @classmethod
    def open(cls, path: Path) -> Archive:
        """Return the archive in the store at `path`. Raises `StoreError` where there is none that can be used."""
        while True:
            index = read_index(path)
            connection = schema.connect(path)
            try:
                with schema.explained(path):
                    index.check(connection)
                    attach_index(connection, path)
                    archive = cls(connection, path, state=index.state, line=index.line, book=book_of(path.parent))
            except BaseException:
                connection.close()
                raise
            if line_of(path) == index.line:  # from here on it is noticed when another is published
                return archive
            archive.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with self.lock:
            self.connection.close()

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query.

        Raises `StoreError` where the store turns out to be damaged, and where another process has published other
        lineages since the archive was opened: the answers would not fit together.
        """
        with self.lock, schema.explained(self.path):
            found = self.connection.execute(query, values).fetchall()
            version = self._data_version()
            if version != self._version:
                self._check_current()
                self._version = version
        return found

    def of(self, asked: KeyedRows, *key: object) -> Sequence[Any]:
        """Return the rows with a key, in their order."""
        return self.rows(schema.query_of(asked), *key)

    def _check_current(self) -> None:
        """Raise `StoreError` where another index is published by now."""
        if self.line and line_of(self.path) != self.line:
            what = "the store was brought up to date by another process"
            raise StoreError(what, remedy="open it again", path=str(self.path))

    def _data_version(self) -> int:
        """Return a number that changes whenever another connection has written to the file."""
        with schema.explained(self.path):
            return int(self.connection.execute("PRAGMA data_version").fetchone()[0])

    @property
    def is_recorded(self) -> bool:
        """Whether it was made from recorded facts alone."""
        return bool(self.dates) and not self.held

    @property
    def newest(self) -> date:
        """The newest release."""
        return self.dates[-1]

    @property
    def newest_held(self) -> date:
        """The newest release with a text, the newest one of all where none has any."""
        return (self.held or self.dates)[-1]

    # releases

    def day(self, named: str | date) -> date:
        """Return the day that `named` is, or names: ``latest``, ``previous``. Raises `UnknownRelease`."""
        return day_named(named, self.held or self.dates)

    def position_at(self, named: str | date) -> int:
        """Return the position of the release in force on the day `named`, held or known.

        Raises `UnknownRelease` where that is not a date or lies before the first release of all.
        """
        day = self.day(named)
        if not self.dates:
            raise UnknownRelease("the corpus holds no release", remedy=f"add one with {HOW_TO_GET}")
        position = bisect_right(self.dates, day) - 1
        if position < 0:
            which = "held" if self.facts is None else "known"
            raise UnknownRelease(f"no release {which} was in force on {day}", f"{self.dates[0]}, the first, or later")
        return position

    def text_at(self, named: str | date | None = None) -> int:
        """Return the position of the release whose text answers for the day `named`: the newest one held by then.

        Without a day the newest one held. Where none is held by then, that of the release in force: see `position_at`.
        """
        if named is None:
            return self.dates.index(self.newest_held) if self.dates else -1
        position = self.position_at(named)
        return next((at for at in range(position, -1, -1) if self.releases[at].text), position)

    def position_of(self, named: str | date) -> int:
        """Return the position of a release. Raises `UnknownRelease`, naming the nearest ones."""
        release = self.day(named)
        if release not in self.dates:
            near = " or ".join(map(str, nearest_dates(release, self.dates))) or "one that is held"
            what = f"release {release} is {_NOT_THERE[bool(self.held), self.facts is not None]}"
            raise UnknownRelease(what, f"{near}; {HOW_TO_GET} adds more")
        return self.dates.index(release)

    @property
    def newest_position(self) -> int:
        """The position of the newest release, -1 for an empty archive."""
        return len(self.dates) - 1

    def check_unheld(self, first: int, last: int) -> None:
        """Raise `StoreError` where one of the releases at these positions has a text: a wording of it was not found."""
        if any(release.text for release in self.releases[first : last + 1]):
            raise schema.damaged(str(self.path))

    # from a number to a lineage

    def find(self, written: str, at: str | date | None = None) -> int:
        """Return the lineage that `written` names: a number, a place such as ``2003-10-01-507.3b``, or a title.

        A number or a title is looked up in the release in force on the day `at`; without one, in the newest release
        that has it. Where that release does not have it, it is a later one or an old one: the clause that has it today
        is meant, where that was in the rules on that day, else the one that had it last before, else first after.
        Raises `UnknownNumber`, naming the nearest ones, and `UnknownRelease`.
        """
        asked = read_asked(written, self.numbers)
        if isinstance(asked, Place):
            return self._at_place(asked)
        position = len(self.dates) if at is None else self.position_at(at)
        if isinstance(asked, str):
            return titled(self, asked, position)
        query = "SELECT first, last, copy, lineage FROM stay WHERE number = ?"
        stood = self.rows(query, str(asked))
        if not stood:
            raise self._unknown(asked)
        return int(min(stood, key=lambda stay: self._likeness(position, *stay))[3])

    def _likeness(self, position: int, first: int, last: int, copy: int, lineage: int) -> tuple[bool, object, int]:
        """Return the less, the likelier somebody who asks for a number at a position means that stay of it."""
        away = distance(position, first, last)
        is_todays = last == len(self.dates) - 1 and covering(self.stays(lineage), position) is not None
        return any(away) and not is_todays, away, copy

    def number_at(self, lineage: int, position: int) -> ClauseNumber | None:
        """Return the number of a lineage in the release at `position`, None where that release does not have it."""
        stay = covering(self.stays(lineage), position)
        return self.numbers.parse(stay.number) if stay else None

    def _at_place(self, place: Place) -> int:
        """Return the lineage at a place, in the release in force that day."""
        position = self.position_at(place.release)
        query = "SELECT lineage FROM stay WHERE number = ? AND copy = ? AND first <= ? AND last >= ?"
        found = self.rows(query, str(place.number), place.copy, position, position)
        if not found:
            raise self._unknown(place.number, position)
        return int(found[0][0])

    def _unknown(self, number: ClauseNumber, position: int | None = None) -> UnknownNumber:
        inside = "" if position is None else f" WHERE first <= {position} AND last >= {position}"
        known = (self.numbers.parse(row) for (row,) in self.rows(f"SELECT DISTINCT number FROM stay{inside}"))
        near = ", ".join(nearest_numbers(number, known))
        if self.is_recorded:
            when = "" if position is None else f" in {self.dates[position]}"
            what = f"nothing is known of {number}{when} without texts"
            return UnknownNumber(what, remedy=f"add texts with {HOW_TO_GET}; near it are {near}")
        where = "no release held has" if position is None else f"the release of {self.dates[position]} does not have"
        return UnknownNumber(f"{where} a number {number}", f"one such as {near}")

    def number_of(self, written: str) -> ClauseNumber:
        """Return the number that `written` is, or that the clause which it names has there, or had last."""
        asked = read_asked(written, self.numbers)
        if isinstance(asked, str):
            last = "SELECT number FROM stay WHERE lineage = ? ORDER BY last DESC LIMIT 1"
            return self.numbers.parse(self.rows(last, self.find(asked))[0][0])
        return asked.number if isinstance(asked, Place) else asked

    def position_with(self, text: Release) -> int | None:
        """Return the position of the release that has this very text, held or known; None where none has."""
        found = self.rows("SELECT position FROM release WHERE text = ?", text.source.sha256)
        if found or self.facts is None:
            return int(found[0][0]) if found else None
        day = known_release(text)
        return self.dates.index(date.fromisoformat(day)) if day else None

    def standing(self, at: int) -> list[StandingClause[int]]:
        """Return the clauses of the release at a position, named by the rows of their lineages."""
        query = "SELECT lineage, number, copy FROM stay WHERE first <= ? AND last >= ?"
        return [StandingClause(*row) for row in self.rows(query, at, at)]

    def partings(self, first: int, last: int) -> list[Parting[int]]:
        """Return where text went after the release at the position `first`, up to that at `last`."""
        query = (
            "SELECT at, lineage, other FROM event WHERE side = 'fate' AND other IS NOT NULL AND at > ? AND at <= ?"
            " ORDER BY at, lineage, ordinal"
        )
        return [Parting(*row) for row in self.rows(query, first, last)]

    def uses(self, written: str) -> tuple[Use, ...]:
        """Return what a number meant and when, oldest first; nothing for a number that no release of the corpus has.

        `written` names it as in `find`: of a clause it is the number that the clause has there, or had last.
        """
        number = self.number_of(written)
        query = (
            "SELECT stay.first, stay.last, stay.wording, lineage.id, lineage.place FROM stay"
            " JOIN lineage ON lineage.id = stay.lineage WHERE number = ? ORDER BY stay.first, copy"
        )
        revoked = self.revoked
        uses: list[Use] = []
        for first, last, wording, lineage, place in self.rows(query, str(number)):
            gone = revoked.get(lineage, last + 1) <= last
            use = Use(self.dates[first], self.dates[last], number, place, self._title(lineage, wording))
            before = uses[-1] if uses else None
            if before and before.lineage == place and self.dates.index(before.last) + 1 == first:
                uses.pop()
                use = structs.replace(use, first=before.first, title=before.title if gone else use.title)
            named = use.title or self._called(place)
            under = "" if named else self._heading_over(number, first)
            is_unsure = any(map(use.covers, self._unsure(lineage)))
            day = self.dates[revoked[lineage]] if gone else None
            uses.append(structs.replace(use, title=named, under=under, revoked=day, unsure=is_unsure))
        return tuple(uses)

    def _unsure(self, lineage: int) -> tuple[date, ...]:
        """Return the releases in which it is not sure that the clause of a lineage is that one."""
        query = "SELECT at FROM unsure WHERE lineage = ? ORDER BY at"
        return tuple(self.dates[at] for (at,) in self.rows(query, lineage)) if self.facts else ()

    @property
    def revoked(self) -> dict[int, int]:
        """The lineages that were revoked, each with the position of the release that did it."""
        return dict(self.rows("SELECT lineage, at FROM event WHERE side = 'fate' AND how = ?", How.REVOKED))

    def _heading_over(self, number: ClauseNumber, position: int) -> str:
        """Return the title of the nearest heading above `number` in the release at `position`, "" where none is known.

        A subrule of a keyword stands under the keyword: 702.19b under 702.19, Trample.
        """
        standing = "FROM stay JOIN wording ON wording.id = stay.wording WHERE number = ? AND first <= ? AND last >= ?"
        above = (number.of_rule, number.subsection)
        rows = (
            row
            for one in above
            for row in self.rows(f"SELECT {schema.WORDING} {standing}", str(one), position, position)
        )
        return next((said.title for said in map(self.said_in, rows) if said and said.title), "")

    def _title(self, lineage: int, wording: int) -> str:
        """Return the title or the first words of a wording; without its text, of the newest one of its lineage."""
        newest_first = "SELECT wording FROM stay WHERE lineage = ? ORDER BY last DESC"
        others = (one for (one,) in self.rows(newest_first, lineage))
        found = self.said(wording) or next(filter(None, map(self.said, others)), None)
        return (found.title or headline(found.text)) if found else ""

    def _called(self, lineage: str) -> str:
        return self.facts.title(lineage) if self.facts else ""

    # lineages

    def said(self, wording: int) -> Said | None:
        """Return what a row of the wordings says, None where the corpus lacks the text."""
        found = self.of(schema.Keyed.WORDINGS, wording)
        return self.said_in(found[0] if found else (None,))

    def said_in(self, columns: Sequence[Any]) -> Said | None:
        """Return what the columns `WORDING` of a row say, None where the text is missing and all are None."""
        if columns[0] is None:
            self.check_found(())
            return None
        try:
            return schema.said(columns)
        except StoreError as error:
            raise error.at(str(self.path)) from None

    def changes(self, position: int) -> tuple[KeptChange, ...]:
        """Return the changes that led to the release at `position`, in their order."""
        release = self.releases[position]
        found = self.changes_of(release.pair)
        if len(found) != release.changes and release.is_step:
            raise schema.damaged(str(self.path))
        return found

    def change_at(self, position: int, ordinal: int) -> KeptChange:
        """Return the change that is kept in a place among those that led to the release at `position`."""
        rows = self.of(schema.Keyed.CHANGES, self.releases[position].pair, ordinal)
        if not rows:
            raise schema.damaged(str(self.path))
        with schema.explained(self.path):
            return schema.checked_change(rows[0])

    def changes_of(self, pair: int | None) -> tuple[KeptChange, ...]:
        """Return the changes that are kept in a row of pairs, in their order."""
        rows = self.rows(f"SELECT {schema.CHANGE} FROM change WHERE pair = ? ORDER BY ordinal", pair)
        with schema.explained(self.path):
            return tuple(map(schema.checked_change, rows))

    def found(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query to the full-text index."""
        if not self.is_recorded:
            with self.lock, schema.explained(self.path):
                schema.check_search_index(self.connection)
        return self.rows(query, *values)

    def check_found(self, rows: Sequence[object]) -> None:
        """Raise `StoreError` where nothing is found of what a store of texts alone has to hold."""
        if not rows and self.facts is None:
            raise schema.damaged(str(self.path))

    def thread(self, index: int) -> Thread:
        """Return the clause stored under `index` as it is followed."""
        return self.thread_in(schema.Keyed.STAYS, schema.Keyed.EVENTS, index, self.place_of(index))

    def thread_in(self, stays: KeyedRows, events: KeyedRows, index: int, name: str) -> Thread:
        """Return the clause or the entry called `name` that some tables have under `index`."""
        knots = (tuple(Knot(How(row[0]), *row[1:]) for row in self.of(events, index, side)) for side in schema.SIDES)
        return Thread(name, tuple(map(schema.stay_of, self.of(stays, index))), *knots)

    def lineage(self, index: int) -> Lineage[ClauseNumber]:
        """Return the lineage stored under `index`, with every wording and every change."""
        thread = self.thread(index)
        lineage = self.followed(thread, self.numbers.parse, self.body_to)
        title = lineage.title or self._called(lineage.id)
        return replace(lineage, title=title, aliases=thread.aliases(self.dates), unsure=self._unsure(index))

    def followed(self, thread: Thread, number: Callable[[str], _Number], body_to: BodyTo) -> Lineage[_Number]:
        """Return the lineage of a clause or an entry; `number` reads what names it in a release."""
        origin, fate = thread.events(self.dates, number, self._life)
        worded = list(wording_runs(thread.stays))
        read = [self._worded(thread.id, run, number, body_to(run[0])) for run in worded]
        if self.facts:
            added = {event.release for event in origin if event.how is How.ADDED}
            read = [self._bridged(before, each, added) for before, each in zip([None, *read], read, strict=False)]
        wordings = self._phrased(thread.id, read, worded)
        newest = next((worded for worded in reversed(wordings) if worded.is_held), None)
        return Lineage(
            id=thread.id,
            title=(newest.title or headline(newest.text)) if newest else "",
            runs=thread.runs(self.dates, number),
            wordings=wordings,
            origin=origin,
            fate=fate,
            known_until=self._known_until(self.dates[thread.stays[-1].last], fate),
            is_recorded=not self.releases[-1].text,
        )

    def _life(self, index: int) -> Life[PlacedStay]:
        return Life(self.place_of(index), self.stays(index))

    def _known_until(self, last: date, fate: Sequence[Event[_Number]]) -> date:
        """Return up to which release it is known what became of what stood in the `last` one.

        A text that follows a release without one may have it under another number: nobody can say that it ended.
        """
        is_open = last < self.newest and not self.releases[-1].is_known and not any(e.release > last for e in fate)
        return last if is_open else max(self.newest, last)

    def place_of(self, index: int) -> str:
        """Return the id of the lineage stored under `index`."""
        return str(self.of(schema.Keyed.PLACES, index)[0][0])

    def unpacked(self, body: bytes) -> Change:
        """Return a change as the store keeps it, unpacked."""
        return self.value(body, Change)

    def value(self, packed: bytes, kind: type[_T]) -> _T:
        """Return a value of type `kind` as the store keeps it, unpacked."""
        with schema.explained(self.path):
            return schema.unpack(packed, kind)

    def lineages(self) -> range:
        """Return the lineages there are, in the order of their ids."""
        return range(self.rows("SELECT count(*) FROM lineage")[0][0])

    def index_of(self, lineage: str) -> int:
        """Return where the lineage of this very id is stored. Raises `UnknownNumber`."""
        found = self.rows("SELECT id FROM lineage WHERE place = ?", lineage)
        if not found:
            raise UnknownNumber(f"there is no lineage {lineage!r}", "the id of one, such as 2003-10-01-507.3b")
        return int(found[0][0])

    def stays(self, index: int) -> tuple[PlacedStay, ...]:
        """Return the stays of the lineage stored under `index`, in time order."""
        return tuple(map(schema.stay_of, self.of(schema.Keyed.STAYS, index)))

    def _worded(
        self, lineage: str, stays: Sequence[PlacedStay], number: Callable[[str], _Number], body: bytes | None
    ) -> Worded[_Number]:
        """Return the wording of some stays; `body` is the change with which it begins, packed."""
        first = stays[0]
        known = self.known(lineage, first.first)
        said = self.said(schema.row_of(first.wording))
        if said is None:
            self.check_unheld(first.first, stays[-1].last)
        title, text, examples = said or Said()
        change = self.unpacked(body) if body else None
        return Worded(
            first=self.dates[first.first],
            last=self.dates[stays[-1].last],
            number=number(first.number),
            title=title,
            text=text,
            examples=examples,
            change=change,
            facets=change.facets if change else known.facets if known else (),
            is_held=said is not None,
            is_mechanical=change.mechanical if change else known is not None and known.is_mechanical,
            begins_phrasing=known is None or known.begins_phrasing,
        )

    def _bridged(
        self, before: Worded[_Number] | None, worded: Worded[_Number], added: Collection[date]
    ) -> Worded[_Number]:
        """Return a wording with the change to it, where that is at hand and the one before, but not both texts."""
        from crdiff.history.recorded_changes import Differs, reworded, unaligned  # texts alone leave no gap

        position = self.dates.index(worded.first)
        is_told = worded.change or self.releases[position].is_step or not worded.is_held
        if is_told or not (before.is_held if before else worded.first in added):
            return worded
        new, warrant = _quoted(worded), self.warrant(position)
        if before is None:
            change = unaligned(Structure.ADDED, None, new, Differs(), warrant)
        else:
            known = Differs(worded.facets, worded.is_mechanical) if worded.facets else None
            change = reworded(_quoted(before), new, known, warrant)
        return structs.replace(worded, change=change, facets=change.facets)

    def warrant(self, position: int, *, is_unsure: bool = False) -> Warrant:
        """Return what is said of a release rests on where it and the one before have no two texts to compare."""
        from crdiff.history.recorded_changes import JOINED, READ, UNSURE

        if self.releases[position].is_known:
            return READ
        return UNSURE if is_unsure else JOINED

    def known(self, lineage: str, position: int) -> KnownWording | None:
        """Return what is known of the wording that began in the release at a position, None where texts tell all."""
        release = self.releases[position]
        return self.facts.wording(lineage, release.date) if self.facts and release.is_known else None

    def _phrased(
        self, lineage: str, wordings: Sequence[Worded[_Number]], runs: Sequence[Sequence[PlacedStay]]
    ) -> tuple[Worded[_Number], ...]:
        """Return the wordings of a lineage, each with whether it begins a phrasing."""
        if len(wordings) == 1:
            return tuple(wordings)
        readings = [FacetsAndSaying(each.facets, partial(_saying, each), each.is_parted) for each in wordings]
        begins = begin_phrasings(readings)
        return tuple(
            each if self.known(lineage, run[0].first) else structs.replace(each, begins_phrasing=begin)
            for each, begin, run in zip(wordings, begins, runs, strict=True)
        )

    def body_to(self, stay: PlacedStay) -> bytes | None:
        """Return the change that describes the clause of `stay` where the stay begins, packed; None for none."""
        told = self.of(schema.Keyed.TOLD, self.releases[stay.first].pair, stay.node)
        return self.change_at(stay.first, told[0][0]).body if told else None
