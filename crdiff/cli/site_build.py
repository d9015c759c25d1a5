"""``crdiff site build``: write the website, with MkDocs or without."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_files import (
    RESULTS,
    config_option,
    configuration,
    prose_folder,
    require_site_folder,
    show_log,
)
from crdiff.errors import CrdiffError

_EXAMPLES = examples("crdiff site build", "crdiff site build --plain --output public")


@click.command("build", short_help="Write the website.", epilog=_EXAMPLES)
@click.option(
    "-o", "--output", "folder", default="build/site", show_default=True, metavar="DIR", help="Folder to write it to."
)
@click.option("--plain", is_flag=True, help="Without MkDocs: the same pages, from crdiff's own prose.")
@config_option
@quiet_option
def command(folder: str, plain: bool, config: str | None, quiet: bool) -> int:
    """Write the website to a folder, for any web server or to be opened from disk.

    Results of checks are shown if 'pytest --crdiff-report build/checks.json' wrote them before. Warnings are errors.
    """
    require_site_folder(Path(folder))
    if plain:
        _write_plain(Path(folder))
    else:
        _write_by_mkdocs(folder, config, quiet)
    note(f"the site is in {folder}", quiet)
    return 0


def _write_by_mkdocs(folder: str, config: str | None, quiet: bool) -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError

    show_log(quiet, errors=False)
    with configuration(config) as file:
        settings = load_config(file, site_dir=str(Path(folder).absolute()), strict=True)
        settings.plugins.on_startup(command="build", dirty=False)
        try:
            build(settings)
        except Abort as abort:  # it says only that there was an error, after the log has said which
            if isinstance(abort.__context__, BuildError):
                raise CrdiffError(str(abort.__context__)) from None
            raise
        settings.plugins.on_shutdown()


def _write_plain(folder: Path) -> None:
    from crdiff.pages import address
    from crdiff.pages.check_results import read_results
    from crdiff.pages.gather import gather
    from crdiff.pages.prose import Prose
    from crdiff.pages.site import render_site
    from crdiff.pages.theme import assets
    from crdiff.store.embedded import load_corpus
    from crdiff.store.tree import write_tree

    corpus, prose, results = load_corpus(), prose_folder(), Path(RESULTS)
    library = gather(
        corpus,
        [(edition, corpus.text(edition)) for edition in corpus.editions],
        [Prose(path.relative_to(prose).as_posix(), path.read_text("utf-8")) for path in sorted(prose.rglob("*.md"))],
        read_results(results.read_bytes(), RESULTS) if results.is_file() else None,
    )
    pages = render_site(library) | assets()
    write_tree(folder, {address.file_of(where): content for where, content in pages.items()})
