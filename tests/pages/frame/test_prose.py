"""Our own prose: Markdown in, HTML for one page out."""

from __future__ import annotations

import pytest

from crdiff.pages.frame.prose import Prose, inline_html, paragraphs_html, plain_text, read_article, slug

PAGE = """---
description: What the page is about: in short.
---
# A *good* title

The lead, with [a link](../model.md#numbers).

## First & foremost

Text with `code <b>` and [a clause](/clause/2003-10-01-507.4/).

### Deeper

- one
- two

## Second

| a | b |
|---|---|
| 1 | 2 |
"""


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


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("a <script>alert(1)</script>", "a &lt;script&gt;alert(1)&lt;/script&gt;"),
        ('a "quote" & <i>', "a &quot;quote&quot; &amp; &lt;i&gt;"),
        ("[x](javascript:alert)", '<a href="#harmful-link">x</a>'),
        ('[x](https://a.b/?c="d")', '<a href="https://a.b/?c=%22d%22">x</a>'),
    ],
)
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
