"""The MkDocs plugin ``crdiff``: gathers values, has `crdiff.pages` make the pages, and hands them to MkDocs.

MkDocs finds the hand-written prose, checks its links and writes the output. Pages on the rules come finished from
`crdiff.pages.site.render_site`, in a frame of their own: their layout needs the whole width, and their policy forbids
the scripts inside a page that themes rely on. Under the theme ``crdiff`` the prose has that frame too, so a site built
with MkDocs and one built without it are the same bytes. Under any other theme the prose is the theme's; the plugin
brings the style and the scripts of its pages, which lead home to the project they are a part of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

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
from crdiff.errors import CrdiffError
from crdiff.pages.checks.check_results import CheckResults, read_results
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose
from crdiff.pages.frame.render import MENU, POLICY, WRITTEN, Frame
from crdiff.pages.site import render_site
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


class SitePlugin(BasePlugin[SiteConfig]):  # type: ignore[no-untyped-call] # as above
    """Adds the pages on the rules to a MkDocs site."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, bytes] = {}
        self._later: dict[str, bytes] = {}
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

        Of the thousands of pages of a whole archive only those of the menu, so that prose can link to them.
        """
        try:
            self._pages = self._render(files, config)
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        if _is_ours(config):
            _remove(files, _OF_THE_SITE)  # taken back above, MkDocs would copy them as files of the theme
        finished = self._finished_files(files, config)
        self._require_free(finished, files)
        at_once = {self._file_of(where) for _, where in MENU} if self._chosen.folder else finished.keys()
        self._later = {path: content for path, content in finished.items() if path not in at_once}
        for path, content in finished.items():
            if path in at_once:
                files.append(File.generated(config, path, content=content))
        return files

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the thousands of pages of a whole archive: MkDocs would look at each of them for seconds in all."""
        for path, content in self._later.items():
            target = Path(config.site_dir, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

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
            context["document"] = self._pages[_address_of(page.file)].decode()  # type: ignore[typeddict-unknown-key]
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

    def _render(self, files: Files, config: MkDocsConfig) -> dict[str, bytes]:
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
        archive = replace(archive, full_text=self.config.full_text)
        url = f"{config.site_url.rstrip('/')}/{self._folder}" if config.site_url else ""
        pages = render_site(archive, url, index_of_pagefind(archive, self.config.search), self._frame(files, config))
        if self._is_preview:  # the preview reloads pages by a script inside them, which the policy forbids
            return {where: content.replace(POLICY.encode(), b"") for where, content in pages.items()}
        return pages

    def _finished_files(self, files: Files, config: MkDocsConfig) -> dict[str, bytes]:
        """Return what MkDocs has only to write, by its path in the site."""
        by_others = {_address_of(file) for file in files.documentation_pages()}
        if not _is_ours(config):
            by_others = {f"/{template}" for template in _OF_THE_SITE}
        return {self._file_of(where): content for where, content in self._pages.items() if where not in by_others}

    def _require_free(self, finished: Mapping[str, bytes], files: Files) -> None:
        """Raise `PluginError` where a page of ours would overwrite a file of the project or of its theme."""
        for path, file in _built(files).items():
            if path in finished:
                remedy = "another name for it, or a folder for the pages on the rules (plugins: crdiff: folder: cr)"
                raise PluginError(f"{file.src_uri}: a page of crdiff has this place, {path}; expected {remedy}")

    def _frame(self, files: Files, config: MkDocsConfig) -> Frame:
        """Return what surrounds our pages: the project's name, the way to its first page, and which others it has."""
        there = _built(files)
        lacks = frozenset(where for where in WRITTEN if self._file_of(where) not in there)
        home = there.get("index.html")
        if home is None:
            return Frame(config.site_name, address.RULES.lstrip("/"), lacks, report=self.config.report_url or "")
        link = "../" * self._folder.count("/") + home.url.removeprefix("./")
        return Frame(config.site_name, link, lacks, report=self.config.report_url or "")

    @property
    def _folder(self) -> str:
        """The folder of our pages below the root of the site, with a slash at its end; "" for the root itself."""
        return self.config.folder and f"{self.config.folder.rstrip('/')}/"

    def _file_of(self, where: str) -> str:
        return f"{self._folder}{address.file_of(where)}"

    def _results(self, config: MkDocsConfig) -> CheckResults | None:
        file = self._results_file(config)
        return read_results(file.read_bytes(), self.config.results) if file.is_file() else None


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
