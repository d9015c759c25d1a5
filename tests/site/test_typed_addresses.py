"""Addresses as people type them, in a browser, on a host that shows the page for missing pages: each kind leads on.

The small archive has the texts of 2003-10-01, 2009-07-11, 2009-10-01 and 2014-05-01, among all those that are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rendering import render_site
from serving import serving, serving_folder, window
from small_archive import fill, index_of
from small_excerpt import make_excerpt
from table import table_at_once
from trees import write_tree

from crdiff.cli.app import run
from crdiff.pages import address
from tests.marked_book import write_bread
from tests.roman_book import write_spiel

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
TOLD = "[data-missing]"


@pytest.fixture(scope="module")
def bare_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a site is served that has no whole texts."""
    with serving(tmp_path_factory.mktemp("bare"), render_site(make_excerpt())) as where:
        yield where


@pytest.fixture(scope="module")
def book_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a site of two invented books is served, the second below its name."""
    folder = tmp_path_factory.mktemp("books")
    for name, write in (("bread", write_bread), ("spiel", write_spiel)):
        texts = map(str, write(folder))
        run(["corpus", "add", "--book", str(folder / name), *texts, "--corpus", str(folder), "--quiet"])
    run(["site", "build", "--plain", "--corpus", str(folder), "-o", str(folder / "out"), "--quiet"])
    with serving_folder(folder / "out") as where:
        yield where


@pytest.fixture
def page(browser: Browser, small_host: str) -> Iterator[Page]:
    """Return a page; hosts answer 404 to what is typed, which a browser logs as an error."""
    opened = window(browser, small_host)
    yield opened.new_page()
    opened.end_of_test()


@table_at_once
def test_a_typed_address_leads_to_the_page_that_is_meant(
    typed: str, leads_to: str, page: Page, small_host: str
) -> None:
    page.goto(f"{small_host}{typed}")
    page.wait_for_url(f"{small_host}{leads_to}")
    assert page.locator(TOLD).count() == 0


@table_at_once
def test_an_address_without_an_answer_says_why(typed: str, says: str, page: Page, small_host: str) -> None:
    page.goto(f"{small_host}{typed}")
    page.locator(TOLD).wait_for()
    assert page.inner_text(TOLD).startswith(says)
    assert page.locator(f"{TOLD} a").count() or "999" in typed


@table_at_once
def test_a_book_is_asked_in_its_own_numbers(
    typed: str, asked: str, leads_to: str, browser: Browser, book_host: str
) -> None:
    """By addresses, and by the field in the head of any page."""
    page = window(browser, book_host).new_page()
    page.goto(f"{book_host}{typed}")
    if asked:
        page.fill("#q", asked)
        page.press("#q", "Enter")
    page.wait_for_url(f"{book_host}{leads_to}")


def test_what_is_not_here_leads_to_the_nearest_text_before_it(page: Page, small_host: str) -> None:
    page.goto(f"{small_host}/on/2010-03-01/710.2")
    page.click("text=710.2 as of Zendikar (2009-10-01)")
    page.wait_for_url(f"{small_host}/rules/710/2009-10-01/#r710.2")


def test_a_number_that_no_rule_had_on_a_day_is_answered_with_what_its_rule_was(page: Page, small_host: str) -> None:
    page.goto(f"{small_host}/on/2009-08-01/712.2")
    page.wait_for_url(f"{small_host}/search/?q=712.2%202009-08-01")
    page.get_by_role("heading", name="On that day it was 710.2").wait_for()
    page.get_by_role("link", name="Text then").first.click()
    page.wait_for_url(f"{small_host}/rules/710/2009-07-11/#r710.2")


def test_any_other_address_is_only_said_to_be_missing(page: Page, small_host: str) -> None:
    for typed in ("/no/such/page", "/rules/nonesuch/", "/%E0%A4%A", "/clause/nonesuch/"):
        page.goto(f"{small_host}{typed}", wait_until="networkidle")
        assert page.inner_text("h1") == "There is no page here"
        assert not page.is_visible(TOLD)


@table_at_once
def test_the_small_site_leads_to_histories_and_numbers(typed: str, leads_to: str, page: Page, bare_host: str) -> None:
    page.goto(f"{bare_host}{typed}")
    page.wait_for_url(f"{bare_host}{leads_to}")


def test_typed_addresses_work_under_any_path(page: Page, tmp_path: Path) -> None:
    made = render_site(index_of(fill(tmp_path / "corpus")), "https://owner.github.io/rules/")
    write_tree(tmp_path / "rules", {address.file_of(where): content for where, content in made.items()})
    (tmp_path / "404.html").write_bytes(made["/404.html"])
    with serving_folder(tmp_path) as where:
        page.goto(f"{where}/rules/on/2009-10-05/710.2")
        page.wait_for_url(f"{where}/rules/rules/710/2009-10-01/#r710.2")
    assert b"/rules/releases/m10/ /rules/releases/2009-07-11/ 302\n" in made["/_redirects"]
