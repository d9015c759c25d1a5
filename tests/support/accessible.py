"""What a browser finds wrong with the look of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = ((1280, "light"), (390, "dark"))
"""A desktop and a phone, each in one of the colour schemes."""

_OF_LOOKS = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""The rules of axe whose answer depends on colours and on room: all others see the same page at every width."""


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


def faults_of_look(page: Page) -> list[str]:
    """Return what is wrong with a page as it stands, with its folds open: axe violations and sideways scroll.

    It is held to all rules on a desktop, to those that a look decides on a phone in the dark.
    """
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    found = []
    for (width, scheme), rules in zip(LOOKS, ((), _OF_LOOKS), strict=True):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{width} {scheme}: {each}" for each in violations(page, rules)]
        if wider := overflow(page):
            found.append(f"{width}: {wider} pixels wider than the window")
    return found
