"""``crdiff site serve``: the website on this machine, made again by MkDocs whenever something changes."""

from __future__ import annotations

import click

from crdiff.cli.options import command, quiet_option
from crdiff.cli.site_files import PluginSettings, archive_options, config_option, configuration, show_log, tell_corpus
from crdiff.cli.site_pages import SiteTexts, Wanted, results_options, shown_results


@command("serve", "Preview the website.")
@click.option("--address", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT", help="Where to serve it.")
@archive_options
@results_options
@config_option
@quiet_option
def site_serve_command(
    *,
    address: str,
    corpus: str | None,
    built_in: bool,
    results: tuple[str, ...],
    no_checks: bool,
    config: str | None,
    quiet: bool,
) -> None:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change.

    It is made of the corpus that 'site build' takes, by MkDocs, which reloads the pages in the browser. A change of the
    program itself, and of checks that it played, needs a new start.

    Examples:
      crdiff site serve
      crdiff site serve --corpus my-corpus
    """
    from mkdocs.commands.serve import serve

    wanted = Wanted.of(results, no_checks)
    show_log(quiet)
    with configuration(config) as file:
        settings = PluginSettings(file)
        chosen = settings.corpus(corpus, built_in=built_in)
        tell_corpus(chosen, quiet)
        with shown_results(wanted, settings.results, SiteTexts(chosen.folder), quiet) as shown:
            named = settings.plugins(chosen, shown, engines=wanted.engines)
            plugins = {name: own for plugin in named for name, own in plugin.items()}  # MkDocs empties those of a list
            serve(config_file=file, dev_addr=address, plugins=plugins)
