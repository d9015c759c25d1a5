"""Whoever reads the project has all it refers to: comments, docstrings and pages name no document from elsewhere."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for folder in ("crdiff", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "site").rglob("*.md")])
OTHERS = sorted(
    [*ROOT.glob("*.yml"), *ROOT.glob("*.toml"), ROOT / "Makefile"]
    + [path for ending in ("html", "css", "js") for path in (ROOT / "crdiff").rglob(f"*.{ending}")]
)
_ELSEWHERE = re.compile(
    r"\bissues? [A-Z0-9]\b|\bmock-?ups?\b|\bhouse[- ]style\b|\bthe gold\b|\bof the issue\b|\bthe (?:design|brief) "
    r"(?:says|lists|asks|promises)|\b(?:research|findings|anchors)/",
    re.IGNORECASE,
)
"""Plans, notes and drafts that the people who wrote crdiff had beside them."""

_FILE = re.compile(r"[\w./-]+\.md\b")
_INVENTED = {"tests/test_references.py"}
"""Tests that speak of documents which are not here."""


def _prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of a module, each with its line; other strings are what the code works on."""
    source = path.read_text("utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value
    with path.open("rb") as file:
        yield from ((token.start[0], token.string) for token in tokenize.tokenize(file.readline) if _is_comment(token))


def _is_comment(token: tokenize.TokenInfo) -> bool:
    return token.type == tokenize.COMMENT


def _is_there(name: str, path: Path) -> bool:
    return any((folder / name).is_file() for folder in (ROOT, ROOT / "site", path.parent))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_and_tests_refer_to_nothing_that_is_not_here(path: Path) -> None:
    if path.relative_to(ROOT).as_posix() in _INVENTED:
        return
    prose = list(_prose_of(path))
    assert [f"{line}: {found[0]}" for line, text in prose for found in _ELSEWHERE.finditer(text)] == []
    named = [(line, name) for line, text in prose for name in _FILE.findall(text)]
    assert [f"{line}: {name}" for line, name in named if not _is_there(name, path)] == []


@pytest.mark.parametrize("path", [*PAGES, *OTHERS], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_templates_and_settings_refer_to_nothing_that_is_not_here(path: Path) -> None:
    assert [found[0] for found in _ELSEWHERE.finditer(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "text",
    ["design.md section 9", "issue B, point 5", "Issue E: at most 40 kB", "the mock-ups", "as house style lists them"],
)
def test_such_a_mention_is_noticed(text: str) -> None:
    assert _ELSEWHERE.search(text) or not all(_is_there(name, ROOT / "crdiff") for name in _FILE.findall(text))
