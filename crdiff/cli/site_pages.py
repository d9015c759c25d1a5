"""The pages of the website without MkDocs, and the results of checks that they show.

The results are those given, those of an earlier run, else those of checks played now.

What the commands of the website have in common: its configuration, its prose, and where it may be written.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from zlib import compress, decompress

from msgspec import Struct
from msgspec.structs import replace

from crdiff.book_words import folder_of
from crdiff.cli.options import FILE, FOLDER, Function, flag, folder_asked, option, with_options
from crdiff.cli.output import Output, note
from crdiff.cli.texts import schema_of
from crdiff.errors import StoreError, UsageError
from crdiff.model.book import MAGIC
from crdiff.output import fingerprints
from crdiff.reports.phrases import counted, listed
from crdiff.store.text_file import read_raw
from crdiff.store.texts.books import book_of, books_beside, read_book
from crdiff.store.texts.home import Chosen, cache_folder, chosen_corpus, scenario_files

if TYPE_CHECKING:
    from crdiff.output.tree import Written
    from crdiff.output.workers import Portion
    from crdiff.pages.archive_index import ArchiveIndex
    from crdiff.pages.render import Frame
    from crdiff.store.archive.site_contents import SiteContents
    from crdiff.store.embedded.corpus import EmbeddedCorpus


CONFIG = "mkdocs.yml"
PLUGIN = "crdiff"
# Where results of checks are looked for that a run of pytest may have left.
RESULTS = "build/checks.json"

# A page of data that every site of ours has, and hardly any other folder.
_SIGN = Path("releases", "index.json")

config_option = option(
    "--config", f"Configuration of MkDocs; by default {CONFIG} of the current folder, if any.", type=FILE
)


def archive_options(function: Function) -> Function:
    """Add ``--book``, which is among what is wanted, ``--corpus`` and ``--built-in``."""
    named = option("--corpus", "Make the site of all texts in this corpus.", type=FOLDER)
    said = "Make the small site, of what comes with crdiff, whatever texts there are."
    alone = option("--book", "Show this rule book alone, where the corpus has several.", metavar="NAME")
    return with_options(function, alone, named, flag("--built-in", said))


def of_book(corpus: Chosen, book: str | None) -> Chosen:
    """Return where a corpus has its texts of `book`, None for that of its first; what comes with crdiff is Magic's."""
    if corpus.folder is None and book in {None, MAGIC}:
        return corpus
    folder = folder_asked(str(corpus.folder) if corpus.folder else None, book)
    return replace(corpus, folder=Path(folder)) if folder else corpus


def tell_corpus(corpus: Chosen, quiet: bool) -> None:
    """Tell which corpus was taken where no option names it."""
    if corpus.note:
        note(f"crdiff: {corpus.note}", quiet)


def require_texts(corpus: Chosen, full_text: str | None) -> None:
    """Raise `UsageError` where whole texts are asked for, which only the site of a whole archive has."""
    if full_text and full_text != "none" and corpus.folder is None:
        what = f"--full-text {full_text} is for the site of a whole archive"
        raise UsageError(what, "a corpus with texts, as by --corpus DIR")


def _require_url(asked: str | None) -> str:
    """Return the address that the site will be hosted at, "" for none. Raises `UsageError` where it is no address."""
    if not asked:
        return ""
    parts = urlsplit(asked)
    if not _is_web(asked) or parts.query or parts.fragment:
        raise UsageError(
            f"--site-url {asked!r} is not the address of a site", "one such as https://rules.example/crdiff/"
        )
    return asked.rstrip("/") + "/"


def _require_report_url(asked: str | None) -> str:
    """Return where readers open an issue, "" for nowhere. Raises `UsageError` where it is no address of the web."""
    if asked and not _is_web(asked):
        expected = "one such as https://github.com/me/rules/issues/new"
        raise UsageError(f"--report-url {asked!r} is not an address of the web", expected)
    return asked or ""


