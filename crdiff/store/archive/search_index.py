"""Seal and check the full-text index: no other table shows where a word occurs, so a gap in it would go unnoticed."""

from __future__ import annotations

import sqlite3
import zlib

from crdiff.store.archive.packed import damaged

_FACT = "search"
_BLOCKS = "SELECT id, block FROM wording_index_data ORDER BY id"
_LISTED = "SELECT group_concat({}) FROM (SELECT * FROM wording_index_{} ORDER BY {})"
_TERMS = _LISTED.format("segid || hex(term) || ' ' || pgno", "idx", "segid, term")
_SIZES = _LISTED.format("id || hex(sz)", "docsize", "id")
_SETTINGS = _LISTED.format("k || v", "config", "k")
_FOUND = "SELECT count(*) FROM wording_index_idx AS one CROSS JOIN wording_index_idx AS two USING (segid, term)"


def seal_search_index(connection: sqlite3.Connection) -> None:
    """Record the checksum of the index. The caller opens the transaction, and has checked the index before it."""
    connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (_FACT, str(_sum(connection))))


def check_search_index(connection: sqlite3.Connection) -> None:
    """Raise `StoreError` where the index is not as it was sealed. Before the first seal there is nothing in it."""
    stated = connection.execute("SELECT value FROM fact WHERE name = ?", (_FACT,)).fetchone()
    if stated is None and connection.execute("SELECT id FROM wording LIMIT 1").fetchone() is None:
        return
    if stated is None or stated[0] != str(_sum(connection)) or not _every_term_is_found(connection):
        raise damaged()


def _sum(connection: sqlite3.Connection) -> int:
    found = 0
    for query in (_BLOCKS, _TERMS, _SIZES, _SETTINGS):
        for row in connection.execute(query):
            for column in row:
                found = zlib.crc32(column if isinstance(column, bytes) else b"%a " % (column,), found)
    return found


def _every_term_is_found(connection: sqlite3.Connection) -> bool:
    """Whether each page of the index is found by its term: a spoiled inner node would lead past it."""
    every = connection.execute("SELECT count(*) FROM wording_index_idx").fetchone()
    return bool(connection.execute(_FOUND).fetchone() == every)
