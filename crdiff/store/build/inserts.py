"""The rows of the store as they are kept, and how they are inserted: results of a batch, releases and their chain."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import NamedTuple

from msgspec import Struct, structs

from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Part, Rewording
from crdiff.history.chain import ChainStep
from crdiff.history.news import Size
from crdiff.history.onto_lives import Chain
from crdiff.history.thread import Thread
from crdiff.model.clause import Clause
from crdiff.store.archive.rows_read import SIDES, seal_search_index
from crdiff.store.archive.schema import EXAMPLES_APART, PUBLISHED, Layout, pack, row_of, sum_of


class WordingRow(NamedTuple):
    """What a clause or a glossary entry says, as the store keeps it; `part` is ``rules`` or ``glossary``."""

    row: int
    part: str
    title: str
    text: str
    examples: str


ChangeRow = tuple[str, str, int, str, str, bytes]
"""A change as the store keeps it: part, structure, whether for review, numbers of its main clauses or "", its body."""


class Figures(Struct, frozen=True):
    """How many changes there are, how many clauses they add, remove and revoke, how many are for a person to read."""

    changes: int = 0
    added: int = 0
    removed: int = 0
    revoked: int = 0
    review: int = 0


def wording_row(fingerprint: str, clause: Clause, part: Part = Part.RULES) -> WordingRow:
    """Return what a clause or a glossary entry says, as the store keeps it."""
    return WordingRow(row_of(fingerprint), part, clause.title, clause.text, EXAMPLES_APART.join(clause.examples))


def figures_of_size(size: Size) -> Figures:
    """Return the figures of a release that are known."""
    return Figures(size.changes, size.added, size.removed, size.revoked, size.to_read)


def row_of_change(change: Change) -> ChangeRow:
    """Return a change as the store keeps it."""
    old, new = (side[0].number if side else "" for side in (change.old, change.new))
    return change.part, change.structure, int(change.for_review), old, new, pack(change)


class PairKey(NamedTuple):
    """What the alignment of two neighbours depends on besides the code: both texts and the overrides.

    `old` also names the stand-in of a text that breaks off.
    """

    old: str
    new: str
    overrides: str


class Pair(Struct, frozen=True):
    """Two neighbours as the store keeps them: what their alignment depends on, and the results.

    `told` maps the index of a new clause to the ordinal of its change; clauses that changed at most their number are
    not in it. `breaks` are the places where a text breaks off.
    """

    key: PairKey
    step: ChainStep
    changes: tuple[ChangeRow, ...]
    told: Mapping[int, int]
    rewordings: tuple[Rewording, ...]
    breaks: tuple[Break, ...]
    figures: Figures


class BatchResult(Struct, frozen=True):
    """The results of a batch: layouts by the checksums of texts, and each wording once, however many texts have it."""

    readings: Mapping[str, Layout]
    wordings: tuple[WordingRow, ...]
    pairs: tuple[Pair, ...]


class PublishedRelease(NamedTuple):
    """A release as it is published: its place, date and text, the row of what changed in it, size and figures.

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
    figures: Figures


def keep(connection: sqlite3.Connection, worked: BatchResult, code: str) -> None:
    """Write the results of one batch, made by the code of fingerprint `code`. The caller opens the transaction."""
    insert_wordings(connection, worked.wordings)
    connection.executemany(
        "INSERT OR REPLACE INTO reading (text, code, layout) VALUES (?, ?, ?)",
        ((sha256, code, pack(layout)) for sha256, layout in worked.readings.items()),
    )
    for pair in worked.pairs:
        _keep_pair(connection, pair, code)
    seal_search_index(connection)


def insert_wordings(connection: sqlite3.Connection, wordings: Iterable[WordingRow]) -> None:
    """Write the wordings that the store lacks."""
    connection.executemany(
        "INSERT OR IGNORE INTO wording (id, part, title, text, examples, sum) VALUES (?, ?, ?, ?, ?, ?)",
        ((*row, sum_of(*row)) for row in wordings),
    )


