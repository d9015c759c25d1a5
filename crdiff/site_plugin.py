"""The MkDocs plugin ``crdiff``: gathers values, has `crdiff.pages` make the pages, and hands them to MkDocs.

MkDocs finds the hand-written prose, checks its links and writes the output. Pages on the rules come finished from
`crdiff.pages.site.render_site`, in a frame of their own: their layout needs the whole width, and their policy forbids
the scripts inside a page that themes rely on. Under the theme ``crdiff`` the prose has that frame too, so a site built
with MkDocs and one built without it are the same bytes. Under any other theme the prose is the theme's; the plugin
brings the style and the scripts of its pages, which lead home to the project they are a part of.

The thousands of pages of a whole archive are made last: MkDocs would look at each of them for seconds in all. By
`mkdocs build` the plugin writes them; `crdiff site build` takes them as `Later`, to make only those that changed, with
two processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment
from mkdocs.config import Config, config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from crdiff.api_page import documented
from crdiff.checks.inputs import read_engines
from crdiff.errors import CorpusError, CrdiffError
from crdiff.output.cached_group import Files as OurFiles
from crdiff.output.cached_group import every_file
from crdiff.output.memory import Memory
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.checks.check_results import CheckResults, read_results
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose
from crdiff.pages.frame.render import MENU, POLICY, WRITTEN, Frame, framed
from crdiff.pages.site import frame_of, placed, placed_pages, site_ending, site_portions
from crdiff.site_source import contents_of, index_of_pagefind, index_site, read_citation_lists
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.texts.chosen import BUILT_IN, chosen_corpus

_OF_THE_SITE = ("404.html", "sitemap.xml")
"""Files of the whole site, which MkDocs asks a theme for; a theme's map lists prose only, so under ours both are ours.

Under another theme they stay the theme's. Pages of ours on its map would be broken in Material: with
`navigation.instant` it takes every page on the map for one of its own layout, and puts it into the page shown.
"""

_log = get_plugin_logger("crdiff")
_OWN_THEME = "crdiff"
_FOLDER = re.compile(r"(\w[\w.-]*(/\w[\w.-]*)*/?)?")


class SiteConfig(Config):  # type: ignore[no-untyped-call] # MkDocs leaves __init_subclass__ untyped
    """Options of the plugin in ``mkdocs.yml``.

    `results`: JSON of ``crdiff.checks/1``, relative to the folder of ``mkdocs.yml``; without the file the pages say
    that no results were given. `corpus`: a corpus in place of the embedded one. `archive`: a folder that 'crdiff corpus
    add' filled, by default the corpus that every command takes; the site then has all of its releases and clauses, and
    `search` says what searches in them: ``own``, ``pagefind``, or ``auto`` for Pagefind where it is installed.
    `full_text`: of which releases the whole text is published, ``none``, ``newest`` or ``all``.
    `built_in`: no archive, whatever texts the machine holds. `folder`: where the pages are put below the site's
    root, under another theme than ``crdiff``. `report_url`: where readers open an issue on a link between two wordings
    that looks wrong; the pages ask for none without it. `citations`: files that 'crdiff cite list --format json' wrote,
    one for each repository whose citations the pages show. `engines`: files that 'crdiff checks import' wrote, one for
    each engine whose tests the pages show.
    """

    results = config_options.Type(str, default="build/checks.json")
    corpus = config_options.Optional(config_options.Dir(exists=True))
    archive = config_options.Optional(config_options.Type(str))
    built_in = config_options.Type(bool, default=False)
    full_text = config_options.Choice(("none", "newest", "all"), default="none")
    search = config_options.Choice(("auto", "own", "pagefind"), default="own")
    folder = config_options.Type(str, default="")
    report_url = config_options.Optional(config_options.URL())
    citations = config_options.ListOfItems(config_options.File(), default=[])
    engines = config_options.ListOfItems(config_options.File(), default=[])


@dataclass(frozen=True)
class Later:
    """The files that are made once MkDocs has built its part: the `portions` of them, in any order, then an `ending`.

    `ending` takes the paths of the files of all portions. Both are made within `framed(frame)`.
    """

    portions: Sequence[Callable[[], OurFiles]]
    ending: Callable[[Sequence[str]], Iterator[tuple[str, bytes]]]
    frame: Frame

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield all of them by their paths. Raises `CrdiffError` where a page has the place of another."""
        paths: list[str] = []
        with framed(self.frame):
            for path, content in (file for portion in self.portions for file in every_file(portion())):
                paths.append(path)
                yield path, content
            yield from self.ending(paths)


