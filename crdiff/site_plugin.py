"""The MkDocs plugin ``crdiff``: gathers values, has `crdiff.pages` make the pages, and hands them to MkDocs.

MkDocs finds the hand-written prose, checks its links and writes the output. Pages on the rules come finished from
`crdiff.pages.site`, in a frame of their own: their layout needs the whole width, and their policy forbids
the scripts inside a page that themes rely on. Under the theme ``crdiff`` the prose has that frame too, so a site built
with MkDocs and one built without it are the same bytes. Under any other theme the prose is the theme's; the plugin
brings the style and the scripts of its pages, which lead home to the project they are a part of.

The thousands of pages of a whole archive are made last: MkDocs would look at each of them for seconds in all. By
`mkdocs build` the plugin writes them; `crdiff site build` takes them as `Later`, to make only those that changed, with
two processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

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
from msgspec import Struct, field
from msgspec.structs import replace

from crdiff.checks.inputs import read_engines
from crdiff.errors import CorpusError, CrdiffError
from crdiff.model.book import MAGIC
from crdiff.output.tree import put_files
from crdiff.output.workers import Portion
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex, CheckResults, read_results
from crdiff.pages.render import MENU, POLICY, WRITTEN, Frame, Prose, framed
from crdiff.pages.site import frame_of, placed, placed_pages, site_ending, site_portions
from crdiff.site_source import contents_of, documented, index_site, read_citation_lists
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus
from crdiff.store.text_file import read_raw
from crdiff.store.texts.books import book_of
from crdiff.store.texts.home import BUILT_IN, chosen_corpus

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

# Files of the whole site, which MkDocs asks a theme for; a theme's map lists prose only, so under ours both are ours.
#
# Under another theme they stay the theme's. Pages of ours on its map would be broken in Material: with
# `navigation.instant` it takes every page on the map for one of its own layout, and puts it into the page shown.
_OF_THE_SITE = ("404.html", "sitemap.xml")

_log = get_plugin_logger("crdiff")
_OWN_THEME = "crdiff"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_FOLDER = re.compile(r"(\w[\w.-]*(/\w[\w.-]*)*/?)?")


class SiteConfig(Config):  # type: ignore[no-untyped-call] # MkDocs leaves __init_subclass__ untyped
    """Options of the plugin in ``mkdocs.yml``.

    `results`: JSON of ``crdiff.checks/1``, relative to the folder of ``mkdocs.yml``; without the file the pages say
    that no results were given. `corpus`: a corpus in place of the embedded one. `archive`: a folder that 'crdiff corpus
    add' filled, by default the corpus that every command takes; the site then has all of its releases and clauses, and
    `full_text`: of which releases the whole text is published, ``none``, ``newest`` or ``all``. `data_level`: how much
    is published beside the pages, ``none``, ``pages`` or ``all``.
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
    data_level = config_options.Choice(("none", "pages", "all"), default="pages")
    folder = config_options.Type(str, default="")
    report_url = config_options.Optional(config_options.URL())
    citations = config_options.ListOfItems(config_options.File(), default=[])
    engines = config_options.ListOfItems(config_options.File(), default=[])


