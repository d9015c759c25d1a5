"""Writing down what came of a stretch: readings, wordings, pairs and changes, each under the key it is found by."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from crdiff.store.packed import pack
from crdiff.store.schema import EXAMPLES_APART, row_of
from crdiff.store.stretch import Pair, Reading, Wording, Worked


def keep(connection: sqlite3.Connection, worked: Worked, code: str) -> None:
    """Write the results of one stretch, made by the code of fingerprint `code`. The caller holds the transaction."""
    _keep_wordings(connection, worked.wordings)
    _keep_readings(connection, worked.readings, code)
    for pair in worked.pairs:
        _keep_pair(connection, pair, code)


def _keep_wordings(connection: sqlite3.Connection, wordings: Iterable[Wording]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO wording (id, part, title, text, examples) VALUES (?, ?, ?, ?, ?)",
        (
            (row_of(one.fingerprint), one.part, one.title, one.text, EXAMPLES_APART.join(one.examples))
            for one in wordings
        ),
    )


def _keep_readings(connection: sqlite3.Connection, readings: Iterable[Reading], code: str) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO reading (text, code, layout) VALUES (?, ?, ?)",
        ((reading.sha256, code, pack(reading.layout)) for reading in readings),
    )


def _keep_pair(connection: sqlite3.Connection, pair: Pair, code: str) -> None:
    cursor = connection.execute(
        "INSERT INTO pair (old, new, code, overrides, step, rewordings, breaks) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (pair.old, pair.new, code, pair.overrides, pack(pair.step), pack(pair.rewordings), pack(pair.breaks)),
    )
    connection.executemany(
        "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (cursor.lastrowid, ordinal, row.part, row.structure, row.review, row.old, row.new, row.body)
            for ordinal, row in enumerate(pair.changes)
        ),
    )
    connection.executemany(
        "INSERT INTO told VALUES (?, ?, ?)",
        ((cursor.lastrowid, node, ordinal) for node, ordinal in pair.told.items()),
    )