def _is_web(address: str) -> bool:
    """Whether `address` is one of the web, with a host."""
    parts = urlsplit(address)
    return parts.scheme in {"http", "https"} and bool(parts.netloc)


@contextmanager
def configuration(asked: str | None) -> Iterator[str]:
    """Give the file of MkDocs settings: the one asked for, the current folder's, or one for crdiff's own pages."""
    if asked or Path(CONFIG).is_file():
        yield asked or CONFIG
        return
    settings = {
        "site_name": "crdiff",
        "docs_dir": str(prose_folder()),
        "theme": {"name": "crdiff"},
        "plugins": [{PLUGIN: {"results": str(Path(RESULTS).absolute())}}],
        "validation": {"nav": {"omitted_files": "ignore"}, "links": {"absolute_links": "ignore"}},
    }
    with TemporaryDirectory() as folder:
        file = Path(folder, CONFIG)
        file.write_text(json.dumps(settings), "utf-8")  # JSON is YAML
        yield str(file)


class Wanted(Struct, frozen=True):
    """What a site shows besides its texts; `url` is where it will be hosted, `report` where readers open an issue.

    `results` is a file with those of checks, None for those of a run; `engines` are files with those of engines,
    `citations` files with lists of those of repositories. `full_text` says of which releases the whole text is
    published: ``none``, ``newest`` or ``all``; `data` how much is published beside the pages, likewise.
    `book` is the only one to show, None for all of a corpus.
    """

    results: str | None = None
    no_checks: bool = False
    engines: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    url: str = ""
    report: str = ""
    full_text: str | None = None
    data: str = "pages"
    book: str | None = None

    @classmethod
    def of(
        cls,
        results: tuple[str, ...],
        no_checks: bool,
        *,
        site_url: str | None = None,
        report_url: str | None = None,
        full_text: str | None = None,
        data: str = "pages",
        book: str | None = None,
    ) -> Wanted:
        """Return what the options ask for. Raises `UsageError` for what makes no sense."""
        from crdiff.cite.cited_by import SCHEMA as LIST
        from crdiff.trace.engines import SCHEMA as ENGINE

        url, report = _require_url(site_url), _require_report_url(report_url)
        engines, citations = (tuple(file for file in results if schema_of(file) == each) for each in (ENGINE, LIST))
        checks = [file for file in results if file not in {*engines, *citations}]
        if len(checks) > 1:
            raise UsageError("a second file with results of checks", "one, and any number of others", path=checks[1])
        return cls(next(iter(checks), None), no_checks, engines, citations, url, report, full_text, data, book)


SHOWS_NOTHING = Wanted()


class PluginSettings:
    """The settings of our plugin in a file for MkDocs, to be read and to be given other values."""

    def __init__(self, file: str) -> None:
        from mkdocs.config import load_config
        from mkdocs.utils.yaml import yaml_load

        self.file = file
        settings = load_config(file)
        if PLUGIN not in settings.plugins:
            raise UsageError("has no plugin crdiff", "- crdiff under plugins", path=file)
        with Path(file).open("rb") as written:
            self._written = yaml_load(written)["plugins"]
        self._read = settings.plugins[PLUGIN].config
        self._folder = Path(settings.config_file_path or ".").parent

    def corpus(self, asked: str | None, *, built_in: bool) -> Chosen:
        """Return the corpus of the site: as asked for on the command line, else as the settings say."""
        if asked or built_in:
            return chosen_corpus(asked, built_in=built_in)
        return chosen_corpus(self._read.archive, built_in=self._read.built_in)

    @property
    def folder(self) -> str:
        """The folder of our pages in the site, "" for the top."""
        return str(self._read.folder)

    @property
    def results(self) -> Path:
        """Where results of checks may be."""
        return self._folder / str(self._read.results)

    def plugins(self, corpus: Chosen, results: Path | None, wanted: Wanted) -> list[Any]:
        """Return the plugins as the file names them, ours with these values: MkDocs takes them in their place."""
        asked = {
            "report_url": wanted.report,
            "full_text": wanted.full_text,
            "data_level": wanted.data,
            "citations": [str(Path(file).absolute()) for file in wanted.citations],
            "engines": [str(Path(file).absolute()) for file in wanted.engines],
        }
        values = {
            "archive": str(corpus.folder) if corpus.folder else None,
            "built_in": corpus.folder is None,
            "results": str(results.absolute()) if results else "",
            **{name: value for name, value in asked.items() if value},
        }
        written = self._written.items() if isinstance(self._written, dict) else map(_named, self._written)
        return [{name: {**(own or {}), **values} if name == PLUGIN else own} for name, own in written]


