"""Every kind of page, made from a small excerpt."""

from __future__ import annotations

import json

import pytest
from html_reader import read_html, words
from msgspec.structs import replace
from rendering import render_site
from small_excerpt import make_corpus, make_excerpt, make_results
from table import table

from crdiff.errors import CorpusError
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.render import Prose


@pytest.fixture(scope="module")
def pages(excerpt: ArchiveIndex) -> dict[str, bytes]:
    return render_site(excerpt)


def test_every_page_has_the_notice_one_main_heading_and_headings_in_order(pages: dict[str, bytes]) -> None:
    for where, page in pages.items():
        if not where.endswith(("/", ".html")):
            continue
        read = read_html(page)
        assert "unofficial Fan Content permitted under the Fan Content Policy" in words(read), where
        assert read.headings.count(1) == 1, where
        assert all(after - before <= 1 for before, after in zip(read.headings, read.headings[1:], strict=False)), where


def test_no_page_asks_another_host_for_anything(pages: dict[str, bytes]) -> None:
    """A link to elsewhere is for readers to follow; what a browser fetches by itself is ours."""
    for where, page in pages.items():
        if where.endswith(("/", ".html")):
            outside = [(tag, link) for tag, link in read_html(page).links if "://" in link]
            assert {tag for tag, _ in outside} <= {"a"}, where


def test_results_are_published_in_short_and_clause_by_clause(
    checked: ArchiveIndex, excerpt_pages: dict[str, bytes]
) -> None:
    assert checked.checks
    report, short, alone = (
        json.loads(each)
        for each in (
            checked.checks.raw,
            excerpt_pages["/checks/index.json"],
            excerpt_pages["/checks/clause/2003-10-01-507.1a.json"],
        )
    )
    assert short == {**report, "clauses": [{**report["clauses"][0], "releases": []}], "checks": []}
    assert alone == {**report, "releases": []}


@table
def test_a_badge_says_the_worst_in_words(outcome: str, state: str, badge: str) -> None:
    pages = render_site(make_excerpt(checks=make_results(outcome=outcome, state=state)))
    assert badge in words(pages["/editions/712-new/"])


def test_a_hand_written_page_may_not_take_the_place_of_another(excerpt: ArchiveIndex) -> None:
    clash = replace(excerpt, prose=(*excerpt.prose, Prose("checks.md", "# Mine\n")))
    with pytest.raises(CorpusError, match="two pages at /checks/"):
        render_site(clash)


def test_the_page_for_missing_pages_works_at_any_depth(excerpt: ArchiveIndex) -> None:
    page = read_html(render_site(excerpt, "/crdiff/")["/404.html"])
    assert all(link.startswith(("/crdiff/", "#", "https://")) for _, link in page.links)


def test_facts_without_an_edition_still_make_a_site() -> None:
    corpus = replace(make_corpus(), releases=(), annotations=(), editions=())
    bare = make_excerpt(corpus)
    assert "Its text is not on this site." in words(render_site(bare)["/clause/2003-10-01-507.1/"])
    assert "No two texts on this site quote the same rules." in words(render_site(bare)["/compare/"])


def test_a_number_printed_twice_has_two_permalinks() -> None:
    """501.2 stands twice in 2006-05-01, with two texts."""
    rules = (("507.1", "One text.", ()), ("507.1", "Another text.", ()), ("507.4", "Gone.", ()))
    page = read_html(render_site(make_excerpt(make_corpus(rules)))["/editions/507-old/"])
    assert {"r507.1", "r507.1-2"} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
