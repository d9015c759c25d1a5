"""What pages may do and ask for, in a browser: nothing but what the policy allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
SEEN = """window.broken = [];
document.addEventListener("securitypolicyviolation", (event) => broken.push(event.blockedURI));"""
KINDS = (
    "/", "/rules/", "/rules/712/", "/releases/2009-10-01/", "/clause/2003-10-01-507.1/", "/number/710/", "/glossary/",
    "/compare/?old=2009-07-11&new=2014-05-01", "/compare/2009-07-11/today/", "/search/?q=player", "/stats/", "/data/",
    "/checks/",
)  # fmt: skip


# Those whose scripts ask for more when the page is there; to wait for that takes half a second.
READING = ("/compare/?old=2009-07-11&new=2014-05-01", "/search/?q=player")


def test_no_kind_of_page_does_what_its_policy_forbids(page: Page) -> None:
    page.add_init_script(SEEN)
    for where in KINDS:
        page.goto(where, wait_until="networkidle" if where in READING else "load")
        assert page.evaluate("broken") == [], where


def test_a_script_inside_a_page_and_a_picture_from_elsewhere_are_forbidden(browser: Browser, small_host: str) -> None:
    """The policy is there and works: without it, the tests above would hold for any page."""
    context = browser.new_context(base_url=small_host)
    opened = context.new_page()
    opened.add_init_script(SEEN)
    opened.goto("/rules/")
    opened.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            const image = document.createElement("img");
            image.src = "http://127.0.0.2:9/x.png";
            document.body.append(script, image);
        }"""
    )
    opened.wait_for_function("broken.length === 2")
    assert opened.evaluate("[window.ran, broken]") == [None, ["inline", "http://127.0.0.2:9/x.png"]]
    context.close()
