"""The Python sources of the repository, each read and parsed once in a process."""

from __future__ import annotations

import ast
import gc
from functools import cache
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, generate_tokens

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "crdiff"
# The modules of the package.
MODULES = sorted(PACKAGE.rglob("*.py"))


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


def prose_of(path: Path) -> list[tuple[int, str]]:
    """Return the docstrings of a module, those under fields among them, and its comments, each with its line from 1.

    Comments on lines that follow one another are one.
    """
    strings = [
        (node.lineno, node.value.value)
        for node in nodes_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    blocks: list[tuple[int, list[str]]] = []
    for token in generate_tokens(StringIO(text_of(path)).readline):
        if token.type == COMMENT:
            if not blocks or token.start[0] != blocks[-1][0] + len(blocks[-1][1]):
                blocks.append((token.start[0], []))
            blocks[-1][1].append(token.string.removeprefix("#").strip())
    return [*strings, *((line, "\n".join(block)) for line, block in blocks)]


def inside(path: Path) -> str:
    """Return the name of a module of the package as its folders say it: ``align/engine.py``."""
    return path.relative_to(PACKAGE).as_posix()
