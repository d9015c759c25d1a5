"""Which rules a pasted text quotes, told by a browser as `crdiff identify` tells it, with texts and without."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from accessible import faults_of_look, overflow
from serving import serving, watched_page
from small_archive import fill, with_our_notes

from benchmarks.dressed_passages import dressed_passages, versions, with_wrong_words
from benchmarks.made_passages import Texts
from crdiff.changes.change import Op
from crdiff.corpus import Corpus
from crdiff.identify.hints import hints
from crdiff.identify.identified import Identified, IdentifiedClause, SlipKind
from crdiff.identify.identify import identify_sentences
from crdiff.identify.page_words import PageWords
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.importers.page import read_page
from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.pages.editions import identify_page, quotation_shards
from crdiff.pages.site import scripts
from crdiff.reports.identified import days_text, hint_text, name_of, slip_text, today_redline, verdict
from crdiff.reports.terminal import side
from crdiff.store.archive.words import MappedWords, word_index
from crdiff.store.embedded.lives import known_lives
from crdiff.text.normalise import fold_typography
from crdiff.text.words import sentences
from tests.site.conftest import Open, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
Read = Callable[[str], Release]

WHERE = "/identify/"
# A shift of the layout that nobody sees: a line that moves by its height has 0.03. A busy machine once had 0.00004.
A_HAIR = 0.001
# Bytes that the page and all it asks for may have, for a text of five clauses.
MOST_FETCHED = 400_000

# Name -> what is pasted.
TEXTS = {
    name: text
    for name, _, text in (
        part.partition("\n") for part in Path(__file__).with_name("pasted.txt").read_text("utf-8").split("=== ")[1:]
    )
}
# Source: 100.1 of 2009-07-11 and since.
RULE_100 = "These Magic rules apply to any Magic game with two or more players, including two-player games and \
multiplayer games."
# The oldest release; one with question marks and two hyphens for marks that a carrier lost; one in plain ASCII.
OFFICIAL = ("1999-04-23", "2008-07-15", "2019-01-25")


def asked(page: Page, text: str, where: str = WHERE) -> Page:
    """Paste a text and wait for the verdict."""
    if page.url == "about:blank":
        page.goto(where)
    page.get_by_label("Text", exact=True).fill(text)
    page.evaluate("document.getElementById('verdict').textContent = ''")
    page.get_by_role("button", name="Identify", exact=True).click()
    page.locator("#verdict").filter(has_text="Quotes").wait_for()
    return page


def answer(page: Page) -> tuple[str, list[str], list[str]]:
    """Return the verdict, the heads of the passages, and what all clauses are called."""
    heads = page.locator("#answer section h2").all_inner_texts()
    return page.locator("#verdict").inner_text(), heads, page.locator("#answer li b").all_inner_texts()


def expected(found: Identified) -> tuple[str, list[str], list[str]]:
    """Return the same of what Python found."""
    heads = [f"As in force {days_text(found.days(passage.spans))}" for passage in found.passages]
    return verdict(found), heads, [f"“{one.number}”" if one.is_entry else one.number for one in found.quotations]


def without_texts(text: str) -> Identified:
    """Return what `crdiff identify -` finds in a text without the texts of the rules."""
    return identify_sentences(read_page(text.encode(), "-").text, SentenceIndex(known_lives()))


def test_a_browser_tells_the_same_as_python(context: Open) -> None:
    page = context().new_page()
    for name, text in TEXTS.items():
        assert answer(asked(page, text)) == expected(without_texts(text)), name
    assert without_texts(TEXTS["a short one"]).quotations[0].written == "508.1"
    (one,) = without_texts(TEXTS["a capital that the rules do not print"]).quotations
    assert one.text.endswith("Step")


_FINGERPRINTS = """async (texts) => {
    const { folded, fingerprint, read, sentencesOf, words } = window.crdiff;
    const index = await read("identify/index.json");
    return texts.map((text) => sentencesOf(text).map((one) => [fingerprint(folded(one, index)), words(one)]));
}"""


@pytest.mark.whole
@pytest.mark.parametrize("day", OFFICIAL)
def test_every_sentence_of_a_release_is_the_same_to_a_browser(visit: Visit, official: Read, day: str) -> None:
    texts = [text for node in walk(official(day)) for text in (node.clause.text, *node.clause.examples)]
    page = visit(WHERE)
    told = page.evaluate(_FINGERPRINTS, texts)
    assert sum(map(len, told)) > 500
    for text, found in zip(texts, told, strict=True):
        split = sentences(text)
        assert found == [[sentence_fingerprint(one), len(PageWords(one).plain)] for one in split], text


def test_fingerprints_are_those_of_python(visit: Visit) -> None:
    page = visit(WHERE)
    for said in ("", "a", "é“x”", "Æther—Vial ™ ...", "(tm) -- b -, _c_", "y" * 127, "z" * 128, "w" * 700):
        assert page.evaluate("window.crdiff.fingerprint", fold_typography(said)) == sentence_fingerprint(said), said


def test_the_example_is_a_forum_that_quotes_the_rules_as_they_read_from_2007_to_2009(visit: Visit) -> None:
    """Source: 502.9a and 502.9c; 2008-05-01 lost their apostrophes."""
    page = visit(WHERE)
    page.get_by_role("button", name="Try a forum post from 2009").click()
    page.locator("#verdict").filter(has_text="Quotes 2 clauses of 502").wait_for()
    assert answer(page)[1] == ["As in force 2007-10-01 to 2009-07-10"]
    sets = page.locator("#answer section p").first
    assert "Lorwyn (2007-10-01) to Alara Reborn (2009-05-01)" in sets.inner_text()
    page.get_by_role("link", name="502.9a", exact=True).click()
    assert "502" in page.get_by_role("main").inner_text()


def test_the_keyboard_asks_and_comes_to_the_answer(visit: Visit) -> None:
    page = visit(WHERE)
    page.get_by_label("Text", exact=True).fill(TEXTS["a sentence alone"].strip())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#verdict").filter(has_text="Quotes").wait_for()
    assert page.evaluate("document.activeElement.id") == "verdict"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#answer section') !== null")


def test_nothing_moves_when_the_answer_comes(context: Open) -> None:
    page = context().new_page()
    page.route("**/identify/lives-*.json", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((each) => {"
        "if (!each.hadRecentInput) window.moved += each.value; })).observe({ type: 'layout-shift', buffered: true });"
    )
    asked(page, TEXTS["a forum"])
    page.wait_for_timeout(200)
    assert page.evaluate("window.moved") < A_HAIR


def test_a_text_of_five_clauses_fetches_little(context: Open) -> None:
    page = context().new_page()
    fetched: list[int] = []
    page.on("response", lambda response: fetched.append(len(response.body())))
    quoted = (
        TEXTS["a forum"],
        TEXTS["a PDF"],
        f"701.18a {TEXTS['a sentence alone']}",
        f"100.1. {RULE_100}\n",
        TEXTS["a card"],
    )
    asked(page, "\n".join(quoted))
    page.wait_for_load_state("networkidle")
    assert sum(fetched) <= MOST_FETCHED


def test_the_answer_is_accessible_and_fits(context: Open) -> None:
    page = asked(context().new_page(), TEXTS["two dates"])
    assert faults_of_look(page) == []
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        box = page.get_by_label("Text", exact=True).bounding_box()
        assert box is not None
        assert box["width"] > width / 2, width
        assert overflow(page) == 0, width


def test_without_scripts_the_command_is_named(visit: Visit) -> None:
    page = visit(WHERE, scripts=False)
    assert "crdiff identify" in page.locator("noscript").inner_text()
    assert not page.get_by_role("button", name="Identify").is_visible()
    assert not page.get_by_label("Text", exact=True).is_visible()


def test_what_is_lost_on_the_way_is_told(context: Open) -> None:
    page = context().new_page()
    page.route("**/identify/lives-*.json", lambda route: route.fulfill(status=200, body="not JSON"))
    page.goto(WHERE)
    page.get_by_label("Text", exact=True).fill(TEXTS["a sentence alone"].strip())
    page.get_by_role("button", name="Identify", exact=True).click()
    page.get_by_text("The text could not be looked up").wait_for()


def test_a_text_too_long_is_refused_as_the_command_refuses_it(visit: Visit) -> None:
    page = visit(WHERE)
    page.get_by_label("Text", exact=True).fill("x" * 250_001)
    page.get_by_role("button", name="Identify", exact=True).click()
    page.get_by_text("it has more than 250,000 characters").wait_for()


def test_a_site_of_texts_finds_what_the_command_finds_and_leads_there(
    browser: Browser, small_host: str, tmp_path: Path
) -> None:
    """A clause as it stands, with two slips, and half of its first sentence."""
    with Corpus(fill(tmp_path / "corpus")) as held:
        said = [(one.wordings[0].number, one.wordings[0].text) for one in held.lineages()]
        number, text = max(said, key=lambda one: len(one[1]))
        slipped = text.replace("player", "palyer", 1).replace("the ", "teh ", 1)
        pages = [f"{number} {text}", f"> {number} {slipped}", f"It says “{' '.join(text.split()[:9])}” there."]
        found = [held.identify(page) for page in pages]
    assert len(found[1].slips) == 2
    with watched_page(browser, small_host) as page:
        page.goto(WHERE)
        for pasted, told in zip(pages, found, strict=True):
            assert answer(asked(page, pasted)) == expected(told), pasted
            assert page.locator("#answer .slip").count() == len(told.slips)
        asked(page, pages[0])
        page.get_by_role("link", name="This wording").click()
        page.get_by_role("heading", level=1).wait_for()
        where, place = re.fullmatch(r".*(/clause/.*)#(w[^:]*).*", page.url).groups()  # type: ignore[union-attr]
        assert found[0].quotations[0].id in where
        assert page.locator(f"[id='{place}']").count() == 1


# Bytes of the index that a passage of `PASSAGE_WORDS` may ask for.
MOST_FOR_A_PASSAGE = 600_000
PASSAGE_WORDS = 120


def pasted_passages(every_release: Path) -> list[str]:
    """Return passages in twelve kinds of dress, with wrong words, old beside new, and texts that quote nothing."""
    with Corpus(every_release) as corpus:
        assert isinstance(corpus.words, MappedWords)
        texts, chance = Texts(word_index(corpus.words)), Random(1)
    cases = Path(__file__).parents[1] / "identify"
    return [
        *(one.page for one in dressed_passages(texts, chance, 200)),
        *(page for page, _ in with_wrong_words(texts, chance, 30)),
        *(one.page for one in versions(texts, chance, 60)),
        *(cases / "quiet.txt").read_text("utf-8").split("\n---\n"),
        *(case.partition("\n")[2] for case in (cases / "public.txt").read_text("utf-8").split("=== ")[1:]),
    ]


# The texts of a site that dates the wordings of the others by what is known of their sentences.
SOME_TEXTS = ("2009-07-11", "2017-01-20", "2026-08-07")


@pytest.mark.whole
@pytest.mark.parametrize("days", [(), SOME_TEXTS], ids=["all texts", "some texts"])
def test_a_site_of_texts_tells_the_same_as_the_command(
    browser: Browser, every_release: Path, shared: Path, tmp_path: Path, days: tuple[str, ...]
) -> None:
    home = tmp_path / "corpus" if days else every_release
    with Corpus(home) as held:
        for day in days:
            held.add(shared / "cr" / f"{day}.txt")
    archive, pasted = with_our_notes(home), pasted_passages(every_release)
    pages = dict([identify_page(archive), *quotation_shards(archive), *scripts(archive)])
    with serving(tmp_path / "site", {**pages, "/robots.txt": b""}) as host, watched_page(browser, host) as page:
        page.goto(WHERE)
        told = page.evaluate(_TOLD, pasted)
        hinted = page.evaluate("async (text) => (await window.crdiff.identified(text, true)).hints", PARAPHRASES)
    with Corpus(home) as held:
        for text, (answered, fetched) in zip(pasted, told, strict=True):
            assert answered == _told(held.identify(read_page(text.encode(), "-").text)), text
            assert fetched <= MOST_FOR_A_PASSAGE or len(text.split()) > PASSAGE_WORDS, text
        assert isinstance(held.words, MappedWords)
        found = held.identify(PARAPHRASES)
        near = list(hints(PARAPHRASES, found, word_index(held.words)))
        assert hinted == [hint_text(hint, found) for hint in near]
        assert len(hinted) == (1 if days else 2)


PARAPHRASES = """\
The attacking player announces that creature's damage assignment order among the creatures that block it.

