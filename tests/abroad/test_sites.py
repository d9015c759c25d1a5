"""The site of any archive is built, with and without MkDocs, and no link of it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from links import Pages, broken_links

from tests.abroad.conftest import SMALL, Abroad

WITH_MKDOCS = ("newest only", "newest and the next two", "a date that the catalog does not know")
"""MkDocs takes some seconds a site; these archives differ most."""


def built(abroad: Abroad, folder: Path, *options: str) -> Path:
    """Build the site of an archive into `folder` and return it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made_of = ("--corpus", abroad.home) if abroad.files else ("--built-in",)
    done = abroad.crdiff("site", "build", *made_of, "--output", folder, "--quiet", *options)
    assert (done.code, done.err) == (0, ""), done.err[-500:]
    return folder


@pytest.mark.parametrize("kind", SMALL)
def test_the_site_of_an_archive_is_built_and_whole(
    small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str
) -> None:
    abroad = small_archives(kind)
    site = built(abroad, tmp_path / "site", "--plain")
    assert list(broken_links(Pages(site), site)) == []
    for file in site.rglob("*.json"):
        json.loads(file.read_bytes())
    for day in abroad.files:
        assert (site / "releases" / day / "index.html").is_file()


@pytest.mark.parametrize("kind", WITH_MKDOCS)
def test_mkdocs_builds_the_same_pages(small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str) -> None:
    abroad = small_archives(kind)
    plain, other = built(abroad, tmp_path / "plain", "--plain"), built(abroad, tmp_path / "mkdocs")
    pages = Pages(other)
    assert set(Pages(plain)) <= set(pages)
    assert list(broken_links(pages, other)) == []
