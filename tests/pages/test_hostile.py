"""A text that would like to be more than text is shown as text: in pages, attributes, pictures and data."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from html_reader import obeyed, read_html
from own_index import OwnIndex
from page_scripts import scripts_of
from rendering import render_site
from small_archive import fill, index_of
from small_excerpt import excerpt_saying

from crdiff.pages.archive_index import ArchiveIndex
from tests.small_releases import CHOICES, GLOSSARY, RELEASES

HOSTILE = (
    "<script>alert(1)</script> \"><img src=x onerror=alert(1)> ' onmouseover='alert(1) ]]><!-- & &amp; </svg></title>"
    " \u202eright to left\u202c {{ 7 * 7 }} {% raw %} javascript:alert(1)"
)
# The same as it is shown: marks of writing direction are written out where a text is read.
SAID = HOSTILE.replace("\u202e", r"\u202e").replace("\u202c", r"\u202c")
LONG = "word " * 20_000
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the index of an archive in which a clause and a title say hostile things, one of them at length."""
    releases = {day: dict(clauses) for day, clauses in RELEASES.items()}
    releases["2009-10-01"]["710.2"] = f"{CHOICES} Before: {HOSTILE}"
    releases["2014-05-01"]["712.2"] = f"{CHOICES} After: {HOSTILE}"
    releases["2014-05-01"]["712.4"] = LONG.strip()
    releases["2014-05-01"]["712"] = HOSTILE[:80]
    releases["2014-06-01"] = releases["2014-05-01"] | {"712.3": f"Now: {HOSTILE}"}
    glossaries = {"2014-06-01": {**GLOSSARY, FORMULA: f"Says {HOSTILE}", f"Odd {HOSTILE}": "A word like others."}}
    return index_of(fill(tmp_path_factory.mktemp("hostile") / "corpus", releases, glossaries))