Combat damage goes on the stack and each creature deals it even if it has left play before it resolves.

State-based actions are checked all the time and don't use the stack, so you never get to do anything between two.
"""
_TOLD = """async (texts) => {
    const told = [];
    for (const text of texts) {
        performance.clearResourceTimings();
        const found = await window.crdiff.identified(text);
        const asked = performance.getEntriesByType("resource");
        told.push([found, asked.reduce((all, each) => all + each.decodedBodySize, 0)]);
    }
    return told;
}"""


def _redline_sides(one: IdentifiedClause) -> list[str]:
    """Return what was quoted and what stands there today, nothing where no redline is shown."""
    marked = today_redline(one)
    sides = ("".join(each.text for each in side(marked, dropped)) for dropped in (Op.INSERTED, Op.DELETED))
    return [PageWords(text).joined() for text in sides] if marked else []


def _told(found: Identified) -> dict[str, object]:
    """Return what the page gives to whoever asks its script."""
    passages = [
        {
            "days": days_text(found.days(passage.spans)),
            "clauses": [
                [
                    name_of(one),
                    *(slip_text(slip) for slip in one.slips if slip.kind is not SlipKind.NUMBER),
                    *_redline_sides(one),
                ]
                for one in passage.quotations
            ],
        }
        for passage in found.passages
    ]
    return {"verdict": verdict(found), "hints": [], "passages": passages}
