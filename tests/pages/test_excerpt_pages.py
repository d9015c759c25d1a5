"""Every kind of page, made from a small excerpt."""

from __future__ import annotations

import json

import pytest
from html_reader import read_html, words
from msgspec.structs import replace
from rendering import render_site
from small_excerpt import make_corpus, make_excerpt, make_results

from crdiff.errors import CorpusError
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.render import Prose


@pytest.fixture(scope="module")
def pages(excerpt: ArchiveIndex) -> dict[str, bytes]:
    return render_site(excerpt)


def test_pages_that_show_a_value_publish_it_beside_them(pages: dict[str, bytes]) -> None:
    for where in ("/editions/507-old/", "/compare/2008-02-01/2014-05-01/", "/clause/2003-10-01-507.4/", "/number/507/"):
        assert json.loads(pages[f"{where}index.json"])["schema"].startswith("crdiff.")
        assert ("a", "index.json") in read_html(pages[where]).links


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


def test_an_edition_shows_its_tree_with_permalinks_and_what_is_known_beside_it(pages: dict[str, bytes]) -> None:
    read = read_html(pages["/editions/507-old/"])
    assert {"r507.1", "r507.1a", "r507.4"} <= set(read.ids)
    said = words(read)
    text = "Set of plain words (2008-02-01). The newest text on this site is that of Set of plain words (2014-05-01)."
    assert f"Text of {text}" in said
    assert "712.1a in Set of plain words (2016-01-16)" in said
    assert "Removed with Set of plain words (2009-07-11)" in said
    assert "507.1 is printed again: plain words" in said
    assert "Same wordsFrom Set of plain words (2008-02-01) to 2009-05-01" in said
    assert ("a", "../../clause/2003-10-01-507.1a/") in read.links


def test_a_comparison_counts_maps_and_sets_out_what_came_and_went(pages: dict[str, bytes]) -> None:
    page = pages["/compare/2008-02-01/2014-05-01/"]
    said = words(page)
    assert "507 of 2008 and 712 of 2014" in said
    assert "two of three clauses are still there" in said.lower()
    assert "One was removed and one was added." in said
    assert {"to-712.1", "to-712.2", "from-507.4"} <= set(read_html(page).ids)
    assert "<del>One card lets a player’s turn</del><ins>Some cards let a player</ins> be controlled." in page.decode()
    assert "The same rule? " in said


def test_a_clause_has_its_life_its_texts_its_notes_and_its_neighbours(pages: dict[str, bytes]) -> None:
    said = words(pages["/clause/2003-10-01-507.1a/"])
    assert "Two numbers and one wording since 2003. It was 507.1a until 2009 and has been 712.1a since 2009." in said
    assert "It was 507.1a in Set of plain words (2003-10-01), the first release known." in said
    assert "as of 2016-01-16, the last release to which it has been followed." in said
    assert "First known text" in said
    assert "A note of ours: plain words" in said
    assert "Copy" in said
    links = [link for _, link in read_html(pages["/clause/2003-10-01-507.1a/"]).links]
    assert "../2003-10-01-507.1/" in links
    assert "../../editions/712-new/#r712.1a" in links


def test_the_heading_of_a_section_lists_its_clauses(pages: dict[str, bytes]) -> None:
    said = words(pages["/clause/2003-10-01-507/"])
    assert "Clauses it contains" in said
    assert "About 507.4, plain words" in said
    assert "About 712.2, plain words" in said


def test_a_number_says_what_it_meant_when(pages: dict[str, bytes]) -> None:
    read = read_html(pages["/number/507/"])
    assert "507.4" in read.ids
    assert "removed 2009-07-11" in words(read)
    table = json.loads(pages["/number/507/index.json"])["numbers"]
    assert table["507.4"] == {"to": "/clause/2003-10-01-507.4/", "says": "507.4 was removed on 2009-07-11."}
    assert table["507.1a"]["says"] == "507.1a (2003–2009) is 712.1a in the release of 2016-01-16."
    assert table["507"]["to"] == "/rules/507/"


def test_a_rule_says_whether_its_section_has_moved_on(pages: dict[str, bytes]) -> None:
    assert "It is 712 in Set of plain words (2016-01-16)." in words(pages["/rules/507/"])
    assert "It is still 712 in Set of plain words (2016-01-16)." in words(pages["/rules/712/"])


def test_the_home_page_shows_a_rule_our_notes_and_the_texts_that_quote_rules(pages: dict[str, bytes]) -> None:
    said = words(pages["/"])
    assert "One rule: 712.1" in said
    assert "The last effect, plain words" in said
    assert "Texts that quote the rules" in said


def test_results_are_shown_on_the_clause_its_editions_and_the_page_on_checks(checked: ArchiveIndex) -> None:
    pages = render_site(checked)
    assert "1 check" in words(pages["/editions/507-old/"])
    clause = words(pages["/clause/2003-10-01-507.1a/"])
    assert "Passes in two releases" in clause
    assert "Proved able to fail" in clause
    assert "“last effect works” switched off" in clause
    checks = words(pages["/checks/"])
    assert "One of one clause is covered. One check ran 2 times in all" in checks
    assert "The last effect wins, plain words" in checks
    assert pages["/checks/index.json"] == checked.checks.raw if checked.checks else False


@pytest.mark.parametrize(
    ("outcome", "state", "badge"),
    [
        ("passed", "suspect", "1 check suspect"),
        ("failed", "covered", "1 check failed"),
        ("passed", "uncovered", "no check"),
    ],
)
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
