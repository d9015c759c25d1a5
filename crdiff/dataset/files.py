"""The dataset as files: one SQLite file, or a file for each table as Parquet, lines of JSON or CSV; what describes it.

Dates are text such as 2008-03-17, but in Parquet, which has a type for them. A value that is missing is NULL, null, or
an empty cell.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import date
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crdiff.corpus import Corpus
from crdiff.dataset.rows import DatasetSource, Row
from crdiff.errors import UsageError
from crdiff.reports.answer import Json, as_json, formatted
from crdiff.store.archive.entries import ArchiveAtOnce, Entries
from crdiff.store.archive.questions import sizes
from crdiff.store.texts.books import read_book

# Raised when a table or a column goes or changes its meaning; what is added leaves it as it is.
VERSION = 1
# What describes all tables, by the specification of Data Package, and to Datasette.
DESCRIPTION = "datapackage.json"
FORMS = ("sqlite", "parquet", "jsonl", "csv")
# Declared type of a column -> its type in Data Package.
_KINDS = {"TEXT": "string", "INTEGER": "integer", "BOOLEAN": "boolean", "DATE": "date"}
# Type of a column in Data Package -> its type in Parquet.
_IN_PARQUET = {"string": "VARCHAR", "integer": "BIGINT", "boolean": "BOOLEAN", "date": "DATE"}
_SAID = re.compile(r"^(?:CREATE (?:TABLE|VIEW) | {2})(\w+) .*?-- (.*)$", re.MULTILINE)
# Table -> what Datasette does with it: the columns by which it groups the rows, or the index that it searches.
_SHOWN: Mapping[str, Json] = {
    "clause": {"facets": ["section", "in_force", "ended_how"]},
    "change": {"facets": ["what", "release"]},
    "link": {"facets": ["how"]},
    "wording": {"facets": ["words_changed"], "fts_table": "wording_search", "fts_pk": "id"},
}


class Table(NamedTuple):
    """A table, or a view, which has no key: what is said of it, and its columns as Data Package describes them."""

    name: str
    said: str
    schema: Json

    @property
    def kinds(self) -> dict[str, str]:
        """Its columns, each with its type in Data Package."""
        return {field["name"]: field["type"] for field in self.schema["fields"]}


def source_of(corpus: Corpus, *, with_texts: bool = False) -> DatasetSource:
    """Return what the tables of a corpus are made from."""
    archive = ArchiveAtOnce(corpus.archive)
    clauses = [archive.lineage(index) for index in archive.lineages()]
    entries = [*Entries(archive).lineages()]
    return DatasetSource(corpus.book, corpus.known(), sizes(archive), clauses, entries, with_texts)


def dataset_files(source: DatasetSource, form: str, name: str) -> dict[str, bytes]:
    """Return the files of a dataset by their names; `form` is one of `FORMS`, and a SQLite file is called `name`.

    The same source gives the same bytes, but with another version of SQLite or DuckDB. Raises `UsageError` where
    Parquet cannot be written.
    """
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(Path(__file__).with_name("tables.sql").read_text("utf-8"))
        connection.execute("PRAGMA foreign_keys = ON")
        tables = {table.name: table for table in _tables(connection)}
        for table, rows in source.tables():
            places = ", ".join("?" for _ in tables[table].kinds)
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", map(_plain, rows))
        connection.execute("INSERT INTO wording_search (wording_search) VALUES ('rebuild')")
        connection.commit()
        connection.executescript(f"PRAGMA user_version = {VERSION}; VACUUM")
        whole = [table for table in tables.values() if table.schema["primaryKey"]]
        if form == "sqlite":
            files = {name: connection.serialize()}
        elif form == "parquet":
            files = _parquet_files(connection, whole)
        else:
            write = _csv if form == "csv" else _jsonl
            files = {f"{table.name}.{form}": write(connection, table) for table in whole}
    return files | {DESCRIPTION: _description(source, tables.values(), form, name)}


def _plain(row: Row) -> Row:
    return tuple(str(value) if isinstance(value, date) else value for value in row)


def _tables(connection: sqlite3.Connection) -> Iterator[Table]:
    """Yield the tables and the views, as the file itself describes them."""
    made = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'wording_search%'"
    for name, sql in connection.execute(made).fetchall():
        said, fields, key = dict(_SAID.findall(sql)), [], dict[int, str]()
        for _, column, kind, is_needed, _, place in connection.execute(f"PRAGMA table_info({name})"):
            needed = {"constraints": {"required": True}} if is_needed and kind != "TEXT" else {}
            fields.append({"name": column, "type": _KINDS[kind], "description": said.get(column, ""), **needed})
            key |= {place: column} if place else {}
        references = [
            {"fields": [column], "reference": {"resource": other, "fields": [target]}}
            for _, _, other, column, target, *_ in connection.execute(f"PRAGMA foreign_key_list({name})")
        ]
        schema = {"fields": fields, "primaryKey": [key[at] for at in sorted(key)], "foreignKeys": references[::-1]}
        yield Table(name, said[name], schema)


def _rows(connection: sqlite3.Connection, table: Table) -> Iterator[Json]:
    """Yield the rows of a table in the order of its key, booleans as these."""
    flags = [name for name, kind in table.kinds.items() if kind == "boolean"]
    for values in connection.execute(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.schema['primaryKey'])}"):
        row = dict(zip(table.kinds, values, strict=True))
        yield row | {flag: bool(row[flag]) for flag in flags}


def _jsonl(connection: sqlite3.Connection, table: Table) -> bytes:
    return b"".join(as_json(row) + b"\n" for row in _rows(connection, table))


def _csv(connection: sqlite3.Connection, table: Table) -> bytes:
    written = StringIO(newline="")
    lines = csv.DictWriter(written, table.kinds, lineterminator="\n")
    lines.writeheader()
    for row in _rows(connection, table):
        lines.writerow({name: str(each).lower() if isinstance(each, bool) else each for name, each in row.items()})
    return written.getvalue().encode()


def _parquet_files(connection: sqlite3.Connection, tables: Iterable[Table]) -> dict[str, bytes]:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise UsageError("Parquet is written by DuckDB", remedy="pip install 'crdiff[dataset]' brings it") from None
    files = {}
    with TemporaryDirectory() as folder, closing(duckdb.connect(config={"threads": 1})) as writer:
        for table in tables:
            lines, written = Path(folder, "rows.jsonl"), Path(folder, "rows.parquet")
            lines.write_bytes(_jsonl(connection, table))
            kinds = {name: _IN_PARQUET[kind] for name, kind in table.kinds.items()}
            query = f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {kinds})"
            writer.execute(f"COPY ({query}) TO '{written}' (FORMAT parquet, COMPRESSION zstd)", [str(lines)])
            files[f"{table.name}.parquet"] = written.read_bytes()
    return files


def _description(source: DatasetSource, tables: Collection[Table], form: str, name: str) -> bytes:
    """Return what describes the tables, for programs that know Data Packages, and for Datasette as its metadata."""
    what = "with the texts of a corpus" if source.with_texts else "facts without the texts"
    shown, resources = {}, []
    for table in tables:
        columns = {field["name"]: field["description"] for field in table.schema["fields"] if field["description"]}
        shown[table.name] = {"description": table.said, "columns": columns, **_SHOWN.get(table.name, {})}
        if table.schema["primaryKey"]:
            one = {"path": name, "dialect": {"table": table.name}}
            place = one if form == "sqlite" else {"path": f"{table.name}.{form}"}
            told = {"name": table.name, "description": table.said, "format": form}
            resources.append({**told, **place, "schema": table.schema})
    found = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": f"crdiff-{source.book}",
        "title": f"{read_book(source.book).title}: every clause through all releases",
        "description": f"Numbers, wordings, sentences and changes of every clause, and the glossary; {what}.",
        "version": f"{VERSION}.0.0",
        "resources": resources,
        **({"databases": {Path(name).stem: {"tables": shown}}} if form == "sqlite" else {}),
    }
    return formatted(as_json(found))
