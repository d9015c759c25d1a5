"""From the values of a page to bytes, by its template; pages of our own prose, and that for missing pages.

Our prose, the pages in ``site/`` and the annotations, is Markdown and never official text. It is read by mistune, HTML
in it shown as text. A link names a Markdown file beside it (``model.md#numbers``) or an address of the site
(``/clause/2003-10-01-507.4/``); both come out relative to the page they stand on.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, TypeVar
from urllib.parse import urlencode

import mistune
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from mistune.core import BlockState
from mistune.plugins import import_plugin
from msgspec import Struct, field

from crdiff.model.book import Book
from crdiff.pages import address, english
from crdiff.pages.address import UNKNOWN_HOST, Host, relative
from crdiff.pages.english import with_italics
from crdiff.reports import phrases
from crdiff.store.texts.books import read_book

_PLUGINS = ("table", "strikethrough")
_ENDS_A_WORD = {
    "softbreak",
    "linebreak",
    "blank_line",
    "paragraph",
    "block_text",
    "heading",
    "table_cell",
    "block_code",
}
_DAY = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_FRONT = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)


class Prose(Struct, frozen=True):
    """A hand-written page: `path` below ``site/`` (``decisions/0001-architecture.md``) and its Markdown."""

    path: str
    markdown: str

    @property
    def address(self) -> str:
        """Where the page is read."""
        return _address_of(self.path)

    @property
    def meta(self) -> dict[str, str]:
        """The ``name: value`` lines between the two ``---`` at the top."""
        front = _FRONT.match(self.markdown)
        pairs = (line.partition(":") for line in front[1].split("\n")) if front else ()
        return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}

    @property
    def body(self) -> str:
        """The Markdown after the front matter."""
        return _FRONT.sub("", self.markdown, count=1)


class Section(Struct, frozen=True):
    """What stands under one heading of the second level; `id` and `title` are "" before the first."""

    id: str
    title: Markup
    html: Markup


class Article(Struct, frozen=True):
    """A hand-written page, read: `title` as plain text, `lead` its first paragraph."""

    title: str
    lead: Markup
    sections: tuple[Section, ...]


def read_article(prose: Prose) -> Article:
    """Return the title, the first paragraph and the sections of a page; its first heading is its title."""
    tokens = [token for token in _tokens(prose.body) if token["type"] != "blank_line"]
    renderer = _renderer(prose.address, posixpath.dirname(prose.path))
    title = ""
    if tokens and tokens[0]["type"] == "heading" and tokens[0]["attrs"]["level"] == 1:
        title = "".join(_words(tokens.pop(0)["children"]))
    lead = Markup("")
    if tokens and tokens[0]["type"] == "paragraph":
        lead = renderer.of(tokens.pop(0)["children"])
    return Article(title, lead, tuple(_sections(tokens, renderer)))


def paragraphs_html(markdown: str, page: str) -> Markup:
    """Return paragraphs, lists and quotations as HTML for the page at `page`."""
    return _renderer(page, "").of(_tokens(markdown))


def inline_html(markdown: str, page: str) -> Markup:
    """Return one line of Markdown as HTML that may stand inside a paragraph."""
    tokens = [token for token in _tokens(markdown) if token["type"] == "paragraph"]
    renderer = _renderer(page, "")
    return Markup(" ").join(renderer.of(token["children"]) for token in tokens)


def plain_text(markdown: str) -> str:
    """Return the words of `markdown` without its marks, on one line."""
    return " ".join("".join(_words(_tokens(markdown))).split())


def _sections(tokens: Sequence[dict[str, Any]], renderer: _Renderer) -> Iterator[Section]:
    starts = [i for i, token in enumerate(tokens) if token["type"] == "heading" and token["attrs"]["level"] == 2]
    first = starts[0] if starts else len(tokens)
    if tokens[:first]:
        yield Section("", Markup(""), renderer.of(tokens[:first]))
    seen: Counter[str] = Counter()
    for start, stop in pairwise([*starts, len(tokens)]):
        heading = tokens[start]["children"]
        name = slug("".join(_words(heading)))
        seen[name] += 1
        name = f"{name}_{seen[name] - 1}" if seen[name] > 1 else name  # as MkDocs does
        yield Section(name, renderer.of(heading), renderer.of(tokens[start + 1 : stop]))


def slug(title: str) -> str:
    """Return the id that a heading gets, as MkDocs makes it: lower case, words joined by dashes."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())


