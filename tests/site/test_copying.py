"""Quoting in a real browser: the menu of a clause, and the same for each clause of a text and each wording."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from serving import Window

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Open = Callable[..., Window]
CLAUSE = "/clause/2003-10-01-507.3b/"


def forms(page: Page, inside: str) -> dict[str, str]:
    """Return the texts to copy by their names."""
    rows = page.locator(f"{inside} li")
    return {
        (row.locator("b").text_content() or ""): (row.locator("code, a").first.text_content() or "")
        for row in (rows.nth(index) for index in range(rows.count()))
    }


def test_the_script_makes_the_texts_of_the_menu_with_whole_addresses(context: Open) -> None:
    plain = context(scripts=False).new_page()
    plain.goto(CLAUSE)
    page = context().new_page()
    page.goto(CLAUSE)
    without, made = forms(plain, "details.copy"), forms(page, "details.copy")
    assert made.keys() == without.keys()
    assert made["Link"].startswith("http")
    assert made["Link"].endswith(without["Link"])
    assert made["Citation"] == f"{without['Citation']}, {made['Link']}"
    assert made["Markdown"].removesuffix(f"]({made['Link']})") == f"[{without['Markdown']}"
    assert made["Quotation"] == without["Quotation"]
    assert made["Wiki"] == without["Wiki"]


def test_each_wording_can_be_quoted_as_it_read(context: Open) -> None:
    page = context().new_page()
    page.goto(CLAUSE)
    wording = page.locator(".change[id^='w']").last
    wording.hover()
    wording.locator(".copies").click()
    said = forms(page, "dialog[open]")
    assert said["Link"].endswith(f"{CLAUSE}#{wording.get_attribute('id')}")
    assert said["Citation"].startswith("CR 507.3b, Mirrodin (2003-10-01), http")


def test_what_was_copied_is_said_and_the_menu_closes(context: Open) -> None:
    opened = context()
    opened.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened.new_page()
    page.goto("/rules/718/")
    page.locator(".tree li").first.hover()
    page.locator(".copies").first.click()
    page.get_by_role("button", name="Copy: Citation").click()
    assert page.locator("dialog[open]").count() == 0
    assert "Copied: CR 718." in (page.locator(".said").text_content() or "")
