"""Lock a corpus for one writer at a time, and separately for one downloading process at a time.

The lock is that of an empty SQLite file: it works on every platform, and the system releases it when a process is
killed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.output.atomic_file import obstacle

_WRITING = "lock"
_FETCHING = "fetching.lock"


def writing(corpus: Path, patience: float = 0.0) -> AbstractContextManager[None]:
    """Hold the right to change the corpus; `patience` is how many seconds to wait for another process.

    Raises `StoreError` where another process holds it, and where the folder cannot be written.
    """
    return _holding(corpus, _WRITING, "another process is writing to this corpus", patience)


def fetching(corpus: Path) -> AbstractContextManager[None]:
    """Hold the right to download into the corpus, which others may change meanwhile. Raises as `writing` does."""
    return _holding(corpus, _FETCHING, "another process is fetching into this corpus", 0.0)


@contextmanager
def _holding(corpus: Path, name: str, refusal: str, patience: float) -> Iterator[None]:
    try:
        corpus.mkdir(parents=True, exist_ok=True)
        if obstacle(corpus / name):
            raise _not_writable(corpus)  # SQLite would make a file where a link leads
        connection = sqlite3.connect(corpus / name, timeout=patience, isolation_level=None)
    except (OSError, sqlite3.OperationalError):
        raise _not_writable(corpus) from None
    try:
        _take(connection, corpus, refusal)
        yield
    finally:
        connection.close()


def _take(connection: sqlite3.Connection, corpus: Path, refusal: str) -> None:
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # nothing is written: a full disk can still be cleared
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise StoreError(refusal, "one at a time; try again when it has finished", path=str(corpus)) from None
        raise _not_writable(corpus) from None


def _not_writable(corpus: Path) -> StoreError:
    return StoreError("the corpus cannot be written", "a folder with write permission and room", path=str(corpus))
