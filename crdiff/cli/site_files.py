"""What the commands of the website have in common: its configuration, its prose, and where it may be written."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import click

from crdiff.errors import UsageError

CONFIG = "mkdocs.yml"
RESULTS = "build/checks.json"
"""Where ``pytest --crdiff-report`` puts the results of checks that the pages show."""

_SIGN = Path("releases", "index.json")
"""A page of data that every site of ours has, and hardly any other folder."""

config_option = click.option(
    "--config", metavar="FILE", help=f"Configuration of MkDocs; by default {CONFIG} of the current folder, if any."
)

archive_option = click.option(
    "--corpus", metavar="DIR", help="Make the site of the whole archive: of all texts in this corpus."
)

search_option = click.option(
    "--search",
    type=click.Choice(["auto", "own", "pagefind"]),
    default="own",
    show_default=True,
    help="What searches in the site of a whole archive: our own index, or Pagefind; auto is Pagefind if installed.",
)

url_option = click.option(
    "--site-url", metavar="URL", help="Address that the site will be hosted at: for its map, feeds and missing pages."
)


def require_url(asked: str | None) -> str:
    """Return the address that the site will be hosted at, "" for none. Raises `UsageError` where it is no address."""
    if not asked:
        return ""
    parts = urlsplit(asked)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.query or parts.fragment:
        raise UsageError(f"--site-url {asked!r} is no address of a site", "one such as https://rules.example/crdiff/")
    return asked.rstrip("/") + "/"


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
        "plugins": [{"crdiff": {"results": str(Path(RESULTS).absolute())}}],
        "validation": {"nav": {"omitted_files": "ignore"}, "links": {"absolute_links": "ignore"}},
    }
    with TemporaryDirectory() as folder:
        file = Path(folder, CONFIG)
        file.write_text(json.dumps(settings), "utf-8")  # JSON is YAML
        yield str(file)


def prose_folder() -> Path:
    """Return the folder of hand-written pages, of an installed crdiff or of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "prose"
    return installed if installed.is_dir() else package.parent / "site"


def require_site_folder(folder: Path) -> None:
    """Raise `UsageError` for a folder with something else in it: building a site empties the folder first."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _SIGN).is_file():
        raise UsageError("the folder is not empty and holds no site of crdiff", "a new folder", path=str(folder))


def show_log(quiet: bool, *, errors: bool = True) -> None:
    """Send what MkDocs says to standard error: warnings, `errors`, and its progress where a person is watching."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(lambda record: errors or record.levelno < logging.ERROR)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logger = logging.getLogger("mkdocs")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO if sys.stderr.isatty() and not quiet else logging.WARNING)