def _named(plugin: str | dict[str, Any]) -> tuple[str, Any]:
    """Return a plugin as a list names it: its name, and its settings if there are any."""
    return (plugin, {}) if isinstance(plugin, str) else next(iter(plugin.items()))


def prose_folder() -> Path:
    """Return the folder of hand-written pages, of an installed crdiff or of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "prose"
    return installed if installed.is_dir() else package.parent / "site"


def require_site_folder(folder: Path, below: str = "") -> None:
    """Raise `UsageError` for a file, and for a folder with something else in it: building a site empties it first.

    `below` is the folder of our pages in the site, "" for the top, where those of an older site may be as well.
    """
    if os.path.lexists(folder) and not folder.is_dir():
        raise UsageError("is not a folder", "the folder of a site, or a new one", path=str(folder))
    is_ours = (folder / _SIGN).is_file() or (folder / below / _SIGN).is_file()
    if folder.is_dir() and any(folder.iterdir()) and not is_ours:
        raise UsageError("the folder is not empty and holds no site of crdiff", "a new folder", path=str(folder))


_MEGABYTE = 1_000_000
# What hosts of plain files take: files, and bytes of one file and of all, None for no limit of theirs.
_HOSTS = (
    ("Cloudflare Pages", 20_000, 25 * 2**20, None),
    ("GitHub Pages", None, 100 * 2**20, 1_000 * _MEGABYTE),
    ("GitLab Pages", None, None, 1_000 * _MEGABYTE),
    ("Netlify", 54_000, None, None),
)


def hosts_that_take(folder: Path) -> str:
    """Return in a sentence how large a site is, and which of the usual hosts take it.

    Netlify names 54,000 files in a folder as the most; no folder has as many as a site.
    """
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    known = (len(sizes), max(sizes, default=0), sum(sizes))
    fits = {
        name: all(most is None or size <= most for size, most in zip(known, limits, strict=True))
        for name, *limits in _HOSTS
    }
    size = f"{known[0]:,} files, {known[2] / _MEGABYTE:,.0f} MB, the largest {known[1] / _MEGABYTE:.1f} MB"
    taken, refused = ([name for name in fits if fits[name] is good] for good in (True, False))
    told = [
        f"{listed(taken)} {'takes' if len(taken) == 1 else 'take'} it" if taken else "none of the usual hosts takes it"
    ]
    if refused:
        told.append(f"{listed(refused)} {'does' if len(refused) == 1 else 'do'} not (see --data)")
    return f"{size}: {'; '.join(told)}"


class _Noting(logging.Handler):
    """Prints what is logged as notes are printed."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print a record."""
        note(self.format(record))


def show_log(quiet: bool, *, errors: bool = True) -> None:
    """Send what MkDocs says to standard error: warnings, `errors`, and its progress where a person is watching."""
    handler = _Noting()
    handler.addFilter(lambda record: errors or record.levelno < logging.ERROR)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logger = logging.getLogger("mkdocs")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if sys.stderr.isatty() and not quiet else logging.WARNING)


