"""A clause that would like to be more than text is shown as text on every page of an archive, and in its data."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from html_reader import read_html
from small_archive import fill, holdings_of, pages_of

from tests.small_releases import CHOICES, RELEASES

HOSTILE = (
    "<script>alert(1)</script> \"><img src=x onerror=alert(1)> ' onmouseover='alert(1) ]]><!-- & &amp; </svg></title>"
    " \u202eright to left\u202c {{ 7 * 7 }} {% raw %} javascript:alert(1)"
)
LONG = "word " * 20_000


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of an archive in which a clause and a title say hostile things, one of them at length."""
    releases = {day: dict(clauses) for day, clauses in RELEASES.items()}
    releases["2009-10-01"]["710.2"] = f"{CHOICES} Before: {HOSTILE}"
    releases["2014-05-01"]["712.2"] = f"{CHOICES} After: {HOSTILE}"
    releases["2014-05-01"]["712.4"] = LONG.strip()
    releases["2014-05-01"]["712"] = HOSTILE[:80]
    return pages_of(holdings_of(fill(tmp_path_factory.mktemp("hostile") / "corpus", releases)))


def test_pages_have_no_element_that_a_text_asked_for(pages: dict[str, bytes]) -> None:
    for where, page in pages.items():
        if where.endswith("/"):
            read = read_html(page)
            assert read.unbalanced == [], where
            assert read.tags.count("script") == (4 if where in {"/compare/", "/search/"} else 3), where
            assert not [name for name, _ in read.attributes if name.startswith("on") or name == "style"], where
            assert not [link for _, link in read.links if link.lower().startswith(("javascript", "data:"))], where
            assert "img" not in read.tags, where


def test_what_is_said_can_be_read_on_every_page_that_shows_it(pages: dict[str, bytes]) -> None:
    said = " ".join(HOSTILE.split())
    for where in ("/rules/712.2/", "/clause/2003-10-01-507.2/"):
        assert said in " ".join(read_html(pages[where]).text.split()), where


def test_a_subsection_too_long_for_a_page_has_one_for_each_rule(pages: dict[str, bytes]) -> None:
    assert LONG.strip() in " ".join(read_html(pages["/rules/712.4/"]).text.split())
    assert len(pages["/rules/712/"]) < 20_000
    assert json.loads(pages["/number/712/index.json"])["numbers"]["712.1a"]["to"] == "/rules/712.1/#r712.1a"


def test_data_and_feeds_hold_it_whole(pages: dict[str, bytes]) -> None:
    life = json.loads(pages["/clause/2003-10-01-507.2/index.json"])
    assert life["wordings"][-1]["text"] == f"{CHOICES} After: {HOSTILE}"
    for where, content in pages.items():
        if where.endswith(".json"):
            json.loads(content)
        if where.endswith(".atom"):
            ET.fromstring(content)
