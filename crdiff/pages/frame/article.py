"""A hand-written page, and on the page "about" the list of all the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Article, Prose, plain_text, read_article
from crdiff.pages.frame.render import Head, render


@dataclass(frozen=True, slots=True)
class ArticleView:
    """What `frame/article.html` shows; `pages` are (title, address) of other hand-written pages."""

    article: Article
    pages: tuple[tuple[str, str], ...]


def article_page(prose: Prose, others: Sequence[Prose]) -> CachedGroup:
    """Return the page of `prose`; the page "about" lists the `others`."""
    listed = others if prose.address == address.ABOUT else ()
    return CachedGroup(prose.address, source_of(prose, listed), partial(_page, prose, listed))


def _page(prose: Prose, others: Iterable[Prose]) -> Iterator[tuple[str, bytes]]:
    article = read_article(prose)
    head = Head(
        address=prose.address,
        title=f"{article.title} · crdiff",
        description=prose.meta.get("description") or plain_text(article.lead.striptags()),
        part=address.ABOUT,
    )
    kept = [other for other in others if other.address not in {address.ABOUT, address.HOME}]
    kept.sort(key=lambda page: ("/" in page.path, page.path))
    pages = tuple((read_article(other).title, other.address) for other in kept)
    yield prose.address, render("frame/article.html", head, ArticleView(article, pages))
