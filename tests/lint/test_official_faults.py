"""The faults of official releases that made a check necessary, and the places that it has to leave alone."""

from __future__ import annotations

import pytest

from crdiff.lint import lint
from crdiff.lint.registry import BY_ID
from tests.conftest import Official

IN_ONE_TEXT = [
    ("2002-02-20", "keyword-without-entry", "502.24", ""),
    ("2003-05-26", "doubled-word", "Cost", "rule rule"),
    ("2007-05-01", "glossary-pointer", "Forestcycling", "See Landcycling"),
    ("2009-07-11", "glossary-reference", "Requirement", "508.1b"),
    ("2009-07-11", "glossary-reference", "Requirement", "509.1b"),
    ("2009-07-11", "numbering-gap", "113.9", ""),
    ("2009-07-11", "retired-wording", "602.2a", "played the ability"),
    ("2009-07-11", "retired-wording", "603.6d", "plays a spell"),
    ("2009-07-11", "unbalanced-brackets", "405.6e", ")"),
    ("2011-02-04", "unbalanced-brackets", "903.5c", "{"),
    ("2013-07-13", "odd-template", "505.5b", "This action doesn't use the stack."),
    ("2020-04-17", "glossary-order", "Excess Damage", "Excess Damage"),
    ("2021-06-18", "unbalanced-quotes", "606.5", "“"),
    ("2021-07-23", "missing-full-stop", "717.2c", "a class level bar”"),
    ("2021-07-23", "missing-full-stop", "Trample Over Planeswalkers", "See rule 702.19, “Trample”"),
    ("2021-07-23", "merged-entry", "Affinity", "Affinity"),
    ("2023-04-14", "numbering-gap", "712.3d", ""),
    ("2024-03-08", "glossary-order", "Junk Token", "Junk Token"),
    ("2024-03-08", "reference-title", "502.2", "727"),
]
"""Release, check, clause or entry at fault, what it prints there."""

AGAINST_THE_ONE_BEFORE = [
    ("2016-04-08", "2016-07-22", "misspelt-word", "712.3c", "convered"),
    ("2017-01-20", "2017-04-28", "misspelt-word", "Exert", "uptap"),
    ("2021-11-19", "2022-04-29", "changed-reference", "702.124d", "903.8"),
]
"""Old, new, check, clause or entry at fault, what it prints there."""


@pytest.mark.parametrize(("release", "check", "number", "quote"), IN_ONE_TEXT)
def test_a_fault_of_one_text_is_found(official: Official, release: str, check: str, number: str, quote: str) -> None:
    """Among them: "see rule rule 403", 502.24 (Madness), 'rule 727, "Day and Night"', 508.1d, 113.7, 606.5."""
    found = lint(official(release), checks=(BY_ID[check],))
    assert (number, quote) in {(finding.number, finding.quote) for finding in found}


@pytest.mark.parametrize("fault", AGAINST_THE_ONE_BEFORE, ids=" ".join)
def test_a_fault_beside_the_text_before_is_found(official: Official, fault: tuple[str, str, str, str, str]) -> None:
    """Among them: "uptap step"."""
    old, new, check, number, quote = fault
    found = lint(official(new), official(old), checks=(BY_ID[check],))
    assert (number, quote) in {(finding.number, finding.quote) for finding in found}


def test_three_letters_are_too_few_to_show_a_slip_where_nothing_is_compared(official: Official) -> None:
    """In 217.5a of 1999-04-23 "him or her" is no "his or her"."""
    found = lint(official("1999-04-23"), checks=(BY_ID["misspelt-word"],))
    assert "217.5a" not in {finding.number for finding in found}


def test_a_heading_that_says_that_it_is_none_is_not_looked_for_in_the_contents(official: Official) -> None:
    """215 of 2004-10-01: "215. This section is now empty."."""
    assert lint(official("2004-10-01"), checks=(BY_ID["heading-not-in-contents"],)) == ()


def test_a_range_whose_first_clause_joined_a_clause_of_the_range_still_holds_what_it_should(official: Official) -> None:
    """418.5a of 2003-12-01 cites "rules 418.5b–418.5g", the first of which became part of 418.5h."""
    checks = (BY_ID["stale-reference"], BY_ID["reference-range"])
    assert lint(official("2003-12-01"), official("2003-10-01"), checks=checks) == ()
