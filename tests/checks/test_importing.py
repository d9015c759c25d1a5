"""Tests of any engine are linked to clauses: by properties, by a map, by names; those of nine test runners are read."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from citing import numbering, words_of_releases
from table import rows_of, table

from crdiff.checks import importing
from crdiff.checks.importing import ClauseFinder, MappedTests, import_results, read_clause_map
from crdiff.checks.inputs import known_timeline
from crdiff.checks.junit import JUnitTest, without_misnamed
from crdiff.cite.checking import CiteChecker
from crdiff.errors import CorpusError
from crdiff.trace.engines import EngineLink, EngineResults, engine_clauses
from crdiff.trace.timeline import Timeline

APRIL = date(2026, 4, 17)


@pytest.fixture(scope="module")
def known() -> Timeline:
    return known_timeline()


def played(name: str, *properties: tuple[str, str], suite: str = "") -> JUnitTest:
    return JUnitTest(suite, name, "", 0, "passed", "", properties)


def numbers(test: JUnitTest, finder: ClauseFinder) -> list[str]:
    found = next(finder.tests(test), None)
    return [link.number for link in found.clauses] if found else []


def test_properties_come_before_the_map_and_the_map_before_the_name(known: Timeline) -> None:
    finder = ClauseFinder(known, APRIL, MappedTests({"cr_704_5a": ("510.2",)}, ()))
    assert numbers(played("cr_704_5a"), finder) == ["510.2"]
    assert numbers(played("cr_704_5a", ("clause", "CR 704.5j")), finder) == ["704.5j"]
    assert numbers(played("cr_704_5b"), finder) == ["704.5b"]


def test_a_name_without_a_number_takes_that_of_its_class(known: Timeline) -> None:
    finder = ClauseFinder(known, APRIL)
    assert numbers(played("zeroLife", suite="rules.CR704_5aTest"), finder) == ["704.5a"]
    assert numbers(played("CR 704.5: actions -- CR 704.5a: zero life"), finder) == ["704.5a"]
    assert numbers(played("zero life"), finder) == []


def test_a_number_alone_counts_where_the_release_has_it_and_it_has_a_letter(known: Timeline) -> None:
    finder = ClauseFinder(known, APRIL)
    assert numbers(played("704.5j: one stays"), finder) == ["704.5j"]
    assert numbers(played("510.2z: none"), finder) == []
    assert numbers(played("test[100.1]"), finder) == []


def test_what_our_own_plugin_exports_is_read_back(known: Timeline) -> None:
    exported = [("clause", "2003-10-01-507.3a"), ("clause_number", "720.5a"), ("crdiff_release", "2024-06-07")]
    found = next(ClauseFinder(known, APRIL).tests(played("test_mana[2024-06-07]", *exported)), None)
    assert found is not None
    (link,) = found.clauses
    assert (link.number, str(link.release), link.lineage) == ("720.5a", "2024-06-07", "2003-10-01-507.3a")


def test_a_release_alone_says_which_rules_the_numbers_in_names_and_maps_are_of(known: Timeline) -> None:
    of_2013 = ("crdiff_release", "2013-05-01")
    finder = ClauseFinder(known, APRIL, MappedTests({"legends": ("704.5k",)}, ()))
    for test in (played("legends", of_2013), played("cr_704_5k_legend_rule", of_2013), played("704.5k", of_2013)):
        found = next(finder.tests(test), None)
        assert found is not None
        assert [(link.number, str(link.release), link.lineage) for link in found.clauses] == [
            ("704.5k", "2013-05-01", "1999-04-23-420.5e")
        ]


def test_a_pattern_reads_other_spellings(known: Timeline) -> None:
    named = re.compile(r"R(?P<number>\d{3}_\d+[a-z]?)")
    assert numbers(played("R704_5j_R510_2 cr_702_9a"), ClauseFinder(known, APRIL, pattern=named)) == ["704.5j", "510.2"]


@table
def test_what_names_no_clause_is_told(properties: list[tuple[str, str]], said: str, known: Timeline) -> None:
    found = next(ClauseFinder(known, APRIL).tests(played("a", *properties)), None)
    assert found is not None
    assert found.clauses[0].lineage == ""
    assert said in found.clauses[0].problem


def test_tests_of_one_name_are_one_and_the_worst_speaks(known: Timeline, tmp_path: Path) -> None:
    cases = "<testcase name='cr_704_5j'/><testcase name='cr_704_5j'><failure/></testcase><testcase name='cr_704_5j'/>"
    file = tmp_path / "a.xml"
    file.write_text(f"<testsuite name='s'>{cases}</testsuite>")
    results = import_results("e", [file, file], ClauseFinder(known, APRIL))
    assert (results.read, [test.outcome for test in results.tests]) == (3, ["failed"])


def test_more_tests_than_any_engine_has_are_refused(
    known: Timeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LINKED_MAX", 2)
    file = tmp_path / "a.xml"
    file.write_text("<testsuite>" + "".join(f"<testcase name='cr_704_5{each}'/>" for each in "abc") + "</testsuite>")
    with pytest.raises(CorpusError, match="more than 2 tests name clauses"):
        import_results("e", [file], ClauseFinder(known, APRIL))


def test_names_with_markup_and_commands_are_text(known: Timeline) -> None:
    name = "cr_704_5j_<script>alert(1)</script>_../../etc/passwd_\u202egnp"
    found = next(ClauseFinder(known, APRIL).tests(played(name)), None)
    assert found is not None
    assert (found.name, found.clauses[0].number) == (name, "704.5j")


RESULTS = Path(__file__).parent / "results"


@table
def test_the_tests_of_every_runner_name_the_right_clauses(runner: str, states: str, known: Timeline) -> None:
    """States are those of the clauses of 2026-04-17; the other tests name none of it."""
    results = import_results("engine", [RESULTS / f"{runner}.xml"], ClauseFinder(known, APRIL))
    found = {}
    for lineage, clause in engine_clauses(results, known, APRIL).items():
        standing = known.standing(lineage, APRIL)
        assert standing is not None
        found[str(standing.number)] = clause.state
    assert ", ".join(f"{number} {state}" for number, state in sorted(found.items())) == states


def test_every_file_of_results_is_tried() -> None:
    tried = rows_of(__file__, "the tests of every runner name the right clauses")
    assert {path.stem for path in RESULTS.glob("*.xml")} == {row["runner"] for row in tried}


def test_a_number_that_moved_is_told_with_where_it_went(known: Timeline) -> None:
    results = import_results("engine", [RESULTS / "surefire.xml"], ClauseFinder(known, APRIL))
    (link,) = next(test.clauses for test in results.tests if "Cr720_5a" in test.name)
    assert link.lineage == ""
    assert link.problem.startswith("720.5a is not a clause of 2026-04-17; expected")
    assert "720.5a of 2024-02-02 to 2025-02-07 (today 723.5a)" in link.problem


def test_the_same_file_of_an_older_engine_is_carried_on(known: Timeline) -> None:
    """In 2024-06-07 the number meant controlling another player; its clause is 723.5a today."""
    results = import_results("engine", [RESULTS / "surefire.xml"], ClauseFinder(known, date(2024, 6, 7)))
    (link,) = next(test.clauses for test in results.tests if "Cr720_5a" in test.name)
    clauses = engine_clauses(results, known, APRIL)
    assert (link.lineage, clauses[link.lineage].state) == ("2003-10-01-507.3a", "covered")


def test_a_property_has_its_own_release(known: Timeline) -> None:
    """704.5k was the legend rule in 2013-05-01, which 2013-07-13 reworded."""
    results = import_results("engine", [RESULTS / "pytest.xml"], ClauseFinder(known, APRIL))
    (link,) = next(test.clauses for test in results.tests if test.name == "test_legends")
    assert (link.number, link.release, link.by) == ("704.5k", date(2013, 5, 1), "property")
    standing = known.standing(link.lineage, APRIL)
    assert standing is not None
    assert str(standing.number) == "704.5j"


# which clauses tests play, from a file beside them


TOML = """
[tests]
"rules.LegendTest::staysAlone" = "704.5j"
"rules.CombatTest*" = ["510.1c", "510.2@2024-06-07"]
"shuffles" = "103.3"
"""
CSV = """test,clauses
rules.LegendTest::staysAlone,704.5j
# combat
rules.CombatTest*,510.1c,510.2@2024-06-07
shuffles,103.3
"""


@pytest.mark.parametrize(("file", "text"), [("clauses.toml", TOML), ("clauses.csv", CSV)])
def test_names_and_patterns_give_clauses(file: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text)
    clauses = read_clause_map(path)
    assert clauses.clauses_of(played("staysAlone", suite="rules.LegendTest")) == ("704.5j",)
    assert clauses.clauses_of(played("any", suite="rules.CombatTest")) == ("510.1c", "510.2@2024-06-07")
    assert clauses.clauses_of(played("shuffles", suite="rules.Library")) == ("103.3",)
    assert clauses.clauses_of(played("mills", suite="rules.Library")) == ()


@table
def test_a_file_that_maps_nothing_is_refused(file: str, text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text(text)
    with pytest.raises(CorpusError) as caught:
        read_clause_map(path)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="cannot be read"):
        read_clause_map(tmp_path / "none.toml")


# the words of names are read on the texts: a number that means something else today binds nothing


RELEASES = ("2013-02-01", "2026-04-17")


@pytest.fixture(scope="module")
def checker(shared: Path) -> CiteChecker:
    words, newest = words_of_releases(shared, *RELEASES), numbering().newest
    return CiteChecker(numbering(), newest, words=words, presumed=newest, bare=None)


def link_of(test: JUnitTest, checker: CiteChecker) -> EngineLink:
    """Return the clause of a test after its words were read."""
    found = next(ClauseFinder(known_timeline(), APRIL).tests(test), None)
    assert found is not None
    results = EngineResults(engine="e", release=APRIL, read=1, tests=(found,))
    (test_read,) = without_misnamed(results, checker, numbering()).tests
    return test_read.clauses[0]


def test_a_number_that_names_another_clause_today_is_told_with_the_right_one(checker: CiteChecker) -> None:
    """704.5k was the legend rule; since 2017-09-29 it is the world rule."""
    link = link_of(played("cr_704_5k_legend_rule"), checker)
    assert link.lineage == ""
    assert link.problem == "by its words it means 704.5k of 2017-08-25, which that release numbers 704.5j"


@pytest.mark.parametrize("name", ["cr_704_5j_legend_rule", "cr_704_5k_world_rule", "cr_704_5k", "TestCR704_5k_Third"])
def test_a_number_whose_words_fit_or_say_nothing_is_taken_at_its_word(name: str, checker: CiteChecker) -> None:
    assert link_of(played(name), checker).lineage


def test_a_property_is_believed_whatever_the_name_says(checker: CiteChecker) -> None:
    link = link_of(played("cr_704_5k_legend_rule", ("clause", "704.5k")), checker)
    assert link.lineage
