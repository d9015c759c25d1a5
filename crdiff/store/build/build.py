"""Bring the store up to date with the texts: run what is missing in batches, then publish everything in one step.

The build commits each batch as it comes in. Readers do not see it before it is published, and the next build resumes a
killed one.

Run the batches of a build, weave the lineages of the whole chain, and make the tables that readers ask.

A batch reads the texts of neighbouring releases, aligns each pair and describes its changes. Bytes go in and values
come out, and no file is opened, so any executor can run a batch, on this machine or another. A
batch reads each of its texts once, though a text takes part in two pairs.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing, suppress
from datetime import date
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from crdiff.align.engine import align_releases
from crdiff.annotate.cross_references import is_notice
from crdiff.changes.change import Change, Part, Structure
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read
from crdiff.errors import CorpusError, NoStoreError, StoreError
from crdiff.history.chain import ChainStep, Stage, stage, step
from crdiff.history.entries import EntryChange, follow_entries
from crdiff.history.onto_lives import Chain, TextRelease, are_woven_on, woven_onto
from crdiff.history.saying import saying
from crdiff.history.thread import Thread
from crdiff.history.weave import weave
from crdiff.model.book import MAGIC
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release, Stay, covering
from crdiff.model.tree import Node, walk
from crdiff.output.atomic_file import replace
from crdiff.output.lock import writing
from crdiff.output.long_work import Progress
from crdiff.output.workers import working
from crdiff.store.archive import schema
from crdiff.store.archive.index import Index, read_index, write_index
from crdiff.store.archive.schema import Layout
from crdiff.store.build import recorded
from crdiff.store.build.recorded import BatchResult, Figures, Pair, PairKey, WordingRow, row_of_change, wording_row
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_jump, known_lives, known_release
from crdiff.store.texts.adding import sweep
from crdiff.store.texts.books import book_for, book_of, numbers_in
from crdiff.store.texts.corpus_folder import INDEX, STORE, Decisions, OverrideFiles, decided, overrides, state_of
from crdiff.store.texts.folder import HeldText, TextFolder
from crdiff.text.groups import grouped
from crdiff.text.normalise import fold_typography
from crdiff.text.words import counted_words

# Pairs in a batch. Each batch reads one text more than it has pairs, and every core should have some.
_LONGEST = 6
# Stretches handed out at a time: their texts are in memory.
_AHEAD = 16
# Pairs up to which this process does the work itself: starting others takes longer.
_FEW = 2


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
    stations: Sequence[Station], readings: frozenset[str], pairs: frozenset[recorded.PairKey]
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


def results(
    todo: Sequence[PendingBatch], folder: TextFolder, executor: Executor | None
) -> Iterator[recorded.BatchResult]:
    """Yield the results of the batches `todo`, the last one first, whichever finishes first: equal texts, equal stores.

    Later texts are longer, so the last batches start first; the short ones fill the gaps at the end. Where one fails,
    those that nobody has begun are cancelled: a cluster has other work to do.
    """
    waiting = list(todo)
    pending: deque[Future[recorded.BatchResult]] = deque()
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
    figures: recorded.Figures


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
    wordings = schema.every_wording(connection)
    used = {schema.row_of(one) for layout in layouts for one in (*layout.wordings, *layout.entries)}
    if not used <= wordings.keys():
        raise schema.damaged()

    texts = _chain(connection, stations, layouts, pairs, wordings)
    read = {day: (one.sha256, layout) for day, one, layout in zip(texts.dates, stations, layouts, strict=True)}
    book = stations[0].book if stations else MAGIC
    chain, quoted = _woven(texts, read, lambda row: wordings[row] if row in used else None, book)
    steps = {pair.row: pair for pair in pairs}
    releases = list(_releases(chain, read, pairs, code, book))
    facts = {chain.dates[one.position]: one.pair for one in releases if one.pair and one.pair not in steps}
    told = list(recorded.told_changes(quoted.told, chain, facts))
    if quoted.wordings:
        with schema.transaction(connection):
            recorded.keep_quoted(connection, quoted.wordings, told)
            schema.seal_search_index(connection)
    compared = [(one.position, steps[one.pair]) for one in releases if one.pair in steps]
    rows = [(step.row, node, ordinal) for _, step in compared for node, ordinal in step.told.items()]
    rows += [(one.pair, one.lineage, one.ordinal) for one in told]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as published:
        terms = {chain.dates.index(day): layout.terms for day, (_, layout) in read.items()}
        recorded.publish(published, chain, releases, rows, {at for at, _ in compared}, terms=terms)
        image = published.serialize()
    return Publication(
        image,
        schema.schema_sum(connection),
        state,
        frozenset({*steps, *(one.pair for one in releases if one.pair)}),
        frozenset({*used, *(wording.row for wording in quoted.wordings)}),
        frozenset(station.sha256 for station in stations),
    )


# By their releases, in time order, the checksum and the layout of each text.
_ReadTexts = Mapping[date, tuple[str, schema.Layout]]


def _woven(
    texts: Chain, read: _ReadTexts, at_hand: Callable[[int], schema.Said | None], book: str
) -> tuple[Chain, recorded.QuotedFacts]:
    """Return the chain of all releases known or held, and what editions quote; of other rules, that of the texts."""
    lives = known_lives(book)
    held = [TextRelease(day, layout.known == str(day)) for day, (_, layout) in read.items()]

    def says(wording: str) -> schema.Said | None:
        return at_hand(schema.row_of(wording))

    if not are_woven_on(lives, held, texts, says):
        return texts, recorded.QuotedFacts()
    quoted = recorded.quoted_facts(load_corpus(book=book, with_notes=False))
    return woven_onto(lives, held, texts, says, quoted.prints), quoted


def _chain(
    connection: sqlite3.Connection,
    stations: Sequence[Station],
    layouts: Sequence[schema.Layout],
    pairs: Sequence[_Pair],
    wordings: Mapping[int, schema.Said],
) -> Chain:
    """Return the chain of the texts alone."""
    dates = tuple(date.fromisoformat(station.text.release) for station in stations)
    stages = [
        Stage(day, layout.numbers, layout.wordings, layout.parents) for day, layout in zip(dates, layouts, strict=True)
    ]
    notices = frozenset(schema.fingerprint_at(row) for row, said in wordings.items() if is_notice(said.text))
    numbers = numbers_in(stations[0].book) if stations else ClauseNumber
    clauses = weave(
        stages, [pair.step for pair in pairs], lambda one: saying(*wordings[schema.row_of(one)][:2]), notices, numbers
    )
    entries = follow_entries(_entry_stays(layouts), _entry_changes(connection, pairs), dates.__getitem__)
    return Chain(dates, clauses, entries)


def _releases(
    chain: Chain, texts: _ReadTexts, pairs: Sequence[_Pair], code: str, book: str
) -> Iterator[recorded.PublishedRelease]:
    """Yield the releases of a chain; what changed in one is stored under its pair, else under a row of its own."""
    sizes = {release.effective: release.size for release in known_lives(book).releases}
    leads_to = dict(zip(list(texts)[1:], pairs, strict=True))
    for position, day in enumerate(chain.dates):
        compared = leads_to.get(day)
        step = compared if position and chain.dates[position - 1] in texts else None
        pair = step.row if step else recorded.pair_row("", str(day), "", code) if position else None
        if day in texts:
            text, layout = texts[day]
            is_known, clauses, words = layout.known == str(day), len(layout.numbers), layout.words
        else:
            text, is_known, clauses, words = "", True, sizes[day].clauses, sizes[day].words
        if step or not position:
            figures = step.figures if step else recorded.Figures()
        else:
            figures = recorded.figures_of_size(sizes[day]) if is_known else _counted(chain.clauses, position)
        row = compared.row if compared else None
        yield recorded.PublishedRelease(position, str(day), text, is_known, pair, row, clauses, words, figures)


def _counted(clauses: Iterable[Thread], position: int) -> recorded.Figures:
    """Return the figures of a release that follows one without text: what came, ended, or has another wording."""
    added = removed = reworded = 0
    for thread in clauses:
        before, now = covering(thread.stays, position - 1), covering(thread.stays, position)
        added += before is None and now is not None
        removed += now is None and before is not None
        reworded += before is not None and now is not None and before.wording != now.wording
    changes = added + removed + reworded
    return recorded.Figures(changes, added, removed, 0, changes)


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
    schema.seal_search_index(connection)


def _layout(connection: sqlite3.Connection, text: str, code: str) -> schema.Layout:
    query = "SELECT layout FROM reading WHERE text = ? AND code = ?"
    return schema.unpack(_only(connection.execute(query, (text, code)))[0], schema.Layout)


def _pair(connection: sqlite3.Connection, station: Station, code: str) -> _Pair:
    row = recorded.pair_row(*station.pair, code) if station.pair else 0
    step, told, figures = _only(connection.execute("SELECT step, told, figures FROM pair WHERE id = ?", (row,)))
    return _Pair(
        row,
        schema.unpack(step, ChainStep),
        schema.unpack(told, dict[int, int]),
        schema.unpack(figures, recorded.Figures),
    )


def _only(rows: Iterable[Sequence[bytes]]) -> Sequence[bytes]:
    """Return the one row that has to be there."""
    found = next(iter(rows), None)
    if found is None:
        raise schema.damaged()
    return found


def _entry_stays(layouts: Sequence[schema.Layout]) -> Iterator[Stay[str]]:
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
    query = f"SELECT {schema.CHANGE} FROM change WHERE pair = ? AND part = 'glossary' ORDER BY ordinal"
    for position, pair in enumerate(pairs, 1):
        for kept in map(schema.checked_change, connection.execute(query, (pair.row,))):
            yield EntryChange(position, kept.ordinal, kept.old, kept.new)


class Built(Struct, frozen=True):
    """What a build did: texts read, pairs aligned, and the releases now in the store."""

    texts_read: int
    pairs_aligned: int
    releases: int


def build(
    corpus: Path,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    rebuild: bool = False,
    patience: float = 0.0,
) -> Built:
    """Bring the store of `corpus` up to date; `rebuild` makes it anew, beside the old one until it is complete.

    `executor` does the work (every core of this machine if None); `patience` is how many seconds to wait for another
    build. Raises `StoreError` where the store is damaged, is being written or cannot be, and `CorpusError` where a
    text is not as it was added. Whatever happens, readers find the store as before or complete.
    """
    store, new = corpus / STORE, corpus / f"new-{STORE}"
    path = new if rebuild else store
    with writing(corpus, patience):
        sweep(corpus)
        _forget(new)
        if not store.exists():
            (corpus / INDEX).unlink(missing_ok=True)  # it would lead to rows that a store begun now does not have yet
        known = None if rebuild else _known(store)
        with closing(schema.connect(path, write=True)) as connection, schema.explained(path):
            if known:
                known.check(connection)
            built, made = _update(corpus, connection, executor, progress, known)
            if made and not rebuild:
                write_index(store, made.image, made.tables, made.state)
                with schema.transaction(connection):
                    drop_the_unused(connection, made, state_of(corpus).code)
        if made and rebuild:
            _settle(store)
            replace(path, store)
            write_index(store, made.image, made.tables, made.state)
    return built


def _known(store: Path) -> Index | None:
    """Return what is published beside the file at `store`, None where nothing is."""
    try:
        return read_index(store)
    except NoStoreError:
        return None


def _forget(path: Path) -> None:
    """Remove a store and then its journal, in this order: a journal without a store is harmless, the other way not."""
    for stale in (path, _journal(path)):
        stale.unlink(missing_ok=True)


def _settle(path: Path) -> None:
    """Leave no journal beside the store at `path`: it would be applied to the one that takes its place."""
    with suppress(StoreError):
        schema.connect(path).close()  # undoes what an interrupted run left half done, and the journal with it
    _journal(path).unlink(missing_ok=True)


def _journal(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def _update(
    corpus: Path,
    connection: sqlite3.Connection,
    executor: Executor | None,
    progress: Progress | None,
    known: Index | None,
) -> tuple[Built, Publication | None]:
    """Keep what is lacking; return what that took, and what is to be published, None where `known` is that."""
    built_from = state_of(corpus)
    state, code = str(built_from), built_from.code
    folder = TextFolder(corpus)
    stations = _stations(folder.chosen(), overrides(corpus), book_of(corpus))
    todo = pending_batches(stations, *_kept(connection, code))
    schema.check_search_index(connection)
    read = aligned = 0
    for done, worked in enumerate(results(todo, folder, executor), 1):
        with schema.transaction(connection):
            recorded.keep(connection, worked, code)
        read += len(worked.readings)
        aligned += len(worked.pairs)
        if progress:
            progress(done, len(todo))
    up_to_date = known is not None and known.state == state
    made = None if up_to_date else publication(connection, stations, code, state)
    return Built(read, aligned, len(stations)), made


def _stations(texts: Sequence[HeldText], files: OverrideFiles, book: str) -> tuple[Station, ...]:
    """Return the chain of releases, oldest first."""
    stations = [Station(text, Decisions(), None, book=book) for text in texts[:1]]
    whole: HeldText | None = None
    for old, new in pairwise(texts):
        whole, stand_in = (whole, whole) if old.identity.breaks_off else (old, None)
        found = decided(files, old.release, new.release)
        first = "+".join(text.identity.sha256 for text in (old, stand_in) if text)
        stations.append(
            Station(new, found, recorded.PairKey(first, new.identity.sha256, found.fingerprint), stand_in, book)
        )
    return tuple(stations)


def _kept(connection: sqlite3.Connection, code: str) -> tuple[frozenset[str], frozenset[recorded.PairKey]]:
    """Return the readings and the pairs that this code made earlier."""
    readings = connection.execute("SELECT text FROM reading WHERE code = ?", (code,))
    pairs = connection.execute("SELECT old, new, overrides FROM pair WHERE code = ?", (code,))
    return frozenset(text for (text,) in readings), frozenset(recorded.PairKey(*row) for row in pairs)


class Station(Struct, frozen=True):
    """A release of the chain: its text, and the pair that leads to it from the release before.

    `overrides` are those of the pair. `stand_in` replaces the missing part of the release before, if that breaks off.
    The first release has no pair. `book` is the name of the rule book.
    """

    text: HeldText
    overrides: Decisions
    pair: PairKey | None
    stand_in: HeldText | None = None
    book: str = MAGIC

    @property
    def sha256(self) -> str:
        """The checksum of the text."""
        return self.text.identity.sha256


class BatchText(Struct, frozen=True):
    """The text of a station with its bytes; `wanted` says whether the batch returns its reading.

    `before` are the bytes of the text that stands in for a part of the one before, b"" for none.
    """

    station: Station
    raw: bytes
    wanted: bool
    before: bytes = b""


def run_batch(texts: Sequence[BatchText]) -> BatchResult:
    """Return the results of a batch: of the texts of neighbouring releases, oldest first.

    Raises `CrdiffError`, which names the text at fault.
    """
    releases = [_read(text) for text in texts]
    wordings: dict[str, WordingRow] = {}
    words: dict[str, int] = {}
    read = zip(texts, releases, strict=True)
    readings = {text.station.sha256: _batch_layout(release, wordings, words) for text, release in read if text.wanted}
    neighbours = zip(texts[1:], pairwise(releases), strict=True)
    pairs = tuple(_aligned_pair(text, key, *both) for text, both in neighbours if (key := text.station.pair))
    return BatchResult(readings, tuple(wordings.values()), pairs)


def _read(text: BatchText) -> Release:
    """Return a text, parsed. Raises `CorpusError` where it prints the date of another release than it is stored as."""
    held = text.station.text
    release = read(text.raw, held.file, book=book_for(text.station.book))
    if release.name != held.release:
        raise CorpusError(f"is held as the release {held.release}", f"{release.name}, which it prints", path=held.file)
    return release


def _batch_layout(release: Release, wordings: dict[str, WordingRow], words: dict[str, int]) -> Layout:
    """Return the layout of `release`; add its wordings to `wordings`, and the number of words of each to `words`.

    Neighbouring releases say mostly the same, so words are counted once for each fingerprint.
    """
    nodes = walk(release)
    stays = stage(date.fromisoformat(release.name), nodes)
    for node, fingerprint in zip(nodes, stays.wordings, strict=True):
        if fingerprint not in words:
            clause = node.clause
            words[fingerprint] = words_of(clause)
            wordings.setdefault(fingerprint, wording_row(fingerprint, clause))
    entries = [Clause(ClauseKind.RULE, entry.term, entry.text) for entry in release.glossary]
    fingerprints = tuple(map(raw_fingerprint, entries))
    for entry, fingerprint in zip(entries, fingerprints, strict=True):
        wordings.setdefault(fingerprint, wording_row(fingerprint, entry, Part.GLOSSARY))
    return Layout(
        title=release.title,
        words=sum(words[fingerprint] for fingerprint in stays.wordings),
        numbers=stays.numbers,
        wordings=stays.wordings,
        parents=stays.parents,
        lines=tuple(node.placement.lines.start for node in nodes),
        terms=tuple(entry.term for entry in release.glossary),
        entries=fingerprints,
        known=known_release(release),
    )


def words_of(clause: Clause) -> int:
    """Return how many words a clause has, its examples included."""
    return sum(len(counted_words(fold_typography(text))) for text in (clause.wording, *clause.examples))


def _aligned_pair(text: BatchText, key: PairKey, old: Release, new: Release) -> Pair:
    """Return a text, read as `new`, compared with the one before it."""
    stand_in = text.station.stand_in
    before = read(text.before, stand_in.file, book=book_for(text.station.book)) if stand_in else None
    with text.station.overrides.heeded() as found:
        alignment = align_releases(old, new, found, known_jump(old, new), before)
    comparison = compare(alignment)
    changes = tuple(change for change in comparison.changes if _tells(change))
    return Pair(
        key,
        step(alignment.links, len(alignment.new_nodes)),
        tuple(map(row_of_change, changes)),
        _told(alignment.new_nodes, changes),
        comparison.rewordings,
        alignment.breaks,
        figures_of(changes),
    )


def figures_of(changes: Sequence[Change]) -> Figures:
    """Return `changes` in figures."""
    rules = [change.structure for change in changes if change.part is Part.RULES]
    return Figures(
        changes=len(changes),
        added=rules.count(Structure.ADDED),
        removed=rules.count(Structure.REMOVED),
        revoked=rules.count(Structure.REVOKED),
        review=sum(change.for_review for change in changes),
    )


def _tells(change: Change) -> bool:
    """Whether a change says more than that a clause has another number."""
    return bool(change.facets) or change.structure not in {Structure.SAME, Structure.RENUMBERED}


def _told(nodes: Sequence[Node], changes: Iterable[Change]) -> dict[int, int]:
    """Return index of new clause -> ordinal of the first change that quotes it, by its number and line."""
    at = {(str(node.number), node.placement.lines.start): node.index for node in nodes}
    told: dict[int, int] = {}
    for ordinal, change in enumerate(changes):
        for clause in change.new:
            if (index := at.get((clause.number, clause.line))) is not None:
                told.setdefault(index, ordinal)
    return told
