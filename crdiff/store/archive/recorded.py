"""An archive without texts: the known lives, with the wordings that the editions of the embedded corpus quote.

It answers the same questions as one built from texts. Numbers and the days of changes are known in every release,
wordings only where an edition quotes them; of a heading its title is all there is, so that is known too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from functools import cache

from msgspec import structs

from crdiff.history.known_lives import KnownLives
from crdiff.history.recorded_changes import Changes, EditionQuotation, Quotations, Recorded, Wordings, period
from crdiff.history.thread import Knot, PlacedStay, Thread
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.tree import walk
from crdiff.store.archive.archive import Archive, Facts
from crdiff.store.archive.schema import create, create_published, row_of
from crdiff.store.build.batch import Figures, row_of_change, rule_wording
from crdiff.store.build.inserts import (
    PublishedRelease,
    event_rows,
    insert_change,
    insert_lineages,
    insert_release,
    insert_wordings,
    stay_rows,
)
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from crdiff.store.texts.home import embedded_folder


def recorded_archive(corpus: EmbeddedCorpus | None = None, *, excerpt: bool = False) -> Archive:
    """Return the archive of what `corpus` states, by default the embedded one; it is in memory.

    An `excerpt` has only the clauses that we have a title for, and no glossary.
    """
    image, facts = _written(corpus, excerpt=excerpt) if corpus else _embedded(excerpt=excerpt)
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.deserialize(image)
    return Archive(connection, corpus.folder if corpus else embedded_folder(), facts=facts)


@cache
def _embedded(*, excerpt: bool) -> tuple[bytes, Facts]:
    """Return what the embedded corpus states, written once in a process, which takes a third of a second."""
    return _written(load_corpus(), excerpt=excerpt)


def _written(corpus: EmbeddedCorpus, *, excerpt: bool) -> tuple[bytes, Facts]:
    """Return the image of a database of what a corpus states, and what an archive over it has besides."""
    lives = corpus.lives
    wordings = cache(corpus.wordings)
    quotations = dict(_quotations(corpus, wordings))
    changes = Changes(corpus.lineages, lives.dates, quotations, wordings)
    told = [one for lineage in corpus.lineages for one in changes.of(lineage)]
    quoted = _quoted(corpus, quotations)
    every = [quoted.get(thread.id, thread) for thread in lives.clauses]
    titles = {lineage.id: lineage.title for lineage in corpus.lineages}
    threads = _excerpt(every, titles) if excerpt else every
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create(connection)
        create_published(connection)
        connection.execute("BEGIN")
        _write_wordings(connection, quotations, lives)
        _write_releases(connection, lives)
        stays = ((*row[:-1], row[0]) for row in stay_rows(threads))  # a lineage's row serves as that of its nodes
        insert_lineages(connection, (thread.id for thread in threads), stays, event_rows(threads))
        if not excerpt:  # the entries of the editions have no lineage
            connection.executemany("INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?)", _entry_rows(lives.entries))
        _write_changes(connection, {thread.id: index for index, thread in enumerate(threads)}, lives.dates, told)
        connection.execute("COMMIT")
        image = connection.serialize()
    called = {index: title for index, thread in enumerate(threads) if (title := titles.get(thread.id))}
    if excerpt:
        return image, Facts(lives, called, ())
    return image, Facts(lives, {**lives.titles, **called}, lives.entries)


def _quotations(corpus: EmbeddedCorpus, wordings: Wordings) -> Iterator[tuple[tuple[str, date], EditionQuotation]]:
    """Yield what the editions quote; where two quote the same wording, the earlier one has the last word."""
    for edition in reversed(corpus.editions):
        for node in walk(wordings(edition)):
            lineage = corpus.lineage_of(edition.release, node.number)
            if lineage:
                yield (lineage.id, period(lineage, edition.release)), EditionQuotation(edition, node)


def _quoted(corpus: EmbeddedCorpus, quotations: Quotations) -> Mapping[str, Thread]:
    """Return the threads of the clauses that editions quote, by their ids, with the wordings as quoted."""
    found = {}
    for lineage in corpus.lineages:
        life = corpus.lives.life(lineage.id)
        begun = {
            worded.first: quotations.get((lineage.id, period(lineage, worded.first))) for worded in lineage.wordings
        }
        if life and any(begun.values()):
            prints = {
                corpus.lives.dates.index(day): raw_fingerprint(one.node.clause)
                for day, one in begun.items()
                if one and one.node.clause.text  # the title of a heading is known as the releases print it
            }
            found[life.thread.id] = structs.replace(life.thread, stays=tuple(_as_quoted(life.thread.stays, prints)))
    return found


def _excerpt(threads: Sequence[Thread], ids: Container[str]) -> list[Thread]:
    """Return the threads with one of `ids`; what happened between them and others is left out."""
    kept = [index for index, thread in enumerate(threads) if thread.id in ids]
    ranks = {index: place for place, index in enumerate(kept)}
    threads = [threads[index] for index in kept]
    return [
        structs.replace(one, origin=tuple(_ranked(one.origin, ranks)), fate=tuple(_ranked(one.fate, ranks)))
        for one in threads
    ]


def _ranked(knots: Iterable[Knot], ranks: Mapping[int, int]) -> Iterator[Knot]:
    for knot in knots:
        if knot.other is None:
            yield knot
        elif knot.other in ranks:
            yield structs.replace(knot, other=ranks[knot.other])


def _as_quoted(stays: Sequence[PlacedStay], prints: Mapping[int, str]) -> Iterator[PlacedStay]:
    """Yield the stays with the fingerprints of what is quoted, by the positions at which those wordings began."""
    wording = ""
    for stay in stays:
        if stay.wording != wording:
            wording, begun = stay.wording, stay.first
        yield structs.replace(stay, wording=prints.get(begun, stay.wording))


def _write_wordings(connection: sqlite3.Connection, quotations: Quotations, lives: KnownLives) -> None:
    clauses = dict.fromkeys(quotation.node.clause for quotation in quotations.values())
    insert_wordings(connection, (rule_wording(raw_fingerprint(clause), clause) for clause in clauses))
    headings = (Clause(ClauseKind.RULE, title, "") for title in lives.headings)
    insert_wordings(connection, (rule_wording(raw_fingerprint(heading), heading) for heading in headings))


def _write_releases(connection: sqlite3.Connection, lives: KnownLives) -> None:
    """Write a row for each release; its pair is its own position."""
    for position, release in enumerate(lives.releases):
        size = release.size
        row = PublishedRelease(position, str(size.release), "", True, position or None, size.clauses, size.words)
        figures = Figures(size.changes, size.added, size.removed, size.revoked, size.to_read)
        insert_release(connection, row, figures)


def _write_changes(
    connection: sqlite3.Connection, ranks: Mapping[str, int], dates: Sequence[date], told: Sequence[Recorded]
) -> None:
    for ordinal, one in enumerate(told):
        pair = dates.index(one.release)
        insert_change(connection, pair, ordinal, row_of_change(one.change))
        nodes = [(pair, ranks[lineage], ordinal) for lineage in one.lineages]
        connection.executemany("INSERT INTO told VALUES (?, ?, ?)", nodes)


def _entry_rows(entries: Sequence[Thread]) -> Iterator[tuple[str, int, int, int]]:
    for entry in entries:
        for stay in entry.stays:
            yield stay.number, stay.first, row_of(stay.wording), stay.last
