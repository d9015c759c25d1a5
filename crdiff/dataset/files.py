"""The dataset as files: one SQLite file, or a file for each table as Parquet, lines of JSON or CSV; what describes it.

Dates are text such as 2008-03-17, but in Parquet, which has a type for them. A value that is missing is NULL, null, or
an empty cell.
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from functools import cache, partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from crdiff.corpus import Corpus
from crdiff.dataset.rows import DatasetSource
from crdiff.errors import UsageError
from crdiff.history.known_lives import KnownWording
from crdiff.reports.answer import as_json, formatted
from crdiff.store.archive.archive import Facts
from crdiff.store.archive.entries import ArchiveAtOnce, Entries
from crdiff.store.archive.questions import sizes
from crdiff.store.embedded.lives import known_lives
from crdiff.store.texts.books import read_book

VERSION = 1
"""Raised when a table or a column goes or changes its meaning; what is added leaves it as it is."""
DESCRIPTION = "datapackage.json"
"""What describes all tables, by the specification of Data Package, and to Datasette."""
FORMS = ("sqlite", "parquet", "jsonl", "csv")
# Declared type of a column -> its type in Data Package.
_KINDS = {"TEXT": "string", "INTEGER": "integer", "BOOLEAN": "boolean", "DATE": "date"}
# Declared type of a column -> its type in Parquet, where that is another.
_IN_PARQUET = {"TEXT": "VARCHAR", "INTEGER": "BIGINT"}
_SAID = re.compile(r"^(?:CREATE (?:TABLE|VIEW) | {2})(\w+) .*?-- (.*)$", re.MULTILINE)
# Table -> the columns by which Datasette groups its rows.
_FACETS = {
    "clause": ["section", "in_force", "ended_how"],
    "change": ["what", "release"],
    "link": ["how"],
    "wording": ["words_changed"],
}


class Column(NamedTuple):
    """A column: its name, its declared type, what is said of it, and the table and the column that it refers to."""

    name: str
    kind: str
    said: str
    is_needed: bool
    refers: tuple[str, str] | None


class Table(NamedTuple):
    """A table, or a view, which has no key: what is said of it, its columns, and those that tell its rows apart."""

    name: str
    said: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]


def source_of(corpus: Corpus, *, with_texts: bool = False) -> DatasetSource:
    """Return what the tables of a corpus are made from."""
    archive = ArchiveAtOnce(corpus.archive)
    clauses = [archive.lineage(index) for index in archive.lineages()]
    entries = [*Entries(archive).lineages()]
    return DatasetSource(corpus.known(), sizes(archive), clauses, entries, known_in(corpus.book), with_texts)


def known_in(book: str) -> Callable[[str, date], KnownWording | None]:
    """Return what tells of a wording whose text is not held, by the facts that come with crdiff."""
    return Facts(partial(known_lives, book)).wording


def dataset_files(source: DatasetSource, form: str, name: str, book: str) -> dict[str, bytes]:
    """Return the files of a dataset by their names; `form` is one of `FORMS`, `book` the name of the rule book.

    A SQLite file is called `name`. The same source gives the same bytes, but with another version of SQLite or DuckDB.
    Raises `UsageError` where Parquet cannot be written.
    """
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(Path(__file__).with_name("tables.sql").read_text("utf-8"))
        connection.execute("PRAGMA foreign_keys = ON")
        tables = [*_tables(connection)]
        for table, rows in source.tables():
            width = len(next(each for each in tables if each.name == table).columns)
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", map(_plain, rows))
        connection.executescript(
            f"INSERT INTO wording_search (wording_search) VALUES ('rebuild'); PRAGMA user_version = {VERSION};"
        )
        whole = [table for table in tables if table.key]
        if form == "sqlite":
            files = {name: connection.serialize()}
        elif form == "parquet":
            files = _parquet_files(connection, whole)
        else:
            write = _csv if form == "csv" else _jsonl
            files = {f"{table.name}.{form}": write(connection, table) for table in whole}
    return files | {DESCRIPTION: _description(tables, form, name, book, with_texts=source.with_texts)}


def _plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(_day(value) if isinstance(value, date) else value for value in row)


@cache
def _day(day: date) -> str:
    return day.isoformat()


def _tables(connection: sqlite3.Connection) -> Iterator[Table]:
    """Yield the tables and the views, as the file itself describes them."""
    made = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'wording_search%'"
    for name, sql in connection.execute(made).fetchall():
        said = dict(_SAID.findall(sql))
        refers = {row[3]: (row[2], row[4]) for row in connection.execute(f"PRAGMA foreign_key_list({name})")}
        columns, key = list[Column](), dict[int, str]()
        for _, column, kind, is_needed, _, place in connection.execute(f"PRAGMA table_info({name})"):
            columns.append(Column(column, kind, said.get(column, ""), bool(is_needed), refers.get(column)))
            key |= {place: column} if place else {}
        yield Table(name, said[name], tuple(columns), tuple(key[at] for at in sorted(key)))


def _rows(connection: sqlite3.Connection, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table in the order of its key, booleans as these."""
    flags = [column.name for column in table.columns if column.kind == "BOOLEAN"]
    for values in connection.execute(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}"):
        row = dict(zip((column.name for column in table.columns), values, strict=True))
        yield row | {flag: bool(row[flag]) for flag in flags}


