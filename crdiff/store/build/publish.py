"""Run the batches of a build, weave the lineages of the whole chain, and make the tables that readers ask."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from datetime import date

from msgspec import Struct

from crdiff.annotate.cross_references import is_notice
from crdiff.history.chain import ChainStep, Stage
from crdiff.history.entries import EntryChange, follow_entries
from crdiff.history.onto_lives import Chain, TextRelease, are_woven_on, woven_onto
from crdiff.history.saying import saying
from crdiff.history.thread import Thread
from crdiff.history.weave import weave
from crdiff.model.book import MAGIC
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Stay, covering
from crdiff.output.workers import working
from crdiff.store.archive.rows_read import CHANGE, Said, checked_change, every_wording, seal_search_index
from crdiff.store.archive.schema import Layout, damaged, fingerprint_at, row_of, schema_sum, transaction, unpack
from crdiff.store.build.batch import BatchText, Station, run_batch
from crdiff.store.build.inserts import (
    BatchResult,
    Figures,
    PairKey,
    PublishedRelease,
    figures_of_size,
    pair_row,
    publish,
)
from crdiff.store.build.recorded import QuotedFacts, keep_quoted, quoted_facts, told_changes
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives
from crdiff.store.texts.books import numbers_in
from crdiff.store.texts.folder import TextFolder
from crdiff.store.texts.held_text import HeldText
from crdiff.text.groups import grouped

_LONGEST = 6
"""Pairs in a batch. Each batch reads one text more than it has pairs, and every core should have some."""
_AHEAD = 16
"""Stretches handed out at a time: their texts are in memory."""
_FEW = 2
"""Pairs up to which this process does the work itself: starting others takes longer."""


class PendingBatch(Struct, frozen=True):
    """A batch whose texts are not in memory yet: neighbouring stations, and the checksums of the texts to read."""

    stations: tuple[Station, ...]
    unread: frozenset[str]

    def batch(self, folder: TextFolder) -> tuple[BatchText, ...]:
        """Return the texts of the batch with their bytes."""

        def read(one: Station, stand_in: HeldText | None) -> BatchText:
            before = folder.read_bytes(stand_in) if stand_in else b""
            return BatchText(one, folder.read_bytes(one.text), one.sha256 in self.unread, before)

        first, *others = self.stations
        return read(first, None), *(read(one, one.stand_in) for one in others)


def pending_batches(
    stations: Sequence[Station], readings: frozenset[str], pairs: frozenset[PairKey]
) -> tuple[PendingBatch, ...]:
    """Return the batches that a store with these `readings` and `pairs` lacks. No text is read for two of them."""
    unread = {station.sha256 for station in stations} - readings
    made: list[PendingBatch] = []
    lacking = (index for index, station in enumerate(stations) if station.pair and station.pair not in pairs)
    for run in grouped(lacking, lambda run, index: index == run[-1] + 1 and len(run) < _LONGEST):
        batch = tuple(stations[run[0] - 1 : run[-1] + 1])
        asked = unread & {station.sha256 for station in batch}
        unread -= asked
        made.append(PendingBatch(batch, frozenset(asked)))
    made += [PendingBatch((station,), frozenset({station.sha256})) for station in stations if station.sha256 in unread]
    return tuple(made)


def results(todo: Sequence[PendingBatch], folder: TextFolder, executor: Executor | None) -> Iterator[BatchResult]:
    """Yield the results of the batches `todo`, the last one first, whichever finishes first: equal texts, equal stores.

    Later texts are longer, so the last batches start first; the short ones fill the gaps at the end. Where one fails,
    those that nobody has begun are cancelled: a cluster has other work to do.
    """
    waiting = list(todo)
    pending: deque[Future[BatchResult]] = deque()
    is_little = sum(len(task.stations) - 1 for task in todo) <= _FEW  # so many pairs of neighbours are to be aligned
    with working(executor, len(todo), on="the build", is_little=is_little) as running:
        try:
            while waiting or pending:
                while waiting and len(pending) < _AHEAD:
                    pending.append(running.submit(run_batch, waiting.pop().batch(folder)))
                yield pending.popleft().result()
        finally:
            for future in pending:
                future.cancel()


class _Pair(Struct, frozen=True):
    """What is published of two neighbours: their row, their step, the changes that describe clauses, the figures."""

    row: int
    step: ChainStep
    told: Mapping[int, int]
    figures: Figures


class Publication(Struct, frozen=True):
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
    """Return the lineages of `stations` as they are to be published, with the known lives of releases without a text.

    Everything the stations need must have been kept; what the embedded corpus quotes is kept now. Raises `StoreError`
    where something is not there, or was changed.
    """
    layouts = [_layout(connection, station.sha256, code) for station in stations]
    pairs = [_pair(connection, station, code) for station in stations[1:]]
    wordings = every_wording(connection)
    used = {row_of(one) for layout in layouts for one in (*layout.wordings, *layout.entries)}
    if not used <= wordings.keys():
        raise damaged()

    texts = _chain(connection, stations, layouts, pairs, wordings)
    read = {day: (one.sha256, layout) for day, one, layout in zip(texts.dates, stations, layouts, strict=True)}
    book = stations[0].book if stations else MAGIC
    chain, quoted = _woven(texts, read, lambda row: wordings[row] if row in used else None, book)
    steps = {pair.row: pair for pair in pairs}
    releases = list(_releases(chain, read, pairs, code, book))
    facts = {chain.dates[one.position]: one.pair for one in releases if one.pair and one.pair not in steps}
    told = list(told_changes(quoted.told, chain, facts))
    if quoted.wordings:
        with transaction(connection):
            keep_quoted(connection, quoted.wordings, told)
            seal_search_index(connection)
    compared = [(one.position, steps[one.pair]) for one in releases if one.pair in steps]
    rows = [(step.row, node, ordinal) for _, step in compared for node, ordinal in step.told.items()]
    rows += [(one.pair, one.lineage, one.ordinal) for one in told]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as published:
        terms = {chain.dates.index(day): layout.terms for day, (_, layout) in read.items()}
        publish(published, chain, releases, rows, {at for at, _ in compared}, terms=terms)
        image = published.serialize()
    return Publication(
        image,
        schema_sum(connection),
        state,
        frozenset({*steps, *(one.pair for one in releases if one.pair)}),
        frozenset({*used, *(wording.row for wording in quoted.wordings)}),
        frozenset(station.sha256 for station in stations),
    )


_ReadTexts = Mapping[date, tuple[str, Layout]]
"""By their releases, in time order, the checksum and the layout of each text."""


def _woven(
    texts: Chain, read: _ReadTexts, at_hand: Callable[[int], Said | None], book: str
) -> tuple[Chain, QuotedFacts]:
    """Return the chain of all releases known or held, and what editions quote; of other rules, that of the texts."""
    lives = known_lives(book)
    held = [TextRelease(day, layout.known == str(day)) for day, (_, layout) in read.items()]

    def says(wording: str) -> Said | None:
        return at_hand(row_of(wording))

    if not are_woven_on(lives, held, texts, says):
        return texts, QuotedFacts()
    quoted = quoted_facts(load_corpus(book=book))
    return woven_onto(lives, held, texts, says, quoted.prints), quoted


def _chain(
    connection: sqlite3.Connection,
    stations: Sequence[Station],
    layouts: Sequence[Layout],
    pairs: Sequence[_Pair],
    wordings: Mapping[int, Said],
) -> Chain:
    """Return the chain of the texts alone."""
    dates = tuple(date.fromisoformat(station.text.release) for station in stations)
    stages = [
        Stage(day, layout.numbers, layout.wordings, layout.parents) for day, layout in zip(dates, layouts, strict=True)
    ]
    notices = frozenset(fingerprint_at(row) for row, said in wordings.items() if is_notice(said.text))
    numbers = numbers_in(stations[0].book) if stations else ClauseNumber
    clauses = weave(
        stages, [pair.step for pair in pairs], lambda one: saying(*wordings[row_of(one)][:2]), notices, numbers
    )
    entries = follow_entries(_entry_stays(layouts), _entry_changes(connection, pairs), dates.__getitem__)
    return Chain(dates, clauses, entries)


def _releases(
    chain: Chain, texts: _ReadTexts, pairs: Sequence[_Pair], code: str, book: str
) -> Iterator[PublishedRelease]:
    """Yield the releases of a chain; what changed in one is stored under its pair, else under a row of its own."""
    sizes = {release.effective: release.size for release in known_lives(book).releases}
    leads_to = dict(zip(list(texts)[1:], pairs, strict=True))
    for position, day in enumerate(chain.dates):
        compared = leads_to.get(day)
        step = compared if position and chain.dates[position - 1] in texts else None
        pair = step.row if step else pair_row("", str(day), "", code) if position else None
        if day in texts:
            text, layout = texts[day]
            is_known, clauses, words = layout.known == str(day), len(layout.numbers), layout.words
        else:
            text, is_known, clauses, words = "", True, sizes[day].clauses, sizes[day].words
        if step or not position:
            figures = step.figures if step else Figures()
        else:
            figures = figures_of_size(sizes[day]) if is_known else _counted(chain.clauses, position)
        row = compared.row if compared else None
        yield PublishedRelease(position, str(day), text, is_known, pair, row, clauses, words, figures)


def _counted(clauses: Iterable[Thread], position: int) -> Figures:
    """Return the figures of a release that follows one without text: what came, ended, or has another wording."""
    added = removed = reworded = 0
    for thread in clauses:
        before, now = covering(thread.stays, position - 1), covering(thread.stays, position)
        added += before is None and now is not None
        removed += now is None and before is not None
        reworded += before is not None and now is not None and before.wording != now.wording
    changes = added + removed + reworded
    return Figures(changes, added, removed, 0, changes)


def drop_the_unused(connection: sqlite3.Connection, publication: Publication, code: str) -> None:
    """Forget what `publication` does not need: pairs and readings of other chains or code, and their wordings.

    The caller opens the transaction.
    """
    for table, column, used in (
        ("pair", "id", publication.pairs),
        ("change", "pair", publication.pairs),
        ("wording", "id", publication.wordings),
        ("reading", "text", publication.texts),
    ):
        found = connection.execute(f"SELECT DISTINCT {column} FROM {table}")
        unused = [(row,) for (row,) in found if row not in used]
        connection.executemany(f"DELETE FROM {table} WHERE {column} = ?", unused)
    connection.execute("DELETE FROM reading WHERE code <> ?", (code,))
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


def _entry_stays(layouts: Sequence[Layout]) -> Iterator[Stay[str]]:
    """Yield every stretch in which an entry stayed as it was."""
    since: dict[tuple[str, str], int] = {}
    for position, layout in enumerate(layouts):
        entries = dict.fromkeys(zip(layout.terms, layout.entries, strict=True))
        for one in [each for each in since if each not in entries]:
            yield Stay(since.pop(one), position - 1, *one)
        for one in entries:
            since.setdefault(one, position)
    for one, first in since.items():
        yield Stay(first, len(layouts) - 1, *one)


def _entry_changes(connection: sqlite3.Connection, pairs: Sequence[_Pair]) -> Iterator[EntryChange]:
    """Yield the changes of the glossary, in time order."""
    query = f"SELECT {CHANGE} FROM change WHERE pair = ? AND part = 'glossary' ORDER BY ordinal"
    for position, pair in enumerate(pairs, 1):
        for kept in map(checked_change, connection.execute(query, (pair.row,))):
            yield EntryChange(position, kept.ordinal, kept.old, kept.new)
