"""Insert the results of a batch into the store, each row under its key, and releases into the published tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

from crdiff.history.thread import Thread
from crdiff.store.archive.rows_read import seal_search_index
from crdiff.store.archive.schema import EXAMPLES_APART, pack, row_of, sum_of
from crdiff.store.build.batch import BatchResult, ChangeRow, Figures, Pair, Reading, WordingRow

StayRow = tuple[int, int, int, str, int, int, int]
"""Row of the lineage, positions of the first and the last release, number, copy, row of the wording, node."""
EventRow = tuple[int, str, int, str, int, int | None]
"""Row of the lineage, ``origin`` or ``fate``, place among these, how, position of the release, row of the other one."""


class PublishedRelease(NamedTuple):
    """A release as it is published: its place, date and text, the row of the pair that leads to it, and its size.

    `is_known` says that the text is that of the known release of this date.
    """

    position: int
    date: str
    text: str
    is_known: bool
    pair: int | None
    clauses: int
    words: int


def keep(connection: sqlite3.Connection, worked: BatchResult, code: str) -> None:
    """Write the results of one batch, made by the code of fingerprint `code`. The caller opens the transaction."""
    insert_wordings(connection, worked.wordings)
    _keep_readings(connection, worked.readings, code)
    for pair in worked.pairs:
        _keep_pair(connection, pair, code)
    seal_search_index(connection)


def insert_wordings(connection: sqlite3.Connection, wordings: Iterable[WordingRow]) -> None:
    """Write the wordings that the store lacks."""
    connection.executemany(
        "INSERT OR IGNORE INTO wording (id, part, title, text, examples, sum) VALUES (?, ?, ?, ?, ?, ?)",
        ((*columns, sum_of(*columns)) for columns in map(_columns, wordings)),
    )


def _columns(wording: WordingRow) -> tuple[int, str, str, str, str]:
    examples = EXAMPLES_APART.join(wording.examples)
    return row_of(wording.fingerprint), wording.part, wording.title, wording.text, examples


def _keep_readings(connection: sqlite3.Connection, readings: Iterable[Reading], code: str) -> None:
    connection.executemany(
        "INSERT OR REPLACE INTO reading (text, code, layout) VALUES (?, ?, ?)",
        ((reading.sha256, code, pack(reading.layout)) for reading in readings),
    )


def pair_row(old: str, new: str, overrides: str, code: str) -> int:
    """Return the row of a pair, the same in every store: what is published fits any that holds the pair."""
    digest = blake2b("\x1f".join((old, new, overrides, code)).encode(), digest_size=8)
    return row_of(digest.hexdigest())


def _keep_pair(connection: sqlite3.Connection, pair: Pair, code: str) -> None:
    row = pair_row(pair.old, pair.new, pair.overrides, code)
    values = tuple(map(pack, (pair.step, pair.rewordings, pair.breaks, pair.told, pair.figures)))
    connection.execute(
        "INSERT OR REPLACE INTO pair (id, old, new, code, overrides, step, rewordings, breaks, told, figures)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row, pair.old, pair.new, code, pair.overrides, *values),
    )
    for ordinal, change in enumerate(pair.changes):
        insert_change(connection, row, ordinal, change)


def insert_change(connection: sqlite3.Connection, pair: int, ordinal: int, change: ChangeRow) -> None:
    """Write one change of a pair."""
    columns = pair, ordinal, change.part, change.structure, int(change.review), change.old, change.new
    values = *columns, change.body, sum_of(*columns, body=change.body)
    connection.execute("INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def insert_lineages(
    connection: sqlite3.Connection, ids: Iterable[str], stays: Iterable[StayRow], events: Iterable[EventRow]
) -> None:
    """Write lineages, their rows numbered from 0 in the order of `ids`, with their stays and events."""
    connection.executemany("INSERT INTO lineage VALUES (?, ?)", enumerate(ids))
    connection.executemany("INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?, ?)", stays)
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", events)


def stay_rows(threads: Iterable[Thread]) -> Iterator[StayRow]:
    """Yield the stays of `threads` as rows; a lineage has the row of its place among them."""
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            yield index, stay.first, stay.last, stay.number, stay.copy, row_of(stay.wording), stay.node


def event_rows(threads: Iterable[Thread]) -> Iterator[EventRow]:
    """Yield the origins and fates of `threads` as rows."""
    for index, thread in enumerate(threads):
        for side, knots in (("origin", thread.origin), ("fate", thread.fate)):
            for ordinal, knot in enumerate(knots):
                yield index, side, ordinal, knot.how, knot.at, knot.other


def insert_release(connection: sqlite3.Connection, release: PublishedRelease, figures: Figures) -> None:
    """Write a release of the chain, with the figures of what it changed."""
    columns = *release, figures.changes, figures.added, figures.removed, figures.revoked, figures.review
    connection.execute("INSERT INTO release VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", columns)
