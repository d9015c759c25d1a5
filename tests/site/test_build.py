"""The site as MkDocs builds it: strict, repeatable, within its budgets, and every link of it leads somewhere."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from html_reader import Read
from jsonschema import Draft202012Validator
from links import HOST, Pages, broken_links, leads_somewhere, reached
from msgspec.structs import replace
from page_scripts import assert_within_budgets, scripts_of
from rendering import render_site

from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex, read_results
from crdiff.pages.render import Prose
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.site_source import contents_of, documented, index_site
from crdiff.store.embedded.corpus import load_corpus

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def index(results: bytes) -> ArchiveIndex:
    """Return what the site is made of."""
    corpus = load_corpus()
    folder = ROOT / "site"
    prose = [
        Prose(path.relative_to(folder).as_posix(), documented(path.read_text("utf-8"))) for path in folder.rglob("*.md")
    ]
    return index_site(contents_of(None, corpus), corpus, prose, read_results(results))


@pytest.fixture(scope="module")
def plain(index: ArchiveIndex) -> dict[str, bytes]:
    """Return the site made without MkDocs, with all data beside the pages."""
    return render_site(index)


def test_mkdocs_writes_the_same_bytes_as_the_pages_alone(built: Path, index: ArchiveIndex) -> None:
    written = {path.relative_to(built).as_posix(): path.read_bytes() for path in built.rglob("*") if path.is_file()}
    assert written == {
        address.file_of(where): content for where, content in render_site(replace(index, data="pages")).items()
    }


def test_every_edition_comparison_and_lineage_has_its_page(plain: dict[str, bytes]) -> None:
    corpus = load_corpus()
    days = ("2008-02-01", "2014-05-01", "2021-07-23", "2024-06-07")
    wanted = {address.comparison(*pair) for pair in (*pairwise(days), (days[0], days[-1]))}
    wanted |= {address.edition(each.id) for each in corpus.editions}
    wanted |= {address.clause(each.id) for each in corpus.lineages}
    assert wanted - set(plain) == set()


# Folders whose index the scripts of the pages read: it names no schema.
FOR_SCRIPTS = {"on", "compare", "search", "identify"}


def test_data_beside_the_pages_names_its_schema_and_keeps_to_it(plain: dict[str, bytes]) -> None:
    """Every schema that `crdiff schema` prints and a page publishes a value of."""
    found = {where: json.loads(content) for where, content in plain.items() if where.endswith("/index.json")}
    checked = set()
    for where, value in found.items():
        named = value.get("schema", "")
        assert named.startswith("crdiff.") or where.split("/")[-2] in FOR_SCRIPTS, where
        name = named.removeprefix("crdiff.").partition("/")[0]
        if name in SCHEMAS:
            Draft202012Validator(json.loads(schema(name))).validate(value)
            checked.add(name)
    assert len(found) > 60
    assert {"release", "diff", "corpus"} <= checked


def test_pages_and_what_they_load_stay_within_their_budgets(plain: dict[str, bytes]) -> None:
    assert_within_budgets(plain)


def test_no_page_carries_a_style_or_a_script_of_its_own(plain: dict[str, bytes]) -> None:
    """A strict Content-Security-Policy forbids both, and each page carries one; the scripts it has are linked."""
    for where, content in plain.items():
        if where.endswith(("/", ".html")):
            page = content.decode()
            assert " style=" not in page, where
            assert "<style" not in page, where
            assert "<script>" not in page, where
            assert "Content-Security-Policy" in page, where
            assert scripts_of(content), where


# every link of the built site leads somewhere: MkDocs itself looks at links in Markdown only


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
    """All but the page for missing pages, which no link may lead to, and those at addresses that were cut short."""
    leads = {where: {urldefrag(urljoin(where, link)).url for _, link in page.links} for where, page in pages.items()}
    alone = set(pages) - reached(f"{HOST}/", leads)
    assert {where for where in alone if "This address leads on" not in pages[where].text} == {f"{HOST}/404.html"}
