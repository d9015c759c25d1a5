"""The dataset as files: one SQLite file, or a file for each table as Parquet, lines of JSON or CSV; what describes it.

Dates are text such as 2008-03-17, but in Parquet, which has a type for them. A value that is missing is NULL, null, or
an empty cell.
"""

from __future__ import annotations

import csv
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from crdiff.corpus import Corpus
from crdiff.dataset.rows import DatasetSource
from crdiff.errors import needed_for
from crdiff.reports.answer import Json, as_json, formatted
from crdiff.store.texts.books import read_book

sqlite3.register_adapter(date, str)

# Raised when a table or a column goes or changes its meaning; what is added leaves it as it is.
VERSION = 1
# What describes all tables, by the specification of Data Package, and to Datasette.
DESCRIPTION = "datapackage.json"
# Declared type of a column -> its type in Data Package.
_KINDS = {"TEXT": "string", "INTEGER": "integer", "BOOLEAN": "boolean", "DATE": "date"}
_SAID = re.compile(r"^(?:CREATE (?:TABLE|VIEW) | {2})(\w+) .*?-- (.*)$", re.MULTILINE)
# Table -> what Datasette does with it: the columns by which it groups the rows, or the index that it searches.
_SHOWN: Mapping[str, Json] = {
    "clause": {"facets": ["section", "in_force", "ended_how"]},
    "change": {"facets": ["what", "release"]},
    "wording": {"facets": ["words_changed"], "fts_table": "wording_search", "fts_pk": "id"},
}


def source_of(corpus: Corpus, *, with_texts: bool = False) -> DatasetSource:
    """Return what the tables of a corpus are made from."""
    facts = corpus.known(), corpus.stats(), [*corpus.lineages()], [*corpus.entries()]
    return DatasetSource(corpus.book, *facts, with_texts)


def dataset_files(source: DatasetSource, form: str, name: str) -> dict[str, bytes]:
    """Return the files of a dataset by their names; `form` is sqlite, parquet, jsonl or csv.

    A SQLite file is called `name`. The same source gives the same bytes, but with another version of SQLite or DuckDB.
    Raises `UsageError` where Parquet cannot be written.
    """
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(Path(__file__).with_name("tables.sql").read_text("utf-8"))
        tables = {each["name"]: each for each in _tables(connection)}
        for table, rows in source.tables():
            places = ", ".join("?" for _ in _columns(tables[table]))
            connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
        connection.execute("INSERT INTO wording_search (wording_search) VALUES ('rebuild')")
        connection.executescript(f"PRAGMA user_version = {VERSION}; VACUUM")
        if form == "sqlite":
            files = {name: connection.serialize()}
        else:
            whole = [each for each in tables.values() if each["schema"]["primaryKey"]]
            files = {f"{each['name']}.{form}": _WRITTEN[form](each, _rows(connection, each)) for each in whole}
    return files | {DESCRIPTION: _description(source, [*tables.values()], form, name)}


def _tables(connection: sqlite3.Connection) -> Iterator[Json]:
    """Yield the tables, and the views, which have no key, as Data Package describes them, by what is in the file."""
    made = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'wording_search%'"
    query = "SELECT name, type, pk FROM pragma_table_info(?)"
    links = 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC'
    for name, sql in connection.execute(made).fetchall():
        said = dict(_SAID.findall(sql))
        columns = connection.execute(query, [name]).fetchall()
        schema = {
            "fields": [
                {"name": one, "type": _KINDS[kind], "description": said.get(one, "")} for one, kind, _ in columns
            ],
            "primaryKey": [one for place, one in sorted((place, one) for one, _, place in columns) if place],
            "foreignKeys": [
                {"fields": [column], "reference": {"resource": other, "fields": [target]}}
                for column, other, target in connection.execute(links, [name])
            ],
        }
        yield {"name": name, "description": said[name], "schema": schema}


def _columns(table: Json) -> dict[str, str]:
    """Return the columns of a table, each with its type in Data Package."""
    return {field["name"]: field["type"] for field in table["schema"]["fields"]}


def _rows(connection: sqlite3.Connection, table: Json) -> Iterator[Json]:
    """Yield the rows of a table in the order of its key, booleans as these."""
    columns, order = _columns(table), ", ".join(table["schema"]["primaryKey"])
    for values in connection.execute(f"SELECT * FROM {table['name']} ORDER BY {order}"):
        pairs = zip(columns.items(), values, strict=True)
        yield {name: bool(value) if kind == "boolean" else value for (name, kind), value in pairs}


def _jsonl(_: Json, rows: Iterable[Json]) -> bytes:
    return b"".join(as_json(row) + b"\n" for row in rows)


def _csv(table: Json, rows: Iterable[Json]) -> bytes:
    written = StringIO(newline="")
    lines = csv.DictWriter(written, _columns(table), lineterminator="\n")
    lines.writeheader()
    lines.writerows(rows)
    return written.getvalue().encode()


def _parquet(table: Json, rows: Iterable[Json]) -> bytes:
    with needed_for("Parquet", "dataset"):
        import duckdb
    query = f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {_columns(table)})"
    with TemporaryDirectory() as folder, closing(duckdb.connect(config={"threads": 1})) as writer:
        lines, written = Path(folder, "rows.jsonl"), Path(folder, "rows.parquet")
        lines.write_bytes(_jsonl(table, rows))
        writer.execute(f"COPY ({query}) TO '{written}' (FORMAT parquet, COMPRESSION zstd)", [str(lines)])
        return written.read_bytes()


_WRITTEN = {"jsonl": _jsonl, "csv": _csv, "parquet": _parquet}


def _description(source: DatasetSource, tables: Sequence[Json], form: str, name: str) -> bytes:
    """Return what describes the tables, for programs that know Data Packages, and for Datasette as its metadata."""
    what = "with the texts of a corpus" if source.with_texts else "facts without the texts"
    shown, resources = {}, []
    for table in tables:
        columns = {field["name"]: field["description"] for field in table["schema"]["fields"] if field["description"]}
        shown[table["name"]] = {
            "description": table["description"],
            "columns": columns,
            **_SHOWN.get(table["name"], {}),
        }
        one = {"path": name, "dialect": {"table": table["name"]}}
        place = one if form == "sqlite" else {"path": f"{table['name']}.{form}"}
        resources += [{**table, "format": form, **place}] if table["schema"]["primaryKey"] else []
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
