"""crdiff: the Magic: The Gathering Comprehensive Rules, parsed, aligned, compared and linked to checks.

The public names, imported when they are first used, so that ``crdiff --version`` pays for none of them:

    from pathlib import Path
    from crdiff import compare_releases, read

    old, new = (read(Path(name).read_bytes(), name) for name in ("2009-05-01.txt", "2009-07-11.txt"))
    for change in compare_releases(old, new).changes:
        print(change.structure, change.summary)
"""

from __future__ import annotations

import re
from importlib import import_module

from crdiff.version import __version__ as __version__

with open(f"{__path__[0]}/__init__.pyi", encoding="utf-8") as _listed:  # noqa: PTH123 - pathlib would take longer
    _IMPORTS = re.findall(r"^from (crdiff[\w.]+) import (\([^)]*\)|.*)", _listed.read(), re.MULTILINE)
# Public name -> the module that defines it, as type checkers read it in ``__init__.pyi``: the one list of them.
_HOMES = {name: module for module, names in _IMPORTS for name in re.findall(r"(\w+) as", names)}

__all__ = [*sorted({*_HOMES, "__version__"})]  # noqa: PLE0604 - they are strings


def __getattr__(name: str) -> object:
    """Return a public name, importing its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
