"""A TOML table with the place of its keys: what a reader of hand-written files needs to say what is wrong and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from crdiff.errors import CorpusError
from crdiff.text.toml import toml_values

_LINE = re.compile(r"\(at line (\d+)")


@dataclass(frozen=True, slots=True)
class Table:
    """The values under one header. `path` and `line` (from 1) locate the header, `lines` is the text after it."""

    values: dict[str, object]
    path: str
    line: int
    lines: tuple[str, ...]

    def allow(self, *keys: str) -> None:
        """Raise `CorpusError` for a key that is not among `keys`: a slip of the pen must not pass for a missing key."""
        for key in self.values:
            if key not in keys:
                raise self.error(key, f"unknown key {key!r}", "one of " + ", ".join(keys))

    def text(self, key: str, default: str | None = None) -> str:
        """Return the text under `key`, stripped. Without a default the key must be there and not be empty."""
        value = self.values.get(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self._missing(key, "text in quotes", value)
        return value.strip()

    def day(self, key: str) -> date:
        """Return the date under `key`."""
        value = self.values.get(key)
        if not isinstance(value, date) or isinstance(value, datetime):
            raise self._missing(key, "a date such as 2008-02-01, without quotes", value)
        return value

    def flag(self, key: str) -> bool:
        """Return the truth value under `key`, false where there is none."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self._missing(key, "true or false", value)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the list of texts under `key`, which must not be empty."""
        value = self.values.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self._missing(key, "a list of texts in quotes", value)
        return tuple(value)

    def days(self, key: str) -> tuple[date, ...]:
        """Return the list of dates under `key`, which must not be empty."""
        value = self.values.get(key)
        if not isinstance(value, list) or not value or not all(type(item) is date for item in value):
            raise self._missing(key, "a list of dates without quotes", value)
        return tuple(value)

    def tables(self, key: str, *, required: bool = True) -> Iterator[Table]:
        """Yield the tables listed under `key`, each with its place: ``[[key]]`` or ``key = [{…}, {…}]``."""
        value = self.values.get(key)
        if value is None and not required:
            return
        if not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value):
            raise self._missing(key, "a list of tables", value)
        starts = self._starts(key)
        for index, item in enumerate(value):
            start = starts[index] if index < len(starts) else 0
            stop = starts[index + 1] if index + 1 < len(starts) else len(self.lines)
            yield Table(item, self.path, self.line + start, self.lines[start:stop])

    def error(self, key: str, what: str, expected: str = "") -> CorpusError:
        """Return an error at the line of `key`, or of the table if it lacks the key."""
        return CorpusError(what, expected, path=self.path, line=self.line + self._offset(key))

    def _missing(self, key: str, expected: str, value: object) -> CorpusError:
        return self.error(key, f"{key} is missing" if value is None else f"{key} is {value!r}", expected)

    def _offset(self, key: str) -> int:
        assigned = re.compile(rf"(?:^|[{{,])\s*{re.escape(key)}\s*=")
        return next((offset for offset, line in enumerate(self.lines) if assigned.search(line)), 0)

    def _starts(self, key: str) -> list[int]:
        header = re.compile(rf"\s*\[\[{re.escape(key)}\]\]")
        starts = [offset for offset, line in enumerate(self.lines) if header.match(line)]
        if starts:
            return starts
        first = self._offset(key)
        return [offset for offset in range(first, len(self.lines)) if self.lines[offset].lstrip().startswith("{")]


def read_table(text: str, path: str, first_line: int = 1) -> Table:
    """Return the whole of a TOML text; `path` and `first_line` are for errors. Raises `CorpusError`."""
    try:
        values = toml_values(text)
    except ValueError as error:
        at = _LINE.search(str(error))
        line = first_line + int(at[1]) - 1 if at else first_line
        raise CorpusError(str(error).split(" (at")[0], "valid TOML", path=path, line=line) from None
    return Table(values, path, first_line, tuple(text.splitlines()))
