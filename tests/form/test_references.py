"""Whoever reads the project has all it refers to: comments, docstrings and pages name no document from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

from sources import ROOT, prose_of, text_of

SOURCES = sorted(path for folder in ("crdiff", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "site").rglob("*.md")])
OTHERS = sorted(
    [*ROOT.glob("*.yml"), *ROOT.glob("*.toml"), ROOT / "Makefile"]
    + [path for ending in ("html", "css", "js") for path in (ROOT / "crdiff").rglob(f"*.{ending}")]
)
# Plans, notes and drafts that the people who wrote crdiff had beside them.
_ELSEWHERE = re.compile(
    r"\bissues? [A-Z0-9]\b|\bmock-?ups?\b|\bhouse[- ]style\b|\bthe gold\b|\bof the issue\b|\bthe (?:design|brief) "
    r"(?:says|lists|asks|promises)|\b(?:research|findings|anchors)/",
    re.IGNORECASE,
)

_FILE = re.compile(r"[\w./-]+\.md\b")
# A command line to try, which names files of whoever reads it.
_TRIED = re.compile(r"^ +crdiff .*", re.MULTILINE)
# Tests that speak of documents which are not here.
_INVENTED = {"tests/form/test_references.py"}


def _is_there(name: str, path: Path) -> bool:
    return any((folder / name).is_file() for folder in (ROOT, ROOT / "site", path.parent))


def _speaks_of_what_is_elsewhere(path: Path, prose: list[tuple[int, str]]) -> list[str]:
    name = path.relative_to(ROOT).as_posix()
    return [f"{name}:{line} {found[0]}" for line, text in prose for found in _ELSEWHERE.finditer(text)]


def test_code_and_tests_refer_to_nothing_that_is_not_here() -> None:
    wrong = []
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        if name not in _INVENTED and (_ELSEWHERE.search(text_of(path)) or _FILE.search(text_of(path))):
            prose = prose_of(path)
            wrong += _speaks_of_what_is_elsewhere(path, prose)
            named = [(line, page) for line, text in prose for page in _FILE.findall(_TRIED.sub("", text))]
            wrong += [f"{name}:{line} {page}" for line, page in named if not _is_there(page, path)]
    assert wrong == []


def test_pages_templates_and_settings_refer_to_nothing_that_is_not_here() -> None:
    pages = [(path, list(enumerate(text_of(path).split("\n"), 1))) for path in (*PAGES, *OTHERS)]
    assert [wrong for path, lines in pages for wrong in _speaks_of_what_is_elsewhere(path, lines)] == []
