"""The docstring of each folder is a map: a line for every module and folder in it, and for nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from sources import PACKAGE, tree_of

# The folders under the package whose maps are drawn, with the folders in them.
MAPPED = (
    "align", "annotate", "changes", "checks", "dialects", "game", "history", "importers", "lint", "model", "output",
    "pages", "reports", "store", "text", "trace",
)  # fmt: skip

FOLDERS = sorted(
    init.parent
    for init in PACKAGE.rglob("__init__.py")
    if init.relative_to(PACKAGE).parts[0] in MAPPED
    and any(path.stem != "__init__" for path in init.parent.glob("*.py"))
)
_LINE = re.compile(r"^- `([a-z_]+)`: [A-Z].*\.$", re.MULTILINE)


def _rooms(folder: Path) -> list[str]:
    """Return the names of the modules and packages right in a folder."""
    modules = [path.stem for path in folder.glob("*.py") if path.stem not in {"__init__", "__main__"}]
    return sorted([*modules, *(init.parent.name for init in folder.glob("*/__init__.py"))])


def test_every_module_has_its_line_in_the_map_of_its_folder() -> None:
    drawn = {
        folder: sorted(_LINE.findall(ast.get_docstring(tree_of(folder / "__init__.py")) or "")) for folder in FOLDERS
    }
    assert drawn == {folder: _rooms(folder) for folder in FOLDERS}
