"""What is recorded without texts: the known lives, with the wordings that the editions of the embedded corpus quote.

Numbers and the days of changes are known in every release, wordings only where an edition quotes them; of a heading its
title is all there is, so that is known too. An archive of nothing else is made here, in memory; the facts are woven
into the store of a corpus that lacks releases which are known (`crdiff.store.build.build`).

The rows of the store as they are kept, and how they are inserted: results of a batch, releases and their chain.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import date
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, field, msgpack, structs

from crdiff.align.alignment import Break
from crdiff.changes.change import Change, Part, Rewording
from crdiff.errors import StoreError
from crdiff.history.chain import ChainStep
from crdiff.history.news import Size
from crdiff.history.onto_lives import Chain, woven_onto
from crdiff.history.recorded_changes import EditionQuotation, Recorded, Wordings, period, quoted_changes
from crdiff.history.thread import Thread, ranked
from crdiff.model.book import MAGIC
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.tree import walk
from crdiff.output.fingerprints import code_fingerprint, keep_file, recall_file
from crdiff.output.long_work import garbage_collection_paused
from crdiff.store.archive import schema
from crdiff.store.archive.archive import Archive, Facts
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from crdiff.store.embedded.lives import known_lives
from crdiff.store.texts.books import book_folder
from crdiff.store.texts.home import cache_folder

# What is kept of the facts of this and other versions: whole and as an excerpt, two of each.
_KEPT_MOST = 4


class WordingRow(NamedTuple):
    """What a clause or a glossary entry says, as the store keeps it; `part` is ``rules`` or ``glossary``."""

    row: int
    part: str
    title: str
    text: str
    examples: str


# A change as the store keeps it: part, structure, whether for review, numbers of its main clauses or "", its body.
ChangeRow = tuple[str, str, int, str, str, bytes]


class Figures(Struct, frozen=True):
    """How many changes there are, how many clauses they add, remove and revoke, how many are for a person to read."""

    changes: int = 0
    added: int = 0
    removed: int = 0
    revoked: int = 0
    review: int = 0


def wording_row(fingerprint: str, clause: Clause, part: Part = Part.RULES) -> WordingRow:
    """Return what a clause or a glossary entry says, as the store keeps it."""
    return WordingRow(
        schema.row_of(fingerprint), part, clause.title, clause.text, schema.EXAMPLES_APART.join(clause.examples)
    )


def figures_of_size(size: Size) -> Figures:
    """Return the figures of a release that are known."""
    return Figures(size.changes, size.added, size.removed, size.revoked, size.to_read)


def row_of_change(change: Change) -> ChangeRow:
    """Return a change as the store keeps it."""
    old, new = (side[0].number if side else "" for side in (change.old, change.new))
    return change.part, change.structure, int(change.for_review), old, new, schema.pack(change)


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

    readings: Mapping[str, schema.Layout]
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
        ((sha256, code, schema.pack(layout)) for sha256, layout in worked.readings.items()),
    )
    for pair in worked.pairs:
        _keep_pair(connection, pair, code)
    schema.seal_search_index(connection)


def insert_wordings(connection: sqlite3.Connection, wordings: Iterable[WordingRow]) -> None:
    """Write the wordings that the store lacks."""
    connection.executemany(
        "INSERT OR IGNORE INTO wording (id, part, title, text, examples, sum) VALUES (?, ?, ?, ?, ?, ?)",
        ((*row, schema.sum_of(*row)) for row in wordings),
    )


def pair_row(old: str, new: str, overrides: str, code: str) -> int:
    """Return the row of a pair, the same in every store: what is published fits any that holds the pair."""
    digest = blake2b("\x1f".join((old, new, overrides, code)).encode(), digest_size=8)
    return schema.row_of(digest.hexdigest())


def _keep_pair(connection: sqlite3.Connection, pair: Pair, code: str) -> None:
    old, new, overrides = pair.key
    row = pair_row(*pair.key, code)
    values = tuple(map(schema.pack, (pair.step, pair.rewordings, pair.breaks, pair.told, pair.figures)))
    connection.execute(
        "INSERT OR REPLACE INTO pair (id, old, new, code, overrides, step, rewordings, breaks, told, figures)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row, old, new, code, overrides, *values),
    )
    for ordinal, change in enumerate(pair.changes):
        insert_change(connection, row, ordinal, change)


def insert_change(connection: sqlite3.Connection, pair: int, ordinal: int, change: ChangeRow) -> None:
    """Write one change of a pair."""
    values = pair, ordinal, *change, schema.sum_of(pair, ordinal, *change[:-1], body=change[-1])
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
    connection.executescript(schema.tables("published"))
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
    connection.executescript(schema.tables("indexes"))  # made row by row they take four times as long


def _named(threads: Iterable[Thread]) -> Iterator[tuple[int, str]]:
    return enumerate(thread.id for thread in threads)


def _stay_rows(threads: Iterable[Thread], steps: Collection[int]) -> Iterator[tuple[int | str, ...]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            node = stay.node if stay.first in steps else index
            yield index, stay.first, stay.last, stay.number, stay.copy, schema.row_of(stay.wording), node


def _event_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, str, int, str, int, int | None]]:
    for index, thread in enumerate(threads):
        for side, knots in zip(schema.SIDES, (thread.origin, thread.fate), strict=True):
            for ordinal, knot in enumerate(knots):
                yield index, side, ordinal, knot.how, knot.at, knot.other


def _entry_rows(threads: Iterable[Thread]) -> Iterator[tuple[int, int, int, str, int, int]]:
    for index, thread in enumerate(threads):
        for stay in thread.stays:
            yield index, stay.first, stay.last, stay.number, schema.row_of(stay.wording), stay.node


def _unprinted(threads: Iterable[Thread], terms: Mapping[int, Collection[str]]) -> Iterator[tuple[int, int]]:
    """Yield which entries go on through a text that lacks them, because it breaks off."""
    for row, thread in enumerate(threads):
        for stay in thread.stays:
            for at in range(stay.first, stay.last + 1):
                if at in terms and stay.number not in terms[at]:
                    yield row, at


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
@garbage_collection_paused()
def _embedded(book: str, *, excerpt: bool) -> tuple[bytes, Facts]:
    """Return what comes with crdiff for a book. To write it takes a third of a second, so that it is kept."""
    place = _place(book, excerpt=excerpt)
    if place and (kept := recall_file(place)):
        titles, image = msgpack.decode(kept, type=tuple[dict[str, str], bytes])
        return image, Facts(partial(known_lives, book), titles)
    image, facts = _written(load_corpus(book=book, with_notes=False), excerpt=excerpt)
    if place:
        keep_file(place, msgpack.encode((facts.called, image)), _KEPT_MOST)
    return image, facts


def _place(book: str, *, excerpt: bool) -> Path | None:
    """Return where what comes with crdiff is kept between runs, None where there is no place for it.

    The fingerprint of the code covers the facts of Magic's rules alone; those of other books are small.
    """
    with suppress(StoreError):
        return cache_folder() / "facts" / f"{code_fingerprint()}{'-excerpt' * excerpt}.facts" if book == MAGIC else None
    return None


def _written(corpus: EmbeddedCorpus, *, excerpt: bool) -> tuple[bytes, Facts]:
    """Return the image of a database of what a corpus states, and what an archive over it knows besides."""
    lives, quoted = corpus.lives, quoted_facts(corpus)
    chain = woven_onto(lives, (), Chain((), (), ()), lambda _: None, quoted.prints)
    titles = {lineage.id: lineage.title for lineage in corpus.lineages}
    if excerpt:
        chain = Chain(chain.dates, tuple(_excerpt(chain.clauses, titles)), ())
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection)
        releases = []
        for at, size in enumerate(release.size for release in lives.releases):
            columns = at, str(size.release), "", True, at or None, None, size.clauses, size.words
            releases.append(PublishedRelease(*columns, figures_of_size(size)))
        told = list(told_changes(quoted.told, chain, {day: at for at, day in enumerate(lives.dates) if at}))
        publish(connection, chain, releases, ((one.pair, one.lineage, one.ordinal) for one in told), terms={})
        with schema.transaction(connection):
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
