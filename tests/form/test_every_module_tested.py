"""Every module of the core is imported by a test: whoever breaks it hears of it from its own room, in seconds."""

from __future__ import annotations

import re
from pathlib import Path

from sources import MODULES, PACKAGE, ROOT, inside, text_of, tree_of

CORE = ("text", "model", "dialects", "align", "changes", "history", "lint", "cite", "identify", "trace", "renumber")
_IMPORT = re.compile(r"^ *from (crdiff[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_of_the_core_is_imported_by_a_test() -> None:
    imported = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for module, names in _IMPORT.findall(text_of(path)):
            imported |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    core = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in CORE and len(tree_of(path).body) > 1]
    assert len(core) > 150
    assert [inside(path) for path in core if _name(path) not in imported] == []
