"""Tests found in their sources by name, suite and comments, in several languages; results as runners print them."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from table import table

from crdiff.checks.citing_tests import CitedClause, CitingTests, citing_tests, is_contrast, is_of_step
from crdiff.checks.junit import JUnitTest
from crdiff.checks.runs import results_in
from crdiff.cite.evidence import words_of
from crdiff.errors import CorpusError
from crdiff.model.number import ClauseNumber, read_number
from crdiff.text.words import Words
from crdiff.trace.engines import EngineLink

RUST = b"""
/// CR 100.1 is cited outside.
mod tests {
    /// CR 704.5a: zero life
    #[test]
    fn loses() {
        // CR 104.3b, unlike CR 104.3a
        check(r"x");
    }

    #[test]
    fn other() {}

    /// CR 702.9b
    #[test]
    fn blocks() {}

    // CR 302.6
    #[test]
    fn waits() {
        refused("summoning sickness");
    }
}
"""
KOTLIN = b"""
/**
 * Combat damage, CR 510.2, CR 702.9b.
 */
class DamageTest : FunSpec({
    context("blocked") {
        test("loses") {
            // CR 510.1c
        }
        test("wins (or draws)") {}
    }
})
"""
PYTHON = b"""
def test_loses():
    # CR 704.5c, 716.3
    pass

def test_next():
    pass
"""
FILES = {"a/src/combat.rs": RUST, "b/DamageTest.kt": KOTLIN, "c/test_life.py": PYTHON}


class Search:
    """What clauses are about; another one fits better than 716.3, as in 2026-04-17 for the level of a Class."""

    def __init__(self) -> None:
        self.about = {"104.3a": "concedes", "704.5c": "", "302.6": "sickness", "702.9b": "loses blocks"}

    def odds(self, number: ClauseNumber, words: Words) -> float:
        return 3.5 if words & words_of(self.about.get(str(number), "loses")) else -3.5

    def fits_neighbour(self, number: ClauseNumber, _: Words, __: float) -> bool:
        return str(number) == "716.3"


@pytest.fixture(scope="module")
def sources() -> CitingTests:
    search: Any = Search()
    cited = [
        CitedClause(file, at, link, read_number(number), beside, search, is_subject=number == "702.9b")
        for file, text in FILES.items()
        for number in ("100.1", "704.5a", "104.3b", "104.3a", "510.2", "510.1c", "704.5c", "716.3", "702.9b", "302.6")
        for link in (EngineLink(number, date(2024, 6, 7), number, "citation"),)
        for beside in (words_of(search.about.get(number, "loses")),)
        if (at := text.find(number.encode())) >= 0
    ]
    return citing_tests(FILES.items(), cited)


@table
def test_a_result_is_found_by_its_name_and_what_stands_around_it(
    sources: CitingTests, suite: str, name: str, links: list[str] | None, group: list[str]
) -> None:
    place = sources.place(JUnitTest(suite, name, "", 0, "passed", "", ()))
    assert (place and [link.number for link in sources.links(place)]) == links
    found = sources.group(place) if place else None
    assert ([link.number for link in found[1]] if found else []) == group


@table
def test_a_comment_on_a_step_says_less_than_one_on_what_is_tested(body: str, is_step: bool) -> None:
    """As argentum-engine cites 500.5 of 2026-04-17 beside the mana that a test adds."""
    assert is_of_step(body.encode(), body.index("500.5")) is is_step


@table
def test_what_a_sentence_says_for_a_contrast_is_not_tested(text: str, is_told: bool) -> None:
    """As argentum-engine cites 709.4b of 2026-06-19, out of the scope of its test."""
    assert is_contrast(text.encode(), text.index("709.4b")) is is_told


@table
def test_what_runners_print_is_read(tmp_path: Path, printed: str, tests: list[tuple[str, str, str]]) -> None:
    file = tmp_path / "results.txt"
    file.write_text(printed, "utf-8")
    assert [(each.suite, each.name, each.outcome) for each in results_in(file)] == tests


def test_a_file_without_results_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    file.write_text("compiling\n", "utf-8")
    with pytest.raises(CorpusError, match="has no result of a test"):
        list(results_in(file))
