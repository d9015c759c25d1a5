"""Addresses, the template engine, and what the head of a page tells chats and search engines."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from rendering import render_site
from table import table

from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.address import Host, robots
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.render import Frame, environment
from tests.pages.conftest import HOST as URL

Pages = dict[str, bytes]


def tags(page: bytes) -> dict[str, str]:
    """Return what the head says, by the name or property of each of its tags."""
    head = page.decode().partition("</head>")[0]
    found = {
        name: unescape(content)
        for kind in ("name", "property")
        for name, content in re.findall(rf'<meta [^>]*{kind}="([^"]+)"[^>]* content="([^"]*)"', head)
    }
    found |= {rel: unescape(href) for rel, href in re.findall(r'<link rel="([a-z]+)"[^>]* href="([^"]*)"', head)}
    return found | {"title": unescape(re.findall(r"<title>(.*?)</title>", head)[0])}


def test_a_link_to_a_clause_shows_its_number_its_text_and_its_history(pages: Pages) -> None:
    said = tags(pages["/clause/2003-10-01-507.1/"])
    assert said["og:title"].startswith("CR 712.1 ")
    assert said["title"] == f"{said['og:title'].removeprefix('CR ')} · crdiff"
    assert said["description"] == said["og:description"]
    assert said["description"].endswith(" In force since 2014-05-01 or earlier, 3 wordings since 2003.")
    assert said["description"].startswith("Some cards allow a player to control another player")
    assert (said["og:type"], said["og:site_name"], said["twitter:card"]) == ("article", "crdiff", "summary")


def test_every_page_says_what_it_is_called_and_what_it_is_about(pages: Pages) -> None:
    for where, page in pages.items():
        if where.endswith("/"):
            said = tags(page)
            assert said["title"].strip(" ·"), where
            assert len(said["description"]) >= 20 or "plain words" in said["description"], where
            assert said["og:title"], where


def test_titles_tell_pages_apart(pages: Pages) -> None:
    shown = [tags(page)["title"] for where, page in pages.items() if where.endswith("/") and "/clause/" not in where]
    twice = {title for title in shown if shown.count(title) > 1}
    assert len(twice) <= len(shown) // 20, sorted(twice)[:5]


def test_an_old_text_names_the_place_where_the_same_rule_is_read_today(hosted: Pages) -> None:
    old = tags(hosted["/rules/507/2003-10-01/"])
    assert old["canonical"] == f"{URL}rules/712/"
    assert old["og:url"] == f"{URL}rules/507/2003-10-01/"
    assert "robots" not in old


def test_an_old_text_that_nothing_continues_is_kept_out_of_search_engines(hosted: Pages) -> None:
    old = [tags(page) for where, page in hosted.items() if address.is_unoffered(where)]
    assert old
    assert all(("canonical" in each) != ("robots" in each) for each in old)
    assert all(each["canonical"].startswith(f"{URL}rules/") for each in old if "canonical" in each)


def test_every_canonical_address_is_a_page_that_is_its_own(hosted: Pages) -> None:
    for where, page in hosted.items():
        if where.endswith("/") and "canonical" in tags(page):
            target = "/" + tags(page)["canonical"].removeprefix(URL)
            assert tags(hosted[target])["canonical"] == f"{URL}{target[1:]}", where


def test_where_the_host_is_not_known_nothing_is_named_by_a_whole_address(pages: Pages) -> None:
    for where, page in pages.items():
        if where.endswith("/"):
            assert {"canonical", "og:url", "og:image"}.isdisjoint(tags(page)), where


def test_the_picture_of_links_is_there_and_small(hosted: Pages) -> None:
    assert tags(hosted["/"])["og:image"] == f"{URL}assets/card.png"
    assert hosted[address.CARD].startswith(b"\x89PNG")
    assert len(hosted[address.CARD]) <= 60_000


def test_the_page_for_missing_pages_is_not_offered(hosted: Pages) -> None:
    assert tags(hosted[address.MISSING])["robots"] == "noindex"


def test_robots_are_shown_the_map_where_there_is_one(hosted: Pages, pages: Pages) -> None:
    assert f"Sitemap: {URL}sitemap.xml" in hosted["/robots.txt"].decode()
    assert b"Sitemap" not in pages["/robots.txt"]
    assert robots(Host()).startswith(b"User-agent: *\nAllow: /\n")


def test_the_plain_index_leads_only_to_what_is_there(pages: Pages, hosted: Pages) -> None:
    links = re.findall(r"\]\(([^)]+)\)", pages["/llms.txt"].decode())
    assert len(links) > 8
    assert all(f"/{link}" in pages for link in links)
    whole = re.findall(r"\]\(([^)]+)\)", hosted["/llms.txt"].decode())
    assert whole == [f"{URL}{link}" for link in links]


def test_among_the_pages_of_another_project_both_files_are_left_to_it(excerpt: ArchiveIndex) -> None:
    made = render_site(excerpt, URL, frame=Frame("A wiki"))
    assert {"/robots.txt", "/llms.txt"}.isdisjoint(made)
    assert tags(made["/rules/"])["og:site_name"] == "A wiki"


# addresses, and the links that lead from one page to another


ADDRESSES = (
    "/", "/404.html", "/about/", "/editions/720-mtg-wiki/", "/editions/720-mtg-wiki/index.json",
    "/clause/2003-10-01-507.3b/", "/compare/2008-02-01/2024-06-07/", "/number/507/", "/assets/crdiff.css",
)  # fmt: skip


@given(st.sampled_from(ADDRESSES), st.sampled_from(ADDRESSES), st.sampled_from(["", "#r507.4"]))
def test_a_link_leads_to_its_target_wherever_the_site_is_hosted(page: str, target: str, anchor: str) -> None:
    link = address.relative(target + anchor, page)
    for host in ("https://host", "https://host/some/where"):
        assert urljoin(f"{host}{page}", link) == f"{host}{target}{anchor}"


def test_a_link_within_a_page_is_a_fragment_alone() -> None:
    assert address.relative("/number/507/#507.4", "/number/507/") == "#507.4"


@table
def test_an_address_is_served_from_one_file(where: str, file: str) -> None:
    assert address.file_of(where) == file


def test_the_addresses_of_the_design_stay() -> None:
    """Others have linked to them: they stay for ever."""
    assert address.edition("718-markdown") == "/editions/718-markdown/"
    assert address.rule(718) == "/rules/718/"
    assert address.clause("2003-10-01-507.3b") == "/clause/2003-10-01-507.3b/"
    assert address.number(ClauseNumber.parse("507.4")) == "/number/507/#507.4"
    assert address.number(ClauseNumber.parse("507")) == "/number/507/"
    assert address.comparison("2008-02-01", "2024-06-07") == "/compare/2008-02-01/2024-06-07/"
    assert (address.RELEASES, address.CHECKS, address.ABOUT) == ("/releases/", "/checks/", "/about/")


@given(st.text(min_size=1))
def test_an_id_is_safe_in_html_and_in_an_address(name: str) -> None:
    assert set(address.fragment(name)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_")


# the template engine of the pages is Jinja's own, and strict


def test_what_is_printed_is_escaped_wherever_it_lands() -> None:
    source = (
        "{% macro m(x) %}<i>{{ x }}</i>{% endmacro %}{{ text }} {{ m(text) }} {% set x %}{{ text }}{% endset %}{{ x }}"
    )
    assert environment().from_string(source).render(text="<b a='\"'>&").count("&lt;b a=&#39;&#34;&#39;&gt;&amp;") == 3


def test_a_name_that_a_template_misspells_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'txet' is undefined"):
        environment().from_string("{{ txet }}").render(text="")
