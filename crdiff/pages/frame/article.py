"""A hand-written page, and on the page "about" the list of all the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Article, Prose, plain_text, read_article
from crdiff.pages.frame.render import Head, render


@dataclass(frozen=True, slots=True)
class ArticleView:
    """What `frame/article.html` shows; `pages` are (title, address) of other hand-written pages."""

    article: Article
    pages: tuple[tuple[str, str], ...]


def article_page(prose: Prose, others: Iterable[Prose]) -> bytes:
    """Return the page of `prose`; the page "about" lists the `others`."""
    article = read_article(prose)
    head = Head(
        address=prose.address,
        title=f"{article.title} · crdiff",
        description=prose.meta.get("description") or plain_text(article.lead.striptags()),
        part=address.ABOUT,
    )
    pages: tuple[tuple[str, str], ...] = ()
    if prose.address == address.ABOUT:
        kept = [other for other in others if other.address not in {address.ABOUT, address.HOME}]
        pages = tuple(
            (read_article(other).title, other.address)
            for other in sorted(kept, key=lambda page: ("/" in page.path, page.path))
        )
    return render("frame/article.html", head, ArticleView(article, pages))
