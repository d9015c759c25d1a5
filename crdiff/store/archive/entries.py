"""The glossary entries of an archive, followed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property

from crdiff.changes.change import Change
from crdiff.errors import UnknownNumber
from crdiff.history.asked import folded
from crdiff.history.chain import NONE
from crdiff.history.lineage import Event, How, Lineage, Term
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.names import distance
from crdiff.store.archive.schema import fingerprint_at

_KNOTS = "SELECT lineage, side, how, at FROM entry_event"
_NAMED = "WHERE name = ?"
_OF_NAMED = "WHERE lineage = (SELECT id FROM entry_lineage WHERE name = ?)"


class Entries:
    """The glossary entries of an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """The threads of all entries, in the order in which they came."""
        return tuple(self._threads())

    def _threads(self, *name: str) -> Iterator[Thread]:
        """Yield the threads of all entries, or of the one with an id."""
        archive = self._archive
        named, of = (_NAMED, _OF_NAMED) if name else ("", "")
        stays: dict[int, list[PlacedStay]] = defaultdict(list)
        rows = archive.rows(f"SELECT * FROM entry {of} ORDER BY lineage, first", *name)
        for lineage, first, last, term, wording, node in rows:
            stays[lineage].append(PlacedStay(first, last, term, fingerprint_at(wording), node=node))
        knots: dict[tuple[int, str], list[Knot]] = defaultdict(list)
        for lineage, side, how, at in archive.rows(f"{_KNOTS} {of} ORDER BY lineage, side, ordinal", *name):
            knots[lineage, side].append(Knot(How(how), at))
        for row, entry in archive.rows(f"SELECT id, name FROM entry_lineage {named} ORDER BY id", *name):
            yield Thread(entry, tuple(stays[row]), *(tuple(knots[row, side]) for side in ("origin", "fate")))

    def lineages(self) -> Iterator[Lineage[Term]]:
        """Yield the lineage of every entry there ever was."""
        return map(self._lineage, self.threads)

    def lineage(self, name: str) -> Lineage[Term] | None:
        """Return the lineage of the entry with the id `name`, None where none has it."""
        found = next(self._threads(name), None)
        return self._lineage(found) if found else None

    def id_of(self, row: int) -> str:
        """Return the id of the entry in a row."""
        return self.threads[row].id

    def body_to(self, stay: PlacedStay) -> bytes | None:
        """Return the change with which a stay of an entry begins, packed."""
        return self._archive.change_at(stay.first, stay.node).body if stay.node != NONE else None

    def _change_to(self, stay: PlacedStay) -> Change | None:
        body = self.body_to(stay)
        return self._archive.unpacked(body) if body else None

    def _lineage(self, thread: Thread) -> Lineage[Term]:
        archive = self._archive

        def event(knot: Knot) -> Event[Term]:
            return Event(knot.how, archive.dates[knot.at])

        origin, fate = (tuple(map(event, knots)) for knots in (thread.origin, thread.fate))
        return archive.followed(thread.id, thread.stays, Term, self._change_to, origin=origin, fate=fate)


def terms_called(archive: Archive, name: str) -> tuple[str, ...]:
    """Return the terms that entries ever had which are `name` but for typography and the rules' "(Obsolete)"."""
    terms = archive.rows("SELECT DISTINCT term FROM entry ORDER BY term")
    return tuple(term for (term,) in terms if folded(term) == folded(name))


def entry_named(archive: Archive, written: str, at: str | date | None) -> Lineage[Term] | None:
    """Return the glossary entry called so in the release in force on the day `at`: see `id_named`."""
    every = Entries(archive)
    found = id_named(every.threads, written, len(archive.dates) if at is None else archive.position_at(at))
    return every.lineage(found) if found else None


def id_named(threads: Sequence[Thread], written: str, position: int) -> str | None:
    """Return the id of the entry called so in the release at a position, or in the nearest one that has it.

    The id of an entry names it too. An entry of this very term comes before one that only the rules' "(Obsolete)" or
    the typography tells apart. None where no entry was ever called so. Raises `UnknownNumber` where several were.
    """
    name = " ".join(written.split())
    found = [thread.id for thread in threads if thread.id == name.lower()] or _nearest(threads, name, position)
    if len(found) > 1:
        raise UnknownNumber(f"{name!r} is the term of {len(found)} glossary entries", f"one of {', '.join(found)}")
    return found[0] if found else None


def _nearest(threads: Sequence[Thread], name: str, position: int) -> list[str]:
    stays = [(thread.id, stay) for thread in threads for stay in thread.stays if folded(stay.number) == folded(name)]
    same = [(found, stay) for found, stay in stays if stay.number.casefold() == name.casefold()] or stays
    near = min((distance(position, stay.first, stay.last) for _, stay in same), default=None)
    return list(dict.fromkeys(found for found, stay in same if distance(position, stay.first, stay.last) == near))
