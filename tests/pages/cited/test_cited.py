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
from table import table

from crdiff.errors import CorpusError
from crdiff.site_source import contents_of, index_site, read_citation_lists

CLAUSE = "/clause/2003-10-01-507.1/"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e{{ 7 * 7 }}"


def text(page: bytes) -> str:
    """Return what a page says, its cells and items apart."""
    apart = re.sub(rb"</t[dh]>|<br>|</li>", b" ", page)
    return " ".join(read_html(apart).text.split())


def test_without_a_list_nothing_is_said_of_repositories(pages: dict[str, bytes]) -> None:
    assert "/cited/" not in pages
    assert not [where for where, page in pages.items() if b"epositories" in page and where.endswith("/")]


def test_a_clause_whose_places_are_all_shown_needs_no_other_page(citing_pages: Mapping[str, bytes]) -> None:
    assert "me/engine: 1 place in 1 file, 1 in tests" in text(citing_pages["/clause/2003-10-01-507.4/"])
    assert "/clause/2003-10-01-507.4/cited/" not in citing_pages


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


@table
def test_lists_that_cannot_be_taken_are_one_line(tmp_path: Path, files: list[str], said: str) -> None:
    for name in ("one.json", "same.json"):
        (tmp_path / name).write_bytes(list_json(ROWS))
    with pytest.raises(CorpusError, match=said):
        read_citation_lists([str(tmp_path / file) for file in files])
