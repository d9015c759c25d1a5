"""The page shown where there is none."""

from __future__ import annotations

from crdiff.pages import address
from crdiff.pages.render import Head, render


def missing_page(root: str = "/") -> bytes:
    """Return the page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    """
    head = Head(address.MISSING, "No such page · crdiff", "There is no page at this address.", root=root)
    return render("missing.html", head, None)
