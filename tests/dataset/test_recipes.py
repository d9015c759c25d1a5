"""The recipes on the page about the dataset run, and answer all alike, in every program that is installed."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import chdir, closing
from pathlib import Path
from typing import Any

import pytest
from awaiting import awaited

from crdiff.corpus import Corpus
from crdiff.dataset.files import dataset_files, source_of

PAGE = (Path(__file__).parents[2] / "site" / "dataset.md").read_text("utf-8")
QUESTIONS = 5


def recipe(heading: str, language: str) -> str:
    """Return what stands under a heading of the page in a language."""
    part = PAGE.partition(f"## {heading}\n")[2]
    return re.findall(rf"^```{language}\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)[0]


def statements(heading: str) -> list[str]:
    lines = (line for line in recipe(heading, "sql").splitlines() if not line.startswith("--"))
    return [each for each in " ".join(lines).split(";") if each.strip()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder that the recipes speak of: rules.sqlite, and the tables in rules/."""
    folder = tmp_path_factory.mktemp("recipes")
    with Corpus(folder / "empty") as corpus:
        source = source_of(corpus)
    forms = [("sqlite", folder), ("csv", folder / "rules")]
    try:
        import duckdb  # noqa: F401 - which writes Parquet
    except ModuleNotFoundError:
        pass
    else:
        forms.append(("parquet", folder / "rules"))
    for form, where in forms:
        where.mkdir(exist_ok=True)
        for name, raw in dataset_files(source, form, "rules.sqlite").items():
            (where / name).write_bytes(raw)
    with chdir(folder):
        yield folder


def test_a_file_of_yesterday_answers_the_questions_of_today() -> None:
    """`yesterday.sql` is a small dataset as version 1 wrote it on 2026-11-28, without its index of words."""
    with closing(sqlite3.connect(":memory:")) as rules:
        rules.executescript(Path(__file__).with_name("yesterday.sql").read_text("utf-8"))
        assert len([rules.execute(each).fetchall() for each in statements("Datasette")]) == QUESTIONS
        then = "SELECT lineage FROM clause_at WHERE '2009-08-01' BETWEEN release AND last_day AND number = '710'"
        assert rules.execute(then).fetchall() == [("2003-10-01-507",)]


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(folder / "rules.sqlite")) as rules:
        return [plain(rules.execute(each).fetchall()) for each in statements("Datasette")]


def plain(rows: Any) -> list[tuple[Any, ...]]:
    """Return rows with numbers rounded and dates as text."""
    return [
        tuple(round(float(cell), 6) if isinstance(cell, float) else cell for cell in map(_cell, row)) for row in rows
    ]


def _cell(value: Any) -> Any:
    value = value.item() if hasattr(value, "item") else value
    return str(value) if not isinstance(value, int | float | str) else value


def test_each_question_has_an_answer(expected: list[list[tuple[Any, ...]]]) -> None:
    assert len(expected) == QUESTIONS
    most_changed, words, years, brought, reused = expected
    assert [len(rows) for rows in (most_changed, years, brought, reused)] == [5, 1, 5, 5]
    assert words[0] == ("1999-04-23", 12791)
    assert 1 < years[0][0] < 27
    assert most_changed[0][2] >= most_changed[-1][2] > 1


def test_datasette_shows_facets_a_field_to_search_in_and_descriptions(folder: Path, expected: list[Any]) -> None:
    app = pytest.importorskip("datasette.app")
    metadata = json.loads((folder / "datapackage.json").read_text())
    server = app.Datasette([str(folder / "rules.sqlite")], metadata=metadata)

    async def asked() -> None:
        page = (await server.client.get("/rules/clause")).text
        assert "Every clause there ever was" in page
        assert 'href="/rules/clause?in_force=1' in page.replace("http://localhost", "").replace("&amp;", "&")
        hits = (await server.client.get("/rules/wording.json?_search=trample&_shape=objects")).json()["rows"]
        assert {row["title"] for row in hits} == {"Trample"}
        for statement, rows in zip(statements("Datasette"), expected, strict=True):
            found = await server.client.get("/rules.json", params={"sql": statement, "_shape": "arrays"})
            assert plain(found.json()["rows"]) == rows
        day = {"sql": "SELECT count(*) FROM clause_at WHERE '2008-03-17' BETWEEN release AND last_day"}
        assert (await server.client.get("/rules.json", params=day)).json()["rows"] == [[1223]]

    awaited(asked())


def test_duckdb_answers_alike(folder: Path, expected: list[Any]) -> None:
    duckdb = pytest.importorskip("duckdb")
    assert folder.is_dir()
    assert [plain(duckdb.sql(each).fetchall()) for each in statements("DuckDB")] == expected


@pytest.mark.parametrize(("heading", "module"), [("Polars", "polars"), ("pandas", "pandas")])
def test_data_frames_answer_alike(folder: Path, expected: list[Any], heading: str, module: str) -> None:
    pytest.importorskip(module)
    if module == "polars":
        pytest.importorskip("duckdb")
    assert folder.is_dir()
    names: dict[str, Any] = {}
    exec(recipe(heading, "py"), names)
    found = [names[name] for name in ("most_changed", "words", "years", "brought", "reused")]
    if module == "polars":
        frames = [each.rows() for each in found]
    else:
        frames = [[(each,)] if isinstance(each, float) else [*each.itertuples(index=False)] for each in found]
    assert [plain(rows) for rows in frames] == expected
