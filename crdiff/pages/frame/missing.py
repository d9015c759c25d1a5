"""The page shown where there is none."""

from __future__ import annotations

from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page


def missing_page(root: str = "/", *, has_search: bool = False) -> bytes:
    """Return the page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    A script looks for the page that a typed address means; `has_search` says whether words can be searched for.
    """
    said = "There is no page at this address."
    head = Head(address.MISSING, "Page not found · crdiff", said, root=root, is_unlisted=True)
    return page("frame/missing.html", head, has_search=has_search)
