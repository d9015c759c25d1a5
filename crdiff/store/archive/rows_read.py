"""Read wordings and changes from the store, each row compared with its checksum; seal the full-text index.

No other table shows where a word occurs, so a gap in the index would be silence.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from crdiff.history.thread import PlacedStay
from crdiff.store.archive.schema import apart, damaged, fingerprint_at, sum_of

WORDING = "wording.id, wording.part, wording.title, wording.text, wording.examples, wording.sum"
"""The columns of a wording, as `said` takes them."""
CHANGE = (
    "change.pair, change.ordinal, change.part, change.structure, change.review, change.old, change.new, change.body,"
    " change.sum"
)
"""The columns of a change, as `checked_change` takes them."""


class KeyedRows(NamedTuple):
    """Rows that are asked for by a key: their columns, the table, the columns of the key, and their order."""

    columns: str
    table: str
    keys: str
    order: str


class Keyed:
    """All rows that are asked for by a key."""

    WORDINGS = KeyedRows(WORDING, "wording", "id", "id")
    CHANGES = KeyedRows(CHANGE, "change", "pair, ordinal", "ordinal")
    TOLD = KeyedRows("ordinal", "told", "pair, node", "node")
    PLACES = KeyedRows("place", "lineage", "id", "id")
    STAYS = KeyedRows("first, last, number, copy, wording, node", "stay", "lineage", "first")
    EVENTS = KeyedRows("how, at, other", "event", "lineage, side", "ordinal")
    ENTRY_STAYS = KeyedRows("first, last, term, 1, wording, node", "entry", "lineage", "first")
    ENTRY_EVENTS = KeyedRows("how, at, NULL", "entry_event", "lineage, side", "ordinal")


@cache
def query_of(asked: KeyedRows) -> str:
    """Return the query for the rows with a key."""
    found = " AND ".join(f"{name} = ?" for name in asked.keys.split(", "))
    return f"SELECT {asked.columns} FROM {asked.table} WHERE {found} ORDER BY {asked.order}"


SIDES = ("origin", "fate")
"""The sides of an event, in the order in which threads have them."""


class Said(NamedTuple):
    """A wording as printed; without values, one that the corpus lacks."""

    title: str = ""
    text: str = ""
    examples: tuple[str, ...] = ()


class KeptChange(NamedTuple):
    """A change as the store keeps it: row of its pair, place in it, numbers of its main clauses or "", body."""

    pair: int
    ordinal: int
    part: str
    structure: str
    review: int
    old: str
    new: str
    body: bytes


def said(row: Sequence[Any]) -> Said:
    """Return what the columns `WORDING` of a row say. Raises `StoreError` where they were changed."""
    if sum_of(*row[:-1]) != row[-1]:
        raise damaged()
    return Said(row[2], row[3], apart(row[4]))


def checked_change(row: Sequence[Any]) -> KeptChange:
    """Return what the columns `CHANGE` of a row say. Raises `StoreError` where they were changed."""
    if not isinstance(row[-2], bytes) or sum_of(*row[:-2], body=row[-2]) != row[-1]:
        raise damaged()
    return KeptChange(*row[:-1])


def stay_of(row: Sequence[Any]) -> PlacedStay:
    """Return the stay that a row of `Keyed.STAYS` or `Keyed.ENTRY_STAYS` has."""
    first, last, number, copy, wording, node = row
    return PlacedStay(first, last, number, fingerprint_at(wording), copy, node)


def every_wording(connection: sqlite3.Connection) -> dict[int, Said]:
    """Return row -> wording. Raises `StoreError` where one was changed."""
    return {row[0]: said(row) for row in connection.execute(f"SELECT {WORDING} FROM wording")}


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
