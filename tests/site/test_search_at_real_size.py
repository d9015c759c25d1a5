"""The search of the site of all official releases: every word leads to its clause, and no question loads much.

Small archives have small indexes of a few pieces, in which a fault of choosing among many cannot show.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

import pytest
from engines import files_of
from own_index import OwnIndex
from serving import serving, watched_page
from small_archive import index_of

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.search.search import EARLIER, PAGEFIND, search_pages
from crdiff.pages.search.search_index import words_of
from crdiff.pages.search.search_texts import current_texts, earlier_texts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Response

pytestmark = pytest.mark.slow

MOST_LOADED = 200_000
"""Bytes of the index that the first answer to a question of up to three words may load."""
WELL_KNOWN = ("mana burn", "interrupt", "Mindslaver", "comes into play", "damage assignment order")
"""What left the rules, and what readers look for in their earlier wordings."""


@pytest.fixture(scope="module")
def archive(every_release: Path) -> ArchiveIndex:
    """Return the index of an archive of all official releases."""
    return index_of(every_release)


@pytest.fixture(scope="module")
def pages(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the page for searching and the index of our own."""
    return dict(search_pages(archive))


@pytest.fixture(scope="module")
def current(pages: dict[str, bytes]) -> OwnIndex:
    """Return the index of the current text."""
    return OwnIndex(pages, address.SEARCH)


@pytest.fixture(scope="module")
def earlier(pages: dict[str, bytes]) -> OwnIndex:
    """Return the index of earlier wordings."""
    return OwnIndex(pages, EARLIER)


def owners(index: OwnIndex) -> dict[str, set[str]]:
    """Return, by word, the addresses of all texts that asking for the word finds."""
    where = [href for *_, href in index.texts]
    return {word: {where[at] for at in index.having(word)} for word in index.words}


def href_of(number: ClauseNumber, archive: ArchiveIndex) -> str:
    """Return where a clause of the newest release is read; the heading of a section is among the contents."""
    return archive.current.get(number, f"/rules/#s{number}")


def test_every_word_of_the_current_text_leads_to_its_clause(archive: ArchiveIndex, current: OwnIndex) -> None:
    found = owners(current)
    for shown in archive.contents.current.clauses:
        for word in words_of("\n".join((shown.title, shown.text, *shown.examples))):
            assert href_of(shown.number, archive) in found[word], (word, shown.number)


def test_every_word_of_every_earlier_wording_leads_to_its_clause(
    archive: ArchiveIndex, current: OwnIndex, earlier: OwnIndex
) -> None:
    """A wording that reads as today's, typography aside, is found by today's number."""
    now = {word: {href.partition("#")[0] for href in hrefs} for word, hrefs in owners(current).items()}
    then = {word: {href.partition("#")[0] for href in hrefs} for word, hrefs in owners(earlier).items()}
    for life in archive.contents.lineages:
        here = address.clause(life.id)
        today = href_of(life.runs[-1].number, archive).partition("#")[0] if life.stands else ""
        for worded in life.wordings:
            for word in words_of("\n".join((worded.title, worded.text, *worded.examples))):
                known = here in then.get(word, ()) or today in now.get(word, ())
                assert known, (word, life.id, worded.first)


def test_every_word_of_every_glossary_entry_leads_to_it(
    archive: ArchiveIndex, current: OwnIndex, earlier: OwnIndex
) -> None:
    """Entries that are gone too: Comes into Play left the glossary with 2009-07-11."""
    now, then = owners(current), owners(earlier)
    for entry in archive.entries:
        where = address.entry(entry.id)
        said = {f"{each.number}\n{each.text}" for each in entry.wordings}
        for word in {word for each in said for word in words_of(each)}:
            hrefs = {*now.get(word, ()), *then.get(word, ())}
            assert any(href.startswith((where, address.GLOSSARY)) for href in hrefs), (word, entry.id)


