"""``crdiff site serve``: the website on this machine, built again whenever something changes."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_address import Endpoint
from crdiff.cli.site_checks import Wanted, results_options, shown_results
from crdiff.cli.site_files import (
    CONFIG,
    RESULTS,
    PluginSettings,
    archive_options,
    config_option,
    configuration,
    show_log,
    tell_corpus,
)
from crdiff.cli.site_pages import SiteTexts
from crdiff.cli.site_preview import Preview, watch
from crdiff.errors import UsageError
from crdiff.model.written import read_number
from crdiff.store.texts.chosen import BUILT_IN, Chosen, chosen_corpus



@click.command("serve", short_help="Preview the website.", epilog=examples("crdiff site serve", "crdiff site serve --corpus my-corpus --only 702"))
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve it.")
@click.option("--plain", is_flag=True, help="Without MkDocs; so it is with --corpus too.")
@click.option("--only", metavar="NUMBER", help="Of an archive: make no pages but those of this subsection; quick.")
@archive_options
@results_options
@config_option
@quiet_option
def command(
    *,
    address: str,
    plain: bool,
    only: str | None,
    corpus: str | None,
    built_in: bool,
    results: tuple[str, ...],
    no_checks: bool,
    config: str | None,
    quiet: bool,
) -> int:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change.

    It is made of the corpus that 'site build' takes. MkDocs does it, and reloads the pages in the browser. With --plain
    or --corpus, and of texts where there is no mkdocs.yml, crdiff does it alone: pages are held in memory, and reloaded
    by the reader. A change of the program itself, and of checks that it played, needs a new start.
    """
    endpoint, wanted = Endpoint.parse(address), Wanted.of(results, no_checks)
    number = read_number(only) if only is not None else None
    if config is not None and (plain or corpus):
        raise UsageError("--config is for MkDocs", "it without --plain and --corpus")
    if plain or corpus or not (config or Path(CONFIG).is_file()):
        chosen = chosen_corpus(corpus, built_in=built_in)
        _require_archive(only, chosen)
        if plain or chosen.folder:
            tell_corpus(chosen, quiet)
            with shown_results(wanted, Path(RESULTS), SiteTexts(chosen.folder), quiet) as shown:
                return _serve_plain(endpoint, Preview(chosen.folder, number, shown, wanted.engines), quiet)
    _require_archive(only, BUILT_IN)
    return _serve_by_mkdocs(config, address, built_in, wanted, quiet)


def _require_archive(only: str | None, corpus: Chosen) -> None:
    """Raise `UsageError` where a part of an archive is asked for and it is not crdiff alone that serves one."""
    if only is not None and corpus.folder is None:
        raise UsageError("--only is for the site of a whole archive, without MkDocs", "--corpus DIR")


def _serve_by_mkdocs(config: str | None, address: str, built_in: bool, wanted: Wanted, quiet: bool) -> int:
    from mkdocs.commands.serve import serve

    show_log(quiet)
    with configuration(config) as file:
        settings = PluginSettings(file)
        chosen = settings.corpus(None, built_in=built_in)
        tell_corpus(chosen, quiet)
        with shown_results(wanted, settings.results, SiteTexts(chosen.folder), quiet) as shown:
            serve(
                config_file=file,
                dev_addr=address,
                plugins=settings.plugins(chosen, shown, engines=wanted.engines),
            )
    return 0


def _serve_plain(endpoint: Endpoint, preview: Preview, quiet: bool) -> int:
    from crdiff.cli.site_server import serving

    preview.refresh()
    try:
        with serving(preview.page, endpoint):
            note(f"the site is at http://{endpoint}/", quiet)
            watch(preview)
    except KeyboardInterrupt:
        pass
    return 0
