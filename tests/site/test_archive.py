"""The site of some official releases: its links, ids, budgets and numbers, and its pages in a real browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from accessible import faults_of_look, overflow, violations
from keyboard import faults_of_walk
from links import ids_and_targets, reached
from page_scripts import assert_within_budgets, scripts_of
from table import table

from crdiff.pages import address
from crdiff.store.embedded.corpus import load_corpus
from tests.conftest import SOME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.whole]

# A page of each kind, and the unusual ones of a kind; the last two are filled by their scripts.
KINDS = (
    "/", "/rules/", "/rules/702/", "/rules/702.19/", "/rules/720/", "/rules/720/2024-11-08/", "/rules/507/2006-05-01/",
    "/releases/", "/releases/2009-07-11/", "/releases/2009-07-11/text/", "/releases/2009-07-11/710/",
    "/releases/2024-11-08/", "/clause/2003-10-01-507.3b/", "/clause/2003-10-01-507.4/", "/number/507/", "/number/702/",
    "/history-of/", "/history-of/legend-rule/", "/played/mulligans/", "/glossary/", "/glossary/p/",
    "/glossary/1999-04-23-ability/", "/glossary/1999-04-23-mana-burn/",
    "/compare/", "/compare/2009-05-01/2009-07-11/", "/compare/2009-05-01/today/", "/search/",
    "/stats/", "/data/", "/number/", "/checks/", "/checks/2021-02-05/", "/hosting/", "/404.html",
    "/search/?q=trample+damage", "/compare/?old=2008-02-01&new=2024-06-07&rule=507",
)  # fmt: skip


# Gives the numbers and days that a page shows on more than one line; in code and addresses they may be.
BROKEN = Path(__file__).with_name("broken.js").read_text("utf-8")

# Gives what stands in the fields of a page that are too narrow for it.
CUT = """() => [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range])")]
    .filter((each) => each.offsetWidth && each.scrollWidth > each.clientWidth).map((each) => each.value)"""

# Gives the checkboxes and radio buttons of a page that take more room than a box needs: 24 px at most.
WIDE_BOXES = """() => [...document.querySelectorAll("input[type=checkbox], input[type=radio]")]
    .filter((each) => each.offsetWidth > 24).map((each) => each.id || each.parentElement.textContent.trim())"""

# Adds up how far the layout shifts.
SHIFT = """window.moved = 0; new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.moved += each.value;
}).observe({ type: "layout-shift", buffered: true });"""

Pages = Mapping[str, bytes]
Places = dict[str, tuple[list[str], set[tuple[str, str]]]]


@pytest.fixture(scope="module")
def pages(official_site: Path) -> Pages:
    """Return every page and file by its address."""
    paths = (path for path in official_site.rglob("*") if path.is_file())
    return {address.served_at(path.relative_to(official_site).as_posix()): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def places(pages: Pages) -> Places:
    """Return the ids of every page, and where its links lead."""
    return {where: ids_and_targets(where, page) for where, page in pages.items() if where.endswith(("/", ".html"))}


def test_no_id_stands_twice_and_every_link_leads_somewhere(pages: Pages, places: Places) -> None:
    known = {where: set(ids) for where, (ids, _) in places.items()}
    assert {where for where, (ids, _) in places.items() if len(ids) > len(known[where])} == set()
    broken = [
        f"{where} -> {path}#{fragment}"
        for where, (_, targets) in places.items()
        for path, fragment in targets
        if path not in pages or (fragment and fragment not in known[path])
    ]
    assert broken == []


def test_every_page_can_be_reached_from_home(pages: Pages, places: Places) -> None:
    """All but the page for missing pages, and those that lead from former names of clauses to their pages."""
    seen = reached("/", {where: {path for path, _ in targets} for where, (_, targets) in places.items()})
    assert {where for where in set(places) - seen if b'http-equiv="refresh"' not in pages[where]} == {"/404.html"}


def test_pages_and_what_they_load_stay_within_their_budgets(pages: Pages, places: Places) -> None:
    assert_within_budgets(pages)
    linked: set[str] = set().union(*(scripts_of(pages[where]) for where in places))
    assert {"compare.js", "search.js", "strip.js", "typed.js", "glance.js"} <= linked


def test_every_address_of_the_embedded_site_still_leads_to_a_page(pages: Pages) -> None:
    """Lineages keep their ids where their first release is held, and lead on otherwise; the rest stays always."""
    embedded = load_corpus()
    pairs = (("2008-02-01", "2014-05-01"), ("2014-05-01", "2021-07-23"), ("2021-07-23", "2024-06-07"))
    wanted = {address.edition(text.id) for text in embedded.editions} | {address.comparison(*pair) for pair in pairs}
    for lineage in embedded.lineages:
        if any(lineage.number_in(date.fromisoformat(release)) for release in SOME):
            wanted.add(address.clause(lineage.id))
    assert wanted - set(pages) == set()


def test_no_list_of_texts_has_a_page_twice(pages: Pages) -> None:
    """507 of 2008-02-01 is known to have stood twice, before and after a release that spoiled its marks."""
    listed = {
        where: re.findall(rb'<li><a href="([^"]+)"', part)
        for where, page in pages.items()
        if where.startswith("/rules/") and where.endswith("/")
        for part in re.findall(rb"<details[^>]* data-texts.*?</details>", page, re.DOTALL)
    }
    assert len(listed) > 100
    assert [where for where, links in listed.items() if len(links) > len(set(links))] == []


def visit(page: Page, where: str) -> None:
    """Open a page, and wait for what its scripts find where it is asked something."""
    page.goto(where, wait_until="networkidle" if "?" in where else "load")


@pytest.fixture
def host(official_host: str) -> str:
    return official_host


@pytest.mark.browser
def test_nothing_is_broken_in_two_cut_or_squeezed_at_any_width(page: Page) -> None:
    """The rules of 702 were listed as ``702.9 9 Cipher``, and ``Secrets of Strixhaven (2026-`` was to be compared."""
    faults = []
    for where in KINDS:
        visit(page, where)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width, scripts in ((1280, (BROKEN, WIDE_BOXES, CUT)), (390, (BROKEN, WIDE_BOXES)), (320, (BROKEN,))):
            page.set_viewport_size({"width": width, "height": 900})
            faults += [(where, width, each) for script in scripts for each in page.evaluate(script)]
            faults += [(where, width, "wider than the window")] if overflow(page) else []
            is_high = page.locator("header.head").evaluate("head => head.offsetHeight > 70")
            faults += [(where, width, "a head of more than one row")] if is_high else []
    assert faults == []


@pytest.mark.browser
def test_all_stories_of_a_release_stand_on_its_first_screen(page: Page) -> None:
    """Magic 2010 decided 22 of them; on a phone the field for questions covers the lower edge."""
    for where, least in (("/releases/2009-07-11/", 20), ("/releases/2024-11-08/", 2)):
        for width, height in ((1280, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(where)
            edge = min(height, page.locator("form.ask").bounding_box()["y"] if width < 640 else height)
            lowest = [item.bounding_box() for item in page.locator("[aria-labelledby=stories] li").all()]
            assert len(lowest) >= least
            assert max(box["y"] + box["height"] for box in lowest) < edge, (where, width)


@pytest.mark.browser
def test_nothing_that_is_seen_moves_when_scripts_come(page: Page) -> None:
    """The field for former texts came late: on a wide screen the text of a rule went down by a line, 0.2."""
    slow = {"offline": False, "latency": 60, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.add_init_script(SHIFT)
    moved = []
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for where in KINDS:
            page.goto(where, wait_until="networkidle")
            moved.append((page.evaluate("window.moved"), where, width))
    assert [each for each in moved if each[0] > 0.05] == []


@pytest.mark.browser
@table
def test_pages_of_whole_texts_are_accessible_and_used_by_keys_alone(page: Page, where: str) -> None:
    """The Tab key comes to all that does something, in order; its first stop leads past the head."""
    visit(page, where)
    page.mouse.click(1, 1)  # a search leaves the focus on its answer
    assert faults_of_walk(page) == []
    page.goto(where)
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('main, footer') !== null")
    assert faults_of_look(page) == []


@pytest.mark.browser
def test_any_two_releases_are_compared_by_what_clauses_are(page: Page) -> None:
    """507.3b of 2008 and 720.6 of 2024 are one clause; the redline between them is exact."""
    page.goto("/compare/?old=2008-02-01&new=2024-06-07&rule=507.3b")
    line = page.locator("#result .redline")
    line.wait_for()
    kept_and = "[...document.querySelector('#result .redline').childNodes].filter((node) => node.nodeName !== '{}')"
    old = page.evaluate(f"{kept_and.format('INS')}.map((node) => node.textContent).join('')")
    new = page.evaluate(f"{kept_and.format('DEL')}.map((node) => node.textContent).join('')")
    assert old.startswith("The controller of another player")
    assert new.endswith("See rule 104.3a.")
    assert "deletion" in line.aria_snapshot()
    page.get_by_label("New", exact=True).fill("2008-02-01")
    page.get_by_role("button", name="Compare").click()
    page.get_by_text("no difference in 507.3b").wait_for()


@pytest.mark.browser
def test_releases_are_compared_by_name_and_numbers_are_read_as_people_write_them(page: Page) -> None:
    page.goto("/compare/?old=previous&new=latest")
    page.locator("#compared").get_by_text("reworded").or_(
        page.locator("#compared").get_by_text("no difference")
    ).wait_for()
    names = page.locator("#held option").evaluate_all("options => options.map((option) => option.value)")
    chosen = [page.get_by_label(side, exact=True).input_value() for side in ("Old", "New")]
    assert chosen == [names[1], names[0]]
    page.goto("/compare/?old=2008-02-01&new=2024-06-07&clause=[CR 507.3B.]")
    page.locator("#result .redline").wait_for()


@pytest.mark.browser
def test_releases_are_compared_by_set_code_and_any_day(page: Page) -> None:
    """Magic 2010 came in force on 2009-07-11, and was on 2009-08-15."""
    for said in ("Magic 2010", "M10", "2009-08-15", "Magic 2010 (2009-07-11)"):
        page.goto(f"/compare/?old={quote(said)}&new=latest&rule=507")
        page.locator("#result").get_by_role("heading", name="Magic 2010 (2009-07-11) and").wait_for()
    page.goto("/compare/?old=1990-01-01&new=latest")
    page.get_by_text("“1990-01-01” is not the name of a release on this site").wait_for()


@pytest.mark.browser
def test_a_comparison_has_heads_a_map_and_all_subsections_open_at_once(page: Page) -> None:
    page.goto("/compare/?old=2024-09-20&new=2024-11-08")
    page.get_by_role("button", name="Open all").click()
    page.locator("#folds .redline").first.wait_for()
    assert page.locator("#folds > .fold:not([open])").count() == 0
    assert not page.locator("#prepared[open]").count()
    outside = page.locator("#folds > .fold").filter(has_text="Introduction and credits")
    outside.locator("ins").get_by_text("November").first.wait_for()
    page.get_by_label("Side by side").check()
    heads = page.locator("#result > .sides span")
    assert "(2024-09-20)" in heads.nth(0).inner_text()
    assert "(2024-11-08)" in heads.nth(1).inner_text()
    page.goto("/compare/?old=2008-02-01&new=2024-06-07&rule=507")
    curves = page.locator("#folds .flow path")
    curves.first.wait_for(state="attached")
    assert curves.count() > 3


@pytest.mark.browser
def test_every_kind_of_page_reads_without_scripts(browser: Browser, official_host: str) -> None:
    context = browser.new_context(base_url=official_host, java_script_enabled=False)
    page = context.new_page()
    for where in (where for where in KINDS if "?" not in where):
        page.goto(where)
        assert page.get_by_role("heading", level=1).is_visible(), where
        assert not page.locator("main .needs-js").filter(visible=True).count(), where
        assert page.locator("noscript .status").is_visible() == (where in {"/compare/", "/search/"}), where
    context.close()


@pytest.mark.browser
def test_a_text_of_another_time_is_chosen_and_the_clause_kept(page: Page) -> None:
    """720.3 of today was 507.1c in 2006: the reader stays on it, there and back.

    The text of 2006-05-01, which is here, is known to have stood since 2006-02-01, which is not.
    """
    page.goto("/rules/720/#r720.3")
    choice = page.get_by_label("Text of")
    older = next(words for words in choice.locator("option").all_inner_texts() if "(2006-02-01)" in words)
    choice.select_option(older)
    page.get_by_role("button", name="Read").click()
    page.wait_for_url("**/rules/507/2006-05-01/#r507.1c")
    assert page.evaluate("document.activeElement.id") == "r507.1c"
    page.keyboard.press("]")
    page.wait_for_url("**/rules/507/2007-10-01/#r507.1c")
    page.keyboard.press("[")
    page.wait_for_url("**/rules/507/2006-05-01/#r507.1c")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".strip a").click()
    page.wait_for_url("**/rules/720/**")


@pytest.mark.browser
def test_the_words_of_a_time_are_chosen_without_a_script(browser: Browser, official_host: str) -> None:
    context = browser.new_context(base_url=official_host, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    shown = page.locator(".words > figure").filter(visible=True)
    then = shown.all_inner_texts()
    page.locator(".track input").last.check()
    now = shown.all_inner_texts()
    assert (len(then), len(now)) == (1, 1)
    assert "that player chooses one of them" in now[0]
    assert then != now
    context.close()


@pytest.mark.browser
def test_a_clause_that_another_time_lacks_is_said_to_be_missing(page: Page) -> None:
    page.goto("/rules/720/#r720.9")
    page.get_by_label("Text of").select_option(index=page.locator("[data-texts] a").count() - 1)
    page.get_by_role("button", name="Read").click()
    page.wait_for_url("**/rules/507/2003-10-01/")
    assert "The rule you came from is not in this text." in page.locator("#status").inner_text()
    page.locator("#status").get_by_role("link", name="Its history").click()
    assert page.get_by_role("heading", level=1).is_visible()


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_one_sees_when_sentences_came_and_reads_old_texts(browser: Browser, official_host: str, scripts: bool) -> None:
    context = browser.new_context(
        base_url=official_host, java_script_enabled=scripts, viewport={"width": 390, "height": 900}
    )
    page = context.new_page()
    page.goto("/rules/720/")
    mark = page.locator("#r720\\.1 .by").first
    assert not mark.is_visible()
    page.get_by_label("Show when each sentence was added").check()
    assert mark.inner_text().startswith("2003-10-01")
    if scripts:
        assert overflow(page) == 0
        assert violations(page) == []
    page.locator("summary", has_text="texts since").click()
    page.get_by_role("link", name="(2003-10-01) until").click()
    assert "Not in force." in page.locator("#status").inner_text()
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("how", ["hover", "focus"])
def test_a_reference_shows_the_clause_it_names(page: Page, how: str) -> None:
    page.goto("/rules/720/")
    link = page.get_by_role("link", name="rule 104.3a")
    before = page.evaluate("document.documentElement.scrollHeight")
    getattr(link, how)()
    glance = page.get_by_role("tooltip")
    glance.get_by_text("A player can concede the game at any time.").wait_for()
    assert (
        link.evaluate("(each) => each.ariaDescribedByElements?.[0]?.id ?? each.getAttribute('aria-describedby')")
        == "glance"
    )
    assert page.evaluate("document.documentElement.scrollHeight") == before
    assert violations(page) == []
    if how == "hover":
        glance.hover()
        page.wait_for_timeout(400)
        assert glance.is_visible()
    page.keyboard.press("Escape")
    assert not glance.is_visible()
    assert how == "hover" or link.evaluate("(link) => link === document.activeElement")


@pytest.mark.browser
def test_keys_lead_on_cite_and_are_listed(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/rules/720/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "r720.1a"
    page.keyboard.press("c")
    page.get_by_role("status").get_by_text("Copied: CR 720.1a, Foundations (2024-11-08), ").wait_for()
    page.keyboard.press("C")
    page.get_by_role("status").get_by_text("Copied: [CR 720.1a, Foundations (2024-11-08)](").wait_for()
    page.keyboard.press("y")
    page.get_by_role("status").get_by_text("/rules/720/2024-11-08/#r720.1a").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/rules/720/2024-11-08/#r720.1a")
    page.keyboard.press("n")
    page.wait_for_url("**/rules/721/")
    page.keyboard.press("p")
    page.wait_for_url("**/rules/720/")
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").get_by_text("Copy such a citation in Markdown").is_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.goto("/clause/2003-10-01-507.3b/")
    page.keyboard.press("[")
    first = page.locator(".change[id^='w']").nth(1).get_attribute("id")
    assert page.evaluate("document.activeElement.id") == first


@pytest.mark.browser
def test_keys_rest_while_one_types_with_modifiers_and_when_switched_off(page: Page) -> None:
    page.goto("/rules/720/")
    page.keyboard.press("/")
    page.keyboard.type("njc?")
    assert page.get_by_label("Search: rule number").input_value() == "njc?"
    assert not page.get_by_role("dialog").is_visible()
    page.locator("h1").click()
    page.keyboard.press("Alt+j")
    assert page.evaluate("document.activeElement.id") == ""
    page.keyboard.press("?")
    page.get_by_label("Use single keys").uncheck()
    page.get_by_role("button", name="Close").click()
    page.goto("/clause/2003-10-01-507.3b/")
    page.keyboard.press("j")
    page.keyboard.press("?")
    assert page.evaluate("document.activeElement === document.body")
    assert not page.get_by_role("dialog").is_visible()


@pytest.mark.browser
@table
def test_a_link_in_a_picture_is_seen_to_have_the_focus(page: Page, where: str, picture: str) -> None:
    """What the style sheet computes says little of a picture that is stretched: the screen is looked at."""
    page.goto(where)
    drawn = page.locator(f"svg{picture}, {picture} svg.g").first
    link = drawn.locator("a").nth(1)
    drawn.scroll_into_view_if_needed()
    page.keyboard.press("Tab")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        before = drawn.screenshot()
        link.evaluate("(link) => link.focus({ preventScroll: true, focusVisible: true })")
        assert drawn.screenshot() != before, scheme
        link.blur()


@pytest.mark.browser
def test_menus_and_dialogs_open_close_and_give_the_focus_back_by_keys_alone(page: Page) -> None:
    page.goto("/rules/720/")
    summary = page.locator(".display summary")
    summary.focus()
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "all-keys"
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Keys")
    assert dialog.is_visible()
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.id") == "all-keys"
    page.keyboard.press("Escape")
    assert not page.locator(".display > div").is_visible()
    assert summary.evaluate("(summary) => summary === document.activeElement")
    page.keyboard.press("Enter")
    for _ in range(5):
        page.keyboard.press("Tab")
    assert not page.locator(".display > div").is_visible()


@pytest.mark.browser
def test_a_comparison_shows_the_kinds_that_are_chosen(page: Page) -> None:
    page.goto("/compare/?old=2021-02-05&new=2024-06-07")
    page.get_by_label("safe to skip,").wait_for()
    page.get_by_label("introduction and credits,").uncheck()
    outside = page.locator("#folds > .fold").filter(has_text="Introduction and credits")
    outside.wait_for(state="hidden")
    page.locator("#folds > .has-added.has-reworded > summary").first.click()
    page.locator("#folds .k-added .redline").first.wait_for()
    page.get_by_label("added,").uncheck()
    assert not page.locator("#folds .k-added").filter(visible=True).count()
    assert page.locator("#folds .k-reworded").filter(visible=True).count()


@pytest.mark.browser
def test_an_address_opens_the_change_it_names(page: Page) -> None:
    """720.6 of 2024-06-07 is 507.3b of 2008-02-01, in one of the many subsections that are closed at first."""
    page.goto("/compare/?old=2008-02-01&new=2024-06-07#to-720.6")
    page.locator("#to-720\\.6 .redline").first.wait_for()


@pytest.mark.browser
def test_nothing_is_asked_for_that_is_not_there(page: Page) -> None:
    """999 was never a number, 2000-01-01 no release: both are answered without a request that fails."""
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto("/stats/")
    for asked in ("999.1", "195", "2000-01-01-999.1", "5"):
        page.get_by_label("Search: rule number").fill(asked)
        page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=5")
    page.get_by_label("Search: rule number").fill("999.1")
    page.get_by_text("No rule is known to have been numbered 999.1.").wait_for()
    assert not failed
