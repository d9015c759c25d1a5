"""Walking through a page by the Tab key, as a reader without a mouse does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# How many stops are walked at the beginning and at the end of a page that has more: one press takes some 5 ms.
FIRST, LAST = 30, 8

_PREPARE = Path(__file__).with_name("prepare.js").read_text("utf-8")


def faults_of_walk(page: Page) -> list[str]:
    """Press Tab from the start of `page` until the focus leaves it; return what it missed, and what had it in vain.

    All that does something has the focus once, in the order of the page, and shows it; of a long page the beginning and
    the end are walked. A box that scrolls may be a stop although it does nothing: the browser scrolls it by keys.
    """
    stops = page.evaluate(_PREPARE)
    parts = [(0, stops)] if stops <= FIRST + LAST else [(0, FIRST), (stops - LAST, stops)]
    for first, end in parts:
        if first:
            page.evaluate("(at) => { stops[at].focus(); walked.pop(); }", first - 1)
        _press_until(page, end)
    walked = page.evaluate("walked")
    reached, expected = (
        [each["at"] for each in walked if each["at"] >= 0],
        [at for part in parts for at in range(*part)],
    )
    return [
        *([f"reached {reached} of {expected}"] if reached != expected else []),
        *(f"shows no focus: {each['what']}" for each in walked if not each["ring"]),
        *(f"does nothing: {each['what']}" for each in walked if each["at"] < 0 and not each["scrolls"]),
    ]


def _press_until(page: Page, end: int) -> None:
    """Press Tab until the stop before `end` has had the focus; a box that scrolls takes a press more."""
    reached = page.evaluate("last")
    while reached < end - 1:
        for _ in range(end - 1 - reached):
            page.keyboard.down("Tab")  # as a key that is held down: to let it go each time would take as long again
        page.keyboard.up("Tab")
        before, reached = reached, page.evaluate("last")
        assert reached > before, f"the focus is trapped at {page.evaluate('document.activeElement.outerHTML')[:200]}"
