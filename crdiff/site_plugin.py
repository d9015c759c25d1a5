"""The MkDocs plugin ``crdiff``: gathers values, has `crdiff.pages` make the pages, and hands them to MkDocs.

MkDocs finds the hand-written prose, checks its links and writes the output. Every page, prose too, comes finished
from `crdiff.pages.site.render_site`, so a site built with MkDocs and one built without it are the same bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from mkdocs.config import Config, config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from crdiff.errors import CrdiffError
from crdiff.pages import address
from crdiff.pages.check_results import CheckResults, read_results
from crdiff.pages.gather import gather
from crdiff.pages.prose import Prose
from crdiff.pages.render import POLICY
from crdiff.pages.site import render_site
from crdiff.pages.whole.holdings import Holdings, hold
from crdiff.pages.whole.search import PAGEFIND, stubs
from crdiff.store import pagefind
from crdiff.store.embedded import load_corpus
from crdiff.store.site import read_whole

_RENDERED_BY_US = ("404.html", "sitemap.xml")
"""Templates that MkDocs asks a theme for: the first is a page of ours, the second would list the prose only."""


class SiteConfig(Config):  # type: ignore[no-untyped-call] # MkDocs leaves __init_subclass__ untyped
    """Options of the plugin in ``mkdocs.yml``.

    `results`: JSON of ``crdiff.checks/1``, relative to the folder of ``mkdocs.yml``; without the file the pages say
    that no results were given. `corpus`: a corpus in place of the embedded one. `archive`: a folder that 'crdiff corpus
    add' filled; the site then has all of its releases and clauses, and `search` says what searches in them: ``own``,
    ``pagefind``, or ``auto`` for Pagefind where it is installed.
    """

    results = config_options.Type(str, default="build/checks.json")
    corpus = config_options.Optional(config_options.Dir(exists=True))
    archive = config_options.Optional(config_options.Type(str))
    search = config_options.Choice(("auto", "own", "pagefind"), default="own")


class SitePlugin(BasePlugin[SiteConfig]):  # type: ignore[no-untyped-call] # as above
    """Adds the pages on the rules to a MkDocs site and renders its prose in the same frame."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, bytes] = {}
        self._finished: dict[str, bytes] = {}
        self._is_preview = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Remember whether pages are only previewed."""
        self._is_preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Take back the templates that would compete with pages of ours."""
        for template in _RENDERED_BY_US:
            config.theme.static_templates.discard(template)
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Render the whole site; hand over what is not prose as finished files."""
        try:
            self._pages = self._render(files, config)
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        for template in _RENDERED_BY_US:  # taken back above, MkDocs would copy them as files of the theme
            if file := files.get_file_from_path(template):
                files.remove(file)
        prose = {_address_of(file) for file in files.documentation_pages()}
        finished = {where: content for where, content in self._pages.items() if where not in prose}
        if self.config.archive:
            self._finished = {address.file_of(where): content for where, content in finished.items()}
        else:
            for where, content in finished.items():
                files.append(File.generated(config, address.file_of(where), content=content))
        return files

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the thousands of pages of a whole archive: MkDocs would look at each of them for seconds in all."""
        for path, content in self._finished.items():
            target = Path(config.site_dir, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def on_page_context(
        self,
        context: TemplateContext,
        /,
        *,
        page: Page,
        config: MkDocsConfig,  # noqa: ARG002 - as MkDocs calls it
        nav: Navigation,  # noqa: ARG002 - as MkDocs calls it
    ) -> TemplateContext:
        """Give the theme's template the finished page; it prints nothing else."""
        context["document"] = self._pages[_address_of(page.file)].decode()  # type: ignore[typeddict-unknown-key]
        return context

    def on_serve(self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:  # noqa: ARG002
        """Build again when the corpus, a template or the results of checks change."""
        server.watch(str(load_corpus(self._corpus_folder).folder))
        server.watch(str(Path(__file__).parent / "pages"))
        if self._results_file(config).exists():
            server.watch(str(self._results_file(config)))
        return server

    @property
    def _corpus_folder(self) -> Path | None:
        return Path(self.config.corpus) if self.config.corpus else None

    def _results_file(self, config: MkDocsConfig) -> Path:
        return Path(config.config_file_path or ".").parent / self.config.results

    def _render(self, files: Files, config: MkDocsConfig) -> dict[str, bytes]:
        corpus = load_corpus(self._corpus_folder)
        texts = [(edition, corpus.text(edition)) for edition in corpus.editions]
        prose = [Prose(file.src_uri, file.content_string) for file in files.documentation_pages()]
        library = gather(corpus, texts, prose, self._results(config))
        holdings = hold(read_whole(self.config.archive), library) if self.config.archive else None
        found = self._pagefind(holdings) if holdings else None
        pages = render_site(library, config.site_url or "", holdings, found)
        if self._is_preview:  # the preview reloads pages by a script inside them, which the policy forbids
            return {where: content.replace(POLICY.encode(), b"") for where, content in pages.items()}
        return pages

    def _pagefind(self, holdings: Holdings) -> dict[str, bytes] | None:
        if not pagefind.is_wanted(self.config.search):
            return None
        return {f"{PAGEFIND}{path}": content for path, content in pagefind.index(stubs(holdings)).items()}

    def _results(self, config: MkDocsConfig) -> CheckResults | None:
        file = self._results_file(config)
        return read_results(file.read_bytes(), self.config.results) if file.exists() else None


def _address_of(file: File) -> str:
    return Prose(file.src_uri, "").address
