"""No function of the package calls itself as often as a text is long: Python's stack ends after a thousand calls."""

from __future__ import annotations

import ast

from sources import MODULES, inside, tree_of

BOUNDED = {
    "cite/numbering.py may_come": "a number and those above it: four levels",
    "dialects/markdown.py _flatten": "blocks within blocks of our own prose and editions, which mistune bounds",
    "dialects/markdown.py _list": "likewise",
    "dialects/markdown.py _inline": "emphasis within emphasis, which mistune bounds",
    "game/turns.py _begin_turn": "a turn that is skipped begins the next one: as many as the game skips",
    "history/blame.py _brought": "a clause that another came from, in an earlier release each time",
    "history/blame.py _grown": "likewise",
    "history/far_jumps.py between": "two releases, asked for once in the other order",
    "model/fingerprint.py share": "a clause and those under it: four levels",
    "model/number.py _letters": "the letters of a number: two",
    "model/number.py next_number": "the letters that no subrule has: as many as there are letters",
    "model/tree.py descend": "a clause and those under it: four levels",
    "pages/subsection.py _branch": "a clause and those under it: four levels",
    "pages/render.py _words": "tokens within tokens of our own prose, which mistune bounds",
    "reports/answer.py _reader": "the types of an answer, which we declare",
    "reports/answer.py _reading": "likewise",
    "reports/answer.py row_of": "likewise",
    "reports/formats.py _cell": "likewise",
    "reports/formats.py _is_cell": "likewise",
    "reports/release.py _node": "a clause and those under it: four levels",
    "reports/schemas.py _plain": "the types of an answer, which we declare",
    "reports/schemas.py _rows": "likewise",
}
"""What calls itself, and what it goes no deeper than."""


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
    return {name.removeprefix("self.") for name in calls if name in _reached(calls, name)}


def _reached(calls: dict[str, set[str]], name: str) -> set[str]:
    """Return the functions that one comes to, directly or through others."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        new = (calls[waiting.pop()] & calls.keys()) - reached
        reached |= new
        waiting += new
    return reached


def test_what_calls_itself_is_bounded_by_something_else_than_the_text() -> None:
    found = {f"{inside(path)} {name}" for path in MODULES for name in _recursive(tree_of(path))}
    assert found == BOUNDED.keys()
