"""Engines on the pages of an archive: the whole book, a subsection of it, a clause, its badge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from html_reader import words
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from small_archive import fill, index_of, pages_of

from crdiff.model.number import ClauseNumber
from crdiff.pages import whole_book
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.whole_book import book_in
from crdiff.reports.schemas import schema
from tests.pages.conftest import engine


def test_a_notice_is_no_rule_whether_the_text_before_it_is_held_or_not(tmp_path: Path) -> None:
    """306.4 is a notice in every text since 2017-09-29: an archive that begins later has no rule in its place."""
    notice = "Previously, planeswalkers were subject to a “planeswalker uniqueness rule.” This rule has been removed."
    clauses = {"306": "Planeswalkers", "306.1": "A player may cast a planeswalker card.", "306.4": notice}
    made = index_of(fill(tmp_path / "late", {"2014-05-01": clauses}))
    book = book_in(replace(made, engines=(engine("mage", {}),)))
    assert book
    assert [str(number) for number in book.clauses.values() if number.subsection == ClauseNumber.of(306)] == ["306.1"]


def test_the_data_of_the_book_keep_to_their_schema(engine_pages: dict[str, bytes]) -> None:
    value = json.loads(engine_pages["/checks/all/index.json"])
    Draft202012Validator(json.loads(schema("coverage"))).validate(value)
    assert value["clauses"] == 8
    assert [each["number"] for each in value["claimed"]] == ["712.2", "712.3"]


def test_a_long_table_has_several_pages(engine_archive: ArchiveIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_book, "_CELLS_MOST", 2)
    pages = pages_of(engine_archive)
    assert "712.3" not in words(pages["/checks/all/712/"]).partition("Claimed by nobody")[0]
    assert "712.3suspect" in words(pages["/checks/all/712/2/"])
    assert b'href="../">Page 1</a>' in pages["/checks/all/712/2/"]


def test_a_site_without_engines_and_checks_has_no_book(engine_archive: ArchiveIndex) -> None:
    pages = pages_of(replace(engine_archive, engines=()))
    assert not [where for where in pages if where.startswith("/checks/all/")]
