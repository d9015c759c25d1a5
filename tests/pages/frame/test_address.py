"""Addresses, and the links that lead from one page to another."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crdiff.model.number import ClauseNumber
from crdiff.pages.frame import address

ADDRESSES = (
    "/",
    "/404.html",
    "/about/",
    "/editions/720-mtg-wiki/",
    "/editions/720-mtg-wiki/index.json",
    "/clause/2003-10-01-507.3b/",
    "/compare/2008-02-01/2024-06-07/",
    "/number/507/",
    "/assets/crdiff.css",
)


@given(st.sampled_from(ADDRESSES), st.sampled_from(ADDRESSES), st.sampled_from(["", "#r507.4"]))
def test_a_link_leads_from_its_page_to_its_target(page: str, target: str, anchor: str) -> None:
    link = address.relative(target + anchor, page)
    assert urljoin(f"https://host{page}", link) == f"https://host{target}{anchor}"


@given(st.sampled_from(ADDRESSES), st.sampled_from(ADDRESSES))
def test_links_hold_wherever_the_site_is_hosted(page: str, target: str) -> None:
    link = address.relative(target, page)
    assert urljoin(f"https://host/some/where{page}", link) == f"https://host/some/where{target}"


def test_a_link_within_a_page_is_a_fragment_alone() -> None:
    assert address.relative("/number/507/#507.4", "/number/507/") == "#507.4"


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("/", "index.html"),
        ("/number/507/#507.4", "number/507/index.html"),
        ("/clause/2003-10-01-507.3b/", "clause/2003-10-01-507.3b/index.html"),
        ("/checks/index.json", "checks/index.json"),
        ("/404.html", "404.html"),
    ],
)
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


def test_the_page_for_missing_pages_links_from_the_root() -> None:
    assert address.rooted("/about/", "/") == "/about/"
    assert address.rooted("/about/", "/crdiff/") == "/crdiff/about/"
    assert urldefrag(address.rooted("/", "/crdiff/")).url == "/crdiff/"