class Later(Struct, frozen=True):
    """The files that are made once MkDocs has built its part: the `portions` of them, in any order, then an `ending`.

    `ending` takes the paths of the files of all portions. Both are made within `framed(frame)`.
    """

    portions: Sequence[Portion] = ()
    ending: Callable[[Sequence[str]], Iterator[tuple[str, bytes]]] = lambda _: iter(())
    frame: Frame = field(default_factory=Frame)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield all of them by their paths. Raises `CrdiffError` where a page has the place of another."""
        paths: list[str] = []
        with framed(self.frame):
            for path, content in (file for portion in self.portions for file in portion()):
                paths.append(path)
                yield path, content
            yield from self.ending(paths)


class _Places:
    """Gives each page of ours its place in the site, by its address: below `folder`, "" for the root.

    `theirs` are files that the theme makes, `files` those of the project.
    """

    def __init__(self, folder: str, theirs: Collection[str], files: Files) -> None:
        self._folder = folder
        self._theirs = theirs
        self.take_note(files)

    def take_note(self, files: Files) -> None:
        """Take note of which files the project has."""
        self._built = _built(files)
        self._parents = {parent: file for path, file in self._built.items() for parent in _parents(path)}

    def __call__(self, where: str) -> str:
        """Return the path, "" for a file of theirs. Raises `CorpusError` where the project has a file there."""
        if where.lstrip("/") in self._theirs:
            return ""
        path = f"{self._folder}{address.file_of(where)}"
        if file := self._in_the_way(path):
            remedy = "another name for it, or a folder for the pages on the rules (plugins: crdiff: folder: cr)"
            raise CorpusError(f"a page of crdiff has this place, {path}", remedy, path=file.src_uri)
        return path

    def _in_the_way(self, path: str) -> File | None:
        """Return the file of the project at a path, below it, or in place of a folder that it is in."""
        above = (self._built.get(each) for each in (path, *_parents(path)))
        return next((file for file in above if file), self._parents.get(path))


class SitePlugin(BasePlugin[SiteConfig]):  # type: ignore[no-untyped-call] # as above
    """Adds the pages on the rules to a MkDocs site; `later` are those that it does not write itself."""

    def __init__(self) -> None:
        super().__init__()
        self.later = Later()
        self._is_helped = False
        self._documents: dict[str, bytes] = {}
        self._promised: list[File] = []
        self._made: dict[str, bytes] = {}
        self._places = _Places("", (), Files([]))
        self._is_preview = False
        self._chosen = BUILT_IN

    def leave_later(self) -> None:
        """Leave what is in `later` to the caller. Call it after the start."""
        self._is_helped = True

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:  # noqa: ARG002
        """Remember whether pages are only previewed; MkDocs may have kept the plugin from an earlier build."""
        self._is_preview = command == "serve"
        self._is_helped = False

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
        """Render the prose under our theme, and hand over the pages of a small site as files.

        Of the thousands of pages of a whole archive it only promises those of the menu, so that prose can link to them.
        """
        self.later, self._promised, self._made = Later(), [], {}
        if _is_ours(config):
            for path in _OF_THE_SITE:  # taken back above, MkDocs would copy them as files of the theme
                if file := files.get_file_from_path(path):
                    files.remove(file)
        self._places = _Places(self._folder, () if _is_ours(config) else _OF_THE_SITE, files)
        try:
            archive = self._read(files, config)
            later = self._later(archive, files, config)
            if self._chosen.folder is None:
                for path, content in later.files():
                    files.append(File.generated(config, path, content=self._shown(content)))
                return files
            self._promised = [File.generated(config, self._places(each), content=b"") for each in _menu(archive)]
        except CrdiffError as error:
            raise PluginError(str(error)) from error
        for file in self._promised:
            files.append(file)
        self.later = later
        return files

    def _later(self, archive: ArchiveIndex, files: Files, config: MkDocsConfig) -> Later:
        """Return all but the prose, which is rendered now."""
        url = f"{config.site_url.rstrip('/')}/{self._folder}" if config.site_url else ""
        frame, place = frame_of(archive, url, self._frame(files, config)), self._places
        prose, *others = site_portions(archive, url)
        with framed(frame):
            self._documents = {where: self._shown(content) for where, content in prose()}

        def ending(paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
            made = (address.served_at(path.removeprefix(self._folder)) for path in paths)
            return placed_pages(site_ending([*self._documents, *made], archive, url, frame), place)

        return Later([partial(placed, each, place) for each in others], ending, frame)

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:  # noqa: ARG002
        """Take back what was promised for links alone: by now MkDocs has checked those of all prose.

        Then make what it stood for, unless somebody else does: MkDocs has written nothing yet.
        """
        for file in self._promised:
            if files.get_file_from_path(file.src_uri) is file:  # another plugin may have one of its own there by now
                files.remove(file)
        self._places.take_note(files)
        if not self._is_helped:
            try:
                self._made = {path: self._shown(content) for path, content in self.later.files()}
            except CrdiffError as error:
                raise PluginError(str(error)) from error
            self.later = Later()
        return env

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the pages that were made after the prose."""
        try:
            put_files(Path(config.site_dir), self._made)
        except (CrdiffError, OSError) as error:
            raise PluginError(str(error)) from error
        self._made = {}

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
            context["document"] = self._documents[Prose(page.file.src_uri, "").address].decode()  # type: ignore[typeddict-unknown-key]
        return context

    def on_serve(self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:  # noqa: ARG002
        """Build again when the corpus, a template or the results of checks change."""
        if config.dev_addr.host in _LOOPBACK:
            application = server.get_app()
            assert application  # MkDocs has set it
            server.set_app(_by_own_names(application))
        files = (*self.config.citations, *self.config.engines, self._results_file(config))
        texts = (self._chosen.folder / "texts",) if self._chosen.folder else ()
        for path in (self._embedded().folder, Path(__file__).parent / "pages", *files, *texts):
            if Path(path).exists():
                server.watch(str(path))
        return server

    def _embedded(self) -> EmbeddedCorpus:
        """Return what comes with crdiff for the rule book that the texts are of, or what the settings name instead."""
        texts = self._chosen.folder
        return load_corpus(self._corpus_folder, book=book_of(texts) if texts else MAGIC)

    @property
    def _corpus_folder(self) -> Path | None:
        return Path(self.config.corpus) if self.config.corpus else None

    def _results_file(self, config: MkDocsConfig) -> Path:
        return Path(config.config_file_path or ".").parent / self.config.results

    def _read(self, files: Files, config: MkDocsConfig) -> ArchiveIndex:
        """Return what the site is made from; the prose only under our theme."""
        embedded = self._embedded()
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
        archive = replace(archive, full_text=self.config.full_text, data=self.config.data_level)
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
        link = address.RULES.lstrip("/")
        if home:
            link = "../" * self._folder.count("/") + home.url.removeprefix("./")
        return Frame(config.site_name, link, lacks, report=self.config.report_url or "")

    @property
    def _folder(self) -> str:
        """The folder of our pages below the root of the site, with a slash at its end; "" for the root itself."""
        return self.config.folder and f"{self.config.folder.rstrip('/')}/"

    def _results(self, config: MkDocsConfig) -> CheckResults | None:
        file = self._results_file(config)
        return read_results(read_raw(file), self.config.results) if file.is_file() else None


def _by_own_names(application: WSGIApplication) -> WSGIApplication:
    """Return `application` for those who ask for this machine by a name of its own.

    A page elsewhere can have its name resolve to this machine and then read whatever answers (DNS rebinding); its
    requests carry that name.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        host = re.sub(r":\d*$", "", environ.get("HTTP_HOST", "localhost"))
        if host.strip("[]").lower() in _LOOPBACK:
            return application(environ, start_response)
        start_response("421 Misdirected Request", [("Content-Type", "text/plain")])
        return [b"The preview is for this machine.\n"]

    return answer


def _menu(archive: ArchiveIndex) -> Iterator[str]:
    """Yield the addresses of the pages of the menu that a whole archive has, besides those that are written by hand."""
    return (where for _, where in MENU if where not in WRITTEN and (where != address.STORIES or archive.stories))


def _parents(path: str) -> Iterator[str]:
    """Yield the folders that a path is in, the innermost first."""
    while path := path.rpartition("/")[0]:
        yield path


def _is_ours(config: MkDocsConfig) -> bool:
    return config.theme.name == _OWN_THEME


def _built(files: Files) -> dict[str, File]:
    """Return the files that come to be in the site, by their path there."""
    return {file.dest_uri: file for file in files if file.inclusion.value > InclusionLevel.DRAFT.value}
