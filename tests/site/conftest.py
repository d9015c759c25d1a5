"""The whole site built once by MkDocs as users build it, served on loopback, and a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from commands import run_mkdocs
from rendering import render_site
from serving import Window, serving_folder, watched_page, window
from small_archive import fill, index_of
from small_excerpt import make_corpus, make_results
from trees import write_tree

from crdiff import site_plugin
from crdiff.cli.site_pages import SiteTexts, Wanted, write_site
from crdiff.pages import address
from crdiff.store.embedded.corpus import load_corpus
from tests.conftest import SOME, once_in_a_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
# Opens a window of a look.
Open = Callable[..., Window]
# Opens a page of the site in a window of a look.
Visit = Callable[..., Any]
# Releases with results of a check, more than a table has columns for.
CHECKED = (*(day for day in SOME if day > "2003-08"), "2013-07-13", "2019-05-03")


@pytest.fixture(scope="session")
def results() -> bytes:
    """Return results of a check on a clause of the corpus."""
    return make_results().raw


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, results: bytes) -> Path:
    """Return the folder of the site of this checkout with some results of checks, built strictly; nobody changes it."""
    with once_in_a_run(tmp_path_factory, "built") as folder:
        if not folder.exists():
            folder.mkdir()
            (folder / "checks.json").write_bytes(results)
            (folder / "mkdocs.yml").write_text(
                f"INHERIT: {ROOT / 'mkdocs.yml'}\n"
                f"docs_dir: {ROOT / 'site'}\n"
                f"site_dir: {folder / 'site'}\n"
                f"plugins:\n  - crdiff:\n      results: {folder / 'checks.json'}\n",
                "utf-8",
            )
            done = run_mkdocs(["build", "--strict", "--quiet"], folder)
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder / "site"


@pytest.fixture(scope="module")
def little_known() -> Iterator[None]:
    """Have projects of MkDocs built with a small corpus in place of the embedded one, which takes seconds."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            site_plugin, "load_corpus", lambda folder=None, **_: load_corpus(folder) if folder else make_corpus()
        )
        yield


@pytest.fixture(scope="session")
def official_site(some_releases: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the site of some official releases and of results of checks."""
    with once_in_a_run(tmp_path_factory, "official") as folder:
        if not folder.exists():
            folder.mkdir()
            number = next(each.number_in for each in load_corpus().lineages if each.id == "2003-10-01-507.1a")
            places = [(day, str(number(date.fromisoformat(day)))) for day in sorted(CHECKED)]
            (folder / "checks.json").write_bytes(make_results(places=places).raw)
            write_site(folder / "site", SiteTexts(some_releases), Wanted(), folder / "checks.json")
    return folder / "site"


@pytest.fixture(scope="session")
def official_host(official_site: Path) -> Iterator[str]:
    """Return the address at which that site is served."""
    with serving_folder(official_site) as where:
        yield where


@pytest.fixture(scope="session")
def served(built: Path) -> Iterator[str]:
    """Return the address at which the site is served."""
    with serving_folder(built) as where:
        yield where


@pytest.fixture(scope="session")
def small_host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where the site of the small archive is served."""
    with once_in_a_run(tmp_path_factory, "small") as folder:
        if not folder.exists():
            site = render_site(index_of(fill(folder / "corpus")))
            write_tree(folder / "site", {address.file_of(where): content for where, content in site.items()})
    with serving_folder(folder / "site") as where:
        yield where


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return headless chromium. Without one the tests are skipped, in CI they fail."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium: CI has to test the site in a browser")
        pytest.skip("no chromium: install Debian's package of that name")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        few_processes = ("--no-sandbox", "--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1")
        opened = playwright.chromium.launch(executable_path=chromium, args=few_processes)
        yield opened
        opened.close()


@pytest.fixture
def host(small_host: str) -> str:
    """Return where the pages of a test are served: a module with another site says so."""
    return small_host


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    """Return a page that may log nothing and ask no other host."""
    with watched_page(browser, host) as opened:
        yield opened


@pytest.fixture
def context(browser: Browser, served: str) -> Iterator[Open]:
    """Return a function that opens a window of a look and holds its pages to the rules of the site.

    At the end no page may have logged an error, thrown one, or asked another host for anything.
    """
    opened: list[Window] = []

    def make(width: int = 1280, scheme: str = "light", scripts: bool = True) -> Window:
        size = {"width": width, "height": 900}
        opened.append(window(browser, served, viewport=size, color_scheme=scheme, java_script_enabled=scripts))
        return opened[-1]

    yield make
    assert [fault for each in opened for fault in each.end_of_test()] == []


@pytest.fixture
def visit(context: Open) -> Visit:
    """Return a function that opens a page of the site in a window of a look, and gives it."""

    def opened(where: str, **look: Any) -> Page:
        page: Page = context(**look).new_page()
        page.goto(where)
        return page

    return opened
