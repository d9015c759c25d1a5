"""What a browser finds wrong with the look of a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A desktop and a phone, each in one of the colour schemes.
LOOKS = ((1280, "light"), (390, "dark"))

# The rules of axe whose answer depends on nothing but colours, grounds and sizes of letters.
_OF_COLOURS = ("color-contrast", "link-in-text-block")

# The rule whose answer depends on the width of the window: all others see the same page at every one.
_OF_ROOM = ("scrollable-region-focusable",)


# Marks two texts of each colour, ground and size: axe takes some 3 ms for the contrast of each, always the same.
_MARK_SAMPLES = Path(__file__).with_name("mark_samples.js").read_text("utf-8")


def violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Return what axe finds wrong, by all its rules or by some: colours in samples, all else everywhere."""
    from axe_playwright_python.sync_playwright import Axe

    if page.evaluate("window.axe === undefined"):
        page.evaluate(Axe().axe_script)
    page.evaluate(_MARK_SAMPLES)
    others = {"runOnly": [*rules]} if rules else {"rules": {rule: {"enabled": False} for rule in _OF_COLOURS}}
    runs = [("document", others), ("{include: ['[data-sample]']}", {"runOnly": [*_OF_COLOURS]})]
    # of what is right, axe would otherwise describe each of thousands of elements
    found = [
        page.evaluate(
            f"options => axe.run({where}, {{...options, resultTypes: ['violations'], preload: false}})", options
        )
        for where, options in runs
    ]
    return [f"{it['id']}: {node['html'][:120]}" for each in found for it in each["violations"] for node in it["nodes"]]


def overflow(page: Page) -> int:
    """Return by how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults_of_look(page: Page) -> list[str]:
    """Return what is wrong with a page as it stands, with its folds open: axe violations and sideways scroll.

    It is held to all rules on a desktop, to those that a look decides on a phone in the dark.
    """
    page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    found = []
    for (width, scheme), rules in zip(LOOKS, ((), _OF_ROOM), strict=True):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"{width} {scheme}: {each}" for each in violations(page, rules)]
        if wider := overflow(page):
            found.append(f"{width}: {wider} pixels wider than the window")
    return found
