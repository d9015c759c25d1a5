"""From the values of a page to bytes, by its template; pages of our own prose, and that for missing pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import Any, TypeVar
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct, field

from crdiff.model.book import Book
from crdiff.pages.frame import address, english
from crdiff.pages.frame.hosting import UNKNOWN_HOST, Host
from crdiff.pages.frame.prose import Prose, inline_html, paragraphs_html, plain_text, read_article
from crdiff.pages.frame.quoting import with_italics
from crdiff.reports import phrases
from crdiff.store.texts.books import read_book


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
"""The links in every page's head where a site has them: never a tree of it all (it would grow with its square)."""

_PARTS = {
    **{where: where for _, where in MENU},
    **dict.fromkeys((address.NUMBERS, address.CITED, "/clause/", "/editions/"), address.RULES),
    address.STATS: address.RELEASES,
    address.PLAYED: address.STORIES,
    address.IDENTIFY: address.SEARCH,
    **dict.fromkeys((address.HOME, address.MISSING), ""),
}
"""The entry of the menu that the pages of a folder belong to, "" for none; those of our prose belong to "about"."""

WRITTEN = (address.ABOUT, address.FORMATS, address.READING)
"""The hand-written pages that others link to: a project of somebody else need not have them."""

T = TypeVar("T")
_OWN = "crdiff"
_DAY = re.compile(r"(<[^>]*>)|\b(\d{4}-\d\d-\d\d)\b")
"""A day, or a tag, whose attributes have no days for readers."""

POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'\">"
)
"""What a page may do, in each of them: nothing from other hosts, no script or style inside the page."""


class Frame(Struct, frozen=True):
    """What is the same around every page of one site.

    `name` is that of the site, `home` the link from the root of our pages to the first page of the site. `lacks` are
    addresses, out of `WRITTEN`, `MENU` and `CITED`, of pages that the site does not have, or that have nothing in them:
    no page links to them. `host` is where our pages are hosted, for what has to be named by a whole address.
    `report` is where readers open an issue, "" for nowhere. `book` is the rule book that the site is of.
    """

    name: str = _OWN
    home: str = ""
    lacks: frozenset[str] = frozenset()
    host: Host = UNKNOWN_HOST
    report: str = ""
    book: Book = field(default_factory=read_book)

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
_frame: ContextVar[Frame] = ContextVar("frame", default=OWN_FRAME)
"""The frame of the pages being made: each of three dozen makers of pages would only hand it on."""


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
    return Markup(_DAY.sub(lambda found: found[1] or f"<time>{found[2]}</time>", str(escape(text))))


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
