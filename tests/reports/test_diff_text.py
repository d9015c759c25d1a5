"""The report for a terminal."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from crdiff.changes.change import Comparison, ExampleChange, ExamplePlace, Op, Rewording, Segment
from crdiff.reports.diff_markdown import diff_markdown
from crdiff.reports.diff_text import change_lines, diff_text
from crdiff.reports.html_files import diff_html
from crdiff.reports.terminal import PLAIN, Style
from crdiff.reports.view import Selection, view
from tests.conftest import Golden

WHOLE = Path(__file__).parents[1] / "golden/reports/diff.txt"


def test_the_report_begins_with_what_to_read(comparison: Comparison, golden: Golden) -> None:
    golden(WHOLE, diff_text(view(comparison), Style(context=3)))


def test_side_by_side_shows_each_wording_whole(comparison: Comparison) -> None:
    report = diff_text(
        view(comparison, Selection(only=frozenset({"moved"}))), Style(width=70, context=3, side_by_side=True)
    )
    assert "… concede. See rule [-102.3a-]. │ … concede. See rule {+104.3a+}." in report


def test_colour_marks_changes_and_headings(comparison: Comparison) -> None:
    coloured = diff_text(view(comparison), Style(context=3, colour=True))
    assert "\x1b[33m[-102.3a-]\x1b[0m\x1b[94m{+104.3a+}\x1b[0m" in coloured
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[33m", "\x1b[94m"):
        coloured = coloured.replace(code, "")
    assert coloured == WHOLE.read_text("utf-8")


def test_what_is_not_shown_is_said(comparison: Comparison) -> None:
    report = diff_text(view(comparison, Selection(hide=frozenset({"review"}))))
    assert report.endswith("\n3 more changes not shown: left out by --only or --hide.\n")


def test_an_example_that_says_the_same_under_its_clause_is_not_shown(comparison: Comparison) -> None:
    merged = comparison.changes[3]
    kept = ExampleChange(ExamplePlace("711.2", 0), ExamplePlace("711.3", 0), (Segment(Op.KEPT, "Example: The same."),))
    come = ExampleChange(ExamplePlace("100.1", 0), ExamplePlace("711.3", 1), (Segment(Op.KEPT, "Example: From afar."),))
    lines = "\n".join(change_lines(replace(merged, examples=(kept, come)), PLAIN))
    assert "The same" not in lines
    assert "example 1 of 100.1 → example 2 of 711.3:" in lines


def test_words_that_all_the_release_drops_give_way_to_nothing(comparison: Comparison) -> None:
    dropped = replace(comparison, rewordings=(Rewording("to your mana pool", "", 12, ()),))
    assert "  'to your mana pool' → nothing, 12 clauses\n" in diff_text(view(dropped))
    assert "| to your mana pool | nothing | 12 |" in diff_markdown(view(dropped))
    assert "<td>nothing</td>" in diff_html(view(dropped))
