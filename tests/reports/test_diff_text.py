"""The report for a terminal."""

from __future__ import annotations

from msgspec.structs import replace

from crdiff.changes.change import Comparison, ExampleChange, ExamplePlace, Op, Rewording, Segment
from crdiff.reports.diff_html import diff_html
from crdiff.reports.diff_markdown import diff_markdown
from crdiff.reports.diff_text import change_lines, diff_text
from crdiff.reports.terminal import PLAIN, Style
from crdiff.reports.view import Selection, view

WHOLE = """\
2009-05-01 → 2009-07-11
5 changed clauses: 1 explained by 1 rewording; 1 reference update; 3 to read.
1 changed glossary entry: 1 in typography only.
1 clause was renumbered with its heading.

Rewordings
  'comes into play' → 'enters the battlefield', 212 clauses; 2 clauses left unchanged (100.4 and 700.2|x)

Subsections
  507 → 710 Controlling: renumbered, with 1 clause

To read (3)

  711.1c + 711.2 → 711.3 Merging  (merged; wording)
    1 phrase replaced
    undetermined, confidence 0.55; next best: 711.4 (0.50)
    cites 104.3a, which did not move
    {+Merging+}
    word0 word1 word2 … word37 word38 word39 [-or.-]
    [-Second.-]{+and.+}

  507.4  (removed)
    [-No player loses life because of mana burn <during> a turn *controlled* by another player.-]

  710.9  (added)
    {+1. A new rule.+}

Nothing to read (3)

  507.3b → 710.5  (moved; reference, example)
    1 reference rewritten, 1 example removed
    … concede. See rule [-102.3a-]{+104.3a+}.
    example 1 of 507.3b, removed:
    [-Example: The player can’t cast Burning Wish_ | ~1~.-]

  701.2  (terminology)
    [-comes into play-]{+enters the battlefield+}

  glossary: Active Player  (typographic)
    [-It's.-]{+It’s.+}
"""


def test_the_report_begins_with_what_to_read(comparison: Comparison) -> None:
    assert diff_text(view(comparison), Style(context=3)) == WHOLE


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
    assert coloured == WHOLE


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
