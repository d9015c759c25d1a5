"""Read from a file which clauses tests play: for tests whose names and properties name no clause.

    [tests]
    "rules.LegendTest::staysAlone" = "704.5j"
    "rules.CombatTest*" = ["510.1c", "510.2@2024-06-07"]

or, as CSV, a name or a pattern and the clauses behind it: ``rules.CombatTest*,510.1c,510.2``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from crdiff.checks.junit import JUnitTest
from crdiff.errors import CorpusError
from crdiff.store.text_file import read_raw
from crdiff.text.toml import toml_values

_GLOB = re.compile(r"[*?\[]")
_EXPECTED = "a table [tests] of names or patterns with their clauses, or lines such as name,704.5j"


@dataclass(frozen=True, slots=True)
class MappedTests:
    """Clauses, as written, by the names of tests, and by patterns over them."""

    names: Mapping[str, tuple[str, ...]]
    patterns: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]

    def clauses_of(self, test: JUnitTest) -> tuple[str, ...]:
        """Return the clauses of a test, which may be called by its name alone or with its suite before it."""
        called = tuple(
            dict.fromkeys((test.name, *(f"{test.suite}{mark}{test.name}" for mark in ("::", ".", "#", " "))))
        )
        found = [self.names.get(name, ()) for name in called]
        found += (clauses for pattern, clauses in self.patterns if any(map(pattern.fullmatch, called)))
        return tuple(dict.fromkeys(clause for clauses in found for clause in clauses))


NO_MAP = MappedTests({}, ())
"""What is used without a file."""


def read_clause_map(path: Path) -> MappedTests:
    """Return the clauses of the tests that a file lists. Raises `CorpusError` where it is not such a map."""
    try:
        text = read_raw(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise CorpusError(f"the map of tests cannot be read ({reason})", _EXPECTED, path=str(path)) from None
    rows = tuple(_of_csv(text, path) if path.suffix.lower() == ".csv" else _of_toml(text, path))
    if not rows:
        raise CorpusError("maps no test", _EXPECTED, path=str(path))
    names = {name: clauses for name, clauses in rows if not _GLOB.search(name)}
    patterns = ((re.compile(translate(name)), clauses) for name, clauses in rows if _GLOB.search(name))
    return MappedTests(names, tuple(patterns))


def _of_toml(text: str, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    try:
        tests = toml_values(text).get("tests", {})
    except ValueError as error:
        raise CorpusError(f"is not TOML ({error})", _EXPECTED, path=str(path)) from None
    if not isinstance(tests, dict):
        raise CorpusError("has no table [tests]", _EXPECTED, path=str(path))
    for name, clauses in tests.items():
        listed = [clauses] if isinstance(clauses, str) else clauses
        if not isinstance(listed, list) or not listed or not all(isinstance(each, str) for each in listed):
            raise CorpusError(f"{name!r} has no clauses", '"704.5j" or a list of such', path=str(path))
        yield name, tuple(listed)


def _of_csv(text: str, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the rows of a table, without the names of its columns."""
    lines = csv.reader(text.splitlines())
    try:
        for row in lines:
            name, *clauses = (field.strip() for field in row) if row else ("",)
            named = tuple(filter(None, clauses))
            if name.startswith("#") or not any(row) or (lines.line_num == 1 and not _has_number(named)):
                continue
            if not name or not named:
                raise CorpusError(f"{','.join(row)!r} has no clause", _EXPECTED, path=str(path), line=lines.line_num)
            yield name, named
    except csv.Error as error:
        raise CorpusError(f"is not CSV ({error})", _EXPECTED, path=str(path), line=lines.line_num) from None


def _has_number(fields: Iterable[str]) -> bool:
    return any(field[:1].isdecimal() for field in fields)
