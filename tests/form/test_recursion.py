"""No function of the package calls itself as often as a text is long: Python's stack ends after a thousand calls."""

from __future__ import annotations

import ast

from links import reached
from sources import MODULES, inside, tree_of
from table import rows_of

# What calls itself, and what it goes no deeper than.
BOUNDED = {row["function"]: row["bound"] for row in rows_of(__file__, "what calls itself")}


def _called(function: ast.AST) -> set[str]:
    """Return the names that a function calls: plain ones, and those of its own object as ``self.name``."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    plain = {called.id for called in calls if isinstance(called, ast.Name)}
    own = (called for called in calls if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name))
    return plain | {f"self.{called.attr}" for called in own if ast.unparse(called.value) == "self"}


def _recursive(module: ast.Module) -> set[str]:
    """Return the functions and methods of a module that come back to themselves within it."""
    methods = {id(child) for node in ast.walk(module) if isinstance(node, ast.ClassDef) for child in node.body}
    calls: dict[str, set[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            name = f"self.{node.name}" if id(node) in methods else node.name
            calls.setdefault(name, set()).update(_called(node))
    return {
        name.removeprefix("self.")
        for name, its in calls.items()
        if any(name in reached(each, calls) for each in its & calls.keys())
    }


def test_what_calls_itself_is_bounded_by_something_else_than_the_text() -> None:
    found = {f"{inside(path)} {name}" for path in MODULES for name in _recursive(tree_of(path))}
    assert found == BOUNDED.keys()
