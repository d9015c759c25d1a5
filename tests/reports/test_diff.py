"""The report of a comparison for a terminal, as Markdown for a pull request, as JSON and as one HTML file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import mistune
import pytest
from every import every
from html_reader import read_html
from jsonschema import Draft202012Validator
from msgspec.structs import replace
from page_told import page_told
from table import table

from crdiff.changes.change import Comparison, ExampleChange, ExamplePlace, Op, Part, Rewording, Segment, Structure
from crdiff.reports.diff import change_lines, diff_json, diff_markdown, diff_text
from crdiff.reports.formats import LIMIT, escaped
from crdiff.reports.html_files import diff_html
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.reports.terminal import PLAIN, Style
from crdiff.reports.view import Selection, view
from tests.conftest import Golden

TEXT = Path(__file__).parents[1] / "golden/reports/diff.txt"


def test_the_report_begins_with_what_to_read(comparison: Comparison, golden: Golden) -> None:
    golden(TEXT, diff_text(view(comparison), Style(context=3)))


def test_side_by_side_in_text_shows_each_wording_whole(comparison: Comparison) -> None:
    report = diff_text(
        view(comparison, Selection(only=frozenset({"moved"}))), Style(width=70, context=3, side_by_side=True)
    )
    assert "… concede. See rule [-102.3a-]. │ … concede. See rule {+104.3a+}." in report


def test_colour_marks_changes_and_headings(comparison: Comparison) -> None:
    coloured = diff_text(view(comparison), Style(context=3, colour=True))
    assert "\x1b[33m[-102.3a-]\x1b[0m\x1b[94m{+104.3a+}\x1b[0m" in coloured
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[33m", "\x1b[94m"):
        coloured = coloured.replace(code, "")
    assert coloured == TEXT.read_text("utf-8")


def test_only_neighbours_that_moved_by_as_much_are_told_as_one_block(comparison: Comparison) -> None:
    one = next(each for each in comparison.changes if each.part is Part.RULES and each.keeps_clauses)
    moves = ("118.7f", "118.7g"), ("118.8c", "118.8b"), ("118.9", "118.10"), ("118.9a", "118.10a"), ("118.10", "118.11")
    changes = tuple(
        replace(
            one,
            structure=Structure.RENUMBERED,
            facets=(),
            old=(replace(one.old[0], number=old),),
            new=(replace(one.new[0], number=new),),
        )
        for old, new in moves
    )
    report = diff_text(view(replace(comparison, changes=changes)))
    assert "  118.9 … 118.10 → 118.10 … 118.11  (3 renumbered, text unchanged)\n" in report
    assert "118.7f → 118.7g" in report
    assert "118.8c → 118.8b" in report


def test_what_is_not_shown_is_said(comparison: Comparison) -> None:
    report = diff_text(view(comparison, Selection(hide=frozenset({"review"}))))
    assert report.endswith("\n3 more changes not shown: left out by --select or --ignore.\n")


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


MARKDOWN = Path(__file__).parents[1] / "golden/reports/diff.md"


def test_the_summary_comes_first_and_the_mechanical_part_is_folded(comparison: Comparison, golden: Golden) -> None:
    golden(MARKDOWN, diff_markdown(view(comparison), 3))


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


@table
def test_markdown_shows_an_escaped_text_as_it_is(text: str) -> None:
    shown = mistune.create_markdown(escape=False, plugins=["table", "strikethrough"])(f"> x {escaped(text)}")
    expected = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert shown == f"<blockquote>\n<p>x {expected}</p>\n</blockquote>\n"


@every("name", SCHEMAS)
def test_a_published_schema_is_a_schema_under_its_own_name(name: str) -> None:
    published = json.loads(schema(name))
    Draft202012Validator.check_schema(published)
    assert re.fullmatch(rf"crdiff\.{name}/[1-9]", published["$id"])
    forms = [published] if "properties" in published else published["oneOf"]  # files of one format may have parts
    assert published["$id"] in {form["properties"].get("schema", {}).get("const") for form in forms}


def test_every_change_keeps_the_schema(comparison: Comparison) -> None:
    written = json.loads(diff_json(view(comparison, Selection(everything=True))))
    Draft202012Validator(json.loads(schema("diff"))).validate(written)
    assert len(written["changes"]) == len(comparison.changes)


def test_a_change_reads_as_the_contract_says(comparison: Comparison) -> None:
    moved = json.loads(diff_json(view(comparison)))["changes"][0]
    assert (moved["part"], moved["structure"], moved["facets"]) == ("rules", "moved", ["reference", "example"])
    assert (moved["mechanical"], moved["confidence"], moved["undetermined"]) == (True, 0.9877, False)
    assert [clause["number"] for clause in moved["old"] + moved["new"]] == ["507.3b", "710.5"]
    assert moved["redline"][1:] == [["-", "102.3a"], ["+", "104.3a"], ["=", "."]]
    assert (moved["examples"][0]["old"], moved["examples"][0]["new"]) == (["507.3b", 0], None)


def test_the_rows_to_read_add_up_to_the_count_of_the_summary(comparison: Comparison) -> None:
    written = json.loads(diff_json(view(comparison, Selection(everything=True))))
    assert sum(change["review"] for change in written["changes"]) == written["summary"]["for_review"]
    assert all((change["review_reason"] is None) is change["review"] for change in written["changes"])


def test_the_redline_rebuilds_the_texts_of_the_clauses_listed(comparison: Comparison) -> None:
    for change in json.loads(diff_json(view(comparison)))["changes"]:
        for side, dropped in (("old", "+"), ("new", "-")):
            rebuilt = "".join(text for op, text in change["redline"] if op != dropped)
            assert rebuilt == "\n".join(clause["text"] for clause in change[side])


def test_each_change_stands_on_a_line_of_its_own(comparison: Comparison) -> None:
    lines = diff_json(view(comparison)).decode().splitlines()
    assert sum(line.startswith('  {"part":') for line in lines) == len(view(comparison).changes)


@pytest.mark.parametrize("side_by_side", [False, True])
def test_the_page_is_whole_and_needs_nothing_else(comparison: Comparison, side_by_side: bool) -> None:
    html = diff_html(view(comparison), side_by_side=side_by_side)
    page = read_html(html.encode())
    assert page.unbalanced == []
    assert len(page.ids) == len(set(page.ids))
    assert page.links
    assert {link.removeprefix("#") for _, link in page.links} <= set(page.ids)
    assert not re.search(r"https?://|url\(|@import|<script", html)


@pytest.mark.parametrize("name", ["diff-html", "diff-side-by-side"])
def test_the_page_shows_every_listed_change_at_its_place_as_reviewed(
    comparison: Comparison, golden: Golden, name: str
) -> None:
    html = diff_html(view(comparison), side_by_side="side" in name)
    golden(TEXT.with_name(f"{name}.txt"), page_told(html.encode()))
    assert "mana burn &lt;during&gt; a turn *controlled*" in html
