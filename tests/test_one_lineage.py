"""One value says how a clause, a heading or a glossary entry goes through releases; there is no second one."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "crdiff"
VALUES = {"Lineage", "NumberRun", "Event", "How"}
"""Of these a second one would need a converter."""


def test_what_a_lineage_is_made_of_is_defined_once() -> None:
    classes = [
        (node.name, path.relative_to(PACKAGE).as_posix())
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and (node.name.endswith("Lineage") or node.name in VALUES)
    ]
    others = [(name, path) for name, path in classes if path != "pages/timeline.py"]  # an event of a drawing
    assert sorted(others) == [(name, "history/lineage.py") for name in sorted(VALUES)]
