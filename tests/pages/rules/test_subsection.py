"""The newest text and the former ones: each subsection as it stood in each time, since when, and what cites it."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from urllib.parse import urljoin

import pytest
from html_reader import read_html, words
from small_archive import fill, index_of, pages_of

from crdiff.model.number import ClauseNumber
from crdiff.pages import former_text
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.text.normalise import fold_typography
from tests.small_releases import RELEASES

# former texts: each subsection as it stood in each time, reached from its current text and from its clauses


Pages = dict[str, bytes]


def _plain(words: str) -> str:
    """Return words without their typography and the numbers that they cite."""
    return re.sub(r"\d+\.\d+[a-z]*", "#", fold_typography(words))


def test_no_clause_dates_from_a_release_that_left_its_words(typeset: ArchiveIndex, typeset_pages: Pages) -> None:
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


def test_one_release_alone_has_everything_unchanged_since_then(tmp_path: Path) -> None:
    alone = pages_of(index_of(fill(tmp_path / "corpus", {"2014-05-01": RELEASES["2014-05-01"]})))
    assert "5 clauses, unchanged since Journey into Nyx (2014-05-01) or earlier" in words(alone["/rules/"])


def links(where: str, pages: Pages) -> set[str]:
    """Return where the links of a page lead to, without fragments."""
    found = (urljoin(f"https://host{where}", link) for _, link in read_html(pages[where]).links)
    return {link.removeprefix("https://host").partition("#")[0] for link in found}


def test_every_clause_of_every_release_is_read_as_it_stood_then(pages: Pages, archive: ArchiveIndex) -> None:
    for release, standing in archive.contents.standing.items():
        for clause in standing:
            if clause.number.is_section:
                continue
            where, _, anchor = archive.places.at(clause.number, release).partition("#")
            worded = archive.worded(clause.lineage, release)
            page = read_html(pages[where])
            assert not anchor or anchor in page.ids, (clause.number, release)
            assert " ".join(worded.text.split()) in " ".join(page.text.split()), (clause.number, release)


def test_a_text_that_stayed_the_same_has_one_page(archive: ArchiveIndex) -> None:
    """701 reads the same in releases next to one another: the second has no page of its own."""
    places = [place for place in archive.places.all if place.number == ClauseNumber.of(701)]
    assert len(places) < len(archive.contents.dates)
    assert any(place.first != place.last for place in places)


def test_each_sentence_of_the_current_text_says_when_it_came(pages: Pages, archive: ArchiveIndex) -> None:
    marks = [link for _, link in read_html(pages["/rules/712/"]).links if "#w" in link]
    came = {link.partition("#w")[2] for link in marks}
    assert {"2003-10-01", "2014-05-01"} <= came <= set(map(str, archive.contents.dates))
    for link in marks:
        where, _, anchor = urljoin("https://host/rules/712/", link).removeprefix("https://host").partition("#")
        assert anchor in read_html(pages[where]).ids, link


def test_a_release_can_be_read_from_its_contents(pages: Pages, archive: ArchiveIndex) -> None:
    for release, standing in archive.contents.standing.items():
        reached = links(f"/releases/{release}/text/", pages)
        subsections = {each.number for each in standing if each.number.level == 2}
        assert {archive.places.at(number, release) for number in subsections} <= reached, release
        assert archive.newest == release or f"/releases/{release}/text/" in links(f"/releases/{release}/", pages)
    said = words(pages["/releases/2003-10-01/text/"])
    assert "Controlling Another Player’s Turn 5 clauses" in said
    assert "Not in force." in said


def test_an_old_text_lists_its_neighbours_alone_so_that_a_new_text_leaves_it_as_it_is(
    archive: ArchiveIndex, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """702 had its 101st text on 2026-04-17: today's page lists all of them, and so does the newest text."""
    monkeypatch.setattr(former_text, "NEIGHBOURS", 1)
    monkeypatch.setattr(former_text, "_LISTED_MAX", 3)
    lineage = archive.lineage_of(ClauseNumber.of(712), archive.newest)
    texts = [each.address for each in archive.places.texts(lineage)]
    cut = dict(former_text.former_pages(archive))
    assert len(texts) > 3
    for at, where in enumerate(texts):
        listed = set(texts) & links(where, cut)
        if at == 0:
            assert listed >= set(texts[1:])
            continue
        assert listed == set(texts[max(at - 1, 0) : at + 2]) - {where} | (listed & {where})
        assert b'href="../../712/#all-texts"' in cut[where]
    assert set(texts) <= links("/rules/712/", pages)
    assert b'id="all-texts"' in pages["/rules/712/"]


def test_the_texts_of_what_is_gone_all_list_one_another(archive: ArchiveIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page of today could list them."""
    monkeypatch.setattr(former_text, "NEIGHBOURS", 0)
    monkeypatch.setattr(former_text, "_LISTED_MAX", 0)
    cut = dict(former_text.former_pages(archive))
    ended = [each for each in archive.lineages.values() if each.ended]
    gone = {text.address for each in ended for text in archive.places.texts(each.id) if text.address in cut}
    assert all(b"Texts before and after" not in cut[where] for where in gone)
    assert any(b"Texts before and after" in page for page in cut.values())
