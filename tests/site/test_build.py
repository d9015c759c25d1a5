"""The site as MkDocs builds it: strict, repeatable, within its budgets, and every link of it leads somewhere."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest
from html_reader import Read
from jsonschema import Draft202012Validator
from links import HOST, Pages, broken_links, leads_somewhere
from page_scripts import scripts_of
from rendering import render_site

from crdiff.api_page import documented
from crdiff.pages.checks.check_results import read_results
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose
from crdiff.reports.schemas import SCHEMAS, schema
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def plain(results: bytes) -> dict[str, bytes]:
    """Return the site made without MkDocs."""
    corpus = load_corpus()
    folder = ROOT / "site"
    prose = [
        Prose(path.relative_to(folder).as_posix(), documented(path.read_text("utf-8"))) for path in folder.rglob("*.md")
    ]
    return render_site(index_site(contents_of(None, corpus), corpus, prose, read_results(results)))


def test_mkdocs_writes_the_same_bytes_as_the_pages_alone(built: Path, plain: dict[str, bytes]) -> None:
    written = {path.relative_to(built).as_posix(): path.read_bytes() for path in built.rglob("*") if path.is_file()}
    assert written == {address.file_of(where): content for where, content in plain.items()}


def test_every_edition_comparison_and_lineage_has_its_page(built: Path) -> None:
    corpus = load_corpus()
    for edition in corpus.editions:
        assert (built / "editions" / edition.id / "index.html").is_file()
    for lineage in corpus.lineages:
        assert (built / "clause" / lineage.id / "index.html").is_file()
    pairs = [
        ("2008-02-01", "2014-05-01"),
        ("2014-05-01", "2021-07-23"),
        ("2021-07-23", "2024-06-07"),
        ("2008-02-01", "2024-06-07"),
    ]
    for old, new in pairs:
        assert (built / "compare" / old / new / "index.html").is_file()


FOR_SCRIPTS = {"on", "compare", "search", "identify"}
"""Folders whose index the scripts of the pages read: it names no schema."""


def test_data_beside_the_pages_is_json_that_names_its_schema(built: Path) -> None:
    found = [path for path in built.rglob("index.json") if path.parent.name not in FOR_SCRIPTS]
    assert len(found) > 60
    for path in found:
        assert json.loads(path.read_bytes())["schema"].startswith("crdiff."), path


def test_the_style_sheet_stays_within_its_budget(built: Path) -> None:
    assert (built / "assets" / "crdiff.css").stat().st_size <= 28_000


def test_the_scripts_of_each_page_stay_within_their_budget(built: Path) -> None:
    """All that a page links: 30 kB at most."""
    for path in built.rglob("*.html"):
        names = scripts_of(path.read_bytes())
        assert names, path
        assert sum((built / "assets" / name).stat().st_size for name in names) <= 30_000, path


def test_pages_stay_within_their_budget(built: Path) -> None:
    """The median page at most 40 kB, the largest at most 250 kB."""
    sizes = sorted(path.stat().st_size for path in built.rglob("*.html"))
    assert sizes[len(sizes) // 2] <= 40_000
    assert sizes[-1] <= 250_000


def test_no_page_carries_a_style_or_a_script_of_its_own(built: Path) -> None:
    """A strict Content-Security-Policy forbids both, and each page carries one."""
    for path in built.rglob("*.html"):
        page = path.read_text("utf-8")
        assert " style=" not in page, path
        assert "<style" not in page, path
        assert "<script>" not in page, path
        assert "Content-Security-Policy" in page, path


def test_data_beside_the_pages_keeps_to_its_published_schema(built: Path) -> None:
    """Every schema that `crdiff schema` prints and a page publishes a value of."""
    checked = set()
    for path in built.rglob("index.json"):
        value = json.loads(path.read_bytes())
        name = value.get("schema", "").removeprefix("crdiff.").partition("/")[0]
        if name in SCHEMAS:
            Draft202012Validator(json.loads(schema(name))).validate(value)
            checked.add(name)
    assert {"release", "diff", "corpus"} <= checked


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
