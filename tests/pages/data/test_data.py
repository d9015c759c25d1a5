"""Data and feeds beside the pages: they keep to their schemas, their readers can use them, and nothing runs in them."""

from __future__ import annotations

import csv
import json
from io import StringIO
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest
from html_reader import read_html
from jsonschema import Draft202012Validator
from rendering import render_site

from crdiff.changes.change import Part, Structure
from crdiff.pages import address
from crdiff.pages.address import Host, relative, sitemap
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.data import RELEASES
from crdiff.reports.whatsnew import ListedChange, changes_csv
from tests.pages.conftest import HOST as URL

# feeds as their readers need them: well-formed, with whole addresses where the host is known, safe to show


Pages = dict[str, bytes]


def test_every_json_that_names_a_schema_keeps_to_it_and_the_site_publishes_it(pages: Pages) -> None:
    """The files without one are for the scripts of the pages alone."""
    used = set()
    for where, content in pages.items():
        value = json.loads(content) if where.endswith(".json") and not where.startswith("/data/schema/") else {}
        if "schema" in value:
            name = value["schema"].removeprefix("crdiff.").rpartition("/")[0]
            used.add(name)
            Draft202012Validator(json.loads(pages[f"/data/schema/{name}.json"])).validate(value)
    assert {"history", "clauses", "changes", "numbers", "show", "corpus"} <= used


def test_the_page_of_data_leads_to_every_schema_and_feed(pages: Pages) -> None:
    page = pages[address.DATA].decode()
    for where in pages:
        if where.startswith("/data/schema/") or where.endswith(".atom"):
            assert f'href="{relative(where, address.DATA)}"' in page or is_of_a_rule(where), where


def is_of_a_rule(where: str) -> bool:
    """Whether a feed is that of a rule, which the page of the rule leads to: there are too many for one list."""
    return where.startswith("/clause/") and "." in where.removesuffix(".atom")


def change(said: str) -> ListedChange:
    kinds = Part.RULES, Structure.SAME, ()
    return ListedChange(*kinds, True, None, False, ("=1", "b"), ("507.4",), "", 0.5, said)


@pytest.mark.parametrize("said", ["=1+1", "+1/+1 counter", "-1/-1 counter", "@SUM(A1)", '=HYPERLINK("https://x")'])
def test_a_cell_that_a_spreadsheet_would_run_is_text(said: str) -> None:
    """OWASP names the signs; a glossary term may well begin with one of them."""
    (read,) = csv.DictReader(StringIO(changes_csv([change(said)]).decode(), newline=""))
    assert read["old"] == "'=1; b"
    assert read["summary"] == f"'{said}"


def test_a_row_is_a_line_whatever_it_says() -> None:
    written = changes_csv([change('a\r=1\n"quoted", \t=2')])
    assert len(written.decode().splitlines()) == 2
    (read,) = csv.DictReader(StringIO(written.decode(), newline=""))
    assert read["summary"] == 'a =1 "quoted", =2'


ATOM = "{http://www.w3.org/2005/Atom}"


def feeds(pages: Pages) -> list[ET.Element]:
    return [ET.fromstring(content) for where, content in pages.items() if where.endswith(".atom")]


def ids(pages: Pages) -> list[str | None]:
    return [each.findtext(f"{ATOM}id") for feed in feeds(pages) for each in (feed, *feed.iter(f"{ATOM}entry"))]


def test_every_id_is_a_name_for_ever_and_no_two_are_one(pages: Pages) -> None:
    named = ids(pages)
    assert all(each and UUID(each).urn == each and UUID(each).version == 8 for each in named)
    assert len(named) == len(set(named)) > 4


def test_a_site_that_goes_to_another_host_keeps_its_ids(pages: Pages, hosted: Pages) -> None:
    assert ids(pages) == ids(hosted)


