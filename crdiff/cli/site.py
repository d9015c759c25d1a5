"""``crdiff site``: the website, built with MkDocs or without, or served on this machine.

MkDocs builds the prose and whatever else a project has; the pages of the rules come from us in both cases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

import click
from msgspec.structs import replace

from crdiff.cli import options as cli
from crdiff.cli import site_pages as pages
from crdiff.cli.app import group
from crdiff.cli.output import note
from crdiff.errors import CrdiffError, UsageError
from crdiff.reports.phrases import counted
from crdiff.store.texts.home import chosen_corpus

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from crdiff.output.tree import Written
    from crdiff.site_plugin import Later, SitePlugin


@group("site", "Build or preview the website.", ("build", "serve"))
def site_command() -> None:
    """Make the website: a page for every edition, comparison, clause and number, with notes and checks.

    MkDocs builds it by the mkdocs.yml of the current folder; where there is none, crdiff's own pages are built.

    Example:
      crdiff site build
    """


def _check_installed() -> None:
    """Raise `UsageError` where what makes the site was not installed."""
    if not (find_spec("mkdocs") and find_spec("griffe")):
        raise UsageError("crdiff site needs MkDocs and Griffe", remedy="pip install 'crdiff[site]' brings them")


@cli.command("build", "Write the website.")
@cli.option("-o --output folder", "Folder to write it to.", default="build/site", show_default=True, metavar="DIR")
@cli.flag("--plain", "Without MkDocs: the same pages, from crdiff's own prose.")
@pages.archive_options
@pages.results_options
@cli.option(
    "--site-url",
    "Address that the site will be hosted at: for its map, feeds, search engines and missing pages.",
    metavar="URL",
)
@cli.option(
    "--report-url", "Where readers open an issue on a link between two wordings; by default nowhere.", metavar="URL"
)
@cli.option(
    "--full-text",
    "Whose whole text to publish on one page and as plain text: of no release (by default), the newest, or all. "
    "The texts are the publisher's.",
    type=click.Choice(["none", "newest", "all"]),
)
@cli.option(
    "--data",
    "How much to publish beside the pages: nothing, feeds and JSON beside most pages, or that of every clause too.",
    type=click.Choice(["none", "pages", "all"]),
    default="pages",
    show_default=True,
)
@pages.config_option
@cli.quiet_option
@cli.gathered("wanted", pages.Wanted.of)
def site_build_command(
    *,
    folder: str,
    plain: bool,
    corpus: str | None,
    built_in: bool,
    config: str | None,
    quiet: bool,
    wanted: pages.Wanted,
) -> None:
    """Write the website to a folder, for any web server or to be opened from disk.

    It has every release and every clause of the texts in your corpus, as every command finds it; without texts, or with
    --built-in, the passages that come with crdiff. The checks that come with crdiff are played for it. Until all pages
    are made the folder stays as it was, and where nothing that they are made from has changed it is left alone. Where
    there is a mkdocs.yml, MkDocs builds the prose, each time; its warnings are errors.

    Examples:
      crdiff site build
      crdiff site build --plain --output public
      crdiff site build --corpus my-corpus
    """
    _check_installed()
    is_plain = plain or not (config or Path(pages.CONFIG).is_file())  # MkDocs would add nothing to our own prose
    settings = None if is_plain else pages.PluginSettings(config or pages.CONFIG)
    pages.require_site_folder(Path(folder), settings.folder if settings else "")
    corpus_of = settings.corpus if settings else chosen_corpus
    chosen = pages.of_book(corpus_of(corpus, built_in=built_in), wanted.book)
    pages.require_texts(chosen, wanted.full_text)
    pages.tell_corpus(chosen, quiet)
    texts = pages.SiteTexts(chosen.folder)
    if settings:
        with pages.shown_results(wanted, settings.results, texts, quiet) as shown:
            plugins = settings.plugins(chosen, shown, wanted)
            below = f"{settings.folder.strip('/')}/" if settings.folder else ""
            beside = pages.books_of_site(chosen.folder, wanted, below)
            written = write_site_by_mkdocs(Path(folder), settings.file, plugins, wanted.url, beside, quiet=quiet)
    else:
        with pages.shown_results(wanted, Path(pages.RESULTS), texts, quiet, meanwhile=texts.read) as shown:
            written = pages.write_site(Path(folder), texts, wanted, shown)
    note(f"the site is in {folder}: {counted(written.changed, 'file')} written, {written.kept:,} unchanged", quiet)
    note(pages.hosts_that_take(Path(folder)), quiet)


# Names of plugins that look at no page of ours after the build: our own, and the searches of MkDocs and Material.
_WITHOUT_PAGES = (pages.PLUGIN, "search", "material/search")


def write_site_by_mkdocs(
    folder: Path, file: str, plugins: list[Any], url: str, beside: Sequence[pages.BookSite] = (), *, quiet: bool
) -> Written:
    """Write to `folder` the site that MkDocs builds by its settings in `file`; the old one stays till then.

    `plugins` take the place of those in `file`; `url` is where the site will be hosted, "" for what `file` says.
    `beside` are the other books of the corpus, whose pages stand below those of the first.

    Raises `CrdiffError` where MkDocs stops, for a warning too.
    """
    from crdiff.output.long_work import garbage_collection_paused
    from crdiff.output.tree import NewTree, read_tree
    from crdiff.output.workers import write_portions
    from crdiff.pages.render import framed

    with NewTree(folder) as tree, garbage_collection_paused():
        with TemporaryDirectory() as place:
            later = _build(file, plugins, url, Path(place), quiet=quiet)
            built = read_tree(Path(place))

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            below = tuple(each.prefix for each in beside)
            yield from later.ending([path for path in paths if path not in built and not path.startswith(below)])
            for each in beside:
                yield from each.ending(paths)

        others = [portion for each in beside for portion in each.portions()]
        with framed(replace(later.frame, books=pages.links_to_books(beside))):
            return write_portions(tree, [built.items, *later.portions, *others], ending)


def _build(file: str, plugins: list[Any], url: str, place: Path, *, quiet: bool) -> Later:
    """Have MkDocs write its part of the site to `place`, and return what is left to be made."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError

    pages.show_log(quiet, errors=False)
    settings = load_config(file, site_dir=str(place), strict=True, plugins=plugins)
    if url:
        settings.site_url = url
    settings.plugins.on_startup(command="build", dirty=False)
    plugin = cast("SitePlugin", settings.plugins[pages.PLUGIN])
    if _none_works_after(settings):
        plugin.leave_later()
    try:
        build(settings)
    except Abort as abort:  # it says only that there was an error, after the log has said which
        if isinstance(abort.__context__, BuildError):
            raise CrdiffError(str(abort.__context__)) from None
        raise
    settings.plugins.on_shutdown()
    return plugin.later


