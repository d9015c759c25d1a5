"""A class name has one home: whoever meets it in two folders may expect the same thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import crdiff

PACKAGE = Path(crdiff.__file__).parent
EXCUSED: dict[str, str] = {}
"""Public class name with more homes than one -> why; there is none."""


def _homes() -> dict[str, list[str]]:
    """Return public class name -> the modules that define a class of that name."""
    found = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(PACKAGE).as_posix())
    return found


DOUBLE = {name: homes for name, homes in _homes().items() if len(homes) > 1}


def test_a_public_class_name_has_one_home() -> None:
    assert {name: homes for name, homes in DOUBLE.items() if name not in EXCUSED} == {}


def test_no_name_is_excused_that_has_one_home() -> None:
    assert set(EXCUSED) - set(DOUBLE) == set()


def test_every_excuse_gives_a_reason() -> None:
    assert all(reason.strip() for reason in EXCUSED.values())
