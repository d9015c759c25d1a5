"""Our own prose, Markdown in and HTML out; sentences that read like sentences; and a wording as others quote it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table import table

from crdiff.pages import english
from crdiff.pages.english import Quotable, with_italics
from crdiff.pages.render import Prose, inline_html, paragraphs_html, plain_text, read_article, slug

PAGE = Path(__file__).with_name("page.md").read_text("utf-8")


@pytest.fixture
def page() -> Prose:
    return Prose("decisions/0001-example.md", PAGE)


def test_a_file_is_read_at_the_address_of_its_name(page: Prose) -> None:
    assert page.address == "/decisions/0001-example/"
    assert Prose("index.md", "").address == "/"
    assert Prose("guide/index.md", "").address == "/guide/"


def test_front_matter_is_names_and_values(page: Prose) -> None:
    assert page.meta == {"description": "What the page is about: in short."}
    assert page.body.startswith("# A *good* title")
    assert Prose("a.md", "# No front matter").meta == {}


def test_a_page_has_title_lead_and_sections(page: Prose) -> None:
    article = read_article(page)
    assert article.title == "A good title"
    assert article.lead == 'The lead, with <a href="../../model/#numbers">a link</a>.'
    assert [(section.id, section.title) for section in article.sections] == [
        ("first-foremost", "First &amp; foremost"),
        ("second", "Second"),
    ]


def test_links_are_relative_to_the_page(page: Prose) -> None:
    first = read_article(page).sections[0].html
    assert '<a href="../../clause/2003-10-01-507.4/">a clause</a>' in first
    assert '<h3 id="deeper">Deeper</h3>' in first


def test_wide_things_scroll_in_a_named_box(page: Prose) -> None:
    table = read_article(page).sections[1].html
    assert 'role="group" aria-label="Table"' in table
    assert "<td>1</td>" in table


def test_a_page_without_headings_is_one_section() -> None:
    article = read_article(Prose("a.md", "# T\n\nLead.\n\nMore."))
    assert [(section.id, section.html) for section in article.sections] == [("", "<p>More.</p>\n")]
    assert read_article(Prose("a.md", "# T\n\nLead.")).sections == ()


@table
def test_html_in_prose_is_text(markdown: str, html: str) -> None:
    assert inline_html(markdown, "/") == html


def test_a_block_of_html_is_text_too() -> None:
    html = paragraphs_html("<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>", "/")
    assert "<script" not in html
    assert "<img" not in html


def test_paragraphs_and_plain_words() -> None:
    assert paragraphs_html("One.\n\nTwo *words*.", "/") == "<p>One.</p>\n<p>Two <em>words</em>.</p>\n"
    assert plain_text("One [link](/a/).\n\nTwo *words*.") == "One link. Two words."


def test_ids_of_headings_are_those_of_mkdocs() -> None:
    """MkDocs checks anchors in Markdown against its own ids, so ours must be the same."""
    from markdown.extensions.toc import slugify

    for title in ("First & foremost", "What `crdiff diff` says", "“Quoted” — dashes", "2. A theme of our own"):
        assert slug(title) == slugify(title, "-", unicode=True) or slug(title) == slugify(title, "-")


# sentences that read like sentences


@pytest.mark.parametrize(
    ("count", "said"), [(0, "no clauses"), (1, "one clause"), (11, "eleven clauses"), (21, "21 clauses")]
)
def test_small_counts_are_said_in_letters(count: int, said: str) -> None:
    assert english.counted(count, "clause") == said


def test_irregular_plurals_are_given() -> None:
    assert english.counted(2, "glossary entry", "glossary entries") == "two glossary entries"


def test_a_sentence_begins_upper_and_ends_in_one_full_stop() -> None:
    assert english.sentence("two words replaced") == "Two words replaced."
    assert english.sentence("two words replaced.") == "Two words replaced."
    assert english.sentence("") == ""


def test_years_of_dates() -> None:
    assert english.years([date(2018, 4, 27), date(2018, 6, 8)]) == "2018"
    assert english.years([date(2014, 5, 1), date(2003, 10, 1)]) == "2003–2014"


@given(st.text(), st.integers(5, 60))
def test_clipped_text_is_one_line_of_at_most_the_width(text: str, width: int) -> None:
    clipped = english.clipped(text, width)
    assert len(clipped) <= width
    assert "\n" not in clipped
    if len(" ".join(text.split())) <= width:
        assert clipped == " ".join(text.split())


# a wording as others quote it, and words between underscores, which are shown in italics


TRAMPLE = Quotable(
    name="CR 702.19b",
    label="702.19b",
    release="March of the Machine (2023-04-14)",
    paragraphs=("The controller assigns damage.", "It’s [all] *there* is."),
    href="/clause/1999-04-23-502.9b/#w2023-04-14",
    template="{{CR|702.19b|2023-04-14}}",
)
WHERE = "https://rules.example/clause/1999-04-23-502.9b/#w2023-04-14"


def test_a_wording_is_quoted_with_its_set_date_and_address() -> None:
    forms = dict(TRAMPLE.forms(WHERE))
    cited = "CR 702.19b, March of the Machine (2023-04-14)"
    assert forms == {
        "Citation": f"{cited}, {WHERE}",
        "Markdown": f"[{cited}]({WHERE})",
        "Reddit": "> **702.19b** The controller assigns damage.\n>\n> It’s \\[all\\] \\*there\\* is.\n>\n"
        f"> [{cited}]({WHERE})",
        "Wiki": "{{CR|702.19b|2023-04-14}}",
        "Quotation": f"“The controller assigns damage. It’s [all] *there* is.” ({cited})",
    }


def test_where_the_host_is_not_known_no_form_has_an_address() -> None:
    assert not [text for _, text in TRAMPLE.forms("") if "http" in text or "](" in text]


def test_a_long_text_is_linked_and_not_quoted() -> None:
    """As 204.3k of 2026-04-17, with every creature type."""
    forms = dict(replace(TRAMPLE, paragraphs=("Zombie, " * 500,)).forms(WHERE))
    assert set(forms) == {"Citation", "Markdown", "Wiki"}


@table
def test_the_golden_rules_of_magic_are_set_in_italics(page: str, shown: str) -> None:
    """101 of 2009-07-11 is “The _Magic_ Golden Rules”; in titles and drawings the marks are only left out."""
    assert with_italics(page) == shown


@table
def test_other_underscores_stay(page: str) -> None:
    """123.6a of 2022-10-07 speaks of a name with a blank line in it."""
    assert with_italics(page) == page


def test_a_redline_has_the_words_without_marks() -> None:
    """100.6 of 2014-05-01 says “Most Magic tournaments”, which had been in italics before."""
    assert with_italics("<p>Most <del>_</del>Magic<del>_</del> tournaments</p>") == "<p>Most Magic tournaments</p>"
    assert with_italics("<p>Most <ins>_</ins>Magic<ins>_</ins> cards</p>") == "<p>Most <i>Magic</i> cards</p>"
    broken = "<p>the <del>_</del>Magic_ rules</p>"
    assert with_italics(broken) == broken
