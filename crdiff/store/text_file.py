"""Read a file of text that crdiff or its user wrote, and read and write its files of JSON.

TOML files written by hand, read as values of declared types; every error names the line that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from crdiff.errors import CorpusError
from crdiff.output.atomic_file import write_whole
from crdiff.text.toml import toml_values

_Key = TypeVar("_Key")
_T = TypeVar("_T")

# Room for the results of all checks on every release, some 40 MB; a device never ends.
_BYTES_MAX = 1 << 27


def read_raw(path: Path) -> bytes:
    """Return what is in a file. Raises `OSError`, and `CorpusError` for one that is longer than any of ours."""
    with path.open("rb") as file:
        raw = file.read(_BYTES_MAX + 1)
    if len(raw) > _BYTES_MAX:
        raise CorpusError(f"has more than {_BYTES_MAX >> 20} MB", "a file that is no longer than that", path=str(path))
    return raw


def read_given(path: Path) -> bytes:
    """Return what is in a file. Raises `CorpusError` with its path where it cannot be read or is too long."""
    try:
        return read_raw(path)
    except OSError as error:
        raise CorpusError(f"the file cannot be read ({error.strerror})", path=str(path)) from None


def read_text(path: Path) -> str:
    """Return the text of a file, with the line ends of Unix. Raises `CorpusError` with its path."""
    try:
        return read_given(path).decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise CorpusError("the file is not UTF-8", path=str(path)) from None


def read_json(path: Path, kind: Any, what: str) -> Any:
    """Return the value of type `kind` that a file of JSON states; `what` says what a spoiled one is not.

    Raises `OSError` and `CorpusError`.
    """
    try:
        return msgspec.json.decode(read_raw(path), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CorpusError(f"is not {what}", "a file that crdiff wrote", path=str(path)) from None


def read_table(path: Path, kind: type[dict[_Key, _T]], what: str) -> dict[_Key, _T]:
    """Return the table that a file of JSON states, an empty one where there is no file. Raises as `read_json` does."""
    try:
        found: dict[_Key, _T] = read_json(path, kind, what)
    except FileNotFoundError:
        return {}
    return found


def json_bytes(value: object) -> bytes:
    """Return a value as JSON for people, a key a line."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def write_table(path: Path, table: Mapping[Any, object]) -> None:
    """Write a table to a file of JSON, in the order of its keys."""
    write_whole(path, json_bytes(dict(sorted(table.items()))))


_LINE = re.compile(r"\(at line (\d+)")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+)\]")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]*)`")
# A text that is not empty.
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]


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
