"""Which rules a pasted text quotes, told by a browser as `crdiff identify` tells it without texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from accessible import overflow, violations
from serving import serving, watched_page
from small_archive import fill, index_of

from crdiff.corpus import Corpus
from crdiff.history.known_lives import KnownLives
from crdiff.identify.identified import Identified
from crdiff.identify.identify import identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.pages.site import render_site
from crdiff.reports.identified import spans_text, verdict
from crdiff.store.archive.lives_of import lives_of
from crdiff.store.embedded.lives import known_lives
from crdiff.text.normalise import fold_typography

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser
Open = Callable[..., "BrowserContext"]

WHERE = "/identify/"
MOST_FETCHED = 400_000
"""Bytes that the page and all it asks for may have, for a text of five clauses."""

FORUM_2009 = """\
502.9a. Trample is a static ability that modifies the rules for assigning an attacking creature's combat damage. A \
creature with trample has no special abilities when blocking or dealing noncombat damage. (See rule 310, "Combat \
Damage Step.")

502.9c. If an attacking creature with trample is blocked, but there are no creatures blocking it when damage is \
assigned, all its damage is assigned to the player or planeswalker it's attacking.
"""
"""Source: a thread of mtgthesource.com of 2009-05-06, with a full stop after the letter."""
PDF_LINES = """\
702.17a Trample is a static ability that modifies the rules for assigning an attacking creature’s
combat damage. The ability has no effect when a creature with trample is blocking or is dealing
noncombat damage. (See rule 510, “Combat Damage Step.”)
"""
"""Source: a forum post copied from the PDF, its lines broken."""
SCRY = (
    "To “scry N” means to look at the top N cards of your library, then put any number of them on the bottom of your "
    "library in any order and the rest on top of your library in any order."
)
"""Source: 701.18a of 2020-07-03."""
CARD = "Exile this card from your graveyard: Create a 1/1 white Spirit creature token with flying."
TEXTS = {
    "a forum": FORUM_2009,
    "a PDF": PDF_LINES,
    "no number": f"They say: {SCRY}",
    "Markdown": f"> **701.18a** {SCRY}\n\n- 702.9a {PDF_LINES[8:]}",
    "a wrong number": f"701.17a {SCRY}",
    "a slip": f"701.18a {SCRY.replace('bottom', 'botom')}",
    "two dates": f"{FORUM_2009}\n{'These words are by somebody else. ' * 12}\n\n{SCRY}",
    "a card": CARD,
    "quotes turned": SCRY.replace("“", '"').replace("”", '"'),
}


def asked(page: Page, text: str) -> Page:
    """Paste a text and wait for the verdict."""
    page.goto(WHERE)
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_role("button", name="Identify").click()
    page.get_by_role("status").get_by_text("Quotes").wait_for()
    return page


def answer(page: Page) -> tuple[str, list[str], list[str]]:
    """Return the verdict, the heads of the passages, and the lives of all clauses."""
    heads = page.locator("main > section h2").all_inner_texts()
    lives = page.locator("main > section li").all()
    return page.locator("#verdict").inner_text(), heads, [str(each.get_attribute("data-life")) for each in lives]


def expected(found: Identified) -> tuple[str, list[str], list[str]]:
    """Return the same of what Python found."""
    heads = [f"As in force {spans_text(passage.spans)}" for passage in found.passages]
    return verdict(found), heads, [one.id for one in found.quotations]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_browser_tells_the_same_as_python(context: Open, text: str) -> None:
    page = asked(context().new_page(), text)
    assert answer(page) == expected(identify_sentences(text, SentenceIndex(known_lives())))


def test_the_forum_quotes_the_rules_as_they_read_from_2007_to_2009(context: Open) -> None:
    """Source: 502.9a and 502.9c; 2008-05-01 lost their apostrophes."""
    page = asked(context().new_page(), FORUM_2009)
    assert answer(page)[1] == ["As in force 2007-10-01 to 2008-02-01 and 2008-07-15 to 2009-05-01"]
    page.get_by_role("link", name="History of 502.9a").click()
    assert "502" in page.get_by_role("main").inner_text()


@pytest.mark.parametrize(
    "sentence", ["", "a", "é“x”", "Æther—Vial ™ ...", "(tm) -- b -, _c_", "y" * 127, "z" * 128, "w" * 700]
)
def test_fingerprints_are_those_of_python(context: Open, sentence: str) -> None:
    page = context().new_page()
    page.goto(WHERE)
    assert page.evaluate("window.crdiff.fingerprint", fold_typography(sentence)) == sentence_fingerprint(sentence)


def test_a_text_of_five_clauses_fetches_little(context: Open) -> None:
    page = context().new_page()
    fetched: list[int] = []
    page.on("response", lambda response: fetched.append(len(response.body())))
    asked(page, f"{FORUM_2009}\n{PDF_LINES}\n\n701.18a {SCRY}\n\n{CARD}")
    page.wait_for_load_state("networkidle")
    assert sum(fetched) <= MOST_FETCHED


def test_the_answer_is_accessible_and_fits(context: Open) -> None:
    for width, scheme in [(1280, "light"), (390, "dark")]:
        page = asked(context(width, scheme).new_page(), TEXTS["two dates"])
        assert overflow(page) == 0, width
        assert violations(page) == [], width
        box = page.get_by_label("Text", exact=True).bounding_box()
        assert box is not None
        assert box["width"] > width / 2, width


def test_without_scripts_the_command_is_named(context: Open) -> None:
    page = context(scripts=False).new_page()
    page.goto(WHERE)
    assert "crdiff identify FILE" in page.locator("noscript").inner_text()
    assert not page.get_by_role("button", name="Identify").is_visible()


def test_what_is_lost_on_the_way_is_told(context: Open) -> None:
    page = context().new_page()
    page.route("**/identify/lives-*.json", lambda route: route.fulfill(status=200, body="not JSON"))
    page.goto(WHERE)
    page.get_by_label("Text", exact=True).fill(SCRY)
    page.get_by_role("button", name="Identify").click()
    page.get_by_text("The text could not be looked up").wait_for()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of four small releases."""
    return fill(tmp_path_factory.mktemp("identify") / "corpus")


@pytest.fixture
def page(browser: Browser, corpus: Path, tmp_path: Path) -> Iterator[Page]:
    """Return a page of the site of that corpus."""
    with serving(tmp_path, render_site(index_of(corpus))) as host, watched_page(browser, host) as opened:
        yield opened


def test_a_site_of_texts_tells_it_of_the_texts_it_holds(page: Page, corpus: Path) -> None:
    with Corpus(corpus) as held:
        index = SentenceIndex(KnownLives(lives_of(held.archive)))
        said = [(one.wordings[0].number, one.wordings[0].text) for one in held.lineages()]
    number, text = max(said, key=lambda one: len(one[1]))
    asked(page, f"{number} {text}")
    found = identify_sentences(f"{number} {text}", index)
    assert found.quotations
    assert answer(page) == expected(found)
    page.get_by_role("link", name="History of").click()
    page.get_by_role("heading", level=1).wait_for()
    assert "/clause/" in page.url
