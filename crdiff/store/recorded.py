"""An archive from recorded facts: what the embedded corpus knows of lineages, with the texts of its editions.

It answers the same questions as one built from texts, for the clauses that the editions quote. Numbers are known in
every release, wordings only where an edition quotes them; what changed is not known beyond that.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from crdiff.model.corpus import KnownLineage
from crdiff.model.fingerprint import raw_fingerprint
from crdiff.model.tree import walk
from crdiff.store.archive import Archive
from crdiff.store.embedded import EmbeddedCorpus, load_corpus
from crdiff.store.schema import EXAMPLES_APART, create, row_of

_UNKNOWN = row_of("0" * 16)
"""Stands for a wording that no edition quotes."""


def recorded_archive(corpus: EmbeddedCorpus | None = None) -> Archive:
    """Return the archive of what `corpus` states, by default the embedded one; it is held in memory."""
    corpus = corpus or load_corpus()
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    dates = _dates(corpus)
    connection.executemany(
        "INSERT INTO release VALUES (?, ?, '', NULL, 0, 0)",
        ((position, day.isoformat()) for position, day in enumerate(dates)),
    )
    quoted = dict(_quoted(corpus, connection))
    ranks = {lineage.id: index for index, lineage in enumerate(corpus.lineages)}
    for index, lineage in enumerate(corpus.lineages):
        connection.execute("INSERT INTO lineage VALUES (?, ?)", (index, lineage.id))
        connection.executemany(
            "INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?, ?)", _stay_rows(index, lineage, dates, quoted)
        )
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", _event_rows(index, lineage, dates, ranks))
    return Archive(connection, corpus.folder, is_recorded=True)


def _dates(corpus: EmbeddedCorpus) -> tuple[date, ...]:
    """Return every release that the facts speak of, oldest first."""
    runs = (run for lineage in corpus.lineages for run in lineage.runs)
    named = (day for run in runs for day in (run.first, run.last))
    told = (event.release for lineage in corpus.lineages for event in (*lineage.origin, *lineage.fate))
    return tuple(sorted({*corpus.read_releases, *named, *told}))


def _quoted(corpus: EmbeddedCorpus, connection: sqlite3.Connection) -> Iterator[tuple[tuple[str, date], int]]:
    """Yield (lineage, beginning of a period) -> wording, for the periods in which an edition quotes the clause."""
    for edition in reversed(corpus.editions):  # where two quote the same period, the earlier one has the last word
        for node in walk(corpus.text(edition)):
            lineage = corpus.lineage_of(edition.release, node.number)
            if lineage:
                row, clause = row_of(raw_fingerprint(node.clause)), node.clause
                values = row, "rules", clause.title, clause.text, EXAMPLES_APART.join(clause.examples)
                connection.execute("INSERT OR IGNORE INTO wording VALUES (?, ?, ?, ?, ?)", values)
                yield (lineage.id, _period(lineage, edition.release)), row


def _period(lineage: KnownLineage, day: date) -> date:
    """Return when the wording in force on `day` began."""
    return max(begun for begun in _periods(lineage) if begun <= day)


def _periods(lineage: KnownLineage) -> list[date]:
    return [lineage.runs[0].first, *(wording.release for wording in lineage.wordings)]


def _stay_rows(
    index: int, lineage: KnownLineage, dates: Sequence[date], quoted: Mapping[tuple[str, date], int]
) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a lineage: its runs, cut where a new wording begins."""
    for run in lineage.runs:
        begins = sorted({run.first, *(day for day in _periods(lineage) if run.first < day <= run.last)})
        ends = [bisect_left(dates, day) - 1 for day in begins[1:]] + [dates.index(run.last)]
        for first, last in zip(begins, ends, strict=True):
            wording = quoted.get((lineage.id, _period(lineage, first)), _UNKNOWN)
            yield index, dates.index(first), last, str(run.number), 1, wording, 0


def _event_rows(
    index: int, lineage: KnownLineage, dates: Sequence[date], ranks: Mapping[str, int]
) -> Iterator[tuple[object, ...]]:
    """Yield what the facts say of origin and fate; what has no origin and is not of the first release was added."""
    for side, events in (("origin", lineage.origin), ("fate", lineage.fate)):
        for ordinal, event in enumerate(events):
            other = ranks.get(event.lineage) if event.lineage else None
            yield index, side, ordinal, event.how.value, dates.index(event.release), other
    if not lineage.origin and lineage.runs[0].first > dates[0]:
        yield index, "origin", 0, "added", dates.index(lineage.runs[0].first), None
