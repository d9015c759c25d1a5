"""The pages on who cites the rules are accessible, fit every screen, and show a hostile list as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from accessible import faults_of_look
from rendering import render_site
from serving import serving
from small_citations import ROWS, citation, citation_list, citing_archive

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> \u202e"
LONG = f"engine/{'a_folder_with_a_long_name' * 5}/<img src=x onerror=alert(1)>.rs"
KINDS = ("/cited/", "/clause/2003-10-01-507.1/", "/clause/2003-10-01-507.1/cited/", "/releases/2014-05-01/")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return where a small site is served with two lists of citations, one of them hostile."""
    folder = tmp_path_factory.mktemp("cited")
    rows = [citation(f"{LONG}:{at}", "710.1", "2003-10-01-507.1", "2009-10-01", "moved") for at in range(1, 9)]
    lists = {"me/engine": citation_list(ROWS), HOSTILE: citation_list(rows, revision=HOSTILE)}
    with serving(folder / "site", render_site(citing_archive(folder / "corpus", lists))) as where:
        yield where


def test_pages_on_citations_are_accessible_and_fit(page: Page) -> None:
    for where in KINDS:
        page.goto(where)
        assert faults_of_look(page) == [], where
        assert page.locator("img").count() == 0, where


def test_a_hostile_name_is_read_as_it_is_written(page: Page) -> None:
    page.goto("/cited/")
    page.get_by_text(r"<script>alert(1)</script> <img src=x onerror=alert(1)> \u202e").first.wait_for()
