"""Texts named by date or edition, and the commands that look after them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema
from crdiff.store.texts.folder import TextFolder, identify
from crdiff.store.texts.home import embedded_folder
from tests.cli.conftest import Run


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Return a copy of the embedded corpus whose 718 edition declares nothing that TOML can be read from."""
    folder = tmp_path / "broken"
    shutil.copytree(embedded_folder(), folder)
    with (folder / "editions" / "718-markdown" / "edition.toml").open("a", encoding="utf-8") as declared:
        declared.write("\ncoverage = [\n")
    return folder


def test_an_edition_is_named_by_its_id(crdiff: Run) -> None:
    release = crdiff.json("parse", "718-markdown")
    assert release["coverage"] == ["718"]
    assert [node["number"] for node in release["sections"]] == ["718"]


def test_an_unknown_name_is_answered_with_the_nearest_known(crdiff: Run) -> None:
    for name, said in (
        ("718-markdwn", "expected one such as 718-markdown"),
        ("2021-07-23", "release 2021-07-23 is not held"),
        ("2021-07-23", "718-markdown quotes a part of it"),
        ("2021-17-23", "'2021-17-23' is not a date; expected a date such as 2009-07-11"),
        ("--as-of=2021-08-01", "release 2021-07-23 is not held"),
        ("--as-of=1990-01-01", "no release was in force on 1990-01-01; expected 1999-04-23 or a later day"),
        ("--as-of=soon", "'soon' is not a date"),
    ):
        assert said in crdiff.refused("parse", name)


def test_a_broken_edition_is_one_line_with_its_place(crdiff: Run, broken: Path) -> None:
    for arguments in (["corpus", "list"], ["corpus", "verify"], ["parse", "718-markdown"]):
        line = crdiff.refused(*arguments, "--corpus", broken)
        assert "718-markdown/edition.toml" in line.replace("\\", "/")


def test_a_release_held_is_named_by_its_date_and_by_any_day_it_was_in_force(
    crdiff: Run, shared: Path, tmp_path: Path
) -> None:
    raw = (shared / "cr" / "2020-09-25.txt").read_bytes()
    TextFolder(tmp_path / "home").add(raw, identify(raw, "2020-09-25.txt"), "2020-09-25.txt")
    by_date, by_day = (
        crdiff("parse", *name, "--format", "json") for name in (["2020-09-25"], ["--as-of", "2020-10-31"])
    )
    assert json.loads(by_date.stdout)["release"] == "2020-09-25"
    assert by_day.stdout == by_date.stdout
    listed = crdiff.json("corpus", "list")
    assert [row["release"] for row in listed["releases"] if row["texts"]] == ["2020-09-25"]


def test_the_json_keeps_its_schema(crdiff: Run) -> None:
    for command, name in (("list", "corpus"), ("verify", "verify")):
        written = crdiff.json("corpus", command)
        Draft202012Validator(json.loads(schema(name))).validate(written)


def test_the_embedded_corpus_agrees_with_itself(crdiff: Run) -> None:
    done = crdiff("corpus", "verify")
    assert (done.returncode, done.stdout) == (0, b"0 texts and 5 editions checked, no mismatch\n")


def test_a_changed_text_is_a_mismatch(crdiff: Run, tmp_path: Path) -> None:
    folder = tmp_path / "corpus"
    shutil.copytree(embedded_folder(), folder)
    with (folder / "editions" / "718-markdown" / "rules.md").open("a", encoding="utf-8") as text:
        text.write("\n")
    done = crdiff("corpus", "verify", "--corpus", folder)
    assert done.returncode == 1
    assert b"editions/718-markdown/rules.md: its sha256 is" in done.stdout
    assert done.stdout.endswith(b"0 texts and 5 editions checked, 1 mismatch\n")
