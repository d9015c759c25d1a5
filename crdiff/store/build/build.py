"""Bring the store up to date with the texts: run what is missing in batches, then publish everything in one step.

The build commits each batch as it comes in. Readers do not see it before it is published, and the next build resumes a
killed one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from crdiff.errors import NoStoreError, StoreError
from crdiff.output.atomic_file import replace
from crdiff.output.lock import writing
from crdiff.output.progress import Progress
from crdiff.store.archive.index import Index, read_index, write_index
from crdiff.store.archive.rows_read import check_search_index
from crdiff.store.archive.schema import connect, explained, transaction
from crdiff.store.archive.state import INDEX, STORE, state_of
from crdiff.store.build.batch import Station
from crdiff.store.build.inserts import PairKey, keep
from crdiff.store.build.publish import Publication, drop_the_unused, pending_batches, publication, results
from crdiff.store.texts.adding import sweep
from crdiff.store.texts.books import book_of
from crdiff.store.texts.folder import TextFolder
from crdiff.store.texts.held_text import HeldText
from crdiff.store.texts.overrides import Decisions, OverrideFiles, decided, overrides


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
        with closing(connect(path, write=True)) as connection, explained(path):
            if known:
                known.check(connection)
            built, made = _update(corpus, connection, executor, progress, known)
            if made and not rebuild:
                write_index(store, made.image, made.tables, made.state)
                with transaction(connection):
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
        connect(path).close()  # undoes what an interrupted run left half done, and the journal with it
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
    check_search_index(connection)
    read = aligned = 0
    for done, worked in enumerate(results(todo, folder, executor), 1):
        with transaction(connection):
            keep(connection, worked, code)
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
        stations.append(Station(new, found, PairKey(first, new.identity.sha256, found.fingerprint), stand_in, book))
    return tuple(stations)


def _kept(connection: sqlite3.Connection, code: str) -> tuple[frozenset[str], frozenset[PairKey]]:
    """Return the readings and the pairs that this code made earlier."""
    readings = connection.execute("SELECT text FROM reading WHERE code = ?", (code,))
    pairs = connection.execute("SELECT old, new, overrides FROM pair WHERE code = ?", (code,))
    return frozenset(text for (text,) in readings), frozenset(PairKey(*row) for row in pairs)
