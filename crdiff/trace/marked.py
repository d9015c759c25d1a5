"""The checks in the source of a test file, read and not run: which clauses their markers name.

Only markers whose arguments are written out are read, on functions, on classes and as ``pytestmark``; only
playing the checks shows what pytest makes of anything else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from crdiff.errors import UnknownRelease
from crdiff.trace.results import Check
from crdiff.trace.timeline import ClauseName

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Marked(NamedTuple):
    """The checks of a file in the order of their lines, and the lines (from 1) of markers that could not be read."""

    checks: tuple[Check, ...]
    unread: tuple[int, ...]


def marked_checks(source: str, path: str) -> Marked:
    """Return the checks in `source`, named as pytest names them: ``path::Class::test``.

    Raises `SyntaxError` for a source that is not Python.
    """
    reading = _Reading(source, path)
    checks = tuple(reading.checks(ast.parse(source), path, ()))
    return Marked(checks, tuple(sorted(set(reading.unread))))


class _Reading:
    """The reading of one file, with the lines of markers that could not be read."""

    def __init__(self, source: str, path: str) -> None:
        self.lines, self.path = source.encode().split(b"\n"), path
        self.unread: list[int] = []

    def checks(self, within: ast.Module | ast.ClassDef, parent: str, outer: tuple[ClauseName, ...]) -> Iterator[Check]:
        """Yield the checks in a module or a class; `outer` are the clauses named for all of them."""
        inherited = (*self._names(_pytestmark(within)), *outer)
        for node in within.body:
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                own = (*self._names(node.decorator_list), *inherited)
                yield from self.checks(node, f"{parent}::{node.name}", own)
            elif isinstance(node, _FUNCTIONS) and node.name.startswith("test"):
                clauses = tuple(dict.fromkeys((*self._names(reversed(node.decorator_list)), *inherited)))
                if clauses:
                    title, _, description = (ast.get_docstring(node) or "").partition("\n")
                    text = self._text(node)
                    name = f"{parent}::{node.name}"
                    yield Check(name, title, description.strip(), self.path, node.lineno, text, clauses)

    def _text(self, node: ast.stmt) -> str:
        """Return what `ast.get_source_segment` does, which splits the whole source into lines for each test of it."""
        lines = self.lines[node.lineno - 1 : node.end_lineno]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode()

    def _names(self, markers: Iterable[ast.expr]) -> Iterator[ClauseName]:
        """Yield the clauses that markers name, and note the lines of those whose arguments are not written out."""
        for marker in markers:
            if not isinstance(marker, ast.Call) or not ast.unparse(marker.func).endswith("mark.clause"):
                continue
            numbers = [argument.value for argument in marker.args if isinstance(argument, ast.Constant)]
            options = {word.arg: word.value.value for word in marker.keywords if isinstance(word.value, ast.Constant)}
            if len(numbers) < len(marker.args) or len(options) < len(marker.keywords):
                self.unread.append(marker.lineno)
                continue
            release, says = str(options.get("release", "")), str(options.get("says", ""))
            try:
                yield from [ClauseName.of(str(number), release, says) for number in numbers]
            except UnknownRelease:
                self.unread.append(marker.lineno)


def _pytestmark(within: ast.Module | ast.ClassDef) -> Iterator[ast.expr]:
    """Yield the markers that a module or a class gives to all its tests."""
    for node in within.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        ):
            yield from node.value.elts if isinstance(node.value, (ast.List, ast.Tuple)) else (node.value,)