def _none_works_after(settings: MkDocsConfig) -> bool:
    """Whether no other plugin, and no hook, works on all files once they are built; a search only adds its index."""
    ours = {id(plugin) for name, plugin in settings.plugins.items() if name in _WITHOUT_PAGES}
    owners = (getattr(method, "__self__", None) for method in settings.plugins.events["post_build"])
    return all(id(owner) in ours for owner in owners)


@cli.command("serve", "Preview the website.")
@cli.option("--address", "Where to serve it.", default="127.0.0.1:8000", show_default=True, metavar="HOST:PORT")
@pages.archive_options
@pages.results_options
@pages.config_option
@cli.quiet_option
@cli.gathered("wanted", pages.Wanted.of)
def site_serve_command(
    *, address: str, corpus: str | None, built_in: bool, config: str | None, quiet: bool, wanted: pages.Wanted
) -> None:
    """Serve the website on this machine until interrupted, and build it again when prose, corpus or pages change.

    It is made of the corpus that 'site build' takes, by MkDocs, which reloads the pages in the browser. A change of the
    program itself, and of checks that it played, needs a new start.

    Examples:
      crdiff site serve
      crdiff site serve --corpus my-corpus
    """
    _check_installed()
    from mkdocs.commands.serve import serve

    pages.show_log(quiet)
    with pages.configuration(config) as file:
        settings = pages.PluginSettings(file)
        chosen = pages.of_book(settings.corpus(corpus, built_in=built_in), wanted.book)
        pages.tell_corpus(chosen, quiet)
        with pages.shown_results(wanted, settings.results, pages.SiteTexts(chosen.folder), quiet) as shown:
            named = settings.plugins(chosen, shown, wanted)
            plugins = {name: own for plugin in named for name, own in plugin.items()}  # MkDocs empties those of a list
            serve(config_file=file, dev_addr=address, plugins=plugins)
