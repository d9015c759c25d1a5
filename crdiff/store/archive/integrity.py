"""Verify that a store is still as it was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from crdiff.changes.change import Change
from crdiff.errors import NoStoreError, StoreError
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.store.archive import schema
from crdiff.store.archive.archive import Archive
from crdiff.store.texts.corpus_folder import STORE
from crdiff.store.texts.folder import FileMismatch


def check_store(corpus: Path) -> Iterator[FileMismatch]:
    """Yield what is wrong with the store of `corpus`; nothing where it has none."""
    path = corpus / STORE
    try:
        with closing(schema.connect(path)) as connection, schema.explained(path):
            yield from (FileMismatch(STORE, what) for what in _faults(connection))
        with Archive.open(path) as archive:
            _check_published(archive)
    except NoStoreError:
        return
    except StoreError as error:
        yield FileMismatch(Path(error.path).name or STORE, error.what)


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (verdict,) in connection.execute("PRAGMA integrity_check(1)"):
        if verdict != "ok":
            yield f"the store is damaged ({' '.join(verdict.replace('*', '').split())})"
            return
    yield from (f"the store is damaged (the wording in row {row} was changed)" for row in _changed_wordings(connection))
    for row in connection.execute(f"SELECT {schema.CHANGE} FROM change"):
        schema.unpack(schema.checked_change(row).body, Change)
    _check_packed(connection.execute("SELECT step, rewordings, breaks, told, figures FROM pair"), Any)
    _check_packed(connection.execute("SELECT layout FROM reading"), schema.Layout)
    schema.check_search_index(connection)


def _changed_wordings(connection: sqlite3.Connection) -> Iterator[int]:
    for row in connection.execute(f"SELECT {schema.WORDING} FROM wording"):
        try:
            is_as_written = schema.row_of(raw_fingerprint(Clause(ClauseKind.RULE, *schema.said(row)))) == row[0]
        except StoreError:
            is_as_written = False
        if not is_as_written:
            yield row[0]


def _check_packed(rows: Iterable[tuple[bytes, ...]], kind: Any) -> None:
    for row in rows:
        for packed in row:
            schema.unpack(packed, kind)


def _check_published(archive: Archive) -> None:
    """Raise `StoreError` where a published row names one that the store lacks."""
    for table in ("stay", "entry"):
        for wording, first, last in archive.rows(f"SELECT wording, first, last FROM {table}"):
            if archive.said(wording) is None:
                archive.check_unheld(first, last)
    for position in range(1, len(archive.releases)):
        archive.changes(position)
        archive.check_found(archive.rows("SELECT id FROM pair WHERE id = ?", archive.releases[position].pair))
