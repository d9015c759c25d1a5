"""A text that is not in force says so on the screen, wherever a link leads into it, and any day can be asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from rendering import render_site
from serving import serving
from small_archive import fill, index_of

from tests.small_releases import RELEASES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LONG = " ".join(["It lasts for a long while and is read on many lines of a narrow screen."] * 12)
TALL = {
    day: {n: f"{said} {LONG}" if "." in n else said for n, said in rules.items()} for day, rules in RELEASES.items()
}
OLD = "/rules/710/2009-07-11/"
IN_SIGHT = (
    "(node) => { const { top, bottom } = node.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }"
)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the site of an archive is served whose clauses fill several screens."""
    folder = tmp_path_factory.mktemp("old")
    with serving(folder / "site", render_site(index_of(fill(folder / "corpus", TALL)))) as where:
        yield where


@pytest.mark.parametrize(("width", "number"), [(1280, "710.2"), (320, "710.1"), (320, "710.3")])
def test_the_strip_is_in_sight_and_hides_no_clause_that_a_link_leads_to(page: Page, width: int, number: str) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{OLD}#r{number}")
    strip, clause = page.locator(".strip"), page.locator(f"[id='r{number}'] > .num")
    assert strip.evaluate(IN_SIGHT)
    assert "Not in force. Text of Magic 2010, 2009-07-11 to 2009-09-03" in strip.inner_text()
    assert clause.evaluate(IN_SIGHT)
    below, above = strip.bounding_box(), clause.bounding_box()
    assert below is not None
    assert above is not None
    assert above["y"] >= below["y"] + below["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_strip_leads_to_what_the_clause_is_today(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(OLD)
    assert page.inner_text(".strip a") == "Today’s 712"
    page.evaluate("location.hash = '#r710.2'")
    page.locator(".strip a", has_text="Today’s 712.2").wait_for()
    page.click(".strip a")
    page.wait_for_url("**/rules/712/#r712.2")


def test_the_strip_leads_to_the_history_of_a_clause_that_is_gone(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/rules/507/2003-10-01/#r507.4")
    page.locator(".strip a", has_text="History of 507.4").wait_for()


def test_old_text_is_marked_in_print_too(page: Page) -> None:
    page.goto(OLD)
    page.emulate_media(media="print")
    assert page.is_visible(".strip")
    style = page.locator(".then").evaluate("(node) => getComputedStyle(node).borderInlineStartStyle")
    assert style == "double"


def test_a_field_asks_for_any_day(page: Page) -> None:
    for where, leads_to in (
        ("/rules/712/", "/rules/710/2009-07-11/"),
        ("/clause/2003-10-01-507.1/", "/rules/710/2009-07-11/#r710.1"),
        ("/glossary/2003-10-01-concede/", "/glossary/2003-10-01-concede/#w2003-10-01"),
    ):
        page.goto(where)
        page.fill("[data-on] input[type=date]", "2009-08-15")
        page.click("[data-on] button")
        page.wait_for_url(f"**{leads_to}")


def test_a_field_for_a_rule_is_answered_with_its_text_then(page: Page) -> None:
    """The box answers for a number as for any other question; only an entry of the glossary is looked up in place."""
    on = "2009-08-15"
    for where, asked, title, leads_to in (
        ("/rules/", "", on, "/releases/2009-07-11/text/"),
        ("/number/", "CR 710.1A", f"710.1a on {on}", "/rules/710/2009-07-11/#r710.1a"),
        ("/number/712/", "", "On that day it was 710", "/rules/710/2009-07-11/"),
        ("/number/", "999.1", "No rule is known to have been numbered 999.1.", ""),
        ("/", "710.1a", f"710.1a on {on}", "/rules/710/2009-07-11/#r710.1a"),
    ):
        page.goto(where)
        if asked:
            page.fill("[data-on] input[name=number]", asked)
        page.fill("[data-on] input[type=date]", on)
        page.click("[data-on] button")
        page.locator("#asked", has_text=title).wait_for()
        links = page.locator("section[aria-labelledby=answer] .hits a").evaluate_all("(all) => all.map((a) => a.href)")
        assert not leads_to or any(link.endswith(leads_to) for link in links)


def test_the_glossary_asks_for_an_entry_on_any_day(page: Page) -> None:
    page.goto("/glossary/")
    page.fill("[data-on] input[name=number]", "Concede")
    page.fill("[data-on] input[type=date]", "2009-08-15")
    page.click("[data-on] button")
    page.wait_for_url("**/glossary/2003-10-01-concede/#w2003-10-01")
