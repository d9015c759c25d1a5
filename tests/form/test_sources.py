"""Each *Source* of a heuristic, the release and clause that made it necessary, is named by a test too.

A source names releases by date, or a page as "the 507 page", and clauses by number;
where it names no clause, words in quotes. The first release and the first clause, or three words of the first quote,
have to stand in one test module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sources import MODULES, ROOT, inside, prose_of, text_of

_SOURCE = re.compile(r"\bSource: (.*?)(?=\n\s*\n|\bSource: |\Z)", re.DOTALL)
_RELEASE = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|\b[0-9]{3}(?= page)")
_CLAUSE = re.compile(r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}\b")
_QUOTED = re.compile(r"\"([^\"]{3,})\"")
_BEGINNING = re.compile(r"[^\s…]+(?: [^\s…]+){0,2}")


class Source(NamedTuple):
    """A source as a docstring gives it, and where that is: path and line from 1."""

    place: str
    text: str

    @property
    def names(self) -> list[str]:
        """The first release and the first clause that it names, or else the beginning of its first quote.

        A source without a release names "" in its place.
        """
        release = _RELEASE.search(self.text)
        clause = _CLAUSE.search(_QUOTED.sub("", self.text)) or _CLAUSE.search(self.text)
        quoted = _QUOTED.search(self.text)
        what = clause or (_BEGINNING.search(quoted[1]) if quoted else None)
        return [release[0] if release else "", *([what[0]] if what else [])]


def sources_in(docstrings: Iterable[tuple[int, str]], place: str) -> Iterator[Source]:
    """Yield the sources in docstrings with their lines."""
    for line, text in docstrings:
        for found in _SOURCE.finditer(text):
            yield Source(f"{place}:{line + text[: found.start()].count(chr(10))}", " ".join(found[1].split()))


def is_named(names: list[str], test: str) -> bool:
    """Whether the text of a test module has all of `names`, none of them as a part of a longer number or word."""
    return all(
        name and name in test and re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\.[0-9])", test) for name in names
    )


def test_sources_need_tests() -> None:
    """In a module of tests, or in a text file beside some: tables, or cases that were reviewed."""
    modules = [path for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)]
    tables = [path for path in (ROOT / "tests").rglob("*.txt") if "golden" not in path.parts]
    tests = [*map(text_of, modules), *(path.read_text("utf-8") for path in tables)]
    untested = [
        f"{source.place}: {' and '.join(source.names) or 'no release'}: {source.text}"
        for path in MODULES
        for source in sources_in(prose_of(path), inside(path))
        if not any(is_named(source.names, test) for test in tests)
    ]
    assert untested == []