@pytest.fixture(scope="module")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the site of that archive."""
    return render_site(archive, "https://rules.example/")


def test_pages_have_no_element_that_a_text_asked_for(pages: dict[str, bytes]) -> None:
    for where, page in pages.items():
        if where.endswith("/"):
            read = read_html(page)
            assert obeyed(read) == [], where
            assert 3 <= read.tags.count("script") == len(scripts_of(page)) <= 8, where


def test_what_is_said_can_be_read_on_every_page_that_shows_it(archive: ArchiveIndex, pages: dict[str, bytes]) -> None:
    (entry,) = (entry for entry in archive.entries if entry.runs[0].number.startswith("Odd"))
    said = " ".join(SAID.split())
    for where in (
        "/rules/712.2/",
        "/rules/712.2/2014-05-01/",
        "/clause/2003-10-01-507.2/",
        "/releases/2014-06-01/",
        "/glossary/c/",
        "/glossary/",
        "/glossary/o/",
        f"/glossary/{entry.id}/",
    ):
        assert said in " ".join(read_html(pages[where]).text.split()), where


def test_a_heading_is_text_wherever_it_is_a_title(pages: dict[str, bytes]) -> None:
    """In the head of a page, in lists, in pictures and in the names that screen readers say."""
    title = " ".join(HOSTILE[:20].split())
    for where in ("/rules/", "/rules/712/", "/releases/2014-05-01/text/", "/number/712/", "/clause/2003-10-01-507/"):
        assert title in " ".join(read_html(pages[where]).text.split()), where
    assert b"<title>712 &lt;script&gt;" in pages["/rules/712/"]
    drawn = re.compile(rb"<title>[^<]*&lt;script&gt;[^<]*</title></path>")
    assert any(drawn.search(page) for page in pages.values())


def test_a_subsection_too_long_for_a_page_has_one_for_each_rule(pages: dict[str, bytes]) -> None:
    assert LONG.strip() in " ".join(read_html(pages["/rules/712.4/"]).text.split())
    assert len(pages["/rules/712/"]) < 20_000
    assert json.loads(pages["/number/712/index.json"])["numbers"]["712.1a"]["to"] == "/rules/712.1/#r712.1a"


def test_data_and_feeds_hold_it_whole(pages: dict[str, bytes]) -> None:
    life = json.loads(pages["/clause/2003-10-01-507.2/index.json"])
    assert life["wordings"][-1]["text"] == f"{CHOICES} After: {SAID}"
    for where, content in pages.items():
        if where.endswith(".json"):
            json.loads(content)
        if where.endswith(".atom"):
            ET.fromstring(content)


def test_the_content_of_a_feed_says_it_and_does_not_do_it(pages: dict[str, bytes]) -> None:
    """What a reader of feeds shows is HTML inside XML: both have to be escaped."""
    atom = "{http://www.w3.org/2005/Atom}"
    shown = "".join(each.text or "" for each in ET.fromstring(pages["/data/releases.atom"]).iter(f"{atom}content"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    read = read_html(shown.encode())
    assert set(read.tags) <= {"p", "ul", "li", "b", "br", "del", "ins", "a"}
    assert not [name for name, _ in read.attributes if name != "href"]


def test_the_index_of_the_search_gives_it_back_whole(pages: dict[str, bytes]) -> None:
    texts = [text for _, _, text, _, _ in OwnIndex(pages).texts]
    assert f"{CHOICES} After: {SAID}" in texts


def test_no_page_but_that_of_the_long_clause_itself_grows_beyond_its_budget(pages: dict[str, bytes]) -> None:
    """A clause of a hundred thousand characters is read whole where it stands, and told by its beginning elsewhere."""
    large = {where for where, page in pages.items() if where.endswith("/") and len(page) > 250_000}
    assert large == set()


def test_every_row_of_every_table_for_spreadsheets_is_a_row_of_text(pages: dict[str, bytes]) -> None:
    for where, content in pages.items():
        if where.endswith(".csv"):
            rows = list(csv.reader(StringIO(content.decode(), newline="")))
            assert {len(row) for row in rows} == {len(rows[0])}, where
            assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    rows = list(csv.reader(StringIO(pages["/releases/2014-06-01/changes.csv"].decode(), newline="")))
    assert f"'{FORMULA}" in [cell for row in rows for cell in row]


Pages = dict[str, bytes]
SAYINGS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "]]><!-- & &amp; </svg></title></style>",
    "\u202eright to left\u202c \u200f \u2066isolated",
    "{{ 7 * 7 }} {% raw %}",
    "javascript:alert(1)",
    "a\u2028b\u2029c",
)


@pytest.fixture(scope="module", params=SAYINGS)
def said(request: pytest.FixtureRequest) -> str:
    """Return each of them."""
    return str(request.param)


@pytest.fixture(scope="module")
def saying_pages(said: str) -> Pages:
    """Return the site of an excerpt in which every field and every text says it."""
    return render_site(excerpt_saying(said))


def test_pages_have_no_more_elements_than_with_plain_words(saying_pages: Pages) -> None:
    """Saying something else changes texts, and no tag, no attribute's name and no script."""
    for where, page in saying_pages.items():
        if where.endswith("/"):
            read = read_html(page)
            assert obeyed(read) == [], where
            assert 4 <= read.tags.count("script") == len(scripts_of(page)) <= 7, where


def test_whatever_is_said_can_be_read_on_every_page_that_shows_it(said: str, saying_pages: Pages) -> None:
    squeezed = " ".join(said.split())
    for where in ("/editions/507-old/", "/compare/2008-02-01/2014-05-01/", "/clause/2003-10-01-507.1a/", "/checks/"):
        assert squeezed in " ".join(read_html(saying_pages[where]).text.split()), where


def test_data_beside_the_pages_gives_back_what_was_said(said: str, saying_pages: Pages) -> None:
    comparison = json.loads(saying_pages["/compare/2008-02-01/2014-05-01/index.json"])
    assert said in comparison["changes"][1]["new"][0]["text"]
    history = json.loads(saying_pages["/clause/2003-10-01-507.1/index.json"])
    assert said in history["wordings"][0]["text"]
    release = json.loads(saying_pages["/editions/507-old/index.json"])
    assert said in release["sections"][0]["children"][0]["text"]


def test_attributes_hold_what_was_said_whole(said: str, saying_pages: Pages) -> None:
    """The label of a check's source is an attribute with the check's title in it."""
    read = read_html(saying_pages["/clause/2003-10-01-507.1a/"])
    assert ("aria-label", f"Source of: The last effect wins, {said}") in read.attributes
