"""The checks in the source of test files, read and not run: which clauses their markers name."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from crdiff.checks.inputs import reviews_beside, scope_beside
from crdiff.trace.beside import Review, Scope, merged
from crdiff.trace.results import Check
from crdiff.trace.timeline import ClauseName

_ROOT = Path(__file__).parents[2]


class MarkedChecks(NamedTuple):
    """Checks by file and line, their reviews, and their scope."""

    checks: tuple[Check, ...]
    reviews: tuple[Review, ...]
    scope: Scope = Scope()


def checks_in(folder: Path) -> MarkedChecks:
    """Return the checks in a folder of the repository, named as pytest names them from its root."""
    checks = tuple(check for file in sorted(folder.rglob("test_*.py")) for check in _checks(file))
    return MarkedChecks(checks, reviews_beside(folder), merged([scope_beside(folder)]))


def _checks(file: Path) -> Iterator[Check]:
    source, path = file.read_text("utf-8"), file.relative_to(_ROOT).as_posix()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and (clauses := tuple(dict.fromkeys(_names(node.decorator_list[::-1])))):
            title, _, description = (ast.get_docstring(node) or "").partition("\n")
            name = f"{path}::{node.name}"
            yield Check(name, title, description.strip(), path, node.lineno, "", clauses)


def _names(markers: Iterable[ast.expr]) -> Iterator[ClauseName]:
    """Yield the clauses that markers name."""
    for marker in markers:
        if isinstance(marker, ast.Call) and ast.unparse(marker.func).endswith("mark.clause"):
            options = {str(word.arg): ast.literal_eval(word.value) for word in marker.keywords}
            for number in marker.args:
                yield ClauseName.of(ast.literal_eval(number), options.get("release", ""), options.get("says", ""))
