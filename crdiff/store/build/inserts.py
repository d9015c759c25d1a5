"""Insert the results of a batch into the store, each row under its key, and releases into the published tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from crdiff.history.onto_lives import Chain
from crdiff.history.thread import Thread
from crdiff.store.archive.rows_read import seal_search_index
from crdiff.store.archive.schema import EXAMPLES_APART, pack, row_of, sum_of
from crdiff.store.build.rows import ChangeRow, Figures, WordingRow

if TYPE_CHECKING:
    from crdiff.store.build.batch import BatchResult, Pair, Reading


class PublishedRelease(NamedTuple):
    """A release as it is published: its place, date and text, the row of what changed in it, and its size.

    Without a text that is "". `compared` is the row of the pair that leads to it from the text before. `is_known` says
    that the text is that of the known release of this date.
    """

    position: int
    date: str
    text: str
    is_known: bool
    pair: int | None
    compared: int | None
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


def insert_chain(connection: sqlite3.Connection, chain: Chain, steps: Collection[int]) -> None:
    """Write the clauses and entries of a chain, each numbered from 0 by its place in it.

    `steps` are the positions of the releases that were compared with the one before; of the stays that begin in others,
    the node is the row of the lineage.
    """
    many = connection.executemany
    many("INSERT INTO lineage VALUES (?, ?)", _named(chain.clauses))
    many("INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?, ?)", _stay_rows(chain.clauses, steps))
    many("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", _event_rows(chain.clauses))
    many("INSERT INTO unsure VALUES (?, ?)", chain.unsure)
    many("INSERT INTO entry_lineage VALUES (?, ?)", _named(chain.entries))
    many("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", _entry_rows(chain.entries))
    many("INSERT INTO entry_event VALUES (?, ?, ?, ?, ?)", (row[:-1] for row in _event_rows(chain.entries)))


def _named(threads: Iterable[Thread]) -> Iterator[tuple[int, str]]:
    return enumerate(thread.id for thread in threads)


def _stay_rows(threads: Iterable[Thread], steps: Collection[int]) -> Iterator[tuple[int | str, ...]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            node = stay.node if stay.first in steps else index
            yield index, stay.first, stay.last, stay.number, stay.copy, row_of(stay.wording), node


def _event_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, str, int, str, int, int | None]]:
    for index, thread in enumerate(threads):
        for side, knots in (("origin", thread.origin), ("fate", thread.fate)):
            for ordinal, knot in enumerate(knots):
                yield index, side, ordinal, knot.how, knot.at, knot.other


def _entry_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, int, int, str, int, int]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            yield index, stay.first, stay.last, stay.number, row_of(stay.wording), stay.node


def insert_unprinted(connection: sqlite3.Connection, chain: Chain, terms: Mapping[int, Collection[str]]) -> None:
    """Write which entries go on through a text that lacks them, because it breaks off; `terms` are those printed."""
    rows = (
        (row, at)
        for row, thread in enumerate(chain.entries)
        for stay in thread.stays
        for at in range(stay.first, stay.last + 1)
        if at in terms and stay.number not in terms[at]
    )
    connection.executemany("INSERT INTO unprinted VALUES (?, ?)", rows)


def insert_release(connection: sqlite3.Connection, release: PublishedRelease, figures: Figures) -> None:
    """Write a release of the chain, with the figures of what it changed."""
    columns = *release, figures.changes, figures.added, figures.removed, figures.revoked, figures.review
    connection.execute("INSERT INTO release VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", columns)
