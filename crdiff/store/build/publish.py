"""Run the batches of a build, weave the lineages of the whole chain, and make the tables that readers ask."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from crdiff.annotate.cross_references import is_notice
from crdiff.history.chain import ChainStep, Stage
from crdiff.history.saying import saying
from crdiff.history.weave import weave
from crdiff.output.workers import working
from crdiff.store.archive.rows_read import Said, every_wording, seal_search_index
from crdiff.store.archive.schema import Layout, create_published, damaged, fingerprint_at, row_of, schema_sum, unpack
from crdiff.store.build.batch import Batch, BatchResult, BatchText, Figures, run_batch
from crdiff.store.build.inserts import (
    PublishedRelease,
    event_rows,
    insert_lineages,
    insert_release,
    pair_row,
    stay_rows,
)
from crdiff.store.texts.folder import TextFolder
from crdiff.store.texts.held_text import HeldText
from crdiff.store.texts.overrides import Decisions

_LONGEST = 6
"""Pairs in a batch. Each batch reads one text more than it has pairs, and every core should have some."""
_AHEAD = 16
"""Stretches handed out at a time: their texts are in memory."""
_FEW = 2
"""Pairs up to which this process does the work itself: starting others takes longer."""


class PairKey(NamedTuple):
    """What the alignment of two neighbours depends on besides the code: both texts and the overrides.

    `old` also names the stand-in of a text that breaks off: `old_text_key`.
    """

    old: str
    new: str
    overrides: str


@dataclass(frozen=True, slots=True)
class Station:
    """A release of the chain: its text, and the pair that leads to it from the release before.

    `overrides` are those of the pair. `stand_in` replaces the missing part of the release before, if that breaks off.
    The first release has no pair.
    """

    text: HeldText
    overrides: Decisions
    pair: PairKey | None
    stand_in: HeldText | None = None

    @property
    def sha256(self) -> str:
        """The checksum of the text."""
        return self.text.identity.sha256


@dataclass(frozen=True, slots=True)
class PendingBatch:
    """A batch whose texts are not in memory yet: neighbouring stations, and the checksums of the texts to read."""

    stations: tuple[Station, ...]
    unread: frozenset[str]

    @property
    def pairs(self) -> int:
        """How many pairs of neighbours are to be aligned."""
        return len(self.stations) - 1

    def batch(self, folder: TextFolder) -> Batch:
        """Return the batch with the bytes of its texts."""
        return Batch(
            tuple(self._text(station.text, folder) for station in self.stations),
            tuple(station.overrides for station in self.stations[1:]),
            tuple(self._text(station.stand_in, folder) if station.stand_in else None for station in self.stations[1:]),
        )

    def _text(self, text: HeldText, folder: TextFolder) -> BatchText:
        sha256 = text.identity.sha256
        return BatchText(text.release, sha256, text.file, folder.read_bytes(text), sha256 in self.unread)


def pending_batches(
    stations: Sequence[Station], readings: frozenset[str], pairs: frozenset[PairKey]
) -> tuple[PendingBatch, ...]:
    """Return the batches that a store with these `readings` and `pairs` lacks. No text is read for two of them."""
    unread = {station.sha256 for station in stations} - readings
    made: list[PendingBatch] = []
    for first, last in _runs(
        index for index, station in enumerate(stations) if station.pair and station.pair not in pairs
    ):
        batch = tuple(stations[first - 1 : last + 1])
        asked = unread & {station.sha256 for station in batch}
        unread -= asked
        made.append(PendingBatch(batch, frozenset(asked)))
    made += [PendingBatch((station,), frozenset({station.sha256})) for station in stations if station.sha256 in unread]
    return tuple(made)


def _runs(indices: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run of neighbouring indices, cut to `_LONGEST`."""
    run: list[int] = []
    for index in indices:
        if run and (index != run[-1] + 1 or len(run) == _LONGEST):
            yield run[0], run[-1]
            run = []
        run.append(index)
    if run:
        yield run[0], run[-1]


def results(todo: Sequence[PendingBatch], folder: TextFolder, executor: Executor | None) -> Iterator[BatchResult]:
    """Yield the results of the batches `todo`, the last one first, whichever finishes first: equal texts, equal stores.

    Later texts are longer, so the last batches start first; the short ones fill the gaps at the end. Where one fails,
    those that nobody has begun are cancelled: a cluster has other work to do.
    """
    waiting = list(todo)
    pending: deque[Future[BatchResult]] = deque()
    is_little = sum(task.pairs for task in todo) <= _FEW
    with working(executor, len(todo), on="the build", is_little=is_little) as running:
        try:
            while waiting or pending:
                while waiting and len(pending) < _AHEAD:
                    pending.append(running.submit(run_batch, waiting.pop().batch(folder)))
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


@dataclass(frozen=True, slots=True)
class _Pair:
    """What is published of two neighbours: their row, their step, the changes that describe clauses, the figures."""

    row: int
    step: ChainStep
    told: Mapping[int, int]
    figures: Figures


