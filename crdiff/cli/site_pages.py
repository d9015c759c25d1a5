"""The pages of the website without MkDocs: everything read that they are made from, and the pages made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.site_files import prose_folder

if TYPE_CHECKING:
    from crdiff.output.tree import Written
    from crdiff.pages.library import Library
    from crdiff.pages.whole.holdings import Holdings


def read_library(results: Path | None = None) -> Library:
    """Return what every site is made from: what comes with crdiff, its prose, and the `results` of checks in a file."""
    from crdiff.api_page import documented
    from crdiff.pages.check_results import read_results
    from crdiff.pages.gather import gather
    from crdiff.pages.prose import Prose
    from crdiff.store.embedded.corpus import load_corpus

    embedded, prose = load_corpus(), prose_folder()
    return gather(
        embedded,
        [(edition, embedded.text(edition)) for edition in embedded.editions],
        [
            Prose(path.relative_to(prose).as_posix(), documented(path.read_text("utf-8")))
            for path in sorted(prose.rglob("*.md"))
        ],
        read_results(results.read_bytes(), str(results)) if results else None,
    )


def read_holdings(corpus: Path, library: Library) -> Holdings:
    """Return the whole archive in the folder `corpus`, with what comes with crdiff."""
    from crdiff.pages.whole.holdings import hold
    from crdiff.store.archive.site_contents import read_whole
    from crdiff.store.build.garbage import keeping_everything

    with keeping_everything():
        return hold(read_whole(corpus), library)


def index_of_pagefind(holdings: Holdings, search: str) -> dict[str, bytes] | None:
    """Return the files of Pagefind's index by address; None where `search` asks for our own, or finds no Pagefind."""
    from crdiff.output import pagefind
    from crdiff.pages.whole.search import PAGEFIND, stubs

    if not pagefind.is_wanted(search):
        return None
    return {f"{PAGEFIND}{path}": content for path, content in pagefind.index(stubs(holdings)).items()}


def write_site(folder: Path, corpus: Path | None, url: str, search: str, results: Path | None) -> Written:
    """Write the site to `folder`, of the archive in `corpus` or of the quoted passages; the old one stays till then."""
    from crdiff.output.cached_group import Files, Note, Sheaf
    from crdiff.output.ledger import read_ledger
    from crdiff.output.parallel import write_portions
    from crdiff.pages import address
    from crdiff.pages.site import Portion, site_ending, site_portions
    from crdiff.pages.theme import assets

    library, known = read_library(results), read_ledger(folder)
    holdings = replace(read_holdings(corpus, library), redlines=known.notes) if corpus is not None else None
    pagefind = index_of_pagefind(holdings, search) if holdings else None
    portions = (*site_portions(library, url, holdings, pagefind), lambda: iter(assets().items()))

    def files(portion: Portion) -> Files:
        for each in portion():
            if isinstance(each, Sheaf):
                yield replace(each, make=partial(placed, each.make))
            elif isinstance(each, Note):
                yield each
            else:
                yield address.file_of(each[0]), each[1]

    def placed(make: Callable[[], Iterable[tuple[str, bytes]]]) -> Iterator[tuple[str, bytes]]:
        return ((address.file_of(where), content) for where, content in make())

    def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        return placed(partial(site_ending, [address.served_at(path) for path in paths], url))

    return write_portions(folder, [partial(files, portion) for portion in portions], ending, known)
