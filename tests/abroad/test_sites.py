"""The site of any archive is built, and no link of it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from links import Pages, broken_links

from tests.abroad.conftest import Abroad

KINDS = ("none", "oldest only", "newest and the next two", "a gap in a recorded lineage", "two texts of one date")
"""A site takes some seconds; these archives differ most."""


def built(abroad: Abroad, folder: Path) -> Path:
    """Build the site of an archive into `folder` and return it."""
    made_of = ("--corpus", abroad.home) if abroad.files else ("--built-in",)
    done = abroad.crdiff("site", "build", *made_of, "--output", folder, "--quiet", "--plain", "--no-checks")
    assert (done.code, done.err) == (0, ""), done.err[-500:]
    return folder


@pytest.mark.parametrize("kind", KINDS)
def test_the_site_of_an_archive_is_built_and_whole(
    small_archives: Callable[[str], Abroad], tmp_path: Path, kind: str
) -> None:
    abroad = small_archives(kind)
    site = built(abroad, tmp_path / "site")
    assert list(broken_links(Pages(site), site)) == []
    for file in site.rglob("*.json"):
        json.loads(file.read_bytes())
    for day in abroad.files:
        assert (site / "releases" / day / "index.html").is_file()
