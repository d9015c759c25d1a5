"""``crdiff site build``: write the website, with MkDocs or without."""

from __future__ import annotations

from pathlib import Path

import click

from crdiff.cli.options import examples, quiet_option
from crdiff.cli.output import note
from crdiff.cli.site_checks import Wanted, results_options, shown_results
from crdiff.cli.site_files import (
    CONFIG,
    RESULTS,
    PluginSettings,
    archive_options,
    citations_option,
    config_option,
    configuration,
    full_text_option,
    report_option,
    require_report_url,
    require_site_folder,
    require_texts,
    require_url,
    tell_corpus,
    url_option,
)
from crdiff.reports.phrases import counted
from crdiff.store.texts.chosen import chosen_corpus



@click.command("build", short_help="Write the website.", epilog=examples(     "crdiff site build", "crdiff site build --plain --output public", "crdiff site build --corpus my-corpus" ))
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
@archive_options
@results_options
@citations_option
@url_option
@report_option
@full_text_option
@config_option
@quiet_option
def command(
    *,
    folder: str,
    plain: bool,
    corpus: str | None,
    built_in: bool,
    results: tuple[str, ...],
    no_checks: bool,
    citations: tuple[str, ...],
    site_url: str | None,
    report_url: str | None,
    full_text: str | None,
    config: str | None,
    quiet: bool,
) -> int:
    """Write the website to a folder, for any web server or to be opened from disk.

    It has every release and every clause of the texts in your corpus, as every command finds it; without texts, or with
    --built-in, the passages that come with crdiff. The checks that come with crdiff are played for it. Until all pages
    are made the folder stays as it was, and where nothing that they are made from has changed it is left alone. Where
    there is a mkdocs.yml, MkDocs builds the prose, each time; its warnings are errors.
    """
    from crdiff.cli.site_mkdocs import write_site_by_mkdocs
    from crdiff.cli.site_pages import SiteTexts, write_site

    url, report, wanted = require_url(site_url), require_report_url(report_url), Wanted.of(results, no_checks)
    if plain or not (config or Path(CONFIG).is_file()):  # MkDocs would add nothing to our own prose
        require_site_folder(Path(folder))
        chosen = chosen_corpus(corpus, built_in=built_in)
        require_texts(chosen, full_text)
        tell_corpus(chosen, quiet)
        texts = SiteTexts(chosen.folder)
        with shown_results(wanted, Path(RESULTS), texts, quiet, meanwhile=texts.read) as shown:
            written = write_site(
                Path(folder),
                texts,
                url,
                shown,
                report=report,
                full_text=full_text or "none",
                citations=citations,
                engines=wanted.engines,
            )
    else:
        with configuration(config) as file:
            settings = PluginSettings(file)
            require_site_folder(Path(folder), settings.folder)
            chosen = settings.corpus(corpus, built_in=built_in)
            require_texts(chosen, full_text)
            tell_corpus(chosen, quiet)
            with shown_results(wanted, settings.results, SiteTexts(chosen.folder), quiet) as shown:
                plugins = settings.plugins(
                    chosen,
                    shown,
                    report=report,
                    full_text=full_text,
                    citations=citations,
                    engines=wanted.engines,
                )
                written = write_site_by_mkdocs(Path(folder), file, plugins, url, quiet=quiet)
    note(f"the site is in {folder}: {counted(written.changed, 'file')} written, {written.kept:,} unchanged", quiet)
    return 0