def _jsonl(connection: sqlite3.Connection, table: Table) -> bytes:
    return b"".join(as_json(row) + b"\n" for row in _rows(connection, table))


def _csv(connection: sqlite3.Connection, table: Table) -> bytes:
    written = StringIO(newline="")
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(column.name for column in table.columns)
    for row in _rows(connection, table):
        lines.writerow(str(each).lower() if isinstance(each, bool) else each for each in row.values())
    return written.getvalue().encode()


def _parquet_files(connection: sqlite3.Connection, tables: list[Table]) -> dict[str, bytes]:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise UsageError("Parquet is written by DuckDB", "pip install 'crdiff[dataset]'") from None
    files = {}
    with TemporaryDirectory() as folder, closing(duckdb.connect(config={"threads": 1})) as writer:
        for table in tables:
            lines, written = Path(folder, "rows.jsonl"), Path(folder, "rows.parquet")
            lines.write_bytes(_jsonl(connection, table))
            kinds = {each.name: _IN_PARQUET.get(each.kind, each.kind) for each in table.columns}
            query = f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {kinds})"
            writer.execute(f"COPY ({query}) TO '{written}' (FORMAT parquet, COMPRESSION zstd)", [str(lines)])
            files[f"{table.name}.parquet"] = written.read_bytes()
    return files


def _description(tables: list[Table], form: str, name: str, book: str, *, with_texts: bool) -> bytes:
    """Return what describes the tables, for programs that know Data Packages, and for Datasette as its metadata."""
    what = "with the texts of a corpus" if with_texts else "facts without the texts"
    shown = {
        table.name: {
            "description": table.said,
            "columns": {column.name: column.said for column in table.columns if column.said},
            **({"facets": _FACETS[table.name]} if table.name in _FACETS else {}),
            **({"fts_table": "wording_search", "fts_pk": "id"} if table.name == "wording" else {}),
        }
        for table in tables
    }
    found = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": f"crdiff-{book}",
        "title": f"{read_book(book).title}: every clause through all releases",
        "description": f"Numbers, wordings, sentences and changes of every clause, and the glossary; {what}.",
        "version": f"{VERSION}.0.0",
        "resources": [_resource(table, form, name) for table in tables if table.key],
        **({"databases": {Path(name).stem: {"tables": shown}}} if form == "sqlite" else {}),
    }
    return formatted(json.dumps(found, ensure_ascii=False).encode())


def _resource(table: Table, form: str, name: str) -> dict[str, Any]:
    place = {"path": name, "dialect": {"table": table.name}} if form == "sqlite" else {"path": f"{table.name}.{form}"}
    fields = [
        {"name": each.name, "type": _KINDS[each.kind], "description": each.said}
        | ({"constraints": {"required": True}} if each.is_needed and each.kind != "TEXT" else {})
        for each in table.columns
    ]
    references = [
        {"fields": [each.name], "reference": {"resource": each.refers[0], "fields": [each.refers[1]]}}
        for each in table.columns
        if each.refers
    ]
    schema = {"fields": fields, "primaryKey": [*table.key], "foreignKeys": references}
    return {"name": table.name, "description": table.said, "format": form, **place, "schema": schema}
