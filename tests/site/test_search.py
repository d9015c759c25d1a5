"""Searching in a browser, by our own index and by Pagefind: the same questions, the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from engines import ENGINES, files_of
from serving import serving, watched_page
from small_archive import fill, index_of

from crdiff.pages.site import render_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=ENGINES)
def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the site of the small archive is served, with one engine and with the other."""
    folder = tmp_path_factory.mktemp("search")
    archive = index_of(fill(folder / "corpus"))
    files = files_of(request.param, archive)
    with serving(folder / "site", render_site(archive, "", files)) as where:
        yield where


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    """Return a page that may log nothing and ask no other host."""
    with watched_page(browser, host) as opened:
        yield opened


def test_a_clause_of_the_current_text_is_found_by_its_words(page: Page) -> None:
    page.goto("/search/")
    page.get_by_label("Words").fill("makes choices")
    hit = page.locator("#hits li").first
    hit.get_by_role("link", name="712.2").click()
    page.wait_for_url("**/rules/712/#r712.2")


def test_an_earlier_wording_is_found_only_where_it_is_asked_for(page: Page) -> None:
    """Mana burn left the rules in 2009."""
    page.goto("/search/?q=mana+burn")
    page.get_by_text("0 found in the text of 2014-05-01 and its glossary, 1 in earlier wordings.").wait_for()
    page.get_by_role("button", name="Search earlier wordings").click()
    page.get_by_text("1 found in earlier wordings.").wait_for()
    page.locator("#hits li").get_by_role("link", name="507.4").click()
    page.wait_for_url("**/clause/2003-10-01-507.4/#w2003-10-01")


def test_a_term_of_the_glossary_is_found(page: Page) -> None:
    page.goto("/search/?q=concede")
    page.locator("#hits li").get_by_role("link", name="Concede Glossary").click()
    page.wait_for_url("**/glossary/c/#concede")


def test_the_address_keeps_what_was_asked(page: Page) -> None:
    page.goto("/search/?q=mana&in=earlier")
    page.locator("#hits li").first.wait_for()
    assert page.get_by_label("Words").input_value() == "mana"
    page.get_by_label("Words").fill("mana burn")
    page.wait_for_url("**/search/?q=mana+burn&in=earlier")


def test_nothing_of_an_index_is_read_before_somebody_asks(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/search/")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith(".json") or "pagefind" in url] == []


def test_marks_of_a_pattern_in_the_question_do_no_harm(page: Page) -> None:
    page.goto("/search/")
    for odd in ("(", "a+*[", "<img src=x>", "'", "mana\\"):
        page.get_by_label("Words").fill(odd)
    page.get_by_label("Words").fill("concede")
    page.locator("#hits li").first.wait_for()
