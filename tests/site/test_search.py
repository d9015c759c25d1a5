"""One field in every head, and the answers in groups: asked in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rendering import render_site
from reordered_archive import reordered_index
from serving import serving, watched_page
from small_archive import fill, index_of
from table import table

from tests.small_releases import RELEASES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def reordered_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the site is served of an archive in which numbers change hands."""
    folder = tmp_path_factory.mktemp("reordered")
    with serving(folder / "site", render_site(reordered_index(folder / "archive"))) as where:
        yield where


@pytest.fixture
def reordered_page(browser: Browser, reordered_host: str) -> Iterator[Page]:
    """Return a page of the other site."""
    with watched_page(browser, reordered_host) as opened:
        yield opened


def field(page: Page) -> Locator:
    """Return the one field of a page."""
    return page.get_by_label("Search: rule number, words, name or date")


def ask(page: Page, asked: str) -> None:
    """Ask the page for searching, and wait for the answer: the focus is on its heading then."""
    page.goto("/search/")
    field(page).fill(asked)
    field(page).press("Enter")
    page.locator("#asked:focus").wait_for()


def hits(page: Page, group: str) -> Locator:
    """Return the hits of a group, by its heading."""
    return page.get_by_role("region", name=group, exact=True).locator(".hits > li")


def said(page: Page) -> str:
    """Return what the page says of the answer as a whole."""
    return page.locator("#says").inner_text()


@table
def test_a_question_is_answered(
    page: Page, *, asked: str, heading: str, says: str, group: str, has: str, link: str, leads_to: str
) -> None:
    """By a heading and a sentence, and by hits in groups, the first of which with that link leads to a page."""
    ask(page, asked)
    assert heading in page.locator("#asked").inner_text()
    assert says in said(page)
    if group:
        assert has in " ".join(" ".join(hits(page, group).all_inner_texts()).split())
    if link:
        hits(page, group).get_by_role("link", name=link).first.click()
        page.wait_for_url(f"**{leads_to}")


# words, terms, notes, sets, days


def test_a_word_of_two_letters_is_looked_for_as_it_is(page: Page) -> None:
    """Half of all texts have a word that begins with "co"."""
    ask(page, "con")
    assert hits(page, "Rules in force").count()
    ask(page, "co")
    page.get_by_text("Nothing found.").wait_for()


def test_words_in_quotation_marks_stand_side_by_side(page: Page) -> None:
    ask(page, "player next turn")
    assert hits(page, "Rules in force").count() == 1
    ask(page, '"player next turn"')
    assert said(page) == "Nothing found. Fewer words may find more."
    ask(page, "“player’s next turn”")
    assert hits(page, "Rules in force").locator("mark").all_inner_texts() == ["player’s", "next", "turn"]


# numbers of any year


def test_a_number_in_force_is_gone_to(page: Page) -> None:
    for asked in ("CR 712.2", "§712.2"):
        page.goto("/releases/")
        page.keyboard.press("/")
        page.keyboard.type(asked)
        page.keyboard.press("Enter")
        page.wait_for_url("**/rules/712/#r712.2")


def test_a_number_that_ended_is_answered_with_what_became_of_its_rule(page: Page) -> None:
    page.goto("/releases/")
    field(page).fill("507.2")
    page.locator(".ask output", has_text="507.2 (2003) is 712.2").wait_for()
    field(page).press("Enter")
    page.wait_for_url("**/search/?q=507.2")
    page.locator("#asked:focus").wait_for()
    assert said(page) == "No rule is numbered 507.2 today."
    [hit] = hits(page, "Number").all()
    assert "507.2 2003-10-01 or earlier to 2009-07-10 or earlier. 712.2 today." in hit.inner_text()
    rows = page.get_by_role("region", name="Numbers of this rule").get_by_role("rowheader").all_inner_texts()
    assert rows == ["507.2", "710.2", "712.2"]
    hit.get_by_role("link", name="Text today").click()
    page.wait_for_url("**/rules/712/#r712.2")


def test_a_number_that_named_nothing_in_a_year_leads_to_where_its_rule_was_then(page: Page) -> None:
    """Neither text in force in 2010, on that day or at the end of the year, is here: the answer says so."""
    for asked in ("2010 507.2", "507.2 2010-08-01"):
        ask(page, asked)
        when = "on 2010-08-01" if "-" in asked else "in 2010"
        assert page.locator("#asked").inner_text() == f"507.2 {when}"
        missing, there = said(page).split(" Going by the nearest texts here: ")
        assert re.fullmatch(rf"The text in force {when}, that of .* \(2010-\d\d-\d\d\), is not on this site\.", missing)
        assert there == (
            f"The rule that had this number until 2009-07-10 or earlier was 710.2 {when}. "
            "It is 712.2 today and still says the same."
        )