def _words(tokens: Iterable[dict[str, Any]]) -> Iterator[str]:
    for token in tokens:
        yield token.get("raw", "")
        yield from _words(token.get("children", ()))
        if token["type"] in _ENDS_A_WORD:
            yield " "


@lru_cache(maxsize=1)
def _reader() -> mistune.Markdown:
    return mistune.create_markdown(renderer=None, escape=True, plugins=list(_PLUGINS))


@lru_cache(maxsize=1 << 12)  # the same notes stand on many pages
def _tokens(markdown: str) -> list[dict[str, Any]]:
    tokens = _reader()(markdown)
    assert isinstance(tokens, list)  # without a renderer mistune returns its tokens
    return tokens


def _address_of(path: str) -> str:
    name = path.strip("/").removesuffix(".md")
    return "/" + (name.removesuffix("index") if posixpath.basename(name) == "index" else f"{name}/")


class _Renderer(mistune.HTMLRenderer):
    """HTML for the page at `page`, of Markdown in the file's `folder` below ``site/``."""

    def __init__(self, page: str, folder: str) -> None:
        super().__init__(escape=True)
        self._page = page
        self._folder = folder
        for plugin in _PLUGINS:
            import_plugin(plugin)(mistune.Markdown(self))

    def of(self, tokens: Iterable[dict[str, Any]]) -> Markup:
        """Return the HTML of `tokens`, which mistune has escaped."""
        return Markup(self.render_tokens(tokens, BlockState()))

    def text(self, text: str) -> str:
        """Return text with each date marked as one, so that it is not broken between lines."""
        return _DAY.sub(r"<time>\g<0></time>", super().text(text))

    def link(self, text: str, url: str, title: str | None = None) -> str:  # noqa: ARG002 - titles are not shown
        """Return a link, relative to the page where it names a page of the site."""
        return Markup('<a href="{}">{}</a>').format(self._target(url), Markup(text))

    def heading(self, text: str, level: int, **attrs: Any) -> str:  # noqa: ARG002 - as mistune calls it
        """Return a heading that can be linked to."""
        return Markup('<h{0} id="{1}">{2}</h{0}>\n').format(level, slug(Markup(text).striptags()), Markup(text))

    def table(self, text: str) -> str:
        """Return a table in a box of its own, which scrolls where the page is narrow."""
        return f'<div class="box wide" tabindex="0" role="group" aria-label="Table"><table>\n{text}</table></div>\n'

    def block_code(self, code: str, info: str | None = None) -> str:  # noqa: ARG002 - no colours
        """Return a listing that scrolls, reachable by keyboard."""
        return Markup('<pre class="wide" tabindex="0"><code>{}</code></pre>\n').format(code)

    def _target(self, url: str) -> str:
        path, hash_, anchor = url.partition("#")
        if not path or ":" in path:
            return self.safe_url(url)
        if path.endswith(".md"):
            path = _address_of(posixpath.normpath(posixpath.join(self._folder, path)))
        elif not path.startswith("/"):
            path = posixpath.normpath(posixpath.join("/", self._folder, path))
        return relative(f"{path}{hash_}{anchor}", self._page)


_renderer = lru_cache(maxsize=1)(_Renderer)  # a page asks for one after another


