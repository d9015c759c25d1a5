"""The page shown where there is none."""

from __future__ import annotations

from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render


def missing_page(root: str = "/", *, resolves: bool = False) -> bytes:
    """Return the page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    With `resolves` a script looks for the clause that was meant.
    """
    said = "There is no page at this address."
    head = Head(address.MISSING, "Page not found · crdiff", said, root=root, is_unlisted=True)
    return render("frame/missing.html", head, resolves)