def test_a_number_finds_the_rules_that_name_it(page: Page) -> None:
    page.goto("/search/?q=701.1")
    page.locator("#asked:focus").wait_for()
    assert said(page) == "701.1 is in force today."
    assert hits(page, "Rules in force").locator(".num").all_inner_texts() == ["712.3"]


def test_a_number_of_several_rules_names_each_with_its_days(reordered_page: Page) -> None:
    page = reordered_page
    ask(page, "302.1")
    assert said(page) == "No rule is numbered 302.1 today."
    assert [each[:34] for each in hits(page, "Number").locator(".rt").all_inner_texts()] == [
        "The defending player chooses which",
        "Damage that is dealt to a creature",
    ]
    ask(page, "302.1 2003-10-05")
    assert hits(page, "Number").count() == 1
    assert "Damage that is dealt to a creature" in hits(page, "Number").inner_text()
    ask(page, "302.1 2005")
    assert "The rule that had this number until 2004-05-31" in said(page)
    assert "was 300.1 in 2005." in said(page)


# the field and the page


def test_what_is_typed_last_is_gone_to_however_late_an_answer_comes(page: Page) -> None:
    """Enter is pressed before the table of numbers has arrived, and another number is typed meanwhile."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/number/712/index.json", hold)
    page.goto("/releases/")
    field(page).press_sequentially("712.2")
    field(page).press("Enter")
    field(page).fill("701.1")
    for route in waiting:
        route.continue_()
    page.wait_for_timeout(200)
    assert page.url.endswith("/releases/")
    field(page).press("Enter")
    page.wait_for_url("**/rules/701/#r701.1")


def test_after_a_search_the_next_key_leads_to_the_answers(page: Page) -> None:
    page.goto("/search/?q=player")
    page.locator("#asked:focus").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Rules in force"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.hits') !== null")


def test_answers_come_while_one_types_and_the_field_keeps_the_focus(page: Page) -> None:
    page.goto("/search/")
    field(page).press_sequentially("mana burn")
    hits(page, "Earlier wordings").first.wait_for()
    page.wait_for_url("**/search/?q=mana+burn")
    assert page.evaluate("document.activeElement.name") == "q"
    field(page).fill("")
    page.get_by_role("heading", name="Rules of any year").wait_for()
    assert hits(page, "Earlier wordings").count() == 0


def test_few_hits_are_shown_first_and_more_on_request(reordered_page: Page) -> None:
    page = reordered_page
    ask(page, "enters the battlefield")
    assert hits(page, "Rules in force").count() == 5
    page.get_by_role("region", name="Rules in force").get_by_role("button", name="Show more").click()
    page.get_by_text("Before a commander").wait_for()
    assert hits(page, "Rules in force").count() == 10
    assert page.evaluate("document.activeElement.closest('li') === document.querySelectorAll('.hits > li')[5]")


def test_nothing_of_an_index_is_read_before_somebody_asks(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/search/")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if url.endswith(".json")] == []


def test_marks_of_a_pattern_in_the_question_do_no_harm(page: Page) -> None:
    for odd in ("(", "a+*[", "mana\\", '"', "507.4 ("):
        ask(page, odd)
    ask(page, "concede")
    hits(page, "Answer").first.wait_for()


def test_words_in_italics_are_shown_so(browser: Browser, tmp_path: Path) -> None:
    """Texts of 2004 to 2014 mark them by underscores. Source: 101 of 2009-07-11, “The _Magic_ Golden Rules”."""
    ruled = {day: {**rules, "100.2": "All _Magic_ cards and _Wild Dice_ are used."} for day, rules in RELEASES.items()}
    ruled["2014-05-01"]["100.2"] = "Most _Magic_ cards and _Wild Dice_ of ____ are used."
    site = render_site(index_of(fill(tmp_path / "corpus", {day: ruled[day] for day in ("2009-07-11", "2014-05-01")})))
    with serving(tmp_path / "site", site) as host, watched_page(browser, host) as page:
        page.goto("/search/?q=magic+wild+dice")
        page.locator(".hits mark").first.wait_for()
        assert hits(page, "Rules in force").locator(".rt i").all_inner_texts() == ["Magic", "Wild", " ", "Dice"]
        assert (
            hits(page, "Rules in force").locator(".rt").inner_text()
            == "Most Magic cards and Wild Dice of ____ are used."
        )
        page.goto("/compare/?old=2009-07-11&new=2014-05-01&rule=100.2")
        page.locator("#folds .rt").wait_for()
        assert page.locator("#folds .rt i").all_inner_texts() == ["Magic", "Wild Dice"]
        assert "_Magic" not in page.inner_text("#folds")