def environment() -> Environment:
    """Return the engine with the templates of the pages.

    Text is escaped wherever it lands (autoescape), and a name that a template misspells is an error (StrictUndefined).
    """
    return Environment(
        loader=PackageLoader("crdiff.pages", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


# The links in every page's head where a site has them: never a tree of it all (it would grow with its square).
MENU = (
    ("Rules", address.RULES),
    ("Glossary", address.GLOSSARY),
    ("Releases", address.RELEASES),
    ("Compare", address.COMPARE),
    ("Stories", address.STORIES),
    ("Checks", address.CHECKS),
    ("Search", address.SEARCH),
    ("About", address.ABOUT),
)

# The entry of the menu that the pages of a folder belong to, "" for none; those of our prose belong to "about".
_PARTS = {
    **{where: where for _, where in MENU},
    **dict.fromkeys((address.NUMBERS, address.CITED, "/clause/", "/editions/"), address.RULES),
    address.STATS: address.RELEASES,
    address.PLAYED: address.STORIES,
    address.IDENTIFY: address.SEARCH,
    **dict.fromkeys((address.HOME, address.MISSING), ""),
}

# The hand-written pages that others link to: a project of somebody else need not have them.
WRITTEN = (address.ABOUT, address.FORMATS, address.READING)

T = TypeVar("T")
_OWN = "crdiff"
# A day, or a tag, whose attributes have no days for readers.
_TAG_OR_DAY = re.compile(r"(<[^>]*>)|\b(\d{4}-\d\d-\d\d)\b")

# What a page may do, in each of them: nothing from other hosts, no script or style inside the page.
POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'\">"
)


class Frame(Struct, frozen=True):
    """What is the same around every page of one site.

    `name` is that of the site, `home` the link from the root of our pages to the first page of the site. `lacks` are
    addresses, out of `WRITTEN`, `MENU` and `CITED`, of pages that the site does not have, or that have nothing in them:
    no page links to them. `host` is where our pages are hosted, for what has to be named by a whole address.
    `report` is where readers open an issue, "" for nowhere. `book` is the rule book that the site is of, `books` are
    the others beside it: where each is, from the root of our pages, its first page from there, and what it is called.
    `data` says how much is published beside the pages, one of `address.DATA_LEVELS`.
    """

    name: str = _OWN
    home: str = ""
    lacks: frozenset[str] = frozenset()
    host: Host = UNKNOWN_HOST
    report: str = ""
    book: Book = field(default_factory=read_book)
    books: tuple[tuple[str, str, str], ...] = ()
    data: str = "all"

    @property
    def is_own(self) -> bool:
        """Whether the site is one of crdiff's own, rather than of a project that has pages of ours among its own."""
        return self.name == _OWN

    @property
    def menu(self) -> tuple[tuple[str, str], ...]:
        """The links in the head: title and address."""
        return tuple(entry for entry in MENU if self.has(entry[1]))

    def has(self, where: str) -> bool:
        """Whether there is a page at the address."""
        return where not in self.lacks

    def report_link(self, title: str, body: str) -> str:
        """Return the address that opens an issue with a title and a text."""
        return f"{self.report}{'&' if '?' in self.report else '?'}{urlencode({'title': title, 'body': body})}"

    def whole(self, where: str) -> str:
        """Return the whole address of a page or of a part of one, "" where the host is not known."""
        return self.host.whole(where) if self.host.is_known else ""


def beside(at: int, within: Sequence[T], link: Callable[[T], object]) -> dict[str, Any]:
    """Return what a page leads on to: the links to what is `before` and `after` the place `at`, None for nothing."""
    return {
        "before": link(within[at - 1]) if at else None,
        "after": link(within[at + 1]) if at + 1 < len(within) else None,
    }


OWN_FRAME = Frame()
# The frame of the pages being made: each of three dozen makers of pages would only hand it on.
_frame: ContextVar[Frame] = ContextVar("frame", default=OWN_FRAME)


@contextmanager
def framed(frame: Frame) -> Iterator[None]:
    """Make the pages rendered meanwhile pages of another site than crdiff's own."""
    before = _frame.set(frame)
    try:
        yield
    finally:
        _frame.reset(before)


def this_book() -> Book:
    """Return the rule book that the pages being made are of."""
    return _frame.get().book


def _dated(text: str) -> Markup:
    """Return `text` escaped, with each ISO date marked as one, so that it is not broken between lines."""
    return Markup(_TAG_OR_DAY.sub(lambda found: found[1] or f"<time>{found[2]}</time>", str(escape(text))))


def _dashed(state: str) -> str:
    """Return the state of a check as the name of a class in the style sheet."""
    return state.replace(",", "").replace(" ", "-")


@lru_cache(maxsize=1)
def _engine() -> Environment:
    engine = environment()
    engine.globals.update(address=address, years=english.years, policy=Markup(POLICY))
    engine.filters.update(
        dashed=_dashed, dated=_dated, counted=english.counted, figures=phrases.counted, clipped=english.clipped
    )
    engine.globals["sprite"] = _sprite
    return engine


@lru_cache(maxsize=1)
def _sprite() -> Markup:
    """Return the icons, the same on thousands of pages."""
    icons: Any = _engine().get_template("frame/icon.html").module
    sprite: Markup = icons.sprite()
    return sprite


def page(
    template: str,
    where: str,
    title: str,
    description: str,
    /,
    *,
    root: str = "",
    canonical: str | None = "",
    card: str = "",
    data: str = "",
    feed: str = "",
    **values: object,
) -> tuple[str, bytes]:
    """Return the address of a page and what `template` makes of `values`, UTF-8, links relative to that address.

    The template reads each value by its name. `tests/pages/test_templates.py` holds that it reads all of them.

    The others are what the frame of a page says of it; the name of the site follows its `title`. `root` is set for a
    page that is shown at any depth. `canonical` is the address of the page that search engines offer in its place, a
    text of today in place of an old one: the page itself where it is "", None where they shall offer none. `card` is
    what a link to the page is called where it is pasted, "CR 702.19b Trample": the title where it is "". `data` is
    where the value behind the page is published as JSON, "" where there is none. `feed` is the address of the feed on
    what changes there, "" for none.
    """
    head = {"address": where, "title": title, "description": description, "card": card or title}
    published = _frame.get().data
    data, feed = (each if address.is_published(each, published) else "" for each in (data, feed))
    head |= {"part": _PARTS.get(where[: where.find("/", 1) + 1] or where, address.ABOUT), "data": data, "feed": feed}
    text = (
        _engine()
        .get_template(template)
        .render(
            head=head,
            canonical=None if canonical is None else (canonical or where).partition("#")[0],
            frame=_frame.get(),
            to=partial(address.rooted, root=root) if root else partial(address.relative, page=where),
            notes=partial(paragraphs_html, page=where),
            words=partial(inline_html, page=where),
            **values,
        )
    )
    return where, with_italics(text).encode()


def article_page(prose: Prose, others: Sequence[Prose]) -> tuple[str, bytes]:
    """Return address and page of `prose`; the page "about" lists the `others`."""
    article = read_article(prose)
    description = prose.meta.get("description") or plain_text(article.lead.striptags())
    listed = others if prose.address == address.ABOUT else ()
    kept = [other for other in listed if other.address not in {address.ABOUT, address.HOME}]
    kept.sort(key=lambda other: ("/" in other.path, other.path))
    pages = [(read_article(other).title, other.address) for other in kept]
    return page("frame/article.html", prose.address, article.title, description, article=article, pages=pages)


def missing_page(root: str = "/", *, has_search: bool = False) -> tuple[str, bytes]:
    """Return address and page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    A script looks for the page that a typed address means; `has_search` says whether words can be searched for.
    """
    what = "Page not found", "There is no page at this address."
    return page("frame/missing.html", address.MISSING, *what, root=root, canonical=None, has_search=has_search)
