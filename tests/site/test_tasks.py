"""What readers come for, walked as they would: each task in at most two steps from the home page, and answered right.

A step is one question asked, one form filled in or one link taken. Each task is walked on a phone; where a reader has
to see something without scrolling, on a desktop too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.whole]

# Links in pictures have no address of their own as a string.
_HREFS = "links => links.map(link => new URL(link.getAttribute('href'), document.baseURI).href)"

MOST_STEPS = 2
ON_BOTH = pytest.mark.parametrize("walk", [1280, 390], indirect=True)


class Walk:
    """A reader on the home page, who counts the steps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps = 0
        page.goto("/")

    def ask(self, words: str) -> None:
        """Type a question into the one field of the page, and press Enter."""
        self.steps += 1
        before = self.page.url
        field = self.page.locator("form.ask input[name=q]")
        field.fill(words)
        field.press("Enter")
        self.page.wait_for_url(lambda url: url != before)
        self.page.wait_for_load_state("networkidle")

    def take(self, link: Locator) -> None:
        """Follow a link, or send a form."""
        self.steps += 1
        link.click()
        self.page.wait_for_load_state("networkidle")

    def link(self, where: str) -> Locator:
        """Return the first link that one sees in the text of the page to an address like this, a regular expression."""
        links = self.page.locator("main a[href]")
        hrefs: list[str] = links.evaluate_all(_HREFS)
        for index, href in enumerate(hrefs):
            if re.search(where, href) and links.nth(index).is_visible():
                return links.nth(index)
        raise AssertionError(f"no link to {where} on {self.page.url}")

    def reads(self, *said: str) -> None:
        """Hold the page to having these words, each a regular expression, and the walk to its steps."""
        text = " ".join(self.page.locator("main").inner_text().split())
        for words in said:
            assert re.search(words, text, re.IGNORECASE), f"{words} is not on {self.page.url}: {text[:600]}"
        assert self.steps <= MOST_STEPS


@pytest.fixture
def walk(browser: Browser, official_host: str, request: pytest.FixtureRequest) -> Iterator[Callable[[], Walk]]:
    """Return a function that opens the home page; nothing may be asked of another host."""
    context = browser.new_context(
        viewport={"width": getattr(request, "param", 390), "height": 900}, base_url=official_host
    )
    outside: list[str] = []
    context.on("request", lambda asked: None if asked.url.startswith(official_host) else outside.append(asked.url))
    yield lambda: Walk(context.new_page())
    context.close()
    assert outside == []


def is_on_screen(page: Page, element: Locator) -> bool:
    """Whether a reader sees an element without scrolling."""
    box = element.bounding_box()
    size = page.viewport_size
    return bool(box and size and box["y"] + box["height"] > 0 and box["y"] < size["height"])


def test_a_what_became_of_mana_burn(walk: Callable[[], Walk]) -> None:
    """The answer says when it ended; the rule’s history says which rules took over."""
    reader = walk()
    reader.ask("mana burn")
    reader.reads("mana burn", r"2009-07-11", r"300\.3")
    reader.take(reader.link(r"/(clause/[\d-]+-300\.[34]|history-of/mana-burn)/"))
    reader.reads("mana burn", r"Magic 2010 \(2009-07-11\)", r"106\.4|500\.[45]")


@ON_BOTH
def test_b_what_a_rule_said_on_a_day(walk: Callable[[], Walk]) -> None:
    """704.5 on 2012-08-01 had the planeswalker uniqueness rule; the page says that it is not in force."""
    reader = walk()
    reader.ask("704.5 2012-08-01")
    if "/rules/704/" not in reader.page.url:
        reader.take(reader.link(r"/rules/704/2012-\d\d-\d\d/"))
    reader.reads("not in force", "planeswalker uniqueness rule")
    assert is_on_screen(reader.page, reader.page.get_by_text("Not in force").first)


def test_d_what_is_to_be_read_in_the_newest_release(walk: Callable[[], Walk]) -> None:
    """Date lines and credits are not to be read, and no internal name of a line is shown."""
    reader = walk()
    name = reader.page.locator("#new").inner_text()
    assert re.fullmatch(r"Newest release: .+ \(\d{4}-\d\d-\d\d\)", " ".join(name.split()))
    day = name.strip(" )")[-10:]
    reader.take(reader.link(rf"/releases/{day}/$"))
    reader.reads("to read", day)
    assert not re.search(r"\b(front|credits):\d", reader.page.locator("main").inner_text())


def test_e_the_history_of_a_rule(walk: Callable[[], Walk]) -> None:
    """702.19b: its text today, the heading it is under, and its wordings since 1999 with the numbers it had."""
    reader = walk()
    reader.ask("702.19b")
    if "/clause/" not in reader.page.url:
        reader.take(reader.link(r"/clause/1999-04-23-502\.9b/"))
    reader.reads(
        r"702\.19b\s*Trample", "attacking creature with trample", r"502\.9b", "wordings", "since 1999|1999-04-23"
    )


def test_g_which_rule_a_card_changed(walk: Callable[[], Walk]) -> None:
    """Opposition Agent came with 2020-11-20; the rule names it since Kaldheim (2021-02-05)."""
    reader = walk()
    reader.ask("Opposition Agent")
    reader.take(reader.link(r"/clause/[\d-]+-7\d\d\.\d+/|/history-of/|#r72\d\.2$"))
    reader.reads("Opposition Agent", "Word of Command")
    if "/clause/" in reader.page.url:
        reader.reads(r"Kaldheim \(2021-02-05\)")


@ON_BOTH
def test_h_a_link_to_the_text_of_a_day(walk: Callable[[], Walk]) -> None:
    """Mouse and thumb find it: the button “Copy” of the clause offers the address of this very text."""
    reader = walk()
    reader.ask("704.5j 2012-08-01")
    if "/rules/704/" not in reader.page.url:
        reader.take(reader.link(r"/rules/704/2012-\d\d-\d\d/"))
    clause = reader.page.locator("[id='r704.5j']")
    menu = clause.get_by_role("button", name=re.compile("^Copy")).first
    assert is_on_screen(reader.page, menu)
    menu.click()
    offered = reader.page.locator("dialog[open]").inner_text()
    assert re.search(r"/rules/704/2012-\d\d-\d\d/#r704\.5j", offered)
    reader.reads("planeswalker uniqueness rule")
