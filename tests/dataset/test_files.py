"""The dataset is whole, says what it has, and keeps what its version 1 promised."""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from table import rows_of

from crdiff.corpus import Corpus
from crdiff.dataset.files import DESCRIPTION, VERSION, dataset_files, source_of
from crdiff.dataset.rows import DatasetSource
from tests.cli.conftest import built
from tests.small_releases import RELEASES

PROMISED = {row["table"]: row["columns"] for row in rows_of(__file__, "what version 1 promised")}
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> DatasetSource:
    with Corpus(tmp_path_factory.mktemp("empty")) as corpus:
        return source_of(corpus)


@pytest.fixture(scope="module")
def files(facts: DatasetSource) -> Files:
    return dataset_files(facts, "sqlite", "rules.sqlite")


@pytest.fixture
def rules(files: Files, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    (tmp_path / "rules.sqlite").write_bytes(files["rules.sqlite"])
    with closing(sqlite3.connect(tmp_path / "rules.sqlite")) as connection:
        yield connection


def column(rules: sqlite3.Connection, query: str, *values: object) -> list[Any]:
    return [row[0] for row in rules.execute(query, values)]


def test_what_version_1_promised_is_there(rules: sqlite3.Connection) -> None:
    assert column(rules, "PRAGMA user_version") == [VERSION] == [1]
    for table, promised in PROMISED.items():
        found = {row[1]: row[2] for row in rules.execute(f"PRAGMA table_info({table})")}
        names = promised.split()
        assert dict(zip(names[::2], names[1::2], strict=True)).items() <= found.items(), table


def test_every_reference_leads_to_a_row_and_no_text_is_among_the_facts(rules: sqlite3.Connection) -> None:
    assert column(rules, "PRAGMA foreign_key_check") == []
    assert column(rules, "PRAGMA integrity_check") == ["ok"]
    for table in ("wording", "sentence", "entry"):
        assert column(rules, f"SELECT count(*) FROM {table} WHERE text IS NOT NULL") == [0]
    assert column(rules, "SELECT count(DISTINCT typeof(first)) + sum(typeof(first) != 'text') FROM number") == [1]


def test_the_clauses_of_a_day_are_those_of_its_release(rules: sqlite3.Connection) -> None:
    at = "SELECT count(*) FROM clause_at WHERE ? BETWEEN release AND last_day"
    for day, clauses in rules.execute("SELECT date, clauses FROM release WHERE date >= '2003'").fetchall():
        assert column(rules, at, day) == [clauses], day
    assert column(rules, f"{at} AND number = '507.3b'", "2008-03-17") == [1]
    assert column(rules, at, "1998-12-31") == column(rules, at, "2027-01-01") == [0]
    moved = "SELECT lineage FROM clause_at WHERE '2009-08-01' BETWEEN release AND last_day AND number = '710.5'"
    assert column(rules, moved) == ["2003-10-01-507.3b"]


def test_words_are_found_by_the_index(rules: sqlite3.Connection) -> None:
    found = (
        "SELECT DISTINCT title FROM wording WHERE id IN (SELECT rowid FROM wording_search WHERE wording_search MATCH ?)"
    )
    assert column(rules, found, "trample") == ["Trample"]


def test_every_table_and_column_is_described(files: Files, rules: sqlite3.Connection) -> None:
    told = json.loads(files[DESCRIPTION])
    assert {each["name"] for each in told["resources"]} == {*PROMISED} - {"clause_at"}
    for resource in told["resources"]:
        assert resource["description"], resource["name"]
        assert [field["name"] for field in resource["schema"]["fields"] if not field["description"]] == []
        for reference in resource["schema"]["foreignKeys"]:
            assert reference["reference"]["resource"] in PROMISED
    assert told["databases"]["rules"]["tables"]["clause_at"]["description"]
    assert "-- Permanent id" in column(rules, "SELECT sql FROM sqlite_schema WHERE name = 'clause'")[0]


def test_facts_have_four_megabytes_and_one_as_gzip(files: Files) -> None:
    raw = files["rules.sqlite"]
    assert (len(raw) <= 4_000_000, len(gzip.compress(raw)) <= 1_000_000) == (True, True)


def test_every_form_has_the_same_rows_and_the_same_bytes_each_time(
    facts: DatasetSource, rules: sqlite3.Connection
) -> None:
    for form in ("csv", "jsonl"):
        written = dataset_files(facts, form, "rules")
        for table in {*PROMISED} - {"clause_at"}:
            raw = written[f"{table}.{form}"].decode()
            rows = [*csv.DictReader(raw.splitlines())] if form == "csv" else [*map(json.loads, raw.splitlines())]
            assert column(rules, f"SELECT count(*) FROM {table}") == [len(rows)]
            names = [row[1] for row in rules.execute(f"PRAGMA table_info({table})")]
            assert [*rows[0]] == names
    assert dataset_files(facts, "sqlite", "rules.sqlite")["rules.sqlite"] == rules.serialize()


def test_texts_come_only_where_they_are_asked_for(tmp_path: Path) -> None:
    with Corpus(built(tmp_path, RELEASES)) as corpus:
        for with_texts in (False, True):
            made = dataset_files(source_of(corpus, with_texts=with_texts), "jsonl", "")
            assert (b"Mindslaver" in b"".join(made.values())) is with_texts