@dataclass(frozen=True)
class _Places:
    """Gives each page of ours its place in the site, by its address: below `folder`, "" for the root.

    `theirs` are files that the theme makes, `built` those that the project has, by their paths in the site.
    """

    folder: str
    theirs: Collection[str]
    built: Mapping[str, File]

    def __call__(self, where: str) -> str:
        """Return the path, "" for a file of theirs. Raises `CorpusError` where the project has a file there."""
        if where.lstrip("/") in self.theirs:
            return ""
        path = f"{self.folder}{address.file_of(where)}"
        if file := self.built.get(path):
            remedy = "another name for it, or a folder for the pages on the rules (plugins: crdiff: folder: cr)"
            raise CorpusError(f"a page of crdiff has this place, {path}", remedy, path=file.src_uri)
        return path


_NOTHING_LATER = Later((), lambda _: iter(()), Frame())


class SitePlugin(BasePlugin[SiteConfig]):  # type: ignore[no-untyped-call] # as above
    """Adds the pages on the rules to a MkDocs site.

    Whoever sets `memory`, to what was costly of an earlier site, writes what is in `later` after MkDocs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.memory: Memory | None = None
        self.later = _NOTHING_LATER
        self._documents: dict[str, bytes] = {}
        self._promised: list[str] = []
        self._is_preview = False
        self._chosen = BUILT_IN

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Remember whether pages are only previewed."""
        self._is_preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Under our theme, take back the templates that would compete with pages of ours.

        Raises `PluginError` for settings that would make links to nowhere.
        """
        self._take_corpus()
        if self.config.full_text != "none" and self._chosen.folder is None:
            asked = self.config.full_text
            raise PluginError(f"full_text: {asked} is for the site of a whole archive; expected an archive with texts")
        if not _FOLDER.fullmatch(self.config.folder):
            raise PluginError(f"folder: {self.config.folder!r} is not a folder of the site; expected one such as cr")
        if not _is_ours(config):
            return config
        if not config.use_directory_urls:
            raise PluginError("use_directory_urls: false does not fit the theme crdiff; expected true or another theme")
        if self.config.folder:
            raise PluginError("folder: the theme crdiff has its pages at the root; expected no folder or another theme")
        for template in _OF_THE_SITE:
            config.theme.static_templates.discard(template)
        return config

    def _take_corpus(self) -> None:
        try:
            self._chosen = chosen_corpus(self.config.archive, built_in=self.config.built_in)
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        if self._chosen.note:
            _log.info(self._chosen.note)

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Render the pages on the rules, under our theme the prose too, and hand over what is not prose as files.

        Of the thousands of pages of a whole archive it only promises those of the menu, so that prose can link to them.
        """
        if _is_ours(config):
            _remove(files, _OF_THE_SITE)  # taken back above, MkDocs would copy them as files of the theme
        try:
            handed = self._handed_over(files, config)
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        for path, content in handed.items():
            files.append(File.generated(config, path, content=content))
        return files

    def _handed_over(self, files: Files, config: MkDocsConfig) -> dict[str, bytes]:
        archive = self._read(files, config)
        url = f"{config.site_url.rstrip('/')}/{self._folder}" if config.site_url else ""
        frame = frame_of(archive, url, self._frame(files, config))
        prose, *others = site_portions(archive, url, index_of_pagefind(archive, self.config.search))
        with framed(frame):
            self._documents = {where: self._shown(content) for where, content in every_file(prose())}
        place = _Places(self._folder, () if _is_ours(config) else _OF_THE_SITE, _built(files))

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            made = (address.served_at(path.removeprefix(self._folder)) for path in paths)
            return placed_pages(site_ending([*self._documents, *made], archive, url, frame), place)

        portions = [partial(placed, each, archive, frame.source + self._folder, place) for each in others]
        later = Later(portions, ending, frame)
        if self._chosen.folder is None:
            return {path: self._shown(content) for path, content in later.files()}
        self.later = later
        self._promised = [place(where) for where in _menu_made_later(archive)]
        return dict.fromkeys(self._promised, b"")

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002
        """Take back what was promised for links alone: by now MkDocs has checked those of all prose."""
        _remove(files, self._promised)
        return env

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what is left for later, unless somebody else does."""
        if self.memory is not None:
            return
        try:
            for path, content in self.later.files():
                target = Path(config.site_dir, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(self._shown(content))
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        self.later = _NOTHING_LATER

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG002
        """Document the public names that a page asks for: also under our theme, for MkDocs to check links to them."""
        return documented(markdown)

    def on_page_context(
        self,
        context: TemplateContext,
        /,
        *,
        page: Page,
        config: MkDocsConfig,
        nav: Navigation,  # noqa: ARG002 - as MkDocs calls it
    ) -> TemplateContext:
        """Give our theme's template the finished page; it prints nothing else."""
        if _is_ours(config):
            context["document"] = self._documents[_address_of(page.file)].decode()  # type: ignore[typeddict-unknown-key]
        return context

    def on_serve(self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:  # noqa: ARG002
        """Build again when the corpus, a template or the results of checks change."""
        server.watch(str(load_corpus(self._corpus_folder).folder))
        server.watch(str(Path(__file__).parent / "pages"))
        for file in (*self.config.citations, str(self._results_file(config))):
            if Path(file).is_file():
                server.watch(file)
        return server

    @property
    def _corpus_folder(self) -> Path | None:
        return Path(self.config.corpus) if self.config.corpus else None

    def _results_file(self, config: MkDocsConfig) -> Path:
        return Path(config.config_file_path or ".").parent / self.config.results

    def _read(self, files: Files, config: MkDocsConfig) -> ArchiveIndex:
        """Return what the site is made from; the prose only under our theme."""
        embedded = load_corpus(self._corpus_folder)
        written = files.documentation_pages() if _is_ours(config) else ()
        prose = [Prose(file.src_uri, documented(file.content_string)) for file in written]
        listed = read_citation_lists(self.config.citations)
        archive = index_site(
            contents_of(self._chosen.folder, embedded),
            embedded,
            prose,
            self._results(config),
            listed,
            engines=read_engines(self.config.engines),
        )
        archive = replace(archive, memory=self.memory or Memory(), full_text=self.config.full_text)
        archive.prepare()
        return archive

    def _shown(self, content: bytes) -> bytes:
        """Return a page for a preview, which reloads it by a script inside it, as the policy forbids."""
        return content.replace(POLICY.encode(), b"") if self._is_preview else content

    def _frame(self, files: Files, config: MkDocsConfig) -> Frame:
        """Return what surrounds our pages: the project's name, the way to its first page, and which others it has."""
        there = _built(files)
        lacks = frozenset(where for where in WRITTEN if f"{self._folder}{address.file_of(where)}" not in there)
        home = there.get("index.html")
        if home is None:
            return Frame(config.site_name, address.RULES.lstrip("/"), lacks, report=self.config.report_url or "")
        link = "../" * self._folder.count("/") + home.url.removeprefix("./")
        return Frame(config.site_name, link, lacks, report=self.config.report_url or "")

    @property
    def _folder(self) -> str:
        """The folder of our pages below the root of the site, with a slash at its end; "" for the root itself."""
        return self.config.folder and f"{self.config.folder.rstrip('/')}/"

    def _results(self, config: MkDocsConfig) -> CheckResults | None:
        file = self._results_file(config)
        return read_results(file.read_bytes(), self.config.results) if file.is_file() else None


def _menu_made_later(archive: ArchiveIndex) -> Iterator[str]:
    """Yield the addresses of the pages of the menu that come after the prose."""
    there = {where for _, where in MENU if where != address.STORIES or archive.stories}
    return (where for where in sorted(there) if where not in WRITTEN)


def _is_ours(config: MkDocsConfig) -> bool:
    return config.theme.name == _OWN_THEME


def _built(files: Files) -> dict[str, File]:
    """Return the files that come to be in the site, by their path there."""
    return {file.dest_uri: file for file in files if file.inclusion.value > InclusionLevel.DRAFT.value}


def _remove(files: Files, paths: Iterable[str]) -> None:
    for path in paths:
        if file := files.get_file_from_path(path):
            files.remove(file)


def _address_of(file: File) -> str:
    return Prose(file.src_uri, "").address
