"""What is recorded without texts: the known lives, with the wordings that the editions of the embedded corpus quote.

Numbers and the days of changes are known in every release, wordings only where an edition quotes them; of a heading its
title is all there is, so that is known too. An archive of nothing else is made here, in memory; the facts are woven
into the store of a corpus that lacks releases which are known (`crdiff.store.build.publish`).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from functools import cache
from typing import NamedTuple

from msgspec import Struct, field, structs

from crdiff.changes.change import Change
from crdiff.history.onto_lives import Chain, woven_onto
from crdiff.history.recorded_changes import EditionQuotation, Recorded, Wordings, period, quoted_changes
from crdiff.history.thread import Thread, ranked
from crdiff.model.book import MAGIC
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.tree import walk
from crdiff.store.archive.archive import Archive, Facts
from crdiff.store.archive.schema import create, transaction
from crdiff.store.build.inserts import (
    PublishedRelease,
    WordingRow,
    figures_of_size,
    insert_change,
    insert_wordings,
    publish,
    row_of_change,
    wording_row,
)
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from crdiff.store.texts.books import book_folder


class QuotedFacts(Struct, frozen=True):
    """What the editions of a corpus add to its known lives.

    `wordings` are those quoted, and the titles that are all of their clause; `prints` maps the id of a life and the
    fingerprint of a wording to that of the wording as quoted; `told` are the changes of which both sides are quoted.
    """

    wordings: tuple[WordingRow, ...] = ()
    prints: Mapping[tuple[str, str], str] = field(default_factory=dict)
    told: tuple[Recorded, ...] = ()


def quoted_facts(corpus: EmbeddedCorpus) -> QuotedFacts:
    """Return what the editions of `corpus` add to its lives."""
    lives, wordings = corpus.lives, cache(corpus.wordings)
    quotations = dict(_quotations(corpus, wordings))
    clauses = dict.fromkeys(quotation.node.clause for quotation in quotations.values())
    headings = (Clause(ClauseKind.RULE, title, "") for title in sorted(lives.headings))
    return QuotedFacts(
        tuple(wording_row(raw_fingerprint(clause), clause) for clause in (*clauses, *headings)),
        dict(_prints(corpus, quotations)),
        tuple(quoted_changes(corpus.lineages, lives.dates, quotations, wordings)),
    )


def recorded_archive(corpus: EmbeddedCorpus | None = None, *, excerpt: bool = False, book: str = MAGIC) -> Archive:
    """Return the archive of what `corpus` states, by default of what comes with crdiff for a book; it is in memory.

    An `excerpt` has only the clauses that we have a title for, and no glossary.
    """
    image, facts = _written(corpus, excerpt=excerpt) if corpus else _embedded(book, excerpt=excerpt)
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.deserialize(image)
    return Archive(connection, corpus.folder if corpus else book_folder(book), facts=facts, book=book)


@cache
def _embedded(book: str, *, excerpt: bool) -> tuple[bytes, Facts]:
    """Return what comes with crdiff for a book, written once in a process, which takes a third of a second."""
    return _written(load_corpus(book=book), excerpt=excerpt)


def _written(corpus: EmbeddedCorpus, *, excerpt: bool) -> tuple[bytes, Facts]:
    """Return the image of a database of what a corpus states, and what an archive over it knows besides."""
    lives, quoted = corpus.lives, quoted_facts(corpus)
    chain = woven_onto(lives, (), Chain((), (), ()), lambda _: None, quoted.prints)
    titles = {lineage.id: lineage.title for lineage in corpus.lineages}
    if excerpt:
        chain = Chain(chain.dates, tuple(_excerpt(chain.clauses, titles)), ())
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create(connection)
        releases = []
        for at, size in enumerate(release.size for release in lives.releases):
            columns = at, str(size.release), "", True, at or None, None, size.clauses, size.words
            releases.append(PublishedRelease(*columns, figures_of_size(size)))
        told = list(told_changes(quoted.told, chain, {day: at for at, day in enumerate(lives.dates) if at}))
        publish(connection, chain, releases, ((one.pair, one.lineage, one.ordinal) for one in told), terms={})
        with transaction(connection):
            keep_quoted(connection, quoted.wordings, told)
        return connection.serialize(), Facts(lambda: lives, titles)


class ToldChange(NamedTuple):
    """A recorded change as it is kept: the row of the release's changes, its place there, and whose wording it is."""

    pair: int
    ordinal: int
    lineage: int
    change: Change


def told_changes(told: Iterable[Recorded], chain: Chain, pair_of: Mapping[date, int]) -> Iterator[ToldChange]:
    """Yield the recorded changes of the releases in `pair_of`, each under the row that it has there."""
    rows = {thread.id: row for row, thread in enumerate(chain.clauses)}
    ordinals: Counter[int] = Counter()
    for one in told:
        pair = pair_of.get(one.release)
        if pair is not None and one.lineage in rows:
            yield ToldChange(pair, ordinals[pair], rows[one.lineage], one.change)
            ordinals[pair] += 1


def keep_quoted(connection: sqlite3.Connection, wordings: Iterable[WordingRow], told: Iterable[ToldChange]) -> None:
    """Keep what editions quote. The caller opens the transaction."""
    insert_wordings(connection, wordings)
    for each in told:
        insert_change(connection, each.pair, each.ordinal, row_of_change(each.change))


def _quotations(corpus: EmbeddedCorpus, wordings: Wordings) -> Iterator[tuple[tuple[str, date], EditionQuotation]]:
    """Yield what the editions quote; where two quote the same wording, the earlier one has the last word."""
    for edition in reversed(corpus.editions):
        for node in walk(wordings(edition)):
            lineage = corpus.lineage_of(edition.release, node.number)
            if lineage:
                yield (lineage.id, period(lineage, edition.release)), EditionQuotation(edition, node)


def _prints(
    corpus: EmbeddedCorpus, quotations: Mapping[tuple[str, date], EditionQuotation]
) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield id and wording of a life with the same wording as quoted; titles are known as the releases print them."""
    for lineage in corpus.lineages:
        life = corpus.lives.life(lineage.id)
        for stay in life.thread.stays if life else ():
            one = quotations.get((lineage.id, period(lineage, corpus.lives.dates[stay.first])))
            if one and one.node.clause.text:
                yield (lineage.id, stay.wording), raw_fingerprint(one.node.clause)


def _excerpt(threads: Sequence[Thread], ids: Container[str]) -> Iterator[Thread]:
    """Yield the threads with one of `ids`; what happened between them and others is left out."""
    kept = [index for index, thread in enumerate(threads) if thread.id in ids]
    ranks = {index: place for place, index in enumerate(kept)}
    for thread in (threads[index] for index in kept):
        yield structs.replace(thread, origin=ranked(thread.origin, ranks), fate=ranked(thread.fate, ranks))
