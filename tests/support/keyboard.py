"""Walking through a page by the Tab key, as a reader without a mouse does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST, LAST = 100, 30
"""How many stops are walked at the beginning and at the end of a page that has more: one press takes some 5 ms."""

_PREPARE = """() => {
    const own = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
    const shown = [...document.querySelectorAll(own)].filter((each) => each.checkVisibility());
    const isStop = (each) => each.type !== 'radio' || each.checked;
    window.stops = shown.filter(isStop);
    window.walked = [];
    window.last = -1;
    document.addEventListener('focusin', ({target}) => {
        const outlined = (each) => getComputedStyle(each).outlineStyle === 'solid'
            && parseFloat(getComputedStyle(each).outlineWidth) >= 2;
        last = Math.max(last, stops.indexOf(target));
        const stroked = target.querySelector(':scope > :is(.held, .hit)');
        window.walked.push({
            at: stops.indexOf(target),
            scrolls: target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight,
            ring: outlined(target) || (stroked !== null && getComputedStyle(stroked).strokeWidth === '3px'),
            what: target.outerHTML.slice(0, 120),
        });
    });
    return stops.length;
}"""


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk met: `stops` are all places of the page that do something, `reached` the index of each it came to.

    `ringless` are those that did not show that they had the focus; `stray` had it and do nothing.
    """

    stops: int
    reached: tuple[int, ...]
    ringless: tuple[str, ...]
    stray: tuple[str, ...]

    @property
    def expected(self) -> tuple[int, ...]:
        """The stops in the order of the page; of a long page its beginning and its end."""
        if self.stops <= FIRST + LAST:
            return tuple(range(self.stops))
        return (*range(FIRST), *range(self.stops - LAST, self.stops))


def walk(page: Page) -> Walk:
    """Press Tab from the start of `page` until the focus leaves it and return what had the focus.

    A box that scrolls may be a stop although it does nothing: the browser lets the keyboard scroll it.
    """
    stops = page.evaluate(_PREPARE)
    parts = [(0, stops)] if stops <= FIRST + LAST else [(0, FIRST), (stops - LAST, stops)]
    for first, end in parts:
        if first:
            page.evaluate("(at) => { stops[at].focus(); walked.pop(); }", first - 1)
        _press_until(page, end)
    walked = page.evaluate("walked")
    return Walk(
        stops,
        tuple(each["at"] for each in walked if each["at"] >= 0),
        tuple(each["what"] for each in walked if not each["ring"]),
        tuple(each["what"] for each in walked if each["at"] < 0 and not each["scrolls"]),
    )


def _press_until(page: Page, end: int) -> None:
    """Press Tab until the stop before `end` has had the focus; a box that scrolls takes a press more."""
    reached = page.evaluate("last")
    while reached < end - 1:
        for _ in range(end - 1 - reached):
            page.keyboard.press("Tab")
        before, reached = reached, page.evaluate("last")
        assert reached > before, f"the focus is trapped at {page.evaluate('document.activeElement.outerHTML')[:200]}"
