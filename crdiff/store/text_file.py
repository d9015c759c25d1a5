"""Read a file of text that crdiff or its user wrote, and read and write its files of JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from crdiff.errors import CorpusError
from crdiff.output.atomic_file import write_whole

_Key = TypeVar("_Key")
_T = TypeVar("_T")

_BYTES_MAX = 1 << 27
"""Room for the results of all checks on every release, some 40 MB; a device never ends."""


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
