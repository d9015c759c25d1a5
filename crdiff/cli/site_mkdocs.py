"""The website by MkDocs: it builds the prose and what else a project has, and what is left to us is made as without it.

So only pages whose sources changed are made again, with two processes, in a project of somebody else too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from crdiff.cli.site_files import PLUGIN, show_log
from crdiff.errors import CrdiffError

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from crdiff.output.tree import Written
    from crdiff.site_plugin import Later, SitePlugin

_WITHOUT_PAGES = (PLUGIN, "search", "material/search")
"""Names of plugins that look at no page of ours after the build: our own, and the searches of MkDocs and Material."""


def write_site_by_mkdocs(folder: Path, file: str, plugins: list[Any], url: str, *, quiet: bool) -> Written:
    """Write to `folder` the site that MkDocs builds by its settings in `file`; the old one stays till then.

    `plugins` take the place of those in `file`; `url` is where the site will be hosted, "" for what `file` says.

    Raises `CrdiffError` where MkDocs stops, for a warning too.
    """
    from crdiff.output.garbage_collection import garbage_collection_paused
    from crdiff.output.parallel import write_portions
    from crdiff.output.tree import NewTree, read_tree
    from crdiff.pages.frame.render import framed

    with NewTree(folder) as tree, garbage_collection_paused():
        with TemporaryDirectory() as place:
            later = _build(file, plugins, url, Path(place), quiet=quiet)
            built = read_tree(Path(place))

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            return later.ending([path for path in paths if path not in built])

        with framed(later.frame):
            return write_portions(tree, [built.items, *later.portions], ending)


def _build(file: str, plugins: list[Any], url: str, place: Path, *, quiet: bool) -> Later:
    """Have MkDocs write its part of the site to `place`, and return what is left to be made."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, BuildError

    show_log(quiet, errors=False)
    settings = load_config(file, site_dir=str(place), strict=True, plugins=plugins)
    if url:
        settings.site_url = url
    settings.plugins.on_startup(command="build", dirty=False)
    plugin = cast("SitePlugin", settings.plugins[PLUGIN])
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
