"""The report for a comment on a pull request."""

from __future__ import annotations

from pathlib import Path

import mistune
import pytest
from msgspec.structs import replace

from crdiff.changes.change import Comparison
from crdiff.reports.diff_markdown import LIMIT, diff_markdown, escaped
from crdiff.reports.view import view
from tests.conftest import Golden

WHOLE = Path(__file__).parents[1] / "golden/reports/diff.md"


def test_the_summary_comes_first_and_the_mechanical_part_is_folded(comparison: Comparison, golden: Golden) -> None:
    golden(WHOLE, diff_markdown(view(comparison), 3))


def test_many_changes_to_read_are_folded_too(comparison: Comparison) -> None:
    many = replace(comparison, changes=comparison.changes * 4)
    assert "<details><summary><b>To read (12)</b></summary>" in diff_markdown(view(many))


@pytest.mark.parametrize("copies", [1, 200, 1000])
@pytest.mark.parametrize("limit", [2000, LIMIT])
def test_a_report_never_outgrows_a_comment_and_says_what_it_leaves_out(
    comparison: Comparison, copies: int, limit: int
) -> None:
    many = replace(comparison, changes=comparison.changes * copies)
    report = diff_markdown(view(many), limit=limit)
    assert len(report.encode()) <= limit
    shown = report.count("\n**")
    left_out = 6 * copies - shown
    assert report.count("<details>") == report.count("</details>")
    assert (f"*{left_out:,} changes left out" in report) == (left_out > 0)


RULES = [
    "_Magic_ *rules*",
    "[cost] {T}: `x` ~y~ | z",
    "1. One <b>& two\\",
    "# no heading",
    "- no list",
    "+ 2) x",
    "a_b_c",
]


@pytest.mark.parametrize("text", RULES)
def test_markdown_shows_an_escaped_text_as_it_is(text: str) -> None:
    shown = mistune.create_markdown(escape=False, plugins=["table", "strikethrough"])(f"> x {escaped(text)}")
    expected = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert shown == f"<blockquote>\n<p>x {expected}</p>\n</blockquote>\n"
