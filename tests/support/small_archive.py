"""The site of a small archive: small releases in a corpus of their own, and what is made of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec.structs import replace
from rendering import render_site
from small_excerpt import make_corpus, make_prose

from crdiff.corpus import Corpus
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.site_source import contents_of, index_site
from crdiff.store.embedded.corpus import load_corpus
from tests.small_releases import GLOSSARY, RELEASES, release_text

Releases = Mapping[str, Mapping[str, str]]


def fill(folder: Path, releases: Releases = RELEASES, glossaries: Releases = MappingProxyType({})) -> Path:
    """Add small releases to the corpus in `folder`, some with a glossary of their own, and return it."""
    given = folder.with_name(f"{folder.name}-given")
    given.mkdir(parents=True, exist_ok=True)
    for day, clauses in releases.items():
        (given / f"{day}.txt").write_bytes(release_text(day, clauses, glossaries.get(day, GLOSSARY)))
    with Corpus(folder) as corpus:
        corpus.add(given)
    return folder


def index_of(folder: Path) -> ArchiveIndex:
    """Return the corpus in `folder` indexed for its pages, with a page of prose, no notes and no editions."""
    embedded = replace(make_corpus(), editions=(), annotations=())
    return index_site(contents_of(folder, embedded), embedded, make_prose())


def with_our_notes(folder: Path | None) -> ArchiveIndex:
    """Return the corpus in `folder`, or no texts, indexed with all that comes with crdiff."""
    embedded = load_corpus()
    return index_site(contents_of(folder, embedded), embedded)


def pages_of(archive: ArchiveIndex) -> dict[str, bytes]:
    """Return every page and file of its site."""
    return render_site(archive)
