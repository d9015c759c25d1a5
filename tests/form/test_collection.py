"""Every test and every table is read, and a test imports each module of the core: its own room hears of a break."""

from __future__ import annotations

import re
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path

import pytest
from sources import MODULES, PACKAGE, ROOT, inside, text_of, tree_of

TESTS = Path(__file__).parents[1]


def test_no_folder_of_tests_is_left_out(request: pytest.FixtureRequest) -> None:
    """By default pytest looks into no folder called build, and for months it ran none of the tests of the store's."""
    left_out = request.config.getini("norecursedirs")
    names = {part for path in TESTS.rglob("test_*.py") for part in path.relative_to(TESTS).parts[:-1]}
    assert names
    assert not [name for name in names if any(fnmatch(name, pattern) for pattern in left_out)]


_TAKEN = re.compile(r'^@table(?:_at_once)?\n(?:@.*\n)*def test_(\w+)|rows_of\(__file__, "([\w ]+)"\)', re.MULTILINE)


def test_every_table_of_cases_is_taken_by_a_test() -> None:
    """And none stands twice in a file, where the later would hide the earlier."""
    left_out = []
    for path in TESTS.rglob("test_*.txt"):
        named = Counter(re.findall(r"^=== (.+)", text_of(path), re.MULTILINE))
        tests = path.with_suffix(".py")
        taken = {a.replace("_", " ") or b for a, b in _TAKEN.findall(text_of(tests) if tests.is_file() else "")}
        left_out += [(path.name, name) for name, times in named.items() if name not in taken or times > 1]
    assert left_out == []


CORE = ("text", "model", "dialects", "align", "changes", "history", "lint", "cite", "identify", "trace", "renumber")
_IMPORT = re.compile(r"^ *from (crdiff[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_of_the_core_is_imported_by_a_test() -> None:
    imported = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for module, names in _IMPORT.findall(text_of(path)):
            imported |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    core = [path for path in MODULES if path.relative_to(PACKAGE).parts[0] in CORE and len(tree_of(path).body) > 1]
    assert len(core) > 150
    assert [inside(path) for path in core if _name(path) not in imported] == []
