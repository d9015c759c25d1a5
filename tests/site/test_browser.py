"""The site in a real browser: a walk through it, accessibility, keys, choices, played stories, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from accessible import faults_of_look, overflow, violations
from keyboard import faults_of_walk
from written import NO_NUMBERS, NUMBERS

from crdiff.text.same_words import sentences_as_printed
from tests.site.conftest import Open, Visit

# played stories in a browser: the slider shows one outcome, and without scripts all of them are there


pytestmark = pytest.mark.browser


COMPARISON = "/compare/2008-02-01/2024-06-07/"
CLAUSE = "/clause/2003-10-01-507.3b/"
# A page of each kind, and the unusual ones of a kind.
KINDS = (
    "/", "/editions/507-crystal-keep/", COMPARISON, "/compare/", CLAUSE, "/clause/2003-10-01-507.4/", "/number/507/",
    "/rules/", "/rules/718/", "/releases/", "/checks/", "/checks/2014-05-01/", "/hosting/", "/history-of/legend-rule/",
    "/played/mana/", "/identify/", "/404.html",
)  # fmt: skip


def test_every_kind_of_page_is_accessible_fits_and_is_used_by_keys_alone(context: Open) -> None:
    """Folds open. The Tab key comes to links, those in pictures too, fields, buttons and folds: each seen, in order."""
    page = context().new_page()
    faults = {}
    for where in KINDS:
        page.goto(where)
        page.set_viewport_size({"width": 1280, "height": 900})
        faults[where] = [*faults_of_walk(page), *faults_of_look(page)]
    assert {where: some for where, some in faults.items() if some} == {}


def test_opened_menus_are_accessible_too(visit: Visit) -> None:
    page = visit(CLAUSE, width=390, scheme="dark")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert overflow(page) == 0
    assert violations(page) == []


def test_other_views_of_a_redline_are_accessible_and_remembered(context: Open) -> None:
    page = context().new_page()
    for view in ("Side by side", "New text only"):
        page.goto(CLAUSE)
        page.get_by_label(view).check()
        page.reload()
        assert page.get_by_label(view).is_checked()
        assert violations(page) == []
        assert overflow(page) == 0


def test_side_by_side_shows_the_old_text_left_and_the_new_text_right(visit: Visit) -> None:
    page = visit(COMPARISON)
    page.get_by_label("Side by side").check()
    old, new = page.locator("#to-720\\.1a .pair > .redline").all()
    assert old.inner_text().startswith("Multiple turn-controlling effects")
    assert new.inner_text().startswith("Multiple player-controlling effects")
    assert old.bounding_box()["x"] < new.bounding_box()["x"]  # type: ignore[index]


def test_the_new_text_alone_reads_as_the_new_text(visit: Visit) -> None:
    page = visit(COMPARISON, scripts=False)
    page.get_by_label("New text only").check()
    assert page.locator("#to-720\\.8 .redline").inner_text() == (
        "A player who controls another player also continues to make their own choices and decisions."
    )
    assert not page.locator("#from-507\\.4 .redline").is_visible()


def test_a_number_of_any_year_is_answered(visit: Visit) -> None:
    page = visit("/about/")
    for number, said in (
        ("507.4", "No rule is numbered 507.4 today."),
        ("718 2022", "was 719 in 2022. 2 other rules had the number 718 then: 717 today; 723 today."),
        ("502.3c 2007", "The rule that had this number until 2003-06-30 was 502.3b in 2007. It is 702.25b today."),
    ):
        page.keyboard.press("/")
        page.keyboard.press("Control+A")
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        page.locator("#says", has_text=said).wait_for()
    assert faults_of_look(page) == []


def test_the_fields_of_the_site_read_numbers_as_the_command_line_does(visit: Visit) -> None:
    page = visit("/about/")
    written = [*NUMBERS, *NO_NUMBERS]
    meant = page.evaluate("written => written.map(window.crdiff.meant)", written)
    assert dict(zip(written, meant, strict=True)) == NUMBERS | dict.fromkeys(NO_NUMBERS, "")


def test_without_scripts_a_number_is_found_by_links(visit: Visit) -> None:
    page = visit("/", scripts=False)
    page.get_by_role("link", name="Search", exact=True).click()
    page.get_by_label("Search: rule number").fill("507.4")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="numbers of all years").click()
    page.get_by_role("link", name="507", exact=True).click()
    page.get_by_role("link", name="No mana burn under another’s control").click()
    assert page.get_by_text("Removed with Magic 2010").first.is_visible()


def test_a_chosen_theme_is_kept_and_set_before_anything_is_painted(visit: Visit) -> None:
    page = visit("/about/", scheme="light")
    page.get_by_text("Display", exact=True).click()
    page.get_by_label("Dark").check()
    page.goto("/checks/")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 26)"


def test_without_scripts_a_theme_can_be_chosen_for_the_page(visit: Visit) -> None:
    page = visit("/about/", scheme="dark", scripts=False)
    page.get_by_text("Display", exact=True).click()
    page.get_by_label("Light").check()
    assert page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor") == "rgb(253, 253, 251)"


def test_keys_go_through_the_changes_and_can_be_switched_off(visit: Visit) -> None:
    page = visit(COMPARISON)
    focused = "document.activeElement.id"
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate(focused) == "to-720.1"
    page.keyboard.press("k")
    assert page.evaluate(focused) == "to-720"
    page.keyboard.press("s")
    assert page.get_by_label("Side by side").is_checked()
    page.get_by_text("Display", exact=True).click()
    page.get_by_label("Single keys").uncheck()
    page.locator("body").press("s")
    assert page.get_by_label("Side by side").is_checked()


def test_print_leaves_the_text_and_drops_the_tools(visit: Visit) -> None:
    page = visit(COMPARISON, scheme="dark")
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation").is_visible()
    assert not page.get_by_label("Side by side").is_visible()
    assert page.locator("#to-720\\.1 .redline").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_what_cannot_be_copied_is_shown_and_selected(visit: Visit) -> None:
    page = visit("/clause/2003-10-01-507.4/")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.locator("details.copy summary").click()
    page.get_by_role("button", name="Copy: Citation").click()
    page.get_by_role("status").get_by_text("CR 507.4, Mirrodin").wait_for()
    assert page.evaluate("getSelection().toString()").startswith("CR 507.4, Mirrodin")


def test_moving_the_slider_changes_the_outcome_in_words(visit: Visit) -> None:
    page = visit("/played/legend-rule/")
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


def test_a_stretch_and_a_release_lead_to_their_outcome(visit: Visit) -> None:
    page = visit("/played/legend-rule/#both-die")
    assert page.locator(".panel:visible h2").all_inner_texts() == ["Both die 2004-10-01 to 2013-07-12"]
    page.locator(".stretch a").first.click()
    assert page.locator(".panel:visible h2").all_inner_texts() == ["The older one stays until 2004-09-30"]
    page.locator("#steps summary").click()
    page.get_by_role("link", name="Gatecrash (2013-02-01)").click()
    assert page.locator(".slide output").inner_text() == "Gatecrash (2013-02-01): Both die"
    assert page.locator(".panel:visible").count() == 1


def test_without_scripts_every_outcome_is_there_and_releases_lead_to_their_own(visit: Visit) -> None:
    page = visit("/played/mulligans/", scripts=False)
    assert page.locator(".panel:visible").count() == 4
    assert not page.locator("#when").is_visible()
    page.locator("#steps summary").click()
    page.get_by_role("link", name="Core Set 2020 (2019-07-12)").last.click()
    assert page.url.endswith("#from-2019-07-12")


# quoting: the menu of a clause, and the same for each wording


def forms(page: Any, inside: str) -> dict[str, str]:
    """Return the texts to copy by their names."""
    rows = page.locator(f"{inside} li")
    return {
        (row.locator("b").text_content() or ""): (row.locator("code, a").first.text_content() or "")
        for row in (rows.nth(index) for index in range(rows.count()))
    }


def test_the_script_makes_the_texts_of_the_menu_with_whole_addresses(visit: Visit) -> None:
    plain = visit(CLAUSE, scripts=False)
    page = visit(CLAUSE)
    without, made = forms(plain, "details.copy"), forms(page, "details.copy")
    assert made.keys() == {*without, "Embed"}
    assert made["Link"].startswith("http")
    assert made["Link"].endswith(without["Link"])
    assert made["Citation"] == f"{without['Citation']}, {made['Link']}"
    assert made["Markdown"].removesuffix(f"]({made['Link']})") == f"[{without['Markdown']}"
    assert made["Quotation"] == without["Quotation"]
    assert made["Wiki"] == without["Wiki"]


MARKED = "[...CSS.highlights.get('sentence') ?? []].map(String).join('|')"


def test_the_address_of_each_sentence_leads_to_it(visit: Visit) -> None:
    page = visit("/rules/718/")
    for clause in page.locator(".tree li").all():
        text = "\n".join(clause.locator(":scope > .rt > p:not(.eg, :has(> b))").all_text_contents())
        for place, said in enumerate(sentences_as_printed(text), 1):
            page.evaluate("(hash) => { location.hash = hash; }", f"{clause.get_attribute('id')}/{place}")
            page.wait_for_function(f"(said) => {MARKED} === said", arg=said)


def test_the_sentence_that_is_selected_can_be_linked_to(visit: Visit) -> None:
    page = visit("/rules/718/")
    clause = page.locator("[id='r718.1'] p:not(.num)").first
    said, *_ = sentences_as_printed(clause.text_content())
    clause.select_text()
    page.get_by_role("button", name="Link to th").click()
    made = forms(page, "dialog[open]")
    assert re.search(r"/rules/718/[\d-]*/?#r718\.1/1", made["Link"])
    assert made["Embed"].startswith(f'<blockquote cite="{made["Link"]}"><p>{said}</p>')
    page.goto("about:blank")
    page.goto(made["Link"])
    page.wait_for_function(f"(said) => {MARKED}.startsWith(said)", arg=said)


def test_each_wording_can_be_quoted_as_it_read(visit: Visit) -> None:
    page = visit(CLAUSE)
    wording = page.locator(".change[id^='w']").last
    wording.hover()
    wording.locator(".copies").click()
    said = forms(page, "dialog[open]")
    assert said["Link"].endswith(f"{CLAUSE}#{wording.get_attribute('id')}")
    assert said["Citation"].startswith("CR 507.3b, Mirrodin (2003-10-01), http")
    assert re.search(r"This wording was in force until 2\d\d\d-\d\d-\d\d</footer></blockquote>$", said["Embed"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("dialog[open]").get_by_role("button", name="Copy: Citation").click()
    assert page.locator("dialog[open]").count() == 0
    assert "Copied: CR 507.3b" in page.locator(".said").text_content()
