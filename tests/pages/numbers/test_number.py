"""What a number meant: who had it when, drawn and said, and where that clause is read now, with texts and without."""

from __future__ import annotations

import json

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.flow import draw_number
from crdiff.pages.numbers import subsections
from crdiff.store.embedded.corpus import load_corpus

Pages = dict[str, bytes]


def test_sections_come_before_all_subsections(reordered: ArchiveIndex) -> None:
    levels = [number.level for number in subsections(reordered)]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2}


def test_the_picture_fills_the_stays_under_the_number(reordered: ArchiveIndex) -> None:
    picture = draw_number(ClauseNumber.of(301), reordered)
    assert picture
    stays = {title: [(stay.label, stay.held) for stay in stays] for title, _, _, stays in picture["tracks"]}
    assert stays["Blocking"] == [("301", True), ("302", False), ("300", False)]
    assert stays["Chapters"] == [("301", True), ("501", False)]
    elsewhere = [stay.href for *_, stays in picture["tracks"] for stay in stays if not stay.held]
    assert "/number/302/" in elsewhere


def test_every_number_of_every_release_leads_to_a_page_that_is_there(facts_pages: Pages) -> None:
    tables = {}
    for thread in load_corpus().lives.clauses:
        for stay in thread.stays:
            subsection = stay.number.partition(".")[0]
            if subsection not in tables:
                page = facts_pages[f"/number/{subsection}/"]
                tables[subsection] = json.loads(facts_pages[f"/number/{subsection}/index.json"])["numbers"], page
            table, page = tables[subsection]
            to, _, fragment = table[stay.number]["to"].partition("#")
            assert to in facts_pages
            assert not fragment or f'id="{fragment}"'.encode() in facts_pages[to]
            assert f">{stay.number}<".encode() in page


def test_a_clause_without_a_text_is_told_of_by_its_number(facts_pages: Pages) -> None:
    told = json.loads(facts_pages["/number/420/index.json"])["numbers"]["420.5i"]
    assert (told["to"], told["says"][:33]) == ("/number/420/#420.5i", "420.5i (2001–2009) is 704.5k in t")
    assert "/clause/2001-07-23-420.5i/" not in facts_pages
