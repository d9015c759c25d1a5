"""``crdiff site build``: write the website, with MkDocs or without."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_files import (
    archive_option,
    config_option,
    configuration,
    require_site_folder,
    require_url,
    search_option,
    show_log,
    url_option,
)
from crdiff.errors import CrdiffError
from crdiff.reports.phrases import counted

_EXAMPLES = examples(
    "crdiff site build", "crdiff site build --plain --output public", "crdiff site build --corpus my-corpus"
)


@click.command("build", short_help="Write the website.", epilog=_EXAMPLES)
@click.option(
    "-o",
    "--out",
    "--output",
    "folder",
    default="build/site",
    show_default=True,
    metavar="DIR",
    help="Folder to write it to.",
)
@click.option("--plain", is_flag=True, help="Without MkDocs: the same pages, from crdiff's own prose.")
@archive_option
@url_option
@search_option
@config_option
@quiet_option
def command(
    *, folder: str, plain: bool, corpus: str | None, site_url: str | None, search: str, config: str | None, quiet: bool
) -> int:
    """Write the website to a folder, for any web server or to be opened from disk.

    With --corpus the site has every release and every clause of the texts held there, else the passages that come with
    crdiff. Only files that changed are written; until all are, the folder stays as it was.

    Results of checks are shown if 'pytest --crdiff-report build/checks.json' wrote them before. Warnings are errors.
    """
    from crdiff.cli.site_pages import write_site
    from crdiff.store.tree import write_tree

    require_site_folder(Path(folder))
    url = require_url(site_url)
    if plain:
        written = write_site(Path(folder), corpus, url, search)
    else:
        written = write_tree(Path(folder), _files_by_mkdocs(corpus, url, search, config=config, quiet=quiet))
    note(f"the site is in {folder}: {counted(written.changed, 'file')} written, {written.kept:,} as before", quiet)
    return 0


def _files_by_mkdocs(corpus: str | None, url: str, search: str, *, config: str | None, quiet: bool) -> dict[str, bytes]:
    from tempfile import TemporaryDirectory

    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError

    from crdiff.store.tree import read_tree

    show_log(quiet, errors=False)
    with configuration(config) as file, TemporaryDirectory() as folder:
        settings = load_config(file, site_dir=folder, strict=True)
        if corpus is not None:
            settings.plugins["crdiff"].config["archive"] = corpus
            settings.plugins["crdiff"].config["search"] = search
        if url:
            settings.site_url = url
        settings.plugins.on_startup(command="build", dirty=False)
        try:
            build(settings)
        except Abort as abort:  # it says only that there was an error, after the log has said which
            if isinstance(abort.__context__, BuildError):
                raise CrdiffError(str(abort.__context__)) from None
            raise
        settings.plugins.on_shutdown()
        return read_tree(Path(folder))
