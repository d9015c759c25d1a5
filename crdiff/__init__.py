"""crdiff: the Magic: The Gathering Comprehensive Rules, parsed, aligned, compared and linked to checks.

The public names, imported when they are first used, so that ``crdiff --version`` pays for none of them:

    from pathlib import Path
    from crdiff import compare_releases, read

    old, new = (read(Path(name).read_bytes(), name) for name in ("2009-05-01.txt", "2009-07-11.txt"))
    for change in compare_releases(old, new).changes:
        print(change.structure, change.summary)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.align.alignment import Alignment, Link
    from crdiff.changes.change import Change, Comparison
    from crdiff.changes.compare import compare, compare_releases
    from crdiff.corpus import Corpus
    from crdiff.dialects.registry import read
    from crdiff.errors import CrdiffError
    from crdiff.model.clause import Clause
    from crdiff.model.number import ClauseNumber
    from crdiff.model.release import Release
    from crdiff.model.tree import walk
    from crdiff.reports.as_json import to_json

__version__ = "0.1.0"

__all__ = [
    "Alignment",
    "Change",
    "Clause",
    "ClauseNumber",
    "Comparison",
    "Corpus",
    "CrdiffError",
    "Link",
    "Release",
    "__version__",
    "compare",
    "compare_releases",
    "read",
    "to_json",
    "walk",
]

_HOMES = {
    "Alignment": "crdiff.align.alignment",
    "Change": "crdiff.changes.change",
    "Clause": "crdiff.model.clause",
    "ClauseNumber": "crdiff.model.number",
    "Comparison": "crdiff.changes.change",
    "Corpus": "crdiff.corpus",
    "CrdiffError": "crdiff.errors",
    "Link": "crdiff.align.alignment",
    "Release": "crdiff.model.release",
    "compare": "crdiff.changes.compare",
    "compare_releases": "crdiff.changes.compare",
    "read": "crdiff.dialects.registry",
    "to_json": "crdiff.reports.as_json",
    "walk": "crdiff.model.tree",
}
"""Public name -> module that defines it."""


if not TYPE_CHECKING:  # to a type checker a name that is not above is a mistake

    def __getattr__(name: str) -> object:
        """Return a public name, importing its module."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
