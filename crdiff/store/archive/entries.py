"""The glossary entries of an archive, followed: `crdiff.history.entries` over the rows that are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from typing import NamedTuple

from crdiff.changes.change import Change
from crdiff.errors import UnknownNumber, UnknownTitle
from crdiff.history.asked import folded
from crdiff.history.chain import NONE
from crdiff.history.entries import EntryChange, follow_entries
from crdiff.history.lineage import Event, Lineage, Term
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.number import ClauseNumber
from crdiff.model.release_span import Stay
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.names import distance
from crdiff.store.archive.packed import damaged
from crdiff.store.archive.rows_read import CHANGE, KeptChange, checked_change
from crdiff.store.archive.schema import explained, fingerprint_at


class FollowedEntries(NamedTuple):
    """The threads of all entries, and the changes of the glossary by position and ordinal."""

    threads: tuple[Thread, ...]
    changes: Mapping[tuple[int, int], KeptChange]

    def change_to(self, archive: Archive, stay: PlacedStay) -> Change | None:
        """Return the change with which a stay of an entry begins."""
        body = self.body_to(stay)
        return archive.unpacked(body) if body else None

    def body_to(self, stay: PlacedStay) -> bytes | None:
        """Return the change with which a stay of an entry begins, packed."""
        return self.changes[stay.first, stay.node].body if stay.node != NONE else None


def entries(archive: Archive) -> Iterator[Lineage[Term]]:
    """Yield the lineage of every glossary entry there ever was, in the order in which they came."""
    every = followed_entries(archive)
    return (_lineage(archive, thread, every) for thread in every.threads)


def terms_called(archive: Archive, name: str) -> tuple[str, ...]:
    """Return the terms that entries ever had which are `name` but for typography and the rules' "(Obsolete)"."""
    terms = archive.rows("SELECT DISTINCT term FROM entry ORDER BY term")
    return tuple(term for (term,) in terms if folded(term) == folded(name))


def followed(archive: Archive, written: str, at: str | date | None) -> Lineage[ClauseNumber | Term]:
    """Return the lineage that `written` names as `Archive.find` has it, else that of the glossary entry called so.

    Raises `UnknownNumber` and `UnknownRelease`.
    """
    try:
        return archive.lineage(archive.find(written, at))
    except UnknownTitle as error:
        entry = entry_named(archive, written, at)
        if entry is None:
            raise error from None
        return entry


def entry_named(archive: Archive, written: str, at: str | date | None) -> Lineage[Term] | None:
    """Return the glossary entry called so in the release in force on the day `at`, or in the nearest one that has it.

    Without a day the nearest to the newest is meant. The id of an entry names it too. An entry of
    this very term comes before one that only the rules' "(Obsolete)" or the typography tells apart. None where no entry
    was ever called so. Raises `UnknownNumber` where several were.
    """
    name = " ".join(written.split())
    position = len(archive.dates) if at is None else archive.position_at(at)
    every = followed_entries(archive)
    by_id = [thread for thread in every.threads if thread.id == name.lower()]
    found = by_id or _nearest(every.threads, name, position)
    if len(found) > 1:
        what = f"{name!r} is the term of {len(found)} glossary entries"
        raise UnknownNumber(what, f"one of {', '.join(thread.id for thread in found)}")
    return _lineage(archive, found[0], every) if found else None


def _nearest(threads: tuple[Thread, ...], name: str, position: int) -> list[Thread]:
    stays = [(thread, stay) for thread in threads for stay in thread.stays if folded(stay.number) == folded(name)]
    same = [(thread, stay) for thread, stay in stays if stay.number.casefold() == name.casefold()] or stays
    near = min((distance(position, stay.first, stay.last) for _, stay in same), default=None)
    found = (thread for thread, stay in same if distance(position, stay.first, stay.last) == near)
    return list({thread.id: thread for thread in found}.values())


def followed_entries(archive: Archive) -> FollowedEntries:
    """Return every entry of an archive, followed."""
    if archive.facts:
        return FollowedEntries(archive.facts.entries, {})
    counted = dict(archive.rows("SELECT pair, count(*) FROM change GROUP BY pair"))
    if any(release.pair and counted.get(release.pair, 0) != release.changes for release in archive.releases):
        archive.check_found(())
    query = f"SELECT position, {CHANGE} FROM change JOIN release USING (pair) WHERE part = 'glossary'"
    rows = archive.rows(f"{query} ORDER BY position, ordinal")
    with explained(archive.path):
        checked = [(position, checked_change(row)) for position, *row in rows]
    changes = {(position, one.ordinal): one for position, one in checked}
    kept = archive.rows("SELECT term, first, last, wording FROM entry")
    stays = (Stay(first, last, term, fingerprint_at(wording)) for term, first, last, wording in kept)
    moves = (EntryChange(position, one.ordinal, one.old, one.new) for (position, _), one in changes.items())
    return FollowedEntries(follow_entries(stays, moves, archive.dates.__getitem__), changes)


def _lineage(archive: Archive, thread: Thread, every: FollowedEntries) -> Lineage[Term]:
    def event(knot: Knot) -> Event[Term]:
        return Event(knot.how, archive.dates[knot.at])

    if not thread.stays:
        raise damaged(str(archive.path))
    origin, fate = (tuple(map(event, knots)) for knots in (thread.origin, thread.fate))
    change_to = partial(every.change_to, archive)
    return archive.followed(thread.id, thread.stays, Term, change_to, origin=origin, fate=fate)
