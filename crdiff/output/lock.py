"""Lock a corpus for one writer at a time.

The lock is that of an empty SQLite file: it works on every platform, and the system releases it when a process is
killed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.output.atomic_file import obstacle

_LOCK = "lock"


@contextmanager
def writing(corpus: Path, patience: float = 0.0) -> Iterator[None]:
    """Hold the right to change the corpus; `patience` is how many seconds to wait for another process.

    Raises `StoreError` where another process holds it, and where the folder cannot be written.
    """
    try:
        corpus.mkdir(parents=True, exist_ok=True)
        if obstacle(corpus / _LOCK):
            raise _not_writable(corpus)  # SQLite would make a file where a link leads
        connection = sqlite3.connect(corpus / _LOCK, timeout=patience, isolation_level=None)
    except (OSError, sqlite3.OperationalError):
        raise _not_writable(corpus) from None
    try:
        _take(connection, corpus)
        yield
    finally:
        connection.close()


def _take(connection: sqlite3.Connection, corpus: Path) -> None:
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # nothing is written: a full disk can still be cleared
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            what = "another process is writing to this corpus"
            raise StoreError(what, remedy="try again when it has finished", path=str(corpus)) from None
        raise _not_writable(corpus) from None


def _not_writable(corpus: Path) -> StoreError:
    return StoreError("the corpus cannot be written", "a folder with write permission and room", path=str(corpus))
