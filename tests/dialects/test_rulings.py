"""The 507 page, and indexes of rulings like it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.release import AsideKind, Fact, Release
from crdiff.model.tree import walk
from tests.dialects.conftest import Seed, unaccounted


def _read(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "rulings")


def test_the_date_of_every_clause_and_example_is_a_fact(seed: Seed) -> None:
    facts = seed("507").facts
    assert len(facts) == 16, "11 clauses and 5 examples"
    assert {fact.name for fact in facts} == {"dated"}
    later = {(str(fact.number), fact.example): fact.value for fact in facts if fact.value != "2003-10-01"}
    assert later == {("507.3a", 0): "2004-10-01", ("507.3b", None): "2005-08-01", ("507.3c", None): "2005-08-01"}


def test_the_date_is_no_part_of_the_wording(seed: Seed) -> None:
    for node in walk(seed("507")):
        assert "CompRules" not in "".join((node.clause.wording, *node.clause.examples))


def test_the_page_says_of_what_it_was_made_but_not_which_release(seed: Seed) -> None:
    release = seed("507")
    assert release.effective is None
    prose = [aside.text for aside in release.asides if aside.kind is AsideKind.PROSE]
    assert prose.count("This search based on the March 17, 2008 release of the Rulings.") == 2


def test_references_with_a_capital_are_reported(seed: Seed) -> None:
    found = [(finding.check, finding.number) for finding in seed("507").findings]
    assert found == [("capital-rule", "507.3b"), ("capital-rule", "507.4")]


def test_a_rule_without_a_date_is_reported() -> None:
    release = _read("507 - Heading", "• 507.1 - Text. [CompRules 2003/10/01]", "• 507.2 - No date.", "Example: None.")
    assert [(finding.check, finding.line) for finding in release.findings] == [("undated-rule", 3), ("undated-rule", 4)]


def test_a_date_that_no_calendar_has_stays_in_the_wording() -> None:
    release = _read("• 507.1 - Text. [CompRules 2003/13/01]")
    assert release.sections[0].text == "Text. [CompRules 2003/13/01]"
    assert [finding.check for finding in release.findings] == ["undated-rule"]


LINE = st.one_of(
    st.sampled_from(["Some prose.", "", "    Example: Something. [CompRules 2004/10/01]", "507 - Heading"]),
    st.builds("  • {}.{}{} - Text {}. [CompRules 20{:02}/10/01]".format, st.integers(500, 503), st.integers(1, 3),
              st.sampled_from("abc"), st.integers(), st.integers(0, 9)),
)  # fmt: skip


@given(lines=st.lists(LINE, max_size=12))
def test_whatever_the_order_nothing_is_lost(lines: list[str]) -> None:
    page = ["• 507.1 - Text. [CompRules 2003/10/01]", *lines]
    release = _read(*page)
    assert unaccounted("\n".join(page), release) == []
    assert release.facts[0] == Fact(ClauseNumber.of(507, 1), None, "dated", "2003-10-01", 1)
    assert len(release.facts) == sum("CompRules" in line for line in page)
