"""What the tests of dialects share: the seeds, and an account of everything that stands on a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import squeeze

Seed = Callable[[str], Release]
_SEEDS = {"718": "000", "720": "001", "712": "002", "player": "003", "507": "004"}

# What a page may lose without a trace: list marks, headings' marks, bold; the dates are looked for among the facts.
_MARKUP = re.compile(r"^(?:[-+#•*]\s*)*|\*\*|\s*\[CompRules \d{4}/\d\d/\d\d\]$")


@pytest.fixture(scope="session")
def seed(shared: Path) -> Seed:
    """Return a function that reads one of the five pages by its nickname."""

    def read_seed(name: str) -> Release:
        (path,) = (file for file in (shared / "seeds").iterdir() if file.name.startswith(f"{_SEEDS[name]}_"))
        return read(path.read_bytes(), path.name)

    return read_seed


@pytest.fixture(scope="session")
def seed_text(shared: Path) -> Callable[[str], str]:
    """Return a function that gives one of the five pages as text."""

    def text_of(name: str) -> str:
        (path,) = (file for file in (shared / "seeds").iterdir() if file.name.startswith(f"{_SEEDS[name]}_"))
        return path.read_text("utf-8")

    return text_of


def unaccounted(text: str, release: Release) -> list[str]:
    """Return the lines of a page that a release has lost."""
    known = set(map(_bare, _lines_of(release)))
    dated = {quotation.line for quotation in release.quotations}
    lines = [(at, _bare(line)) for at, line in enumerate(text.split("\n"), 1)]
    return [line for at, line in lines if line and line not in known and at not in dated]


def _bare(line: str) -> str:
    return squeeze(_MARKUP.sub("", squeeze(line)))


def _lines_of(release: Release) -> Iterator[str]:
    for node in walk(release):
        printed, clause = node.placement.printed, node.clause
        first, *more = [clause.title, *clause.text.split("\n")] if clause.title else clause.text.split("\n")
        yield from (f"{printed} {first}", f"{printed} - {first}", *more)
        yield from (line for example in clause.examples for line in example.split("\n"))
    for aside in release.asides:
        first, *more = aside.text.split("\n")
        yield from (first, f"{aside.label} {first}", f"{aside.label}: {first}", *more)
    for entry in release.glossary:
        yield from (entry.term, *entry.text.split("\n"))
