"""Every link of the built site leads somewhere: MkDocs itself looks at links in Markdown only."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from html_reader import Read
from links import HOST, Pages, broken_links, leads_somewhere


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[str, Read]:
    """Return every page, read, by its address."""
    return Pages(built)


def test_no_id_stands_twice_on_a_page(pages: dict[str, Read]) -> None:
    for where, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), where


def test_every_page_is_well_formed(pages: dict[str, Read]) -> None:
    for where, page in pages.items():
        assert page.unbalanced == [], where


def test_every_link_leads_to_a_page_or_file_and_every_fragment_to_an_id(pages: dict[str, Read], built: Path) -> None:
    assert list(broken_links(pages, built)) == []


@pytest.mark.parametrize("link", ["nowhere/", "#nowhere", "../about/#nowhere", "index.txt", "ftp://host/"])
def test_the_checker_notices_what_is_broken(link: str, pages: dict[str, Read], built: Path) -> None:
    assert not leads_somewhere(f"{HOST}/checks/", link, pages, built)


def test_every_page_can_be_reached_from_home(pages: dict[str, Read]) -> None:
    """All but the page for missing pages, which no link may lead to."""
    seen = {f"{HOST}/"}
    waiting = list(seen)
    while waiting:
        where = waiting.pop()
        reached = {urldefrag(urljoin(where, link)).url for _, link in pages[where].links} & set(pages)
        waiting += reached - seen
        seen |= reached
    assert set(pages) - seen == {f"{HOST}/404.html"}


def test_every_number_of_the_lineages_resolves(built: Path) -> None:
    import json

    from crdiff.store.embedded.corpus import load_corpus

    for lineage in load_corpus().lineages:
        for run in lineage.runs:
            table = json.loads((built / "number" / str(run.number.subsection) / "index.json").read_bytes())
            place = table["numbers"][str(run.number)]
            assert (built / place["to"].partition("#")[0].strip("/") / "index.html").is_file(), run.number
