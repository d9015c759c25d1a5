"""The Python sources of the repository, each read and parsed once in a process."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "crdiff"
MODULES = sorted(PACKAGE.rglob("*.py"))
"""The modules of the package."""


@cache
def text_of(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the syntax tree of a module, as `ast.walk` yields them."""
    nodes = tuple(ast.walk(tree_of(path)))
    gc.freeze()  # a million nodes that stay would be gone through again and again
    return nodes


def strings_of(path: Path) -> list[tuple[int, str]]:
    """Return the docstrings of a module, those under constants among them, each with its line from 1."""
    return [
        (node.lineno, node.value.value)
        for node in nodes_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def inside(path: Path) -> str:
    """Return the name of a module of the package as its folders say it: ``align/engine.py``."""
    return path.relative_to(PACKAGE).as_posix()
