"""Each thing has one home: a class name, the grammar of numbers, a stretch of releases, a life and an edit."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from sources import MODULES, inside, nodes_of, tree_of
from table import rows_of


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


# Three digits, the digits of a subsection or a rule, the letters of a subrule, the alphabet without l.
KNOWS_NUMBERS = re.compile(r"(?:\\d|\[0-9\])\{(?:1,)?3\}|\[1-9\]\[0-9\]\{|\[a-z\]\{[01],2\}|abcdefghijkm")
EXCUSED = {row["module"] for row in rows_of(__file__, "modules that know numbers")}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string of a module but its docstrings."""
    said = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def test_no_other_module_holds_a_pattern_of_its_own_for_numbers() -> None:
    found = {inside(path): line for path in MODULES for line, text in literals(path) if KNOWS_NUMBERS.search(text)}
    assert found.keys() == EXCUSED


NO_SPANS = {
    "dialects/blocks.py",  # lines of a file
    "dialects/build.py",
    "model/corpus.py",  # an edition, which has a release of its own beside those that it fits
    "history/news.py",  # a passage found by a search
    "pages/drawing.py",  # a scale of days
}


def fields(node: ast.ClassDef) -> dict[str, str]:
    return {
        each.target.id: ast.unparse(each.annotation)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def with_fields(*names: str) -> list[tuple[str, str, dict[str, str]]]:
    """Return path, name and fields of classes with such fields; in the reports a class is the format of an answer."""
    classes = [
        (inside(path), node.name, fields(node))
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef) and not inside(path).startswith("reports/")
    ]
    return [(path, name, its) for path, name, its in classes if its.keys() >= {*names}]


def test_a_stretch_of_releases_is_declared_once() -> None:
    """Other classes with two ends are of lines or of printed dates."""
    spans = [
        (path, name)
        for path, name, its in with_fields("first", "last")
        if {its["first"], its["last"]} <= {"int", "date", "_End"} and path not in NO_SPANS
    ]
    assert spans == [("model/release.py", "ReleaseSpan")]


def test_only_a_stretch_of_releases_says_what_lies_inside_it() -> None:
    found = {
        (inside(path), ast.unparse(node))
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.Compare)
        and len(node.ops) == 2
        and ast.unparse(node.left).endswith(".first")
        and ast.unparse(node.comparators[-1]).endswith(".last")
    }
    assert {path for path, _ in found} == {"model/release.py"}, found


def test_a_life_is_declared_once_over_positions_and_once_over_dates() -> None:
    """The third is one that the weave has not finished."""
    assert [name for _, name, _ in with_fields("id", "stays")] == ["Life"]
    assert [name for _, name, _ in with_fields("origin", "fate")] == ["Lineage", "Thread", "_Drawn"]


def test_an_edit_of_a_text_is_declared_once() -> None:
    """A step of a proof is called otherwise in JSON: it has a text, and a means."""
    assert [name for _, name, _ in with_fields("start", "stop", "new")] == ["TextEdit"]
    assert [name for _, name, _ in with_fields("old_start", "old_stop")] == ["Difference"]
