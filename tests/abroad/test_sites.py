"""The site of any archive is built, with and without MkDocs, and no link of it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from html_reader import Read, read_html

from tests.abroad.conftest import SMALL, Abroad

HOST = "http://site/"
WITH_MKDOCS = ("newest only", "newest and the next two", "a date that the catalog does not know")
"""MkDocs takes some seconds a site; these archives differ most."""


def built(abroad: Abroad, folder: Path, *options: str) -> Path:
    """Build the site of an archive into `folder` and return it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = abroad.crdiff("site", "build", "--corpus", abroad.home, "--output", folder, "--quiet", *options)
    assert (done.code, done.err) == (0, ""), done.err[-500:]
    return folder


def html_of(site: Path) -> list[str]:
    """Return the paths of the pages of a site, sorted."""
    return sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))


def broken(site: Path, drawn: Iterable[str] = ()) -> Iterator[str]:
    """Yield each link of the pages `drawn`, of all pages if none, that leads to no page, file or id.

    The page for missing pages may be read anywhere, so its links are not looked at.
    """

    @cache
    def page(path: str) -> Read | None:
        file = site / path
        return read_html(file.read_bytes()) if file.suffix == ".html" and file.is_file() else None

    for where in sorted(drawn or html_of(site)):
        found = page(where)
        for _, link in found.links if found and where != "404.html" else ():
            target, fragment = urldefrag(urljoin(f"{HOST}{where}", link))
            path = unquote(target.removeprefix(HOST))
            path += "index.html" if path.endswith("/") or not path else ""
            if target.startswith(HOST) and not _leads_somewhere(site / path, page(path), unquote(fragment)):
                yield f"{where}: {link}"


def _leads_somewhere(file: Path, page: Read | None, fragment: str) -> bool:
    return not fragment or fragment in page.ids if page else file.is_file() and not fragment


@pytest.mark.parametrize("kind", SMALL)
def test_the_site_of_an_archive_is_built_and_whole(
    small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str
) -> None:
    abroad = small_archives(kind)
    site = built(abroad, tmp_path / "site", "--plain")
    assert list(broken(site)) == []
    for file in site.rglob("*.json"):
        json.loads(file.read_bytes())
    for day in abroad.files:
        assert (site / "releases" / day / "index.html").is_file()


@pytest.mark.parametrize("kind", WITH_MKDOCS)
def test_mkdocs_builds_the_same_pages(small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str) -> None:
    abroad = small_archives(kind)
    plain, other = built(abroad, tmp_path / "plain", "--plain"), built(abroad, tmp_path / "mkdocs")
    assert set(html_of(plain)) <= set(html_of(other))
    assert list(broken(other)) == []


def test_the_checker_of_links_notices_what_is_broken(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<p id="there"><a href="#there"></a><a href="#gone"></a><a href="no/"></a></p>'
    )
    assert list(broken(tmp_path)) == ["index.html: #gone", "index.html: no/"]
