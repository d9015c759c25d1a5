"""An archive from recorded facts: what the embedded corpus knows of lineages, with the texts of its editions.

It answers the same questions as one built from texts, for the clauses that the editions quote. Numbers and the days of
changes are known in every release, wordings only where an edition quotes them.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from hashlib import blake2b

from crdiff.history.lineage import Lineage
from crdiff.history.recorded_changes import Changes, EditionQuotation, Quotations, Recorded, Wordings, period
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from crdiff.store.archive.archive import Archive, Facts
from crdiff.store.archive.schema import create, create_published, row_of
from crdiff.store.build.batch import figures_of, row_of_change, rule_wording, words_of
from crdiff.store.build.inserts import (
    EventRow,
    PublishedRelease,
    StayRow,
    insert_change,
    insert_lineages,
    insert_release,
    insert_wordings,
)
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus


def recorded_archive(corpus: EmbeddedCorpus | None = None) -> Archive:
    """Return the archive of what `corpus` states, by default the embedded one; it is in memory."""
    corpus = corpus or load_corpus()
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    create_published(connection)
    dates = _dates(corpus)
    wordings = cache(corpus.wordings)
    quotations = dict(_quotations(corpus, wordings))
    _write_wordings(connection, quotations)
    changes = Changes(corpus.lineages, dates, quotations, wordings)
    told = [one for lineage in corpus.lineages for one in changes.of(lineage)]
    _write_releases(connection, corpus, dates, quotations, told)
    _write_lineages(connection, corpus, dates, quotations)
    _write_changes(connection, corpus, dates, told)
    called = {index: lineage.title for index, lineage in enumerate(corpus.lineages)}
    facts = Facts(max(corpus.read_releases), called)
    return Archive(connection, corpus.folder, facts=facts)


def _dates(corpus: EmbeddedCorpus) -> tuple[date, ...]:
    """Return every release that the facts speak of, oldest first."""
    runs = (run for lineage in corpus.lineages for run in lineage.runs)
    named = (day for run in runs for day in (run.first, run.last))
    told = (event.release for lineage in corpus.lineages for event in (*lineage.origin, *lineage.fate))
    return tuple(sorted({*corpus.read_releases, *named, *told}))


def _quotations(corpus: EmbeddedCorpus, wordings: Wordings) -> Iterator[tuple[tuple[str, date], EditionQuotation]]:
    """Yield what the editions quote; where two quote the same wording, the earlier one has the last word."""
    for edition in reversed(corpus.editions):
        for node in walk(wordings(edition)):
            lineage = corpus.lineage_of(edition.release, node.number)
            if lineage:
                yield (lineage.id, period(lineage, edition.release)), EditionQuotation(edition, node)


def _write_wordings(connection: sqlite3.Connection, quotations: Quotations) -> None:
    clauses = dict.fromkeys(quotation.node.clause for quotation in quotations.values())
    insert_wordings(connection, (rule_wording(raw_fingerprint(clause), clause) for clause in clauses))


def _write_releases(
    connection: sqlite3.Connection,
    corpus: EmbeddedCorpus,
    dates: Sequence[date],
    quotations: Quotations,
    told: Sequence[Recorded],
) -> None:
    """Write a row for each release; its pair is its own position, its words are 0 where a wording is missing."""
    for position, day in enumerate(dates):
        standing = [lineage for lineage in corpus.lineages if lineage.number_in(day)]
        held = [quotations.get((lineage.id, period(lineage, day))) for lineage in standing]
        words = [words_of(one.node.clause) for one in held if one]
        counted = sum(words) if len(words) == len(held) else 0
        figures = figures_of([one.change for one in told if one.release == day])
        row = PublishedRelease(position, day.isoformat(), "", position or None, len(standing), counted)
        insert_release(connection, row, figures)


def _write_lineages(
    connection: sqlite3.Connection, corpus: EmbeddedCorpus, dates: Sequence[date], quotations: Quotations
) -> None:
    ranks = {lineage.id: index for index, lineage in enumerate(corpus.lineages)}
    stays = (row for lineage in corpus.lineages for row in _stay_rows(ranks[lineage.id], lineage, dates, quotations))
    events = (row for lineage in corpus.lineages for row in _event_rows(lineage, dates, ranks))
    insert_lineages(connection, ranks, stays, events)


def _write_changes(
    connection: sqlite3.Connection, corpus: EmbeddedCorpus, dates: Sequence[date], told: Sequence[Recorded]
) -> None:
    ranks = {lineage.id: index for index, lineage in enumerate(corpus.lineages)}
    for ordinal, one in enumerate(told):
        pair = dates.index(one.release)
        insert_change(connection, pair, ordinal, row_of_change(one.change))
        nodes = [(pair, ranks[lineage], ordinal) for lineage in one.lineages]
        connection.executemany("INSERT INTO told VALUES (?, ?, ?)", nodes)


def _stay_rows(
    index: int, lineage: Lineage[ClauseNumber], dates: Sequence[date], quotations: Quotations
) -> Iterator[StayRow]:
    """Yield the rows of a lineage: its runs, cut where a new wording begins. Its own row serves as that of its node."""
    for run in lineage.runs:
        begins = sorted(
            {run.first, *(worded.first for worded in lineage.wordings if run.first < worded.first <= run.last)}
        )
        ends = [bisect_left(dates, day) - 1 for day in begins[1:]] + [dates.index(run.last)]
        for first, last in zip(begins, ends, strict=True):
            wording = row_of(_fingerprint(lineage, period(lineage, first), quotations))
            yield index, dates.index(first), last, str(run.number), 1, wording, index


def _fingerprint(lineage: Lineage[ClauseNumber], begun: date, quotations: Quotations) -> str:
    """Return the fingerprint of a wording; one that no edition quotes has one of its own all the same."""
    quotation = quotations.get((lineage.id, begun))
    if quotation:
        return raw_fingerprint(quotation.node.clause)
    return blake2b(f"{lineage.id} from {begun}".encode(), digest_size=8).hexdigest()


def _event_rows(lineage: Lineage[ClauseNumber], dates: Sequence[date], ranks: Mapping[str, int]) -> Iterator[EventRow]:
    """Yield what the facts say of origin and fate; what has no origin and is not of the first release was added."""
    index = ranks[lineage.id]
    for side, events in (("origin", lineage.origin), ("fate", lineage.fate)):
        for ordinal, event in enumerate(events):
            other = ranks.get(event.lineage) if event.lineage else None
            yield index, side, ordinal, event.how.value, dates.index(event.release), other
    if not lineage.origin and lineage.runs[0].first > dates[0]:
        yield index, "origin", 0, "added", dates.index(lineage.runs[0].first), None
