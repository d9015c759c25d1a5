"""Weaving the lineages of the whole chain and putting them where readers find them, all at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from crdiff.history.chain import Stage, Step
from crdiff.history.lineage import Lineage
from crdiff.history.notice import MARK, is_notice
from crdiff.history.saying import saying
from crdiff.history.weave import weave
from crdiff.store.layout import Layout
from crdiff.store.packed import unpack
from crdiff.store.schema import fingerprint_at, row_of
from crdiff.store.tasks import Station


def publish(connection: sqlite3.Connection, stations: Sequence[Station], code: str, state: str) -> None:
    """Replace what is published by the lineages of `stations`, and drop what was kept for other chains or code.

    Everything the stations need must have been kept. The caller holds the transaction.
    """
    layouts = [_layout(connection, station.sha256, code) for station in stations]
    pairs = [_pair(connection, station, code) for station in stations[1:]]
    stages = [
        Stage(station.text.release, layout.numbers, layout.wordings, layout.parents)
        for station, layout in zip(stations, layouts, strict=True)
    ]
    steps = [step for _, step in pairs]
    lineages = weave(stages, steps, lambda fingerprint: _saying(connection, fingerprint), _notices(connection))
    for table in ("release", "lineage", "stay", "event", "entry"):
        connection.execute(f"DELETE FROM {table}")
    _write_releases(connection, stations, layouts, [None, *(row for row, _ in pairs)][: len(stations)])
    _write_lineages(connection, lineages)
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", _entry_rows(layouts))
    _drop_the_unused(connection, code, layouts)
    connection.execute("INSERT OR REPLACE INTO fact VALUES ('state', ?)", (state,))


def _layout(connection: sqlite3.Connection, text: str, code: str) -> Layout:
    (raw,) = connection.execute("SELECT layout FROM reading WHERE text = ? AND code = ?", (text, code)).fetchone()
    return unpack(raw, Layout)


def _pair(connection: sqlite3.Connection, station: Station, code: str) -> tuple[int, Step]:
    key = (*(station.pair or ()), code)
    query = "SELECT id, step FROM pair WHERE old = ? AND new = ? AND overrides = ? AND code = ?"
    row, raw = connection.execute(query, key).fetchone()
    return row, unpack(raw, Step)


def _saying(connection: sqlite3.Connection, fingerprint: str) -> str:
    row = connection.execute("SELECT title, text FROM wording WHERE id = ?", (row_of(fingerprint),)).fetchone()
    return saying(*row)


def _notices(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the fingerprints of the wordings that only say that a rule is gone."""
    rows = connection.execute("SELECT id, text FROM wording WHERE text LIKE ?", (f"%{MARK}%",))
    return frozenset(fingerprint_at(row) for row, text in rows if is_notice(text))


def _write_releases(
    connection: sqlite3.Connection,
    stations: Sequence[Station],
    layouts: Sequence[Layout],
    pairs: Sequence[int | None],
) -> None:
    connection.executemany(
        "INSERT INTO release VALUES (?, ?, ?, ?, ?, ?)",
        (
            (position, station.text.release, station.sha256, pair, len(layout.numbers), layout.words)
            for position, (station, layout, pair) in enumerate(zip(stations, layouts, pairs, strict=True))
        ),
    )


def _write_lineages(connection: sqlite3.Connection, lineages: Sequence[Lineage]) -> None:
    named = ((index, str(lineage.id)) for index, lineage in enumerate(lineages))
    connection.executemany("INSERT INTO lineage VALUES (?, ?)", named)
    connection.executemany("INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?, ?)", _stay_rows(lineages))
    connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", _event_rows(lineages))


def _stay_rows(lineages: Sequence[Lineage]) -> Iterator[tuple[int, int, int, str, int, int, int]]:
    for index, lineage in enumerate(lineages):
        for stay in lineage.stays:
            yield index, stay.first, stay.last, stay.number, stay.copy, row_of(stay.wording), stay.node


def _event_rows(lineages: Sequence[Lineage]) -> Iterator[tuple[int, str, int, str, int, int | None]]:
    for index, lineage in enumerate(lineages):
        for side, events in (("origin", lineage.origin), ("fate", lineage.fate)):
            for ordinal, event in enumerate(events):
                yield index, side, ordinal, event.how, event.at, event.other


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


def _drop_the_unused(connection: sqlite3.Connection, code: str, layouts: Sequence[Layout]) -> None:
    """Forget readings and pairs that no release of the chain needs, and the wordings that only they had."""
    connection.execute("DELETE FROM pair WHERE id NOT IN (SELECT pair FROM release WHERE pair IS NOT NULL)")
    for table in ("change", "told"):
        connection.execute(f"DELETE FROM {table} WHERE pair NOT IN (SELECT id FROM pair)")
    connection.execute("DELETE FROM reading WHERE code <> ? OR text NOT IN (SELECT text FROM release)", (code,))
    used = {row_of(one) for layout in layouts for one in (*layout.wordings, *layout.entries)}
    kept = (row for (row,) in connection.execute("SELECT id FROM wording"))
    connection.executemany("DELETE FROM wording WHERE id = ?", [(row,) for row in kept if row not in used])
