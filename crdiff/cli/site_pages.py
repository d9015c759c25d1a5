"""The pages of the website without MkDocs: everything read that they are made from, and the pages made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.cli.site_files import prose_folder

if TYPE_CHECKING:
    from crdiff.output.tree import Written
    from crdiff.pages.archive_index import ArchiveIndex
    from crdiff.store.archive.site_contents import SiteContents
    from crdiff.store.embedded.corpus import EmbeddedCorpus


class SiteTexts:
    """What the texts in the folder `corpus` hold, or the facts that come with crdiff: read once, when asked for."""

    def __init__(self, corpus: Path | None) -> None:
        self.corpus = corpus

    @cached_property
    def source(self) -> str:
        """The fingerprint of every file that the contents are read from, as it was before they were."""
        from crdiff.output.fingerprints import source_of
        from crdiff.output.kept_files import fingerprints_in
        from crdiff.site_source import files_of

        return source_of(fingerprints_in(files_of(self.corpus)))

    @cached_property
    def embedded(self) -> EmbeddedCorpus:
        """What comes with crdiff."""
        from crdiff.store.embedded.corpus import load_corpus

        return load_corpus()

    @cached_property
    def contents(self) -> SiteContents:
        """The contents of the texts. Raises what `contents_of` raises."""
        from crdiff.site_source import contents_of

        _ = self.source  # first: what changes while it is read is noticed by the next build
        return contents_of(self.corpus, self.embedded)

    def read(self) -> None:
        """Read the contents, for those who ask later."""
        _ = self.contents


def read_site(
    texts: SiteTexts, results: Path | None = None, citations: Sequence[str] = (), engines: Sequence[str] = ()
) -> ArchiveIndex:
    """Return what a site of these texts is made from.

    `results` is a file with those of checks; `citations` are files with lists of those of repositories, `engines` those
    with results of engines.
    """
    from crdiff.api_page import documented
    from crdiff.checks.inputs import read_engines
    from crdiff.pages.checks.check_results import read_results
    from crdiff.pages.frame.prose import Prose
    from crdiff.site_source import index_site, read_citation_lists
    from crdiff.store.text_file import read_raw

    folder = prose_folder()
    written = ((path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.md"))
    prose = (Prose(path, documented(markdown)) for path, markdown in written)
    checks = read_results(read_raw(results), str(results)) if results else None
    listed = read_citation_lists(citations)
    return index_site(texts.contents, texts.embedded, prose, checks, listed, engines=read_engines(engines))


def write_site(
    folder: Path,
    texts: SiteTexts,
    url: str,
    results: Path | None,
    *,
    report: str = "",
    full_text: str = "none",
    citations: Sequence[str] = (),
    engines: Sequence[str] = (),
) -> Written:
    """Write the site of `texts` to `folder`; the old one stays till then.

    A site that is there, whole, and was made from the same, is left as it is.

    `report` is where readers open an issue, "" for nowhere; `full_text` says of which releases the whole text is
    published: ``none``, ``newest`` or ``all``; `citations` are files with lists of those of repositories,
    `engines` those with results of engines.
    """
    from crdiff.output.garbage_collection import garbage_collection_paused
    from crdiff.output.made_tree import count_if_made
    from crdiff.output.parallel import write_portions
    from crdiff.output.tree import NewTree, Written
    from crdiff.pages.frame import address
    from crdiff.pages.frame.render import framed
    from crdiff.pages.site import frame_of, placed, placed_pages, site_ending, site_portions

    source = _source(texts, results, (*citations, *engines), url, report, full_text)
    if kept := count_if_made(folder, source):
        return Written(0, kept, 0)
    with NewTree(folder) as tree, garbage_collection_paused():
        archive = replace(read_site(texts, results, citations, engines), full_text=full_text)
        archive.prepare()
        portions = site_portions(archive, url)
        frame = replace(frame_of(archive, url), report=report)

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            return placed_pages(site_ending([address.served_at(path) for path in paths], archive, url))

        with framed(frame):
            return write_portions(tree, [partial(placed, portion) for portion in portions], ending, source)


def _source(texts: SiteTexts, results: Path | None, others: Sequence[str], *options: str) -> str:
    """Return the fingerprint of all that a site is made from besides the code: the files read, and the options."""
    from crdiff.output.fingerprints import fingerprint_of, source_of
    from crdiff.output.kept_files import fingerprints_in

    files = [*sorted(prose_folder().rglob("*.md")), *map(Path, others)]
    there = [path for path in files if path.is_file()]  # who reads the others says what is wrong with them
    played = fingerprint_of(results.read_bytes()) if results else ""  # wherever they are: in a passing folder, mostly
    return source_of(texts.source, fingerprints_in(there), played, options)