def test_no_question_of_three_words_loads_more_than_allowed(current: OwnIndex, earlier: OwnIndex) -> None:
    """A bound over all questions: the heaviest words together, and the heaviest texts as hits.

    A question to the current text counts the hits among earlier wordings as well.
    """
    counting_now, shown_now = current.heaviest_answer()
    counting_then, shown_then = earlier.heaviest_answer()
    assert counting_now + shown_now + counting_then <= MOST_LOADED
    assert counting_then + shown_then <= MOST_LOADED


def test_what_left_the_rules_is_found_with_the_time_it_was_in_force(earlier: OwnIndex) -> None:
    hits = {(name, when) for name, _, when, _, _ in (earlier.texts[at] for at in earlier.find("mana burn"))}
    assert ("507.4", "from 2008-07-15 until 2009-07-11") in hits
    assert all(
        re.fullmatch(r"from \d{4}-\d\d-\d\d( or earlier)? until \d{4}-\d\d-\d\d( or earlier)?", when)
        for _, when in hits
    )


# in a browser


@pytest.fixture(scope="module")
def host(pages: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the search is served."""
    script = {"/assets/site.js": b""}
    with serving(tmp_path_factory.mktemp("served") / "site", pages | script) as where:
        yield where


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    """Return a page that may log nothing and ask no other host."""
    with watched_page(browser, host) as opened:
        yield opened


@pytest.fixture(scope="module")
def pagefind_files(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return the index that Pagefind makes."""
    return files_of("pagefind", archive) or {}


@pytest.fixture(scope="module")
def pagefind_host(
    archive: ArchiveIndex, pagefind_files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Return where the search by Pagefind is served."""
    made = dict(search_pages(archive, pagefind_files)) | {"/assets/site.js": b""}
    with serving(tmp_path_factory.mktemp("pagefind") / "site", made) as where:
        yield where


ASK = """async ([questions, within]) => {
  const form = document.getElementById("search"), says = document.getElementById("found");
  const done = /\\d+ (found )?in earlier wordings/;
  const answer = (question) => new Promise((resolve) => {
    const look = new MutationObserver(() => {
      if (!done.test(says.textContent)) return;
      look.disconnect();
      resolve(says.textContent.match(/\\d+(?= (found )?in )/g).map(Number));
    });
    says.textContent = "";
    look.observe(says, { childList: true });
    form.elements.in.value = within;
    form.elements.q.value = question;
    form.elements.q.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const found = [];
  for (const question of questions) found.push(await answer(question));
  return found;
}"""
"""Ask each question as if it was typed, and return the numbers that the page says it found."""


def frequent(index: OwnIndex) -> list[str]:
    """Return the words of most texts."""
    counted = Counter({word: len(index.having(word)) for word in index.words})
    return [word for word, _ in counted.most_common(8)]


@pytest.mark.browser
def test_the_script_finds_what_the_index_has(page: Page, current: OwnIndex, earlier: OwnIndex) -> None:
    """A word in forty, beginnings of words, and pairs of the most frequent words."""
    for within, index in (("current", current), ("earlier", earlier)):
        words = [*index.words[::40], *(word[: 1 + len(word) // 2] for word in index.words[::80])]
        asked = [*words, *(" ".join(pair) for pair in combinations(frequent(index), 2))]
        page.goto("/search/")
        answers = page.evaluate(ASK, [asked, within])
        sides = (current, earlier) if index is current else (earlier,)
        expected = [[side.count(each) for side in sides] for each in asked]
        assert [*zip(asked, answers, strict=True)] == [*zip(asked, expected, strict=True)]
        assert all(counts[0] for counts in expected)


@pytest.mark.browser
@pytest.mark.parametrize("within", ["current", "earlier"])
def test_the_first_answer_loads_what_is_allowed_at_most(page: Page, earlier: OwnIndex, within: str) -> None:
    loaded: list[Response] = []

    def remember(response: Response) -> None:
        loaded.append(response)

    page.on("response", remember)
    common = frequent(earlier)
    for asked in (*WELL_KNOWN, "creature control", "trample", *common[:4], " ".join(common[:3])):
        loaded.clear()
        page.goto("/search/")
        page.evaluate(ASK, [[asked], within])
        # The bodies are asked for here: inside the handler that takes turns with the answer, and some come too late.
        assert 0 < sum(map(size, loaded)) <= MOST_LOADED, asked


def size(response: Response) -> int:
    """Return the bytes of a piece of the index, before any compression, 0 for everything else."""
    return len(response.body()) if response.url.endswith(".json") else 0


@pytest.mark.browser
@pytest.mark.parametrize("asked", WELL_KNOWN)
def test_earlier_wordings_are_found_and_offered_where_only_the_current_text_was_asked(page: Page, asked: str) -> None:
    page.goto(f"/search/?q={quote_plus(asked)}")
    page.get_by_text(
        re.compile(r" in the text of 2\d{3}-\d\d-\d\d and its glossary, [1-9]\d* in earlier wordings\.")
    ).wait_for()
    page.get_by_role("button", name="Search earlier wordings").click()
    page.get_by_text(re.compile(r"^[1-9]\d* found in earlier wordings\.$")).wait_for()
    hits = page.locator("#hits li")
    for text in hits.all_inner_texts():
        assert re.search(r"\(from \d{4}-\d\d-\d\d( or earlier)? until \d{4}-\d\d-\d\d( or earlier)?\)", text)
    assert hits.first.locator("mark").count()


@pytest.mark.browser
def test_every_word_of_every_text_leads_to_it_by_pagefind(
    browser: Browser, pagefind_host: str, pagefind_files: dict[str, bytes], archive: ArchiveIndex
) -> None:
    """What stands beside a mark too: "father" of "partner—Father & son", "g" of "{R}{G}", "3b" of 104.3b."""
    having = texts_by_word(archive)
    indexed = fragments(pagefind_files)
    with watched_page(browser, pagefind_host) as page:
        page.goto("/search/")
        for words in batched(having, 100):
            for word, found in zip(words, page.evaluate(ASK_PAGEFIND, [words, PAGEFIND]), strict=True):
                missed = having[word] - {indexed[each] for each in found.split()}
                assert not missed, (word, sorted(missed)[:5])


@pytest.mark.browser
def test_the_page_finds_by_pagefind(browser: Browser, pagefind_host: str) -> None:
    with watched_page(browser, pagefind_host) as page:
        for within in ("current", "earlier"):
            page.goto(f"/search/?q=mana+burn&in={within}")
            page.get_by_text(re.compile(r"[1-9]\d* found in")).wait_for()


ASK_PAGEFIND = """async ([words, where]) => {
  const { search } = await import(where + "pagefind.js");
  const found = [];
  for (const word of words) found.push((await search(word)).results.map(({ id }) => id).join(" "));
  return found;
}"""
"""Ask Pagefind for each word, and return the ids of what it finds."""


def texts_by_word(archive: ArchiveIndex) -> dict[str, set[str]]:
    """Return every word of what can be found, with the names of the pages that Pagefind read for the texts with it."""
    having: dict[str, set[str]] = {}
    for within, texts in (("current", current_texts(archive)), ("earlier", earlier_texts(archive))):
        for place, found in enumerate(texts):
            for word in words_of(f"{found.name} {found.title} {found.text}"):
                having.setdefault(word, set()).add(f"/{within}-{place}.html")
    return having


def fragments(files: dict[str, bytes]) -> dict[str, str]:
    """Return by its id which page each piece of Pagefind's index is about: JSON after a word of twelve letters."""
    packed = {where.rpartition("/")[2]: gzip.decompress(raw) for where, raw in files.items() if "/fragment/" in where}
    return {name.removesuffix(".pf_fragment"): json.loads(raw[12:])["url"] for name, raw in packed.items()}


def batched(words: Iterable[str], most: int) -> Iterator[list[str]]:
    """Yield the words in order, at most so many at a time."""
    ordered = sorted(words)
    yield from (ordered[start : start + most] for start in range(0, len(ordered), most))
