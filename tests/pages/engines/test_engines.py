"""Engines on the pages of an archive: the whole book, a subsection of it, a clause, its badge."""

from __future__ import annotations

import json
from datetime import date
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
from crdiff.trace.engines import EngineClause, EngineLink, EngineResults, EngineTest, PlayedEngine

MAY = date(2014, 5, 1)
HOSTILE = "cr_712_2_<script>alert(1)</script>_../../etc/passwd_\u202egnp"


def engine_test(name: str, *, red: str = "", passed: bool = True, problem: str = "") -> EngineTest:
    link = EngineLink("712.2", MAY, "" if problem else "x", "name", problem)
    outcome = "passed" if passed else "failed"
    return EngineTest("s", name, outcome, (link,), reds=(red,) if red else (), proved=bool(red))  # type: ignore[arg-type] # one of two


def engine(name: str, clauses: dict[str, EngineClause]) -> PlayedEngine:
    tests = tuple(test for clause in clauses.values() for test in clause.tests)
    return PlayedEngine(EngineResults(engine=name, release=MAY, read=9, tests=tests), clauses)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return a small archive with two engines: one that fails and one whose clause was reworded."""
    made = index_of(fill(tmp_path_factory.mktemp("archive")))
    choices, concede = (made.lineage_of(ClauseNumber.of(712, rule), MAY) for rule in (2, 3))
    failing = (engine_test(HOSTILE, passed=False), *(engine_test(f"test {at}") for at in range(9)))
    forge = engine("<i>forge</i>", {choices: EngineClause("failed", None, failing)})
    proved = (engine_test("proved", red="choices"), engine_test("moved", problem="712.2 is <b>not</b> a clause"))
    mage = engine(
        "mage",
        {choices: EngineClause("covered", None, proved), concede: EngineClause("suspect", date(2009, 10, 1), proved)},
    )
    return replace(made, engines=(forge, mage))


@pytest.fixture(scope="module")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    return pages_of(archive)


def test_the_whole_book_counts_who_claims_what(pages: dict[str, bytes]) -> None:
    said = words(pages["/checks/all/"])
    assert "Tests claim 2 of 8 rules and subrules; 6 are claimed by nobody." in said
    assert "mage (2014-05-01)21 covered, 1 suspect" in said
    assert "712 Controlling Another Player’s Turn5123" in said
    assert "712.2 is <b>not</b> a clause" in said


def test_a_notice_is_no_rule_whether_the_text_before_it_is_held_or_not(tmp_path: Path) -> None:
    """306.4 is a notice in every text since 2017-09-29: an archive that begins later has no rule in its place."""
    notice = "Previously, planeswalkers were subject to a “planeswalker uniqueness rule.” This rule has been removed."
    clauses = {"306": "Planeswalkers", "306.1": "A player may cast a planeswalker card.", "306.4": notice}
    made = index_of(fill(tmp_path / "late", {"2014-05-01": clauses}))
    book = book_in(replace(made, engines=(engine("mage", {}),)))
    assert book
    assert [str(number) for number in book.clauses.values() if number.subsection == ClauseNumber.of(306)] == ["306.1"]


def test_the_data_of_the_book_keep_to_their_schema(pages: dict[str, bytes]) -> None:
    value = json.loads(pages["/checks/all/index.json"])
    Draft202012Validator(json.loads(schema("coverage"))).validate(value)
    assert value["clauses"] == 8
    assert [each["number"] for each in value["claimed"]] == ["712.2", "712.3"]


def test_a_subsection_shows_clause_by_engine_and_what_nobody_claims(pages: dict[str, bytes]) -> None:
    said = words(pages["/checks/all/712/"])
    assert "712.2failed 9 passed, 1 failedcovered 2 passed" in said
    assert "712.3suspect since 2009-10-01 2 passed" in said
    assert "Claimed by nobody 712.1, 712.1a" in said


def test_the_page_of_a_clause_names_first_tests_of_each_engine(archive: ArchiveIndex, pages: dict[str, bytes]) -> None:
    page = pages[f"/clause/{archive.lineage_of(ClauseNumber.of(712, 2), MAY)}/"]
    said = words(page)
    assert "failed 9 passed, 1 failed failed s cr_712_2_<script>" in said
    assert "and 5 more" in said
    assert "fails without “choices”" in said
    assert b"<script>alert" not in page
    assert "\u202e" not in said
    assert b"<i>forge" not in page


def test_a_clause_that_engines_play_has_a_badge(pages: dict[str, bytes]) -> None:
    said = words(pages["/rules/712/"])
    assert "1 engine failing" in said
    assert "1 engine suspect" in said


def test_a_long_table_has_several_pages(archive: ArchiveIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_book, "_CELLS_MOST", 2)
    pages = pages_of(archive)
    assert "712.3" not in words(pages["/checks/all/712/"]).partition("Claimed by nobody")[0]
    assert "712.3suspect" in words(pages["/checks/all/712/2/"])
    assert b'href="../">Page 1</a>' in pages["/checks/all/712/2/"]


def test_a_site_without_engines_and_checks_has_no_book(archive: ArchiveIndex) -> None:
    pages = pages_of(replace(archive, engines=()))
    assert not [where for where in pages if where.startswith("/checks/all/")]
