"""The official releases, each held against the one before: known faults are found, quiet releases stay quiet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from table import table

from crdiff.align.engine import align_releases
from crdiff.book_words import words_of
from crdiff.dialects.registry import read_lines
from crdiff.lint import lint
from crdiff.lint.registry import BY_ID
from crdiff.lint.run import lint_draft
from crdiff.model.book import MAGIC
from tests.conftest import Official

pytestmark = pytest.mark.whole


def test_a_mended_reference_is_told_no_more(official: Official) -> None:
    checks = [BY_ID[kind] for kind in ("dangling-reference", "stale-reference")]
    found = lint(official("2020-04-17"), official("2020-01-24"), checks=checks)
    assert not [finding for finding in found if finding.number == "702.123d" and finding.level == "error"]


def test_a_message_says_where_the_cited_clause_went(official: Official) -> None:
    (dangling,) = lint(official("2005-08-01"), official("2005-02-01"), checks=[BY_ID["dangling-reference"]])
    assert dangling.message == "cites 102.6, which does not exist; it is 102.4b now"
    assert dangling.fix
    assert (dangling.fix.old, dangling.fix.new) == ("102.6", "102.4b")


@table
def test_no_more_is_told_than_was_read_and_its_columns_hold_what_is_quoted(
    official: Official, shared: Path, old: str, new: str, most: tuple[int, int]
) -> None:
    lines = read_lines((shared / "cr" / f"{new}.txt").read_bytes(), f"{new}.txt")
    found = lint(official(new), official(old), lines=lines)
    levels = Counter(finding.level for finding in found)
    assert levels["error"] == most[0]
    assert levels["warning"] <= most[1]
    quoted = [finding for finding in found if finding.quote]
    assert len(quoted) > 10
    for finding in quoted:
        assert lines[finding.line - 1][finding.column - 1 : finding.end_column - 1] == finding.quote


@table
def test_against_the_release_before_only_what_is_new_is_told(
    official: Official, old: str, new: str, faults: str
) -> None:
    found = lint_draft(official(new), (align_releases(official(old), official(new)),))
    told = {f"{finding.check} {finding.number}" for finding in found if not finding.is_known}
    assert told == set(filter(None, faults.split("; ")))
    assert sum(finding.is_known for finding in found) > 15


@table
def test_a_known_fault_is_found(official: Official, before: str | None, release: str, check: str, fault: str) -> None:
    found = lint(official(release), official(before) if before else None, checks=[BY_ID[check]])
    assert fault in {f"{finding.number} {finding.quote}".strip() for finding in found}


def test_a_misspelling_that_a_release_made_is_mended_without_asking(official: Official) -> None:
    slip, meant = "uptap", "untap"
    assert f"{slip}:{meant}" in words_of(MAGIC).slips
    found = lint(official("2017-04-28"), official("2017-01-20"), checks=[BY_ID["misspelt-word"]])
    assert (slip, meant, True) in {(one.fix.old, one.fix.new, one.fix.is_sure) for one in found if one.fix}


# what a check that one of them made necessary has to leave alone


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
