"""The newest text: since when each clause has its words, what cites a section, and the numbers it has had."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from html_reader import words
from small_archive import fill, index_of, pages_of

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.text.normalise import fold_typography
from tests.small_releases import RELEASES

Pages = dict[str, bytes]
NEWEST = RELEASES["2014-05-01"]
STRAIGHT = {number: said.replace("’", "'") for number, said in NEWEST.items()}
REWORDED = {**STRAIGHT, "712.2": f"{STRAIGHT['712.2']} It lasts."}


@pytest.fixture(scope="module")
def typeset(tmp_path_factory: pytest.TempPathFactory) -> ArchiveIndex:
    """Return an archive whose last releases change apostrophes back and forth, and the words of one clause."""
    releases = {
        **RELEASES,
        "2018-04-27": STRAIGHT,
        "2019-01-25": REWORDED,
        "2019-05-03": {**NEWEST, **_curled(REWORDED)},
    }
    return index_of(fill(tmp_path_factory.mktemp("typeset") / "corpus", releases))


@pytest.fixture(scope="module")
def typeset_pages(typeset: ArchiveIndex) -> Pages:
    return pages_of(typeset)


def _curled(clauses: dict[str, str]) -> dict[str, str]:
    return {number: said.replace("'", "’") for number, said in clauses.items()}


def _plain(words: str) -> str:
    """Return words without their typography and the numbers that they cite."""
    return re.sub(r"\d+\.\d+[a-z]*", "#", fold_typography(words))


def test_no_clause_is_unchanged_since_a_release_that_changed_none_of_its_words(
    typeset: ArchiveIndex, typeset_pages: Pages
) -> None:
    """War of the Spark (2019-05-03) curled every apostrophe; no clause of the newest text dates from it therefore."""
    said = " ".join(words(page) for where, page in typeset_pages.items() if re.fullmatch(r"/rules/\d{3}/", where))
    assert "Unchanged since Ravnica Allegiance (2019-01-25)" in said
    assert "Unchanged since War of the Spark" not in said
    assert typeset.newest == date(2019, 5, 3)


def test_the_margin_names_the_release_that_brought_the_words(typeset: ArchiveIndex, typeset_pages: Pages) -> None:
    """What a margin says is true: the words before differ, those since do not, whatever its typography."""
    for clause in typeset.contents.current.clauses:
        if clause.number.is_heading:
            continue
        lineage = typeset.lineages[clause.lineage]
        texts = [(worded.first, _plain(worded.text)) for worded in lineage.wordings]
        since = lineage.phrasings[-1].first
        assert len({said for first, said in texts if first >= since}) == 1
        assert {said for first, said in texts if first < since}.isdisjoint({texts[-1][1]})
        name = typeset.came_with(since)
        assert f"Unchanged since {name} · History of {clause.number}" in words(
            typeset_pages[f"/rules/{clause.number.subsection}/"]
        )


def test_the_contents_say_since_when_each_section_has_its_words(typeset_pages: Pages) -> None:
    said = words(typeset_pages["/rules/"])
    assert "Controlling Another Player’s Turn5 clauses, unchanged since Ravnica Allegiance (2019-01-25)" in said
    assert "General1 clause, unchanged since Mirrodin (2003-10-01)" in said


def test_releases_that_changed_no_words_are_named_in_one_line(typeset_pages: Pages) -> None:
    said = words(typeset_pages["/rules/712/"])
    assert "2 releases changed no words, only typography, references, examples or numbers" in said
    assert "War of the Spark (2019-05-03) or earlier, " not in said
    assert "War of the Spark (2019-05-03), Dominaria (2018-04-27)." in said


def test_a_section_tells_its_numbers_and_titles(pages: Pages) -> None:
    said = words(pages["/rules/712/"])
    assert "712since Journey into Nyx (2014-05-01) or earlierControlling Another Player’s Turn5" in said
    assert "710Magic 2010 (2009-07-11) or earlier until 2010-01-31Controlling Another Player’s Turn4" in said
    assert "507Mirrodin (2003-10-01) or earlier until 2003-11-30Controlling Another Player’s Turn5" in said


def test_a_section_says_what_cites_it_and_what_it_cites(pages: Pages) -> None:
    assert "Cited by 712.3 (701.1)." in words(pages["/rules/701/"])
    said = words(pages["/rules/712/"])
    assert "No rule outside this subsection cites it by number." in said
    assert "It cites 701.1." in said


def test_a_section_leads_to_its_history_and_to_its_number(pages: Pages) -> None:
    page = pages["/rules/712/"].decode()
    assert '<a href="../../clause/2003-10-01-507/">History of this subsection</a>' in page
    assert '<a href="../../number/712/">Rules that have been numbered 712</a>' in page
    assert '<a href="2014-05-01/">Permanent link to this wording</a>' in page


def test_one_release_alone_has_everything_unchanged_since_then(tmp_path: Path) -> None:
    alone = pages_of(index_of(fill(tmp_path / "corpus", {"2014-05-01": NEWEST})))
    assert "5 clauses, unchanged since Journey into Nyx (2014-05-01) or earlier" in words(alone["/rules/"])
