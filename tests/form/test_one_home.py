"""Each thing has one home: a class name, the grammar of numbers, a life and an edit."""

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


# Fields -> the classes that have them: a life over positions, one over dates (the third is one that the weave has not
# finished), an edit of a text, and a step of a proof, which is called otherwise in JSON: it has a text, and a means.
DECLARED = {
    ("id", "stays"): ["Life"],
    ("origin", "fate"): ["Lineage", "Thread", "_Drawn"],
    ("start", "stop", "new"): ["TextEdit"],
    ("old_start", "old_stop"): ["Difference"],
}


def test_a_life_and_an_edit_are_declared_once() -> None:
    """But for the reports, in which a class is the format of an answer."""
    classes = [
        (node.name, {each.target.id for each in node.body if isinstance(each, ast.AnnAssign)})  # type: ignore[union-attr]
        for path in MODULES
        if not inside(path).startswith("reports/")
        for node in nodes_of(path)
        if isinstance(node, ast.ClassDef)
    ]
    found = {names: [name for name, fields in classes if fields >= {*names}] for names in DECLARED}
    assert found == DECLARED
