"""Who cites the rules is shown where lists of citations are given, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from html_reader import obeyed, read_html
from rendering import render_site
from small_citations import ROWS, citation, citation_list, citing_archive, list_json
from small_excerpt import make_corpus, make_prose

from crdiff.errors import CorpusError
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.site_source import contents_of, index_site, read_citation_lists

CLAUSE = "/clause/2003-10-01-507.1/"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e{{ 7 * 7 }}"


@pytest.fixture(scope="module")
def citing(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return the small archive with two repositories that cite it."""
    other = citation_list([citation("Control.java:5", "710.1", "2003-10-01-507.1", "2009-10-01")], link=None)
    lists = {"me/engine": citation_list(ROWS), "you/cards": other}
    return citing_archive(tmp_path_factory.mktemp("citing") / "corpus", lists)


@pytest.fixture(scope="module")
def shown(citing: ArchiveIndex) -> Mapping[str, bytes]:
    """Return its site."""
    return render_site(citing)


def text(page: bytes) -> str:
    """Return what a page says, its cells and items apart."""
    apart = re.sub(rb"</t[dh]>|<br>|</li>", b" ", page)
    return " ".join(read_html(apart).text.split())


def test_without_a_list_nothing_is_said_of_repositories(pages: dict[str, bytes]) -> None:
    assert "/cited/" not in pages
    assert not [where for where, page in pages.items() if b"epositories" in page and where.endswith("/")]


def test_the_page_of_a_clause_says_who_cites_it_by_which_numbers_and_tests_apart(shown: Mapping[str, bytes]) -> None:
    said = text(shown[CLAUSE])
    assert (
        "me/engine: 6 places in 4 files, 1 in tests, 1 doubtful, judging by the words beside them; "
        "2 as 710.1 (its number until 2014-04-30)" in said
    )
    assert "src/player.rs:7 src/turn.rs:12 tests/turn.rs:3 (test)" in said
    assert "you/cards: 1 place in 1 file; 1 as 710.1 (its number until 2014-04-30)" in said


def test_places_are_links_to_the_repository_and_plain_text_where_it_gives_none(shown: Mapping[str, bytes]) -> None:
    links = [link for _, link in read_html(shown[CLAUSE]).links]
    assert "https://code.example/a1b2c3/src/player.rs#L7" in links
    assert "Control.java:5" in text(shown[CLAUSE])
    assert not [link for link in links if "Control" in link]


def test_every_place_has_a_link_on_a_page_of_its_own(shown: Mapping[str, bytes]) -> None:
    links = [link for _, link in read_html(shown[f"{CLAUSE}cited/"]).links if "code.example" in link]
    cited = [row for row in ROWS if row["lineage"] == "2003-10-01-507.1"]
    assert len(links) == len(cited)
    assert "../" in [link for _, link in read_html(shown[f"{CLAUSE}cited/"]).links]
    assert any(link in {"cited/", "./cited/"} for _, link in read_html(shown[CLAUSE]).links)


def test_a_clause_whose_places_are_all_shown_needs_no_other_page(shown: Mapping[str, bytes]) -> None:
    assert "me/engine: 1 place in 1 file, 1 in tests" in text(shown["/clause/2003-10-01-507.4/"])
    assert "/clause/2003-10-01-507.4/cited/" not in shown


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("/releases/2014-05-01/", "3 citations of 1 number, 2 in me/engine and 1 in you/cards"),
        ("/releases/2014-05-01/", "710.1 712.1 2 in me/engine and 1 in you/cards"),
        ("/releases/2014-05-01/", "Citations of 710.1 became wrong: 2 in me/engine and 1 in you/cards."),
        ("/releases/2009-07-11/", "507.4 gone 1 in me/engine"),
        ("/releases/2009-07-11/", "Citations of 507.4 became wrong: 1 in me/engine."),
        ("/compare/2009-07-11/today/", "710.1 712.1 2 in me/engine and 1 in you/cards"),
        ("/compare/2003-10-01/today/", "507.4 gone 1 in me/engine"),
    ],
)
def test_releases_and_a_comparison_with_today_say_which_citations_became_wrong(
    shown: Mapping[str, bytes], where: str, said: str
) -> None:
    assert said in text(shown[where])
    assert "Citations that became wrong" not in text(shown["/releases/2009-10-01/"])


