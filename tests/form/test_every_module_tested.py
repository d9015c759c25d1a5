"""Every module of the core is imported by a test: whoever breaks it hears of it from its own room, in seconds."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from sources import MODULES, PACKAGE, ROOT, inside, nodes_of, tree_of

CORE = ("text", "model", "dialects", "align", "changes", "history", "lint", "cite", "identify", "trace", "renumber")


def _imported(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_of_the_core_is_imported_by_a_test() -> None:
    imported = {name for path in (ROOT / "tests").rglob("*.py") for name in _imported(path)}
    core = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in CORE and len(tree_of(path).body) > 1]
    assert len(core) > 200
    assert [inside(path) for path in core if _name(path) not in imported] == []
