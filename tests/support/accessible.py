"""What a browser finds wrong with the look of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
"""A desktop and a phone, in both colour schemes."""


def violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Return what axe finds wrong, by all its rules or by some."""
    from axe_playwright_python.sync_playwright import Axe

    options = {"runOnly": list(rules)} if rules else {}
    # of what is right, axe would otherwise describe each of thousands of elements
    found = Axe().run(page, options={**options, "resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
