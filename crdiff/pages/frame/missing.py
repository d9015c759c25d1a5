"""The page shown where there is none."""

from __future__ import annotations

from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, render


def missing_page(root: str = "/", *, resolves: bool = False) -> bytes:
    """Return the page for addresses that lead nowhere.

    A host shows it at any depth, so its links begin at `root`, the path under which the site is hosted.
    With `resolves` a script looks for the clause that was meant.
    """
    head = Head(address.MISSING, "No such page · crdiff", "There is no page at this address.", root=root)
    return render("frame/missing.html", head, resolves)
