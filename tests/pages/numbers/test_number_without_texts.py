"""The site without texts: every number of every known release has its page and says what it named."""

from __future__ import annotations

import json
import re

import pytest
from html_reader import read_html
from small_excerpt import make_excerpt

from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.site import render_site
from crdiff.store.embedded.corpus import load_corpus

Pages = dict[str, bytes]


@pytest.fixture(scope="module")
def facts() -> ArchiveIndex:
    return make_excerpt(load_corpus())


@pytest.fixture(scope="module")
def pages(facts: ArchiveIndex) -> Pages:
    return render_site(facts)


def text(page: bytes) -> str:
    return " ".join(read_html(page).text.split())


def test_every_number_of_every_release_leads_to_a_page_that_is_there(pages: Pages) -> None:
    tables = {}
    for thread in load_corpus().lives.clauses:
        for stay in thread.stays:
            subsection = stay.number.partition(".")[0]
            if subsection not in tables:
                page = pages[f"/number/{subsection}/"]
                tables[subsection] = json.loads(pages[f"/number/{subsection}/index.json"])["numbers"], page
            table, page = tables[subsection]
            to, _, fragment = table[stay.number]["to"].partition("#")
            assert to in pages
            assert not fragment or f'id="{fragment}"'.encode() in pages[to]
            assert f">{stay.number}<".encode() in page


def test_a_clause_without_a_text_is_called_by_what_it_stood_under(pages: Pages) -> None:
    """420.5i of 2001-07-23 is 704.5k since 2017-09-29."""
    said = text(pages["/number/420/"])
    assert "420.5i Apocalypse (2001-07-23) until 2009-07-10 a rule of “State-Based Actions” new 704.5k" in said
    assert "420 was “State-Based Actions” until 2009-07-10. That subsection is 704 in" in said
    assert b'href="../704/#704.5k"' in pages["/number/420/"]
    told = json.loads(pages["/number/420/index.json"])["numbers"]["420.5i"]
    assert (told["to"], told["says"][:33]) == ("/number/420/#420.5i", "420.5i (2001–2009) is 704.5k in t")


def test_a_clause_with_a_page_is_linked_to_it(pages: Pages) -> None:
    assert b'href="../../clause/2003-10-01-507.3b/"' in pages["/number/507/"]
    assert "/clause/2001-07-23-420.5i/" not in pages


def test_a_picture_names_subsections_without_a_page_too(pages: Pages) -> None:
    """507 was Controlling Another Player's Turn, which has a page, and is the beginning of combat."""
    said = text(pages["/number/507/"])
    assert "507 has been “Beginning of Combat Step” since Magic 2010 (2009-07-11)." in said
    assert re.search(r"From Mirrodin \(2003-10-01\) until 2009-07-10: “Controlling [^”]+”\. It is 7\d\d in", said)
