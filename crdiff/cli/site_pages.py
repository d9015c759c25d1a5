"""The pages of the website without MkDocs, and the results of checks that they show.

The results are those given, those of an earlier run, else those of checks played now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from zlib import compress, decompress

from msgspec.structs import replace

from crdiff.cli.completing import FILE
from crdiff.cli.options import Function, flag, option
from crdiff.cli.output import Output, note
from crdiff.cli.site_files import SHOWS_NOTHING, Wanted, prose_folder
from crdiff.errors import StoreError, UsageError
from crdiff.model.book import MAGIC
from crdiff.reports.phrases import counted
from crdiff.store.texts.chosen import Chosen

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

    @property
    def book(self) -> str:
        """The name of the rule book that the texts are of."""
        from crdiff.store.texts.books import book_of

        return book_of(self.corpus) if self.corpus else MAGIC

    @cached_property
    def embedded(self) -> EmbeddedCorpus:
        """What comes with crdiff."""
        from crdiff.store.embedded.corpus import load_corpus

        return load_corpus(book=self.book)

    @cached_property
    def contents(self) -> SiteContents:
        """The contents of the texts. Raises what `contents_of` raises."""
        from crdiff.site_source import contents_of

        _ = self.source  # first: what changes while it is read is noticed by the next build
        return contents_of(self.corpus, self.embedded)

    def read(self) -> None:
        """Read the contents, for those who ask later."""
        _ = self.contents


def read_site(texts: SiteTexts, wanted: Wanted = SHOWS_NOTHING, results: Path | None = None) -> ArchiveIndex:
    """Return what a site of these texts is made from; `results` is a file with those of checks."""
    from crdiff.api_page import documented
    from crdiff.checks.inputs import read_engines
    from crdiff.pages.archive_index import read_results
    from crdiff.pages.render import Prose
    from crdiff.site_source import index_site, read_citation_lists
    from crdiff.store.text_file import read_raw

    prose = (Prose(path, documented(markdown)) for path, markdown in _written(texts.book))
    checks = read_results(read_raw(results), str(results)) if results else None
    listed, engines = read_citation_lists(wanted.citations), read_engines(wanted.engines)
    return index_site(texts.contents, texts.embedded, prose, checks, listed, engines=engines)


def _written(book: str) -> Iterator[tuple[str, str]]:
    """Yield the hand-written pages of a site; our own speak of Magic, so that another book has only those it needs."""
    from crdiff.store.texts.books import read_book

    if book != MAGIC:
        yield from (("index.md", f"# {read_book(book).title}\n"), ("identify.md", "# Identify\n"))
        return
    folder = prose_folder()
    yield from ((path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.md"))


def write_site(folder: Path, texts: SiteTexts, wanted: Wanted, results: Path | None = None) -> Written:
    """Write the site of `texts` to `folder`, with the checks in `results`; the old one stays till then.

    A site that is there, whole, and was made from the same, is left as it is.
    """
    from crdiff.output.garbage_collection import garbage_collection_paused
    from crdiff.output.made_tree import count_if_made
    from crdiff.output.tree import NewTree, Written
    from crdiff.output.workers import write_portions
    from crdiff.pages import address
    from crdiff.pages.render import framed
    from crdiff.pages.site import frame_of, placed, placed_pages, site_ending, site_portions

    url, full_text = wanted.url, wanted.full_text or "none"
    source = _source(texts, wanted, results, full_text)
    if kept := count_if_made(folder, source):
        return Written(0, kept, 0)
    with NewTree(folder) as tree, garbage_collection_paused():
        archive = replace(read_site(texts, wanted, results), full_text=full_text)
        archive.prepare()
        portions = site_portions(archive, url)
        frame = replace(frame_of(archive, url), report=wanted.report)

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            return placed_pages(site_ending([address.served_at(path) for path in paths], archive, url))

        with framed(frame):
            return write_portions(tree, [partial(placed, portion) for portion in portions], ending, source)


def _source(texts: SiteTexts, wanted: Wanted, results: Path | None, full_text: str) -> str:
    """Return the fingerprint of all that a site is made from besides the code: the files read, and the options."""
    from crdiff.output.fingerprints import fingerprint_of, source_of
    from crdiff.output.kept_files import fingerprints_in

    files = [*sorted(prose_folder().rglob("*.md")), *map(Path, (*wanted.citations, *wanted.engines))]
    there = [path for path in files if path.is_file()]  # who reads the others says what is wrong with them
    played = fingerprint_of(results.read_bytes()) if results else ""  # wherever they are: in a passing folder, mostly
    return source_of(texts.source, fingerprints_in(there), played, wanted.url, wanted.report, full_text)


_KEPT_MOST = 8
"""Results of checks that are kept, those asked for last; those on 126 releases take one megabyte."""


def results_options(function: Function) -> Function:
    """Add ``--results`` and ``--no-checks``."""
    named = option(
        "--results",
        "Show these results: of checks, written by 'pytest --crdiff-report FILE', or of an engine, written by "
        "'crdiff checks import'. May be given several times.",
        multiple=True,
        type=FILE,
    )
    return named(flag("--no-checks", "Play no checks and show no results of any.")(function))


@contextmanager
def shown_results(
    wanted: Wanted, kept: Path, texts: SiteTexts, quiet: bool, meanwhile: Callable[[], None] = lambda: None
) -> Iterator[Path | None]:
    """Give the file with the results to show, None for none; `kept` is where a run before may have left some.

    Otherwise the checks that come with crdiff are played on `texts`, if pytest is installed; `meanwhile` is done here
    while another process plays.
    """
    if wanted.no_checks and wanted.results:
        raise UsageError("--results and --no-checks exclude one another", "one of them")
    if wanted.results and not Path(wanted.results).is_file():
        raise UsageError("there is no such file", "results that 'pytest --crdiff-report' wrote", path=wanted.results)
    if wanted.no_checks or wanted.results or texts.book != MAGIC:
        yield Path(wanted.results) if wanted.results else None
    elif kept.is_file():
        note(f"crdiff: the results of checks shown are those in {kept}; without that file they are played", quiet)
        yield kept
    else:
        with TemporaryDirectory() as folder:
            yield _played(texts, Path(folder, "checks.json"), quiet, meanwhile)


def _played(texts: SiteTexts, file: Path, quiet: bool, meanwhile: Callable[[], None]) -> Path | None:
    """Write the results of the checks that come with crdiff to `file`, and return it; None without pytest."""
    from crdiff.cli.playing import is_pytest_installed
    from crdiff.trace.report import read_summary

    if not is_pytest_installed():
        note("crdiff: no results of checks: pytest is not installed; expected pip install 'crdiff[checks]'", quiet)
        return None
    raw = _results_on(texts, quiet, meanwhile)
    file.write_bytes(raw)
    if failed := read_summary(raw).failed:
        note(f"crdiff: {counted(failed, 'run')} of checks failed; the pages show which", quiet)
    return file


def _results_on(texts: SiteTexts, quiet: bool, meanwhile: Callable[[], None]) -> bytes:
    """Return the results of the checks that come with crdiff, which are played only if no results are kept.

    Playing them on 126 releases takes eight seconds. A run that failed is not kept: the machine may be the reason.
    """
    from crdiff.cli.playing import Asked, play
    from crdiff.output.kept_files import keep_file, recall_file

    place = _place_of(texts)
    if place and (kept := recall_file(place)):
        return decompress(kept)
    asked, output = Asked((), (), Chosen(texts.corpus)), Output("json", None, quiet)
    played = play(asked, output, meanwhile=meanwhile)
    if place and not played.has_failed:
        keep_file(place, compress(played.raw, 1), _KEPT_MOST)
    return played.raw


def _place_of(texts: SiteTexts) -> Path | None:
    """Return where the results on texts are kept, None where there is no place: by all that they depend on."""
    from importlib.metadata import version

    from crdiff.checks.swapping import MUTANTS
    from crdiff.output.fingerprints import package_fingerprint, source_of
    from crdiff.output.kept_files import fingerprints_in
    from crdiff.store.texts.home import cache_folder, scenario_files

    files = [*scenario_files(), *filter(Path.is_file, [Path(MUTANTS)])]
    try:
        source = source_of(package_fingerprint(), version("pytest"), texts.source, fingerprints_in(files))
        return cache_folder() / "checks" / f"{source}.played"
    except (OSError, StoreError):  # a file that cannot be read; nobody knows where the user's home is
        return None