def pair_row(old: str, new: str, overrides: str, code: str) -> int:
    """Return the row of a pair, the same in every store: what is published fits any that holds the pair."""
    digest = blake2b("\x1f".join((old, new, overrides, code)).encode(), digest_size=8)
    return row_of(digest.hexdigest())


def _keep_pair(connection: sqlite3.Connection, pair: Pair, code: str) -> None:
    old, new, overrides = pair.key
    row = pair_row(*pair.key, code)
    values = tuple(map(pack, (pair.step, pair.rewordings, pair.breaks, pair.told, pair.figures)))
    connection.execute(
        "INSERT OR REPLACE INTO pair (id, old, new, code, overrides, step, rewordings, breaks, told, figures)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row, old, new, code, overrides, *values),
    )
    for ordinal, change in enumerate(pair.changes):
        insert_change(connection, row, ordinal, change)


def insert_change(connection: sqlite3.Connection, pair: int, ordinal: int, change: ChangeRow) -> None:
    """Write one change of a pair."""
    values = pair, ordinal, *change, sum_of(pair, ordinal, *change[:-1], body=change[-1])
    connection.execute("INSERT OR REPLACE INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)


def publish(
    connection: sqlite3.Connection,
    chain: Chain,
    releases: Iterable[PublishedRelease],
    told: Iterable[tuple[int, int, int]],
    steps: Collection[int] = (),
    *,
    terms: Mapping[int, Collection[str]],
) -> None:
    """Make the published tables, with the releases of a chain, its clauses and its entries.

    Each clause and each entry is numbered from 0 by its place in the chain. `told` are (pair, node, ordinal of a
    change). `steps` are the positions of the releases that were compared with the one before; of the stays that begin
    in others, the node is the row of the lineage. `terms` are those that the glossary of each text prints, by the
    positions of their releases.
    """
    connection.executescript(PUBLISHED)
    many = connection.executemany
    connection.execute("BEGIN")
    rows = ((*columns, *structs.astuple(figures)) for *columns, figures in releases)
    many("INSERT INTO release VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    many("INSERT INTO told VALUES (?, ?, ?)", told)
    many("INSERT INTO lineage VALUES (?, ?)", _named(chain.clauses))
    many("INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?, ?)", _stay_rows(chain.clauses, steps))
    many("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", _event_rows(chain.clauses))
    many("INSERT INTO unsure VALUES (?, ?)", chain.unsure)
    many("INSERT INTO entry_lineage VALUES (?, ?)", _named(chain.entries))
    many("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", _entry_rows(chain.entries))
    many("INSERT INTO entry_event VALUES (?, ?, ?, ?, ?)", (row[:-1] for row in _event_rows(chain.entries)))
    many("INSERT INTO unprinted VALUES (?, ?)", _unprinted(chain.entries, terms))
    connection.execute("COMMIT")


def _named(threads: Iterable[Thread]) -> Iterator[tuple[int, str]]:
    return enumerate(thread.id for thread in threads)


def _stay_rows(threads: Iterable[Thread], steps: Collection[int]) -> Iterator[tuple[int | str, ...]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            node = stay.node if stay.first in steps else index
            yield index, stay.first, stay.last, stay.number, stay.copy, row_of(stay.wording), node


def _event_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, str, int, str, int, int | None]]:
    for index, thread in enumerate(threads):
        for side, knots in zip(SIDES, (thread.origin, thread.fate), strict=True):
            for ordinal, knot in enumerate(knots):
                yield index, side, ordinal, knot.how, knot.at, knot.other


def _entry_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, int, int, str, int, int]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            yield index, stay.first, stay.last, stay.number, row_of(stay.wording), stay.node


def _unprinted(threads: Iterable[Thread], terms: Mapping[int, Collection[str]]) -> Iterator[tuple[int, int]]:
    """Yield which entries go on through a text that lacks them, because it breaks off."""
    for row, thread in enumerate(threads):
        for stay in thread.stays:
            for at in range(stay.first, stay.last + 1):
                if at in terms and stay.number not in terms[at]:
                    yield row, at