def test_the_map_counts_citations_by_subsection_and_leads_to_the_clauses(shown: Mapping[str, bytes]) -> None:
    said = text(shown["/cited/"])
    assert "8 citations of 2 clauses; 1 of the 8 rules and subrules in force are cited." in said
    assert "712 Controlling Another Player’s Turn 7 1 of 6 712.1 7" in said
    assert "507.4 Controlling Another Player’s Turn 1" in said.partition("no longer in force")[2]
    assert "me/engine a1b2c3 2014-05-01 8 2 2 3 1" in said
    assert "Journey into Nyx (2014-05-01) 3 citations of 1 number" in said


def test_the_small_site_shows_the_citations_of_the_clauses_that_it_has() -> None:
    rows = [
        citation("a.rs:1", "507.4", "2003-10-01-507.4", "2008-02-01"),
        citation("a.rs:2", "702.9", "elsewhere", "2014-05-01"),
    ]
    archive = index_site(
        contents_of(None, make_corpus()), make_corpus(), make_prose(), citations={"me/engine": citation_list(rows)}
    )
    pages = render_site(archive)
    assert "me/engine: 1 place in 1 file a.rs:1" in text(pages["/clause/2003-10-01-507.4/"])
    assert "1 citation of 1 clause" in text(pages["/cited/"])
    assert "me/engine a1b2c3 2014-05-01 2 1 0 1 1" in text(pages["/cited/"])
    assert "../cited/" in [link for _, link in read_html(pages["/rules/"]).links]


@pytest.mark.parametrize("name", [HOSTILE, "n" * 5_000])
def test_a_hostile_list_is_shown_as_text(tmp_path: Path, name: str) -> None:
    rows = [citation(f"{name}{at}:{at + 1}", "712.1", "2003-10-01-507.1", "2014-05-01") for at in range(6)]
    pages = render_site(citing_archive(tmp_path / "corpus", {name: citation_list(rows, revision=name)}))
    for where in (CLAUSE, f"{CLAUSE}cited/", "/cited/"):
        page = read_html(pages[where])
        assert obeyed(page) == []
        assert "\u202e" not in page.text
        assert len(pages[where]) < 40_000


def test_a_page_of_twenty_thousand_places_stays_within_its_budget(tmp_path: Path) -> None:
    rows = [
        citation(f"crates/engine/src/game/effects/{at % 3_000}.rs:{at}", "712.1", "2003-10-01-507.1", "2014-05-01")
        for at in range(1, 20_001)
    ]
    pages = render_site(citing_archive(tmp_path / "corpus", {"me/engine": citation_list(rows)}))
    assert max(len(pages[where]) for where in (CLAUSE, f"{CLAUSE}cited/", "/cited/")) <= 200_000
    said = text(pages[f"{CLAUSE}cited/"])
    assert "20,000 places in 3,000 files" in said
    assert "only the first line in each file is a link" in said
    assert "more files not listed" in said


def test_many_repositories_are_counted_where_there_is_no_room_for_them(tmp_path: Path) -> None:
    lists = {
        f"people/number-{at}": citation_list([citation("a.rs:1", "710.1", "2003-10-01-507.1", "2009-10-01")])
        for at in range(7)
    }
    pages = render_site(citing_archive(tmp_path / "corpus", lists))
    assert "Every place, including those in three more repositories" in text(pages[CLAUSE])
    assert text(pages[f"{CLAUSE}cited/"]).count("1 place in 1 file") == 7
    assert "1 in people/number-2 and 4 in 4 more repositories" in text(pages["/releases/2014-05-01/"])


def test_lists_are_read_by_the_names_of_their_repositories(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(list_json(ROWS))
    (tmp_path / "two.json").write_bytes(list_json(ROWS, repository=None))
    assert list(read_citation_lists([str(tmp_path / "one.json"), str(tmp_path / "two.json")])) == ["me/engine", "two"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (["one.json", "same.json"], r"same.json: a second list of the repository me/engine; expected one for each"),
        (["none.json"], r"none.json: the list of citations cannot be read \(No such file or directory\); expected"),
    ],
)
def test_lists_that_cannot_be_taken_are_one_line(tmp_path: Path, files: list[str], said: str) -> None:
    for name in ("one.json", "same.json"):
        (tmp_path / name).write_bytes(list_json(ROWS))
    with pytest.raises(CorpusError, match=said):
        read_citation_lists([str(tmp_path / file) for file in files])
