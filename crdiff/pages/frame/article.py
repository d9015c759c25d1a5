"""A hand-written page, with the list of all the others on "about", and the page shown where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.pages.frame import address
from crdiff.pages.frame.prose import Prose, plain_text, read_article
from crdiff.pages.frame.render import Head, page


def article_page(prose: Prose, others: Sequence[Prose]) -> tuple[str, bytes]:
    """Return address and page of `prose`; the page "about" lists the `others`."""
    article = read_article(prose)
    head = Head(
        address=prose.address,
        title=f"{article.title} · crdiff",
        description=prose.meta.get("description") or plain_text(article.lead.striptags()),
        part=address.ABOUT,
    )
    listed = others if prose.address == address.ABOUT else ()
    kept = [other for other in listed if other.address not in {address.ABOUT, address.HOME}]
    kept.sort(key=lambda other: ("/" in other.path, other.path))
    pages = [(read_article(other).title, other.address) for other in kept]
    return prose.address, page("frame/article.html", head, article=article, pages=pages)


def missing_page(root: str = "/", *, has_search: bool = False) -> bytes:
    """Return the page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    A script looks for the page that a typed address means; `has_search` says whether words can be searched for.
    """
    said = "There is no page at this address."
    head = Head(address.MISSING, "Page not found · crdiff", said, root=root, is_unlisted=True)
    return page("frame/missing.html", head, has_search=has_search)