def test_a_feed_has_what_the_standard_requires_of_it(hosted: Pages) -> None:
    """RFC 4287, 4.1.1 and 4.1.2: id, title, updated, an author, a link to itself and one for each entry."""
    for feed in feeds(hosted):
        assert feed.find(f"{ATOM}author/{ATOM}name") is not None
        assert {link.get("rel") for link in feed.findall(f"{ATOM}link")} == {"self", "alternate"}
        for each in (feed, *feed.iter(f"{ATOM}entry")):
            assert all(each.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated"))
            assert each.find(f"{ATOM}link[@rel='alternate']") is not None
        dates = [entry.findtext(f"{ATOM}updated") for entry in feed.iter(f"{ATOM}entry")]
        assert dates == sorted(dates, key=str, reverse=True)
        assert feed.findtext(f"{ATOM}updated") == (dates[0] if dates else "2003-10-01T00:00:00Z")


def test_links_are_whole_where_the_host_is_known_and_lead_to_pages(hosted: Pages) -> None:
    for feed in feeds(hosted):
        for link in feed.iter(f"{ATOM}link"):
            href = link.get("href", "")
            assert href.startswith(URL)
            assert f"/{href.removeprefix(URL)}" in hosted


def test_without_a_host_links_are_relative_to_the_feed(pages: Pages) -> None:
    for feed in feeds(pages):
        for link in feed.iter(f"{ATOM}link"):
            assert not link.get("href", "").startswith(("http", "/"))


def test_the_content_of_an_entry_shows_what_is_to_be_read_as_redlines(pages: Pages) -> None:
    feed = ET.fromstring(pages[RELEASES])
    content = next(
        entry for entry in feed.iter(f"{ATOM}entry") if "(2009-07-11)" in (entry.findtext(f"{ATOM}title") or "")
    )
    shown = read_html((content.findtext(f"{ATOM}content") or "").encode())
    assert "A player doesn’t lose life due to mana burn" in shown.text
    assert {"del", "li"} <= set(shown.tags) <= {"p", "ul", "li", "b", "br", "del", "ins", "a"}


def titles(feed: bytes) -> list[str]:
    return [entry.findtext(f"{ATOM}title") or "" for entry in ET.fromstring(feed).iter(f"{ATOM}entry")]


def test_a_rule_in_force_has_a_feed_that_goes_on_through_its_numbers(pages: Pages, archive: ArchiveIndex) -> None:
    for each in archive.contents.standing[archive.newest]:
        if where := archive.feed_of(each.lineage):
            assert where in pages
    told = [
        title
        for where, page in pages.items()
        if where.startswith("/clause/") and where.endswith(".atom")
        for title in titles(page)
    ]
    assert any("712.4 added" in title for title in told), told


def test_a_feed_of_a_section_tells_of_that_section_only(pages: Pages) -> None:
    """In July 2009 507.4 left section 5, and in May 2014 712.4 came to section 7."""
    told = {
        section: " ".join(titles(pages[where]))
        for section, where in (("1", "/data/section-1.atom"), ("7", "/data/section-7.atom"))
    }
    assert "2014-05-01" in told["7"]
    assert "2014-05-01" not in told["1"]


def test_the_map_of_the_site_lists_every_page_but_old_texts_by_its_whole_address(hosted: Pages) -> None:
    """Nor does it list the addresses that were cut short, whose pages lead on."""
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    found = [each.text for each in ET.fromstring(hosted["/sitemap.xml"]).iter(f"{space}loc")]
    whole = (where for where, page in hosted.items() if where.endswith("/") and b"This address leads on" not in page)
    offered = (where for where in whole if not address.is_unoffered(where))
    assert found == [f"{URL.rstrip('/')}{where}" for where in offered]


def test_a_site_of_which_only_the_path_is_known_has_no_map(pages: Pages, archive: ArchiveIndex) -> None:
    assert "/sitemap.xml" not in pages
    under = render_site(archive, "/history/")
    assert "/sitemap.xml" not in under
    assert b'href="/history/rules/"' in under["/404.html"]


def test_characters_that_xml_cannot_hold_are_replaced_and_others_survive() -> None:
    said = "a\x00\x0b\ufffe<b>&\"' ]]> \u202e\U0001f600"
    read = ET.fromstring(f'<a b="{address.text(said)}">{address.text(said)}</a>')
    assert read.text == read.get("b") == "a\ufffd\ufffd\ufffd<b>&\"' ]]> \u202e\U0001f600"


def test_an_address_with_odd_characters_is_written_as_addresses_are() -> None:
    assert b"<loc>https://h/a%20b%22/</loc>" in sitemap(['/a b"/'], Host("https://h/"))
