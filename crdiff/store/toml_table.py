"""TOML files written by hand, read as values of declared types; every error names the line that is wrong."""

from __future__ import annotations

import re
from typing import Annotated, Generic, TypeVar

import msgspec

from crdiff.errors import CorpusError
from crdiff.text.toml import toml_values

_LINE = re.compile(r"\(at line (\d+)")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
"""A text that is not empty."""
_T = TypeVar("_T")


def mismatch(error: msgspec.ValidationError, name: str = "") -> tuple[str, str]:
    """Return where a value is not of its type, such as ``.release[3].effective``, and what to say of it.

    It is "" for the whole value. `name` is what a table is called whose keys do not say so themselves.
    """
    what, _, where = str(error).partition(" - at `$")
    where = where.rstrip("`")
    if unknown := _UNKNOWN.fullmatch(what):
        where, what = f"{where}.{unknown[1]}", f"unknown key {unknown[1]!r}"
        return where, f"{name}: {what}" if name else what
    inside = f"{name}{where}".removeprefix(".")
    return where, f"{inside}: {what}" if inside else what


class TomlFile(Generic[_T]):
    """The `value` of type `kind` that a TOML text states; `path` and `first_line` are for errors.

    Raises `CorpusError` with the line of what is no TOML, or not of that type.
    """

    def __init__(self, text: str, kind: type[_T], path: str, first_line: int = 1) -> None:
        self._lines, self._path, self._first_line = text.splitlines(), path, first_line
        try:
            values = toml_values(text)
        except ValueError as error:
            at = _LINE.search(str(error))
            line = first_line + int(at[1]) - 1 if at else first_line
            raise CorpusError(str(error).split(" (at")[0], "valid TOML", path=path, line=line) from None
        try:
            self.value = msgspec.convert(values, kind)
        except msgspec.ValidationError as error:
            where, what = mismatch(error)
            raise self.error(where, what) from None

    def error(self, where: str, what: str, expected: str = "") -> CorpusError:
        """Return an error at the line of a key such as ``.release[3].effective``, or of its table if that lacks it."""
        at, starts = 0, list[int]()
        for key, index in _STEP.findall(where):
            if key:
                headers = self._matching(rf"\s*\[\[{re.escape(key)}\]\]", at)
                at = next(iter(headers or self._matching(rf"(?:.*[{{,])?\s*{re.escape(key)}\s*=", at)), at)
                starts = headers or self._matching(r"\s*\{", at)
            elif int(index) < len(starts):
                at = starts[int(index)]
        return CorpusError(what, expected, path=self._path, line=self._first_line + at)

    def _matching(self, pattern: str, start: int) -> list[int]:
        """Return the lines from `start` on, counted from 0, that begin with `pattern`."""
        return [line for line in range(start, len(self._lines)) if re.match(pattern, self._lines[line])]
