"""The site of a small archive: small releases in a corpus of their own, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from small_library import make_library

from crdiff.corpus import Corpus
from crdiff.pages.archive_index import Holdings, hold
from crdiff.pages.site import render_site
from crdiff.store.archive.site_contents import read_whole
from tests.small_releases import RELEASES, release_text

Releases = Mapping[str, Mapping[str, str]]


def fill(folder: Path, releases: Releases = RELEASES) -> Path:
    """Add small releases to the corpus in `folder` and return it."""
    given = folder.with_name(f"{folder.name}-given")
    given.mkdir(parents=True, exist_ok=True)
    for day, clauses in releases.items():
        (given / f"{day}.txt").write_bytes(release_text(day, clauses))
    with Corpus(folder) as corpus:
        corpus.add(given)
    return folder


def holdings_of(folder: Path) -> Holdings:
    """Return the holdings of the corpus in `folder`, with a page of prose and no editions."""
    return hold(read_whole(folder), replace(make_library(), texts=(), comparisons=(), annotations=()))


def pages_of(holdings: Holdings) -> dict[str, bytes]:
    """Return every page and file of its site."""
    return render_site(holdings.library, holdings=holdings)
