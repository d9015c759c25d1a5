"""Tests found in their sources by name, suite and comments, in several languages; results as runners print them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from table import table

from crdiff.checks.citing_tests import CitedClause, CitingTests, citing_tests, is_of_step
from crdiff.checks.junit import JUnitTest
from crdiff.checks.runs import results_in
from crdiff.cite.evidence import words_of
from crdiff.errors import CorpusError
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
}
"""
KOTLIN = b"""
/**
 * Combat damage, CR 510.2.
 */
class DamageTest : FunSpec({
    context("blocked") {
        test("loses") {
            // CR 510.1c
        }
    }
})
"""
PYTHON = b"""
def test_loses():
    # CR 704.5c
    pass

def test_next():
    pass
"""
FILES = {"a/src/combat.rs": RUST, "b/DamageTest.kt": KOTLIN, "c/test_life.py": PYTHON}


@pytest.fixture(scope="module")
def sources() -> CitingTests:
    # Two of the clauses are not what the tests are about, by their names or by little beside the citation.
    loses, conceded = words_of("loses"), words_of("concedes")
    cited = [
        CitedClause(file, at, EngineLink(number, date(2024, 6, 7), number, "citation"), odds, beside)
        for file, text in FILES.items()
        for number in ("100.1", "704.5a", "104.3b", "104.3a", "510.2", "510.1c", "704.5c")
        for about in (conceded if number == "104.3a" else loses,)
        for odds in (lambda words, about=about: 3.0 if words & about else -3.0,)
        for beside in (0.5 if number == "704.5c" else 2.0,)
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
    assert [link.number for link in found[1]] if found else group == []


@table
def test_a_comment_on_a_step_says_less_than_one_on_what_is_tested(body: str, is_step: bool) -> None:
    """As argentum-engine cites 500.5 of 2026-04-17 beside the mana that a test adds."""
    assert is_of_step(body.encode(), body.index("500.5")) is is_step


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
