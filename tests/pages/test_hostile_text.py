"""A text that would like to be more than text is shown as text: in pages, attributes, pictures and data."""

from __future__ import annotations

import json

import pytest
from html_reader import read_html
from rendering import render_site
from small_excerpt import excerpt_saying

Pages = dict[str, bytes]
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "]]><!-- & &amp; </svg></title></style>",
    "\u202eright to left\u202c \u200f \u2066isolated",
    "{{ 7 * 7 }} {% raw %}",
    "javascript:alert(1)",
    "a\u2028b\u2029c",
)


@pytest.fixture(scope="module", params=HOSTILE)
def said(request: pytest.FixtureRequest) -> str:
    """Return each of them."""
    return str(request.param)


@pytest.fixture(scope="module")
def pages(said: str) -> Pages:
    """Return the site of an excerpt in which every field and every text says it."""
    return render_site(excerpt_saying(said))


def test_pages_have_no_more_elements_than_with_plain_words(pages: Pages) -> None:
    """Saying something else changes texts, and no tag, no attribute's name and no script."""
    for where, page in pages.items():
        if not where.endswith("/"):
            continue
        read = read_html(page)
        assert read.unbalanced == [], where
        ours = [link for name, link in read.attributes if name == "src" and "/assets/" in f"/{link}"]
        assert 4 <= read.tags.count("script") == len(ours) <= 7, where
        assert not [name for name, _ in read.attributes if name.startswith("on") or name == "style"], where
        assert not [link for _, link in read.links if link.lower().startswith(("javascript", "data"))], where
        assert "img" not in read.tags, where


def test_what_is_said_can_be_read_on_every_page_that_shows_it(said: str, pages: Pages) -> None:
    squeezed = " ".join(said.split())
    for where in ("/editions/507-old/", "/compare/2008-02-01/2014-05-01/", "/clause/2003-10-01-507.1a/", "/checks/"):
        assert squeezed in " ".join(read_html(pages[where]).text.split()), where


def test_data_beside_the_pages_gives_back_what_was_said(said: str, pages: Pages) -> None:
    comparison = json.loads(pages["/compare/2008-02-01/2014-05-01/index.json"])
    assert said in comparison["changes"][1]["new"][0]["text"]
    history = json.loads(pages["/clause/2003-10-01-507.1/index.json"])
    assert said in history["wordings"][0]["text"]
    release = json.loads(pages["/editions/507-old/index.json"])
    assert said in release["sections"][0]["children"][0]["text"]


def test_attributes_hold_what_was_said_whole(said: str, pages: Pages) -> None:
    """The label of a check's source is an attribute with the check's title in it."""
    read = read_html(pages["/clause/2003-10-01-507.1a/"])
    assert ("aria-label", f"Source of: The last effect wins, {said}") in read.attributes
