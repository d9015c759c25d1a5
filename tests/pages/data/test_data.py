"""Data beside the pages keeps to schemas that are published with it, and a spreadsheet runs none of it."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from jsonschema import Draft202012Validator

from crdiff.changes.change import Part, Structure
from crdiff.pages.frame import address
from crdiff.pages.frame.address import relative
from crdiff.reports.site_data import ListedChange, changes_csv

Pages = dict[str, bytes]


def test_every_json_that_names_a_schema_keeps_to_it_and_the_site_publishes_it(pages: Pages) -> None:
    """The files without one are for the scripts of the pages alone."""
    used = set()
    for where, content in pages.items():
        value = json.loads(content) if where.endswith(".json") and not where.startswith("/data/schema/") else {}
        if "schema" in value:
            name = value["schema"].removeprefix("crdiff.").rpartition("/")[0]
            used.add(name)
            Draft202012Validator(json.loads(pages[f"/data/schema/{name}.json"])).validate(value)
    assert {"history", "clauses", "changes", "numbers", "show", "corpus"} <= used


def test_the_page_of_data_leads_to_every_schema_and_feed(pages: Pages) -> None:
    page = pages[address.DATA].decode()
    for where in pages:
        if where.startswith("/data/schema/") or where.endswith(".atom"):
            assert f'href="{relative(where, address.DATA)}"' in page or is_of_a_rule(where), where


def is_of_a_rule(where: str) -> bool:
    """Whether a feed is that of a rule, which the page of the rule leads to: there are too many for one list."""
    return where.startswith("/clause/") and "." in where.removesuffix(".atom")


def change(said: str) -> ListedChange:
    kinds = Part.RULES, Structure.SAME, ()
    return ListedChange(*kinds, True, None, False, ("=1", "b"), ("507.4",), "", 0.5, said)


@pytest.mark.parametrize("said", ["=1+1", "+1/+1 counter", "-1/-1 counter", "@SUM(A1)", '=HYPERLINK("https://x")'])
def test_a_cell_that_a_spreadsheet_would_run_is_text(said: str) -> None:
    """OWASP names the signs; a glossary term may well begin with one of them."""
    (read,) = csv.DictReader(StringIO(changes_csv([change(said)]).decode(), newline=""))
    assert read["old"] == "'=1; b"
    assert read["summary"] == f"'{said}"


def test_a_row_is_a_line_whatever_it_says() -> None:
    written = changes_csv([change('a\r=1\n"quoted", \t=2')])
    assert len(written.decode().splitlines()) == 2
    (read,) = csv.DictReader(StringIO(written.decode(), newline=""))
    assert read["summary"] == 'a =1 "quoted", =2'