@dataclass(frozen=True, slots=True)
class Publication:
    """What is to be published, as the `image` of a database, and the rows it needs: pairs, wordings, read texts.

    `state` is the state of the corpus it was made from, `tables` the checksum of the tables of the store.
    """

    image: bytes
    tables: int
    state: str
    pairs: frozenset[int]
    wordings: frozenset[int]
    texts: frozenset[str]


def publication(connection: sqlite3.Connection, stations: Sequence[Station], code: str, state: str) -> Publication:
    """Return the lineages of `stations` as they are to be published.

    Everything the stations need must have been kept. Raises `StoreError` where it is not there, or was changed.
    """
    layouts = [_layout(connection, station.sha256, code) for station in stations]
    pairs = [_pair(connection, station, code) for station in stations[1:]]
    wordings = every_wording(connection)
    used = frozenset(row_of(one) for layout in layouts for one in (*layout.wordings, *layout.entries))
    if not used <= wordings.keys():
        raise damaged()
    stages = [
        Stage(date.fromisoformat(station.text.release), layout.numbers, layout.wordings, layout.parents)
        for station, layout in zip(stations, layouts, strict=True)
    ]
    threads = weave(
        stages, [pair.step for pair in pairs], lambda one: _saying(wordings[row_of(one)]), _notices(wordings)
    )
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as published:
        create_published(published)
        published.execute("BEGIN")
        _write_releases(published, stations, layouts, [None, *pairs][: len(stations)])
        _write_told(published, pairs)
        insert_lineages(published, (thread.id for thread in threads), stay_rows(threads), event_rows(threads))
        published.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", _entry_rows(layouts))
        published.execute("COMMIT")
        image = published.serialize()
    texts = frozenset(station.sha256 for station in stations)
    return Publication(image, schema_sum(connection), state, frozenset(pair.row for pair in pairs), used, texts)


def drop_the_unused(connection: sqlite3.Connection, publication: Publication, code: str) -> None:
    """Forget what `publication` does not need: pairs and readings of other chains or code, and their wordings.

    The caller opens the transaction.
    """
    for table, column, used in (
        ("pair", "id", publication.pairs),
        ("change", "pair", publication.pairs),
        ("wording", "id", publication.wordings),
    ):
        found = connection.execute(f"SELECT DISTINCT {column} FROM {table}")
        unused = [(row,) for (row,) in found if row not in used]
        connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", unused)
    connection.execute("DELETE FROM reading WHERE code <> ?", (code,))
    read = [text for (text,) in connection.execute("SELECT text FROM reading")]
    connection.executemany(
        "DELETE FROM reading WHERE text = ?", [(text,) for text in read if text not in publication.texts]
    )
    seal_search_index(connection)


def _layout(connection: sqlite3.Connection, text: str, code: str) -> Layout:
    query = "SELECT layout FROM reading WHERE text = ? AND code = ?"
    return unpack(_only(connection.execute(query, (text, code)))[0], Layout)


def _pair(connection: sqlite3.Connection, station: Station, code: str) -> _Pair:
    row = pair_row(*station.pair, code) if station.pair else 0
    step, told, figures = _only(connection.execute("SELECT step, told, figures FROM pair WHERE id = ?", (row,)))
    return _Pair(row, unpack(step, ChainStep), unpack(told, dict[int, int]), unpack(figures, Figures))


def _only(rows: Iterable[Sequence[bytes]]) -> Sequence[bytes]:
    """Return the one row that has to be there."""
    found = next(iter(rows), None)
    if found is None:
        raise damaged()
    return found


def _saying(said: Said) -> str:
    return saying(said.title, said.text)


def _notices(wordings: Mapping[int, Said]) -> frozenset[str]:
    """Return the fingerprints of the wordings that only say that a rule is gone."""
    return frozenset(fingerprint_at(row) for row, said in wordings.items() if is_notice(said.text))


def _write_releases(
    connection: sqlite3.Connection,
    stations: Sequence[Station],
    layouts: Sequence[Layout],
    pairs: Sequence[_Pair | None],
) -> None:
    for position, (station, layout, pair) in enumerate(zip(stations, layouts, pairs, strict=True)):
        row = pair.row if pair else None
        day = station.text.release
        columns = position, day, station.sha256, layout.known == day, row, len(layout.numbers), layout.words
        insert_release(connection, PublishedRelease(*columns), pair.figures if pair else Figures())


def _write_told(connection: sqlite3.Connection, pairs: Iterable[_Pair]) -> None:
    told = ((pair.row, node, ordinal) for pair in pairs for node, ordinal in pair.told.items())
    connection.executemany("INSERT INTO told VALUES (?, ?, ?)", told)


def _entry_rows(layouts: Sequence[Layout]) -> Iterator[tuple[str, int, int, int]]:
    """Yield term, first position, wording and last position of every stretch in which an entry stayed as it was."""
    since: dict[tuple[str, str], int] = {}
    for position, layout in enumerate(layouts):
        entries = dict.fromkeys(zip(layout.terms, layout.entries, strict=True))
        for term, wording in [one for one in since if one not in entries]:
            yield term, since.pop((term, wording)), row_of(wording), position - 1
        for one in entries:
            since.setdefault(one, position)
    for (term, wording), first in since.items():
        yield term, first, row_of(wording), len(layouts) - 1
