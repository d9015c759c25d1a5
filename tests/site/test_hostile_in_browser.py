"""What scripts put on a page, from data or from a question, is text there too: nothing of it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from rendering import render_site
from serving import serving
from small_archive import fill, index_of

from tests.small_releases import CHOICES, RELEASES

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> &amp; ]]> \u202eright to left\u202c"
SEEN = """window.done = [];
window.alert = (said) => done.push(said);
document.addEventListener("securitypolicyviolation", (event) => done.push(event.blockedURI));"""


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the site of an archive with a hostile clause is served."""
    releases = {day: dict(clauses) for day, clauses in RELEASES.items()}
    releases["2014-05-01"] |= {"712.2": f"{CHOICES} After: {HOSTILE}", "712.3": "They can’t concede. See rule 712.2."}
    folder = tmp_path_factory.mktemp("hostile")
    archive = index_of(fill(folder / "corpus", releases))
    with serving(folder / "site", render_site(archive)) as where:
        yield where


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Return a page that remembers what was done on it."""
    page.add_init_script(SEEN)
    yield page
    assert page.evaluate("done") == []
    assert page.locator("img").count() == 0


def test_a_clause_found_is_text(page: Page) -> None:
    page.goto("/search/?q=alert")
    page.locator(".hits li", has_text="<script>alert(1)</script> <img src=x onerror=alert(1)> &amp; ]]>").wait_for()


def test_a_question_is_text(page: Page) -> None:
    """It is answered too: a word is found whatever mark that shows nothing was printed beside it or in it."""
    page.goto(f"/search/?q={quote(HOSTILE)}")
    assert page.get_by_label("Search: rule number").input_value() == HOSTILE
    page.get_by_text("One rule in force has these words").wait_for()
    assert page.locator("#asked").inner_text() == f"“{HOSTILE}”"
    page.get_by_label("Search: rule number").fill(HOSTILE)
    page.goto(f"/compare/?old=2009-10-01&new=2014-05-01&clause={quote(HOSTILE)}")
    page.get_by_text(f"no difference in {' '.join(HOSTILE.split())}").wait_for()


@pytest.mark.parametrize("asked", ["712.2", "712.2 2014-05-01"])
def test_an_answer_is_text(page: Page, asked: str) -> None:
    page.goto(f"/search/?q={quote(asked)}")
    page.locator("section[aria-labelledby=answer] li", has_text="<script>alert(1)</script> <img src=x").wait_for()
    page.goto(f"/search/?q={quote(f'{asked} {HOSTILE}')}")
    page.locator("#asked", has_text="<script>alert(1)</script> <img src=x").wait_for()


def test_a_redline_made_by_a_script_is_text(page: Page) -> None:
    page.goto("/compare/?old=2009-10-01&new=2014-05-01&clause=712.2")
    page.locator("#result .redline", has_text="<script>alert(1)</script>").wait_for()


def test_a_glance_at_a_clause_and_what_is_copied_are_text(page: Page) -> None:
    page.goto("/rules/712/")
    page.locator(".rt a", has_text="712.2").focus()
    page.get_by_role("tooltip").get_by_text("<script>alert(1)</script>").wait_for()
    page.keyboard.press("c")
    page.get_by_role("status").get_by_text("CR 712.3").wait_for()
