"""The words of names are read on the texts: a number that means something else today binds nothing.

The texts are the releases 2013-02-01 and 2026-04-17 of the shared folder.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from citing import numbering, words_of_releases

from crdiff.checks.importing import ClauseFinder
from crdiff.checks.inputs import known_timeline
from crdiff.checks.junit import JUnitTest, without_misnamed
from crdiff.cite.checking import CiteChecker
from crdiff.trace.engines import EngineLink, EngineResults

APRIL = date(2026, 4, 17)
RELEASES = ("2013-02-01", "2026-04-17")


@pytest.fixture(scope="module")
def checker(shared: Path) -> CiteChecker:
    words, newest = words_of_releases(shared, *RELEASES), numbering().newest
    return CiteChecker(numbering(), newest, words=words, presumed=newest, bare=None)


def link_of(test: JUnitTest, checker: CiteChecker) -> EngineLink:
    """Return the clause of a test after its words were read."""
    found = ClauseFinder(known_timeline(), APRIL).test(test)
    assert found is not None
    results = EngineResults(engine="e", release=APRIL, read=1, tests=(found,))
    (test_read,) = without_misnamed(results, checker, numbering()).tests
    return test_read.clauses[0]


def played(name: str, *properties: tuple[str, str]) -> JUnitTest:
    return JUnitTest("engine", name, "", 0, "passed", "", properties)


def test_a_number_that_names_another_clause_today_is_told_with_the_right_one(checker: CiteChecker) -> None:
    """704.5k was the legend rule; since 2017-09-29 it is the world rule."""
    link = link_of(played("cr_704_5k_legend_rule"), checker)
    assert link.lineage == ""
    assert link.problem == "by its words it means 704.5k of 2017-08-25, today 704.5j"


@pytest.mark.parametrize("name", ["cr_704_5j_legend_rule", "cr_704_5k_world_rule", "cr_704_5k", "TestCR704_5k_Third"])
def test_a_number_whose_words_fit_or_say_nothing_is_taken_at_its_word(name: str, checker: CiteChecker) -> None:
    assert link_of(played(name), checker).lineage


def test_a_property_is_believed_whatever_the_name_says(checker: CiteChecker) -> None:
    link = link_of(played("cr_704_5k_legend_rule", ("clause", "704.5k")), checker)
    assert link.lineage
