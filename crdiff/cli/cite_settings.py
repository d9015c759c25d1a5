"""The table ``cite`` of a project's settings: which files cite rules, how, and of which release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from crdiff.cite.spellings import DEFAULT_PREFIXES
from crdiff.cli.project_settings import find_table
from crdiff.errors import UsageError

BARE = ("auto", "never", "always")
"""When a number without a prefix is a citation: in a tree that has some with one, never, always."""
_STRINGS = ("report", "edit")
KEYS = ("release", "exclude", "bare", "identifiers", "prefixes", "strings", "paths", "baseline", "tests")


DEFAULT_TESTS = (
    *("test/", "tests/", "__tests__/", "spec/", "src/test/"),
    *("test_*.*", "*_test.*", "*_tests.*", "*.test.*", "*.spec.*", "*Test.*", "*Tests.*"),
)
"""Patterns, as those of ``.gitignore``, of the files that are tests, by the habits of eight languages."""


@dataclass(frozen=True, slots=True)
class CitePath:
    """Files of a pattern, and the release that they are written for; they are never moved from it."""

    pattern: str
    release: date


@dataclass(frozen=True, slots=True)
class CiteSettings:
    """What a project says of its citations; options on the command line come first. `file` says so, None: no file."""

    file: Path | None = None
    release: date | None = None
    exclude: tuple[str, ...] = ()
    bare: str = "auto"
    identifiers: bool = True
    prefixes: tuple[str, ...] = DEFAULT_PREFIXES
    strings: str = "report"
    paths: tuple[CitePath, ...] = ()
    baseline: Path | None = None
    tests: tuple[str, ...] = DEFAULT_TESTS

    @property
    def top(self) -> Path | None:
        """The folder from which patterns of files are read, None for the current one."""
        return self.file.parent if self.file else None


def find_cite_settings(start: Path) -> CiteSettings:
    """Return the settings of the nearest file above `start` that has some.

    Raises `UsageError` with the file for one that cannot be read or says what nobody understands.
    """
    found = find_table(start)
    if found is None or "cite" not in found[1]:
        return CiteSettings()
    file, table = found[0], found[1]["cite"]
    if not isinstance(table, dict):
        raise UsageError("'cite' is no table", "a header [cite] or [tool.crdiff.cite]", path=str(file))
    return _Reader(str(file), table).settings(file)


class _Reader:
    """Reads one table, and says where it is wrong."""

    def __init__(self, path: str, table: Mapping[str, Any]) -> None:
        self._path = path
        self._table = table

    def settings(self, file: Path) -> CiteSettings:
        """Return the settings of the table. Raises `UsageError`."""
        for key in self._table:
            if key not in KEYS:
                raise self._wrong(f"unknown setting {key!r}", ", ".join(KEYS))
        return CiteSettings(
            file=file,
            release=self._day(self._table["release"]) if "release" in self._table else None,
            exclude=self._texts("exclude", ()),
            bare=self._choice("bare", BARE),
            identifiers=self._flag("identifiers"),
            prefixes=self._texts("prefixes", DEFAULT_PREFIXES),
            strings=self._choice("strings", _STRINGS),
            paths=tuple(map(self._cite_path, self._table.get("paths", ()))),
            baseline=self._file("baseline", file.parent),
            tests=self._texts("tests", DEFAULT_TESTS),
        )

    def _wrong(self, what: str, expected: str) -> UsageError:
        return UsageError(what, expected, path=self._path)

    def _day(self, value: object) -> date:
        try:
            return value if isinstance(value, date) else date.fromisoformat(str(value))
        except ValueError:
            raise self._wrong(f"'release' is {value!r}", "a date such as 2026-01-16") from None

    def _texts(self, key: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
        value = self._table.get(key, list(otherwise))
        if not isinstance(value, list) or not all(isinstance(item, str) and item.strip() for item in value):
            raise self._wrong(f"{key!r} is {value!r}", "a list of texts in quotes")
        return tuple(value)

    def _choice(self, key: str, choices: tuple[str, ...]) -> str:
        value = self._table.get(key, choices[0])
        if value not in choices:
            raise self._wrong(f"{key!r} is {value!r}", " or ".join(choices))
        return str(value)

    def _flag(self, key: str) -> bool:
        value = self._table.get(key, True)
        if not isinstance(value, bool):
            raise self._wrong(f"{key!r} is {value!r}", "true or false")
        return value

    def _file(self, key: str, folder: Path) -> Path | None:
        value = self._table.get(key)
        if value is not None and not (isinstance(value, str) and value):
            raise self._wrong(f"{key!r} is {value!r}", "the name of a file in quotes")
        return folder / value if value else None

    def _cite_path(self, entry: object) -> CitePath:
        if not isinstance(entry, dict) or set(entry) != {"path", "release"}:
            raise self._wrong("an entry of 'paths' is not complete", "path and release")
        return CitePath(str(entry["path"]), self._day(entry["release"]))
