"""All of an archive: its rows loaded at once, for questions about every lineage, and its glossary entries followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from typing import Any

from crdiff.changes.change import Change
from crdiff.errors import UnknownNumber
from crdiff.history.asked import folded
from crdiff.history.chain import NONE
from crdiff.history.lineage import Lineage, Term
from crdiff.history.thread import PlacedStay, Thread
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.names import distance
from crdiff.store.archive.schema import Keyed, KeyedRows, Said
from crdiff.text.groups import by_key


class ArchiveAtOnce(Archive):
    """The same answers as those of `archive`, over its connection; what was unpacked once is kept."""

    def __init__(self, archive: Archive) -> None:
        vars(self).update(vars(archive))
        self._every = cache(self._read)
        self._unpacked = cache(super().unpacked)
        self._said = cache(super().said)

    def of(self, asked: KeyedRows, *key: object) -> Sequence[Any]:
        """Return the rows with a key, in their order."""
        return self._every(asked).get(key, ())

    def said(self, wording: int) -> Said | None:
        """Return what a row of the wordings says, None where the corpus lacks the text."""
        return self._said(wording)

    def unpacked(self, body: bytes) -> Change:
        """Return a change as the store keeps it, unpacked."""
        return self._unpacked(body)

    def _read(self, asked: KeyedRows) -> Mapping[tuple[object, ...], Sequence[Any]]:
        length = len(asked.keys.split(", "))
        rows = self.rows(f"SELECT {asked.keys}, {asked.columns} FROM {asked.table} ORDER BY {asked.order}")
        return by_key((row[:length], row[length:]) for row in rows)


class Entries:
    """The glossary entries of an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """The threads of all entries, in the order in which they came."""
        return tuple(self._threads("ORDER BY id"))

    def _threads(self, which: str, *values: str) -> Iterator[Thread]:
        for row, name in self._archive.rows(f"SELECT id, name FROM entry_lineage {which}", *values):
            yield self._archive.thread_in(Keyed.ENTRY_STAYS, Keyed.ENTRY_EVENTS, row, name)

    def lineages(self) -> Iterator[Lineage[Term]]:
        """Yield the lineage of every entry there ever was."""
        return map(self._lineage, self.threads)

    def lineage(self, name: str) -> Lineage[Term] | None:
        """Return the lineage of the entry with the id `name`, None where none has it."""
        return next(map(self._lineage, self._threads("WHERE name = ?", name)), None)

    def body_to(self, stay: PlacedStay) -> bytes | None:
        """Return the change with which a stay of an entry begins, packed."""
        return self._archive.change_at(stay.first, stay.node).body if stay.node != NONE else None

    def _lineage(self, thread: Thread) -> Lineage[Term]:
        return self._archive.followed(thread, Term, self.body_to)


def terms_called(archive: Archive, name: str) -> tuple[str, ...]:
    """Return the terms that entries ever had which are `name` but for typography and the rules' "(Obsolete)"."""
    terms = archive.rows("SELECT DISTINCT term FROM entry ORDER BY term")
    return tuple(term for (term,) in terms if folded(term) == folded(name))


def entry_named(archive: Archive, written: str, at: str | date | None) -> Lineage[Term] | None:
    """Return the glossary entry called so in the release in force on the day `at`, or in the nearest one that has it.

    The id of an entry names it too. An entry of this very term comes before one that only the rules' "(Obsolete)" or
    the typography tells apart. None where no entry was ever called so. Raises `UnknownNumber` where several were.
    """
    name = " ".join(written.split())
    found = _called(archive, name, len(archive.dates) if at is None else archive.position_at(at))
    if len(found) > 1:
        raise UnknownNumber(f"{name!r} is the term of {len(found)} glossary entries", f"one of {', '.join(found)}")
    return Entries(archive).lineage(found[0]) if found else None


def _called(archive: Archive, name: str, position: int) -> list[str]:
    """Return the ids of the entries called so, those nearest to a position."""
    stood = archive.rows(
        "SELECT entry_lineage.name, term, first, last FROM entry JOIN entry_lineage ON entry_lineage.id = entry.lineage"
        " ORDER BY entry.lineage, first"
    )
    if any(entry == name.lower() for entry, *_ in stood):
        return [name.lower()]
    alike = [row for row in stood if folded(row[1]) == folded(name)]
    same = [row for row in alike if row[1].casefold() == name.casefold()] or alike
    far = [distance(position, first, last) for _, _, first, last in same]
    return list(dict.fromkeys(row[0] for row, each in zip(same, far, strict=True) if each == min(far)))
