"""``crdiff site build``: write the website, with MkDocs or without."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_files import (
    RESULTS,
    archive_option,
    config_option,
    configuration,
    prose_folder,
    require_site_folder,
    require_url,
    show_log,
    url_option,
)
from crdiff.errors import CrdiffError

_EXAMPLES = examples(
    "crdiff site build", "crdiff site build --plain --output public", "crdiff site build --corpus my-corpus"
)


@click.command("build", short_help="Write the website.", epilog=_EXAMPLES)
@click.option(
    "-o", "--output", "folder", default="build/site", show_default=True, metavar="DIR", help="Folder to write it to."
)
@click.option("--plain", is_flag=True, help="Without MkDocs: the same pages, from crdiff's own prose.")
@archive_option
@url_option
@config_option
@quiet_option
def command(
    *, folder: str, plain: bool, corpus: str | None, site_url: str | None, config: str | None, quiet: bool
) -> int:
    """Write the website to a folder, for any web server or to be opened from disk.

    With --corpus the site has every release and every clause of the texts held there, else the passages that come with
    crdiff. Only files that changed are written; until all are, the folder stays as it was.

    Results of checks are shown if 'pytest --crdiff-report build/checks.json' wrote them before. Warnings are errors.
    """
    from crdiff.store.tree import write_tree

    require_site_folder(Path(folder))
    url = require_url(site_url)
    files = _plain_files(corpus, url) if plain else _files_by_mkdocs(corpus, url, config, quiet)
    write_tree(Path(folder), files)
    note(f"the site is in {folder}", quiet)
    return 0


def _files_by_mkdocs(corpus: str | None, url: str, config: str | None, quiet: bool) -> dict[str, bytes]:
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


def _plain_files(corpus: str | None, url: str) -> dict[str, bytes]:
    from crdiff.pages import address
    from crdiff.pages.check_results import read_results
    from crdiff.pages.gather import gather
    from crdiff.pages.prose import Prose
    from crdiff.pages.site import render_site
    from crdiff.pages.theme import assets
    from crdiff.pages.whole.holdings import hold
    from crdiff.store.embedded import load_corpus
    from crdiff.store.site import read_whole

    embedded, prose, results = load_corpus(), prose_folder(), Path(RESULTS)
    library = gather(
        embedded,
        [(edition, embedded.text(edition)) for edition in embedded.editions],
        [Prose(path.relative_to(prose).as_posix(), path.read_text("utf-8")) for path in sorted(prose.rglob("*.md"))],
        read_results(results.read_bytes(), RESULTS) if results.is_file() else None,
    )
    holdings = hold(read_whole(corpus), library) if corpus is not None else None
    pages = render_site(library, url, holdings) | assets()
    return {address.file_of(where): content for where, content in pages.items()}
