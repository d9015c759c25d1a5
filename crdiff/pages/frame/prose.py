"""Our own prose, written in Markdown: the pages in ``site/`` and the annotations, never official text.

Read by mistune, HTML in it shown as text. A link names a Markdown file beside it (``model.md#numbers``) or an
address of the site (``/clause/2003-10-01-507.4/``); both come out relative to the page they stand on.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import mistune
from markupsafe import Markup
from mistune.core import BlockState
from mistune.plugins import import_plugin
from msgspec import Struct

from crdiff.pages.frame.address import relative

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
    renderer = _Renderer(prose.address, posixpath.dirname(prose.path))
    title = ""
    if tokens and tokens[0]["type"] == "heading" and tokens[0]["attrs"]["level"] == 1:
        title = "".join(_words(tokens.pop(0)["children"]))
    lead = Markup("")
    if tokens and tokens[0]["type"] == "paragraph":
        lead = renderer.of(tokens.pop(0)["children"])
    return Article(title, lead, tuple(_sections(tokens, renderer)))


def paragraphs_html(markdown: str, page: str) -> Markup:
    """Return paragraphs, lists and quotations as HTML for the page at `page`."""
    return _Renderer(page, "").of(_tokens(markdown))


def inline_html(markdown: str, page: str) -> Markup:
    """Return one line of Markdown as HTML that may stand inside a paragraph."""
    tokens = [token for token in _tokens(markdown) if token["type"] == "paragraph"]
    renderer = _Renderer(page, "")
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
