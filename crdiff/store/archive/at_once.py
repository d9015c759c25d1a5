"""An archive whose rows are read at once, for who asks for every lineage: a few queries, not ten thousands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from crdiff.changes.change import Change
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.rows_read import KeyedRows


class ArchiveAtOnce(Archive):
    """The same answers as those of `archive`, over its connection; what was unpacked once is kept."""

    def __init__(self, archive: Archive) -> None:
        vars(self).update(vars(archive))
        self._every = cache(self._read)
        self._unpacked = cache(super().unpacked)

    def of(self, asked: KeyedRows, *key: object) -> Sequence[Any]:
        """Return the rows with a key, in their order."""
        return self._every(asked).get(key, ())

    def unpacked(self, body: bytes) -> Change:
        """Return a change as the store keeps it, unpacked."""
        return self._unpacked(body)

    def _read(self, asked: KeyedRows) -> Mapping[tuple[object, ...], Sequence[Any]]:
        found: dict[tuple[object, ...], list[Any]] = defaultdict(list)
        length = len(asked.keys.split(", "))
        for row in self.rows(f"SELECT {asked.keys}, {asked.columns} FROM {asked.table} ORDER BY {asked.order}"):
            found[row[:length]].append(row[length:])
        return found
