"""Each *Source* of a heuristic, the release and clause that made it necessary, is named by a test too.

    python tests/test_sources.py

prints the sources without a test. A source names releases by date, or a page as "the 507 page", and clauses by number;
where it names no clause, words in quotes. The first release and the first clause, or three words of the first quote,
have to stand in one test module.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
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


def sources_in(module: str, place: str) -> Iterator[Source]:
    """Yield the sources in the docstrings of a module, those under constants among them."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for found in _SOURCE.finditer(node.value.value):
                line = node.lineno + node.value.value[: found.start()].count("\n")
                yield Source(f"{place}:{line}", " ".join(found[1].split()))


def is_named(names: list[str], test: str) -> bool:
    """Whether the text of a test module has all of `names`, none of them as a part of a longer number or word."""
    return all(name and re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\.[0-9])", test) for name in names)


def untested() -> list[str]:
    """Return the sources in crdiff that no module of its tests names, each on a line."""
    tests = [path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("*.py")) if path != Path(__file__)]
    return [
        f"{source.place}: {' and '.join(source.names) or 'no release'}: {source.text}"
        for path in sorted((ROOT / "crdiff").rglob("*.py"))
        for source in sources_in(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
        if not any(is_named(source.names, test) for test in tests)
    ]


def test_a_source_names_its_release_and_its_clause_or_what_it_quotes() -> None:
    def names(text: str) -> list[str]:
        return Source("", text).names

    assert names('"See rule 903.9a" in 712.4d of 2020-07-03.') == ["2020-07-03", "712.4d"]
    assert names("507.3b of the 507 page.") == ["507", "507.3b"]
    assert names('"uptap step" in 2017-04-28.') == ["2017-04-28", "uptap step"]
    assert names('The .txt of 2003-07-01 prints "be cards-even a card".') == ["2003-07-01", "be cards-even a"]
    assert names("2013-02-01.") == ["2013-02-01"]
    assert names("rules 805.1 and 810.2.") == ["", "805.1"]


def test_sources_are_read_from_every_docstring() -> None:
    module = '"""Title.\n\nSource: 100.1 of\n2001-01-01.\n\nMore."""\nLEAST = 1\n"""Source: 100.2 of 2002-02-02."""\n'
    assert list(sources_in(module, "one.py")) == [
        ("one.py:3", "100.1 of 2001-01-01."),
        ("one.py:8", "100.2 of 2002-02-02."),
    ]


def test_a_name_is_not_found_within_a_longer_one() -> None:
    assert is_named(["2001-01-01", "100.1"], "2001-01-01 100.1.")
    assert not is_named(["2001-01-01", "100.1"], "2001-01-01 100.1a 100.10")
    assert not is_named(["", "100.1"], "100.1")


def test_sources_need_tests() -> None:
    assert untested() == []


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in untested()))
