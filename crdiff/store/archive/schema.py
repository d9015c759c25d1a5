"""Define the tables of the store, pack values for them, and open it; a file that is no store gives one line.

`reading`, `wording`, `pair` and `change` are computed once and kept (``kept.sql``), in the file opened here; all other
tables are published together (``published.sql``), in a file of their own (`crdiff.store.archive.index`).
Fingerprints are stored as the integers that SQLite names rows by; `sum` is the checksum of the rest of a row
(site/decisions/0003-store.md).

Read wordings and changes from the store, each row compared with its checksum; seal the full-text index.

No other table shows where a word occurs, so a gap in the index would be silence.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

import msgspec

from crdiff.errors import NoStoreError, StoreError
from crdiff.history.thread import PlacedStay
from crdiff.output.atomic_file import obstacle

_T = TypeVar("_T")

_SUM_BYTES = 4
AGAIN = "'crdiff corpus build --force' makes it again from the texts"
# What an error expects in place of a store that cannot be used.
WHOLE = f"one as crdiff wrote it; {AGAIN}"


def pack(value: object) -> bytes:
    """Return `value`, of a dataclass or a msgspec structure, as bytes; equal values give equal bytes."""
    packed = zlib.compress(msgspec.json.encode(value), 6)
    return zlib.crc32(packed).to_bytes(_SUM_BYTES) + packed


def unpack(raw: object, kind: type[_T]) -> _T:
    """Return the value of type `kind` that `pack` made `raw` from. Raises `StoreError` where `raw` was changed."""
    if not isinstance(raw, bytes):  # SQLite says what a column holds in the row itself, which can be spoiled as well
        raise damaged()
    packed = memoryview(raw)[_SUM_BYTES:]
    if zlib.crc32(packed) != int.from_bytes(raw[:_SUM_BYTES]):
        raise damaged()
    try:
        return msgspec.json.decode(zlib.decompress(packed), type=kind)
    except msgspec.ValidationError:  # other code wrote it, and `schema.VERSION` should have been raised
        raise StoreError("the store was written by another version of crdiff", WHOLE) from None


def sum_of(*columns: str | int, body: bytes = b"") -> int:
    """Return the checksum of a row."""
    return zlib.crc32("\x1f".join(map(str, columns)).encode(), zlib.crc32(body))


def damaged(path: str = "") -> StoreError:
    """Return the error for a store at `path` that was altered."""
    return StoreError("the store is damaged", WHOLE, path=path)


# Raised with every change of the tables or of the values packed in them: other code reads a store by this alone.
#
# Kept in the file as SQLite's user_version.
VERSION = 7

_APPLICATION = 0x43524466  # "CRDf"


def tables(name: str) -> str:
    """Return the SQL of the tables that are ``kept``, of those ``published`` together, or of their ``indexes``."""
    return Path(__file__).with_name(f"{name}.sql").read_text("utf-8")


# Stands between the examples of a wording; an example may have paragraphs.
EXAMPLES_APART = "\x1e"


def row_of(fingerprint: str) -> int:
    """Return the row that a fingerprint of 16 hex digits names: SQLite's rows are signed."""
    return int(fingerprint, 16) - (1 << 63)


def fingerprint_at(row: int) -> str:
    """Return the fingerprint that names a row."""
    return f"{row + (1 << 63):016x}"


def apart(examples: str) -> tuple[str, ...]:
    """Return the examples of a row of the wordings."""
    return tuple(examples.split(EXAMPLES_APART)) if examples else ()


def connect(path: Path, *, write: bool = False) -> sqlite3.Connection:
    """Open the store at `path`, made anew where there is none and `write` is set.

    One thread at a time may use the connection. Raises `NoStoreError` where there is none, `StoreError` where it is
    damaged, no store of ours or of another version.
    """
    with explained(path):
        if not write and not path.exists():
            raise no_store(path)
        if write and (what := obstacle(path)):
            raise StoreError(f"is {what}", "a file of our own", path=str(path))
        mode = "rwc" if write else "rw"  # not "ro": a reader must be able to undo what a killed writer left half done
        address = f"file:{quote(str(path))}?mode={mode}"
        connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                if not write:
                    raise no_store(path)
                create(connection)
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an error of SQLite, or of reading its rows, about the file at `path` into one line for a person."""
    try:
        yield
    except (UnicodeDecodeError, MemoryError):  # a spoiled name or message to decode, a spoiled length to make room for
        raise damaged(str(path)) from None
    except sqlite3.Error as error:
        raise _explain(error, path) from None
    except StoreError as error:
        raise error.at(str(path)) from None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of what is inside, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def create(connection: sqlite3.Connection) -> None:
    """Make the tables that are kept, all or none."""
    stamps = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {VERSION};"
    connection.executescript(f"BEGIN IMMEDIATE; {tables('kept')} {stamps} COMMIT;")


def schema_sum(connection: sqlite3.Connection) -> int:
    """Return the checksum of the tables themselves: their names, their first pages and their definitions."""
    rows = connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_master ORDER BY rowid")
    return sum_of(*map(str, rows))


def no_store(path: Path) -> NoStoreError:
    """Return the error for a store that is missing at `path`."""
    return NoStoreError("there is no store", "one made by 'crdiff corpus build'", path=str(path))


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise StoreError("is no store of crdiff, or a damaged one", WHOLE, path=str(path))
    if version != VERSION:
        raise StoreError(
            f"is a store of version {version}, not {VERSION}", f"one of this version; {AGAIN}", path=str(path)
        )


def _explain(error: sqlite3.Error, path: Path) -> StoreError:
    if isinstance(error, sqlite3.ProgrammingError):  # of the module, not of the file: the connection was closed
        return StoreError(f"the store failed ({str(error)!a})", remedy="ask again", path=str(path))
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StoreError("the disk is full", "room for the store", path=str(path))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return StoreError("the store cannot be written", "a folder with write permission", path=str(path))
        case sqlite3.SQLITE_IOERR:
            return StoreError("the store cannot be read or written", "a disk that works and has room", path=str(path))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreError("the store is being written by another process", remedy="try again", path=str(path))
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            return damaged(str(path))
    return StoreError(f"the store failed ({str(error)!a})", WHOLE, path=str(path))


class Layout(msgspec.Struct, frozen=True):
    """A text without its wordings: parallel tuples for its clauses in document order, then for its glossary.

    `wordings` and `entries` are raw fingerprints, `parents` indices or -1, `lines` first lines from 1. `words` counts
    the words of all clauses with their examples. `known` is the release that the text was recognised as, "" for others.
    """

    title: str
    words: int
    numbers: tuple[str, ...]
    wordings: tuple[str, ...]
    parents: tuple[int, ...]
    lines: tuple[int, ...]
    terms: tuple[str, ...]
    entries: tuple[str, ...]
    known: str = ""


# The columns of a wording, as `said` takes them.
WORDING = "wording.id, wording.part, wording.title, wording.text, wording.examples, wording.sum"
# The columns of a change, as `checked_change` takes them.
CHANGE = (
    "change.pair, change.ordinal, change.part, change.structure, change.review, change.old, change.new, change.body,"
    " change.sum"
)


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


# The sides of an event, in the order in which threads have them.
SIDES = ("origin", "fate")


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
