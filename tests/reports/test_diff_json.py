"""The report as JSON keeps the contract of its published schema."""

from __future__ import annotations

import json
import re

from every import every
from jsonschema import Draft202012Validator

from crdiff.changes.change import Comparison
from crdiff.reports.diff_json import diff_json
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.reports.view import Selection, view


@every("name", SCHEMAS)
def test_a_published_schema_is_a_schema_under_its_own_name(name: str) -> None:
    published = json.loads(schema(name))
    Draft202012Validator.check_schema(published)
    assert re.fullmatch(rf"crdiff\.{name}/[1-9]", published["$id"])
    forms = [published] if "properties" in published else published["oneOf"]  # files of one format may have parts
    assert published["$id"] in {form["properties"].get("schema", {}).get("const") for form in forms}


def test_every_change_keeps_the_schema(comparison: Comparison) -> None:
    written = json.loads(diff_json(view(comparison, Selection(everything=True))))
    Draft202012Validator(json.loads(schema("diff"))).validate(written)
    assert len(written["changes"]) == len(comparison.changes)


def test_a_change_reads_as_the_contract_says(comparison: Comparison) -> None:
    moved = json.loads(diff_json(view(comparison)))["changes"][0]
    assert (moved["part"], moved["structure"], moved["facets"]) == ("rules", "moved", ["reference", "example"])
    assert (moved["mechanical"], moved["confidence"], moved["undetermined"]) == (True, 0.9877, False)
    assert [clause["number"] for clause in moved["old"] + moved["new"]] == ["507.3b", "710.5"]
    assert moved["redline"][1:] == [["-", "102.3a"], ["+", "104.3a"], ["=", "."]]
    assert (moved["examples"][0]["old"], moved["examples"][0]["new"]) == (["507.3b", 0], None)


def test_the_rows_to_read_add_up_to_the_count_of_the_summary(comparison: Comparison) -> None:
    written = json.loads(diff_json(view(comparison, Selection(everything=True))))
    assert sum(change["review"] for change in written["changes"]) == written["summary"]["for_review"]
    assert all((change["review_reason"] is None) is change["review"] for change in written["changes"])


def test_the_redline_rebuilds_the_texts_of_the_clauses_listed(comparison: Comparison) -> None:
    for change in json.loads(diff_json(view(comparison)))["changes"]:
        for side, dropped in (("old", "+"), ("new", "-")):
            rebuilt = "".join(text for op, text in change["redline"] if op != dropped)
            assert rebuilt == "\n".join(clause["text"] for clause in change[side])


def test_each_change_stands_on_a_line_of_its_own(comparison: Comparison) -> None:
    lines = diff_json(view(comparison)).decode().splitlines()
    assert sum(line.startswith('  {"part":') for line in lines) == len(view(comparison).changes)
