"""A class name has one home: whoever meets it in two folders may expect the same thing."""

from __future__ import annotations

import ast
from collections import defaultdict

from sources import MODULES, inside, tree_of


def _homes() -> dict[str, list[str]]:
    """Return public class name -> the modules that define a class of that name."""
    found = defaultdict(list)
    for path in MODULES:
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(inside(path))
    return found


def test_a_public_class_name_has_one_home() -> None:
    assert {name: homes for name, homes in _homes().items() if len(homes) > 1} == {}
