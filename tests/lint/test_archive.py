"""The official releases, each held against the one before: known faults are found, quiet releases stay quiet."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from crdiff.align.engine import align_releases
from crdiff.book_words import words_of
from crdiff.dialects.registry import read_lines
from crdiff.lint import lint
from crdiff.lint.registry import BY_ID
from crdiff.lint.run import lint_draft
from crdiff.model.book import MAGIC
from tests.conftest import Official

pytestmark = pytest.mark.whole


KNOWN = [
    ("2005-02-01", "2005-08-01", "dangling-reference", "421.4", "102.6"),
    ("2005-08-01", "2006-02-01", "dangling-reference", "405.1", "402.9"),
    ("2016-09-30", "2016-11-11", "dangling-reference", "702.123d", "903.11a"),
    ("2018-06-08", "2020-01-24", "stale-reference", "702.123d", "903.11a"),
    ("2009-09-04", "2009-10-01", "reference-range", "112.3a", "112.5a-j"),
    ("2010-02-01", "2010-04-23", "reference-title", "107.8", "701"),
    ("2020-06-01", "2020-07-03", "stale-reference", "712.4d", "903.9a"),
    ("2021-02-15", "2021-04-22", "stale-reference", "Last Known Information", "800.4h"),
    ("2023-11-17", "2024-02-02", "stale-reference", "801.17", "723"),
    ("2024-07-30", "2024-09-20", "repeated-number", "702.175", ""),
]
"""Old, new, check, clause at fault, what stands there."""


@pytest.mark.parametrize(("old", "new", "fault"), [(old, new, tuple(fault)) for old, new, *fault in KNOWN])
def test_a_known_fault_is_found(official: Official, old: str, new: str, fault: tuple[str, ...]) -> None:
    found = lint(official(new), official(old), checks=[BY_ID[fault[0]]])
    assert fault in {(finding.check, finding.number, finding.quote) for finding in found}


def test_a_mended_reference_is_told_no_more(official: Official) -> None:
    checks = [BY_ID[kind] for kind in ("dangling-reference", "stale-reference")]
    found = lint(official("2020-04-17"), official("2020-01-24"), checks=checks)
    assert not [finding for finding in found if finding.number == "702.123d" and finding.level == "error"]


def test_a_message_says_where_the_cited_clause_went(official: Official) -> None:
    (dangling,) = lint(official("2005-08-01"), official("2005-02-01"), checks=[BY_ID["dangling-reference"]])
    assert dangling.message == "cites 102.6, which does not exist; it is 102.4b now"
    assert dangling.fix
    assert (dangling.fix.old, dangling.fix.new) == ("102.6", "102.4b")


QUIET = [("2008-02-01", "2008-07-15", 0, 21), ("2018-04-27", "2018-06-08", 1, 16), ("2024-06-07", "2024-07-30", 5, 28)]
"""Old, new, and how many errors and warnings there are at most: those were read, and are faults of the text."""


@pytest.mark.parametrize(("old", "new", "most"), [(old, new, tuple(most)) for old, new, *most in QUIET])
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


BROUGHT_IN = [
    (
        "2025-02-07",
        "2025-04-04",
        {
            ("missing-full-stop", "701.40d"),
            ("reference-title", "Endure"),
            ("changed-reference", "725.6"),
            ("changed-reference", "801.17"),
        },
    ),
    ("2025-07-25", "2025-09-19", {("stale-reference", "607.2m"), ("stale-reference", "Anchor Word")}),
    ("2025-11-14", "2026-01-16", {("changed-reference", "601.2a")}),
    ("2026-02-27", "2026-04-17", set()),
]
"""Old, new, and what is new in it, check and clause: all read, and all faults that the newer one brought in."""


@pytest.mark.parametrize(("old", "new", "faults"), BROUGHT_IN)
def test_against_the_release_before_only_what_is_new_is_told(
    official: Official, old: str, new: str, faults: set[tuple[str, str]]
) -> None:
    found = lint_draft(official(new), (align_releases(official(old), official(new)),))
    assert {(finding.check, finding.number) for finding in found if not finding.is_known} == faults
    assert sum(finding.is_known for finding in found) > 15


def test_a_misspelling_that_a_release_made_is_mended_without_asking(official: Official) -> None:
    slip, meant = "uptap", "untap"
    assert f"{slip}:{meant}" in words_of(MAGIC).slips
    found = lint(official("2017-04-28"), official("2017-01-20"), checks=[BY_ID["misspelt-word"]])
    assert (slip, meant, True) in {(one.fix.old, one.fix.new, one.fix.is_sure) for one in found if one.fix}
