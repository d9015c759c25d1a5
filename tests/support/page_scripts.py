"""The scripts that a page asks for, and how much a page and all that it loads may be."""

from __future__ import annotations

import re
from collections.abc import Mapping

_MOST_SCRIPTS = {"/search/": 60_000, "/identify/": 75_000}
_LINK = re.compile(rb'<script src="[^"]*?assets/([\w.-]+)"')


def scripts_of(page: bytes) -> set[str]:
    """Return the names of the files that a page links as scripts."""
    return {name.decode() for name in _LINK.findall(page)}


def assert_within_budgets(pages: Mapping[str, bytes]) -> None:
    """Hold a site to its budgets.

    The median page has 40 kB at most, the largest 250 kB; the one style sheet 28 kB, the scripts of a page 30 kB,
    those of the page that answers questions 60 kB, and of the one that finds quotations 75 kB: it takes the steps of
    `crdiff identify`.
    """
    shown = {where: page for where, page in pages.items() if where.endswith(("/", ".html"))}
    sizes = sorted(map(len, shown.values()))
    assert sizes[len(sizes) // 2] <= 40_000
    assert sizes[-1] <= 250_000
    assert len(pages["/assets/crdiff.css"]) <= 28_000
    for where, page in shown.items():
        loaded = sum(len(pages[f"/assets/{name}"]) for name in scripts_of(page))
        assert loaded <= _MOST_SCRIPTS.get(where, 30_000), where
