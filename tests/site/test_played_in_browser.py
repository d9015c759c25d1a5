"""Played stories in a browser: the slider shows one outcome, and without scripts all of them are there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from accessible import faults_of_look
from serving import Window

pytestmark = pytest.mark.browser


def test_played_stories_are_accessible_and_fit_every_screen_at_any_release(context: Callable[..., Window]) -> None:
    page = context().new_page()
    page.goto("/played/legend-rule/")
    page.locator("#when").fill("60")
    assert faults_of_look(page) == []


def test_moving_the_slider_changes_the_outcome_in_words(context: Callable[..., Window]) -> None:
    page = context().new_page()
    page.goto("/played/legend-rule/")
    slider, said = page.locator("#when"), page.locator(".slide output")
    assert page.locator(".panel:visible h2").all_inner_texts() == ["Each player keeps one since 2013-07-13"]
    slider.focus()
    page.keyboard.press("Home")
    assert said.inner_text() == "Sixth Edition (1999-04-23): The older one stays"
    assert slider.get_attribute("aria-valuetext") == said.inner_text()
    assert page.locator(".panel:visible li").first.inner_text() == "Ann’s Kokusho stays."
    assert page.locator(".stretch .now").inner_text().startswith("The older one stays")
    page.keyboard.press("End")
    assert page.locator(".panel:visible li").nth(1).inner_text() == "Bob’s Kokusho stays."


def test_a_stretch_and_a_release_lead_to_their_outcome(context: Callable[..., Window]) -> None:
    page = context().new_page()
    page.goto("/played/legend-rule/#both-die")
    assert page.locator(".panel:visible h2").all_inner_texts() == ["Both die 2004-10-01 to 2013-07-12"]
    page.locator(".stretch a").first.click()
    assert page.locator(".panel:visible h2").all_inner_texts() == ["The older one stays until 2004-09-30"]
    page.locator("#steps summary").click()
    page.get_by_role("link", name="Gatecrash (2013-02-01)").click()
    assert page.locator(".slide output").inner_text() == "Gatecrash (2013-02-01): Both die"
    assert page.locator(".panel:visible").count() == 1


def test_without_scripts_every_outcome_is_there_and_every_release_leads_to_its_own(
    context: Callable[..., Window],
) -> None:
    page = context(scripts=False).new_page()
    page.goto("/played/mulligans/")
    assert page.locator(".panel:visible").count() == 4
    assert not page.locator("#when").is_visible()
    page.locator("#steps summary").click()
    page.get_by_role("link", name="Core Set 2020 (2019-07-12)").last.click()
    assert page.url.endswith("#from-2019-07-12")
