"""What the commands of the website have in common: its configuration, its prose, and where it may be written."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from crdiff.cli.completing import FILE, FOLDER
from crdiff.cli.options import Function, flag, option
from crdiff.cli.output import note
from crdiff.errors import UsageError
from crdiff.store.texts.chosen import Chosen, chosen_corpus

CONFIG = "mkdocs.yml"
PLUGIN = "crdiff"
RESULTS = "build/checks.json"
"""Where results of checks are looked for that a run of pytest may have left."""

_SIGN = Path("releases", "index.json")
"""A page of data that every site of ours has, and hardly any other folder."""

config_option = option(
    "--config", f"Configuration of MkDocs; by default {CONFIG} of the current folder, if any.", type=FILE
)


def archive_options(function: Function) -> Function:
    """Add ``--corpus`` and ``--built-in``."""
    named = option("--corpus", "Make the site of all texts in this corpus.", type=FOLDER)
    said = "Make the small site, of what comes with crdiff, whatever texts there are."
    return named(flag("--built-in", said)(function))


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


class _Said(Struct):
    schema: str = ""


class Wanted(Struct, frozen=True):
    """What a site shows besides its texts; `url` is where it will be hosted, `report` where readers open an issue.

    `results` is a file with those of checks, None for those of a run; `engines` are files with those of engines,
    `citations` files with lists of those of repositories. `full_text` says of which releases the whole text is
    published: ``none``, ``newest`` or ``all``.
    """

    results: str | None = None
    no_checks: bool = False
    engines: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    url: str = ""
    report: str = ""
    full_text: str | None = None

    @classmethod
    def of(
        cls,
        results: tuple[str, ...],
        no_checks: bool,
        *,
        citations: tuple[str, ...] = (),
        site_url: str | None = None,
        report_url: str | None = None,
        full_text: str | None = None,
    ) -> Wanted:
        """Return what the options ask for. Raises `UsageError` for what makes no sense."""
        url, report = _require_url(site_url), _require_report_url(report_url)
        engines = tuple(file for file in results if _is_of_engine(file))
        checks = [file for file in results if file not in engines]
        if len(checks) > 1:
            raise UsageError("a second file with results of checks", "one, and any number of engines", path=checks[1])
        return cls(next(iter(checks), None), no_checks, engines, citations, url, report, full_text)


SHOWS_NOTHING = Wanted()


def _is_of_engine(file: str) -> bool:
    """Whether a file says that it has the results of an engine; who reads it says what else is wrong with it."""
    from crdiff.trace.engines import SCHEMA

    try:
        said = msgspec.json.decode(Path(file).read_bytes(), type=_Said)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return False
    return said.schema == SCHEMA


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