class SiteTexts:
    """What the texts in the folder `corpus` hold, or the facts that come with crdiff: read once, when asked for."""

    def __init__(self, corpus: Path | None) -> None:
        self.corpus = corpus

    @cached_property
    def source(self) -> str:
        """The fingerprint of every file that the contents are read from, as it was before they were."""
        from crdiff.site_source import files_of

        return fingerprints.source_of(fingerprints.fingerprints_in(files_of(self.corpus)))

    @property
    def book(self) -> str:
        """The name of the rule book that the texts are of."""
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
    from crdiff.checks.inputs import read_engines
    from crdiff.pages.archive_index import read_results
    from crdiff.pages.render import Prose
    from crdiff.site_source import documented, index_site, read_citation_lists

    prose = (Prose(path, documented(markdown)) for path, markdown in _written(texts.book))
    checks = read_results(read_raw(results), str(results)) if results else None
    listed, engines = read_citation_lists(wanted.citations), read_engines(wanted.engines)
    return index_site(texts.contents, texts.embedded, prose, checks, listed, engines=engines)


def _written(book: str) -> Iterator[tuple[str, str]]:
    """Yield the hand-written pages of a site; our own speak of Magic, so that another book has only those it needs."""
    if book != MAGIC:
        yield from (("index.md", f"# {read_book(book).title}\n"), ("identify.md", "# Identify\n"))
        return
    folder = prose_folder()
    yield from ((path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.md"))


def write_site(folder: Path, texts: SiteTexts, wanted: Wanted, results: Path | None = None) -> Written:
    """Write the site of `texts` to `folder`, with the checks in `results`; the old one stays till then.

    A site that is there, whole, and was made from the same, is left as it is.
    """
    from crdiff.output.long_work import garbage_collection_paused
    from crdiff.output.tree import NewTree, Written, count_if_made
    from crdiff.output.workers import write_portions
    from crdiff.pages import address
    from crdiff.pages.render import framed
    from crdiff.pages.site import frame_of, placed, placed_pages, site_ending, site_portions

    url, full_text = wanted.url, wanted.full_text or "none"
    beside = books_of_site(texts.corpus, wanted)
    sources = [_source(texts, wanted, results, full_text), *(each.texts.source for each in beside)]
    source = fingerprints.source_of(*sources) if beside else sources[0]
    if kept := count_if_made(folder, source):
        return Written(0, kept, 0)
    with NewTree(folder) as tree, garbage_collection_paused():
        archive = replace(read_site(texts, wanted, results), full_text=full_text, data=wanted.data)
        archive.prepare()
        portions = site_portions(archive, url)
        frame = replace(frame_of(archive, url), report=wanted.report, books=links_to_books(beside))
        others = [portion for each in beside for portion in each.portions()]

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            own = [path for path in paths if not path.startswith(tuple(each.prefix for each in beside))]
            yield from placed_pages(site_ending([address.served_at(path) for path in own], archive, url))
            for each in beside:
                yield from each.ending(paths)

        with framed(frame):
            return write_portions(tree, [*(partial(placed, portion) for portion in portions), *others], ending, source)


class BookSite(Struct, frozen=True, dict=True):
    """The pages of another book of a corpus: its `texts`, its `archive`, below `prefix` on the site, in its `frame`."""

    prefix: str
    texts: SiteTexts
    archive: ArchiveIndex
    frame: Frame

    def portions(self) -> Iterator[Portion]:
        """Yield what makes the pages."""
        from crdiff.pages.site import placed, site_portions

        for portion in site_portions(self.archive, self.frame.host.url):
            yield partial(self._below, partial(placed, portion))

    def ending(self, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield what needs the paths of all pages."""
        from crdiff.pages import address
        from crdiff.pages.site import placed_pages, site_ending

        own = [path.removeprefix(self.prefix) for path in paths if path.startswith(self.prefix)]
        addresses = [address.served_at(path) for path in own]
        yield from self._below(lambda: placed_pages(site_ending(addresses, self.archive, self.frame.host.url)))

    def _below(self, portion: Portion) -> Iterator[tuple[str, bytes]]:
        from crdiff.pages.render import framed

        with framed(self.frame):
            for path, content in portion():
                yield f"{self.prefix}{path}", content


def books_of_site(corpus: Path | None, wanted: Wanted, folder: str = "") -> tuple[BookSite, ...]:
    """Return the sites of the other books of a corpus, each below the name of its book in the `folder` of our pages."""
    from crdiff.pages import address
    from crdiff.pages.site import frame_of

    beside = books_beside(corpus) if corpus and not wanted.book else {}
    first = address.RULES[1:] if folder else ""  # a project has a home of its own
    books = [("", first, read_book(book_of(corpus)).title)] if corpus else []
    books += [(f"{each.name}/", "", read_book(name).title) for name, each in beside.items()]
    found = []
    for each in beside.values():
        texts, path = SiteTexts(each), f"{each.name}/"
        archive = replace(read_site(texts), full_text=wanted.full_text or "none", data=wanted.data)
        archive.prepare()
        others = tuple((f"../{other}", page, title) for other, page, title in books if other != path)
        frame = frame_of(archive, f"{wanted.url}{path}" if wanted.url else "")
        found.append(BookSite(f"{folder}{path}", texts, archive, replace(frame, report=wanted.report, books=others)))
    return tuple(found)


def links_to_books(beside: Iterable[BookSite]) -> tuple[tuple[str, str, str], ...]:
    """Return the other books of a site as the frame of the first has them."""
    return tuple((f"{PurePath(each.prefix).name}/", "", each.frame.book.title) for each in beside)


def _source(texts: SiteTexts, wanted: Wanted, results: Path | None, full_text: str) -> str:
    """Return the fingerprint of all that a site is made from besides the code: the files read, and the options."""
    files = [*sorted(prose_folder().rglob("*.md")), *map(Path, (*wanted.citations, *wanted.engines))]
    there = [path for path in files if path.is_file()]  # who reads the others says what is wrong with them
    # wherever they are: in a passing folder, mostly
    played = fingerprints.fingerprint_of(results.read_bytes()) if results else ""
    return fingerprints.source_of(
        texts.source, fingerprints.fingerprints_in(there), played, wanted.url, wanted.report, full_text, wanted.data
    )


# Results of checks that are kept, those asked for last; those on 126 releases take one megabyte.
_KEPT_MOST = 8


def results_options(function: Function) -> Function:
    """Add ``--results`` and ``--no-checks``."""
    named = option(
        "--results",
        "Show these results (repeatable): of checks, from 'pytest --crdiff-report FILE'; of an engine, from 'crdiff "
        "checks import'; who cites each clause, from 'crdiff cite list --format json'.",
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
        note("crdiff: no results of checks: pytest is not installed; pip install 'crdiff[checks]' brings it", quiet)
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

    place = _place_of(texts)
    if place and (kept := fingerprints.recall_file(place)):
        return decompress(kept)
    asked, output = Asked((), (), Chosen(texts.corpus)), Output("json", None, quiet)
    played = play(asked, output, meanwhile=meanwhile)
    if place and not played.has_failed:
        fingerprints.keep_file(place, compress(played.raw, 1), _KEPT_MOST)
    return played.raw


def _place_of(texts: SiteTexts) -> Path | None:
    """Return where the results on texts are kept, None where there is no place: by all that they depend on."""
    from importlib.metadata import version

    from crdiff.checks.swapping import MUTANTS
    from crdiff.trace.switches import SWITCHES

    files = [*scenario_files(), *filter(Path.is_file, [Path(MUTANTS), folder_of(MAGIC) / SWITCHES])]
    try:
        source = fingerprints.source_of(
            fingerprints.package_fingerprint(), version("pytest"), texts.source, fingerprints.fingerprints_in(files)
        )
        return cache_folder() / "checks" / f"{source}.played"
    except (OSError, StoreError):  # a file that cannot be read; nobody knows where the user's home is
        return None
