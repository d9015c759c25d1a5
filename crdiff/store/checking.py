"""Whether a store is still as it was written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from crdiff.errors import NoStoreError, StoreError
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.store.schema import apart, connect, row_of
from crdiff.store.state import STORE
from crdiff.store.texts import Mismatch


def check_store(corpus: Path) -> Iterator[Mismatch]:
    """Yield what is wrong with the store of `corpus`; nothing where there is none."""
    path = corpus / STORE
    try:
        with closing(connect(path)) as connection:
            yield from (Mismatch(STORE, what) for what in _faults(connection))
    except NoStoreError:
        return
    except (StoreError, sqlite3.Error) as error:
        yield Mismatch(STORE, error.what if isinstance(error, StoreError) else f"the store is damaged ({error})")


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (said,) in connection.execute("PRAGMA integrity_check(1)"):
        if said != "ok":
            yield f"the store is damaged ({' '.join(said.replace('*', '').split())})"
            return
    for row, title, text, examples in connection.execute("SELECT id, title, text, examples FROM wording"):
        clause = Clause(ClauseKind.RULE, title, text, apart(examples))
        if row_of(raw_fingerprint(clause)) != row:
            yield f"the store is damaged (the wording in row {row} was changed)"
