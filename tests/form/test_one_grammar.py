"""One module knows what a printed number looks like; everything else builds its patterns from it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sources import MODULES, inside, nodes_of

KNOWS_NUMBERS = re.compile(r"(?:\\d|\[0-9\])\{(?:1,)?3\}|\[1-9\]\[0-9\]\{|\[a-z\]\{[01],2\}|abcdefghijkm")
"""Three digits, the digits of a subsection or a rule, the letters of a subrule, the alphabet without l."""
EXCUSED = {
    "model/number.py": "is the grammar",
    "changes/furniture.py": "takes a number of a rule for a sign that a line is no address, whatever the grammar says",
    "cite/spellings.py": "reads numbers as people write them, and what only looks like one",
    "text/words.py": "lies below the model; a test compares the two",
    "importers/page.py": "stands beside the model; a test compares the two",
    "importers/pdf.py": "stands beside the model; a test compares the two",
}


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string of a module but its docstrings."""
    said = {id(node.value) for node in nodes_of(path) if isinstance(node, ast.Expr)}
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def test_no_other_module_holds_a_pattern_of_its_own_for_numbers() -> None:
    found = {inside(path): line for path in MODULES for line, text in literals(path) if KNOWS_NUMBERS.search(text)}
    assert found.keys() == EXCUSED.keys()
