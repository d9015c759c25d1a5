"""Record, beside a tree of files, what it was made from, so that nothing is done where that is the same.

A record says: this code made files of these sizes, last changed at these nanoseconds, from a source. It is out of date
where the tree has changed since, but never wrong.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from crdiff.output.atomic_file import write_whole
from crdiff.output.fingerprints import package_fingerprint
from crdiff.output.layout import paths_in, read_layout

Stamp = tuple[int, int]
"""The size of a file, and the nanosecond of its last change."""


class MadeTree(msgspec.Struct, frozen=True):
    """The record of a tree: the fingerprints of all that it was made from and of the code, and its files."""

    source: str
    code: str
    files: dict[str, Stamp]


def note_made(folder: Path, source: str) -> None:
    """Record that the tree in `folder` was made from `source` by this code; "" for a source that is not known.

    Where that fails, the next build makes all of the tree.
    """
    where = record_of(folder)
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if source:
            record = MadeTree(source, package_fingerprint(), _stamps(folder, paths_in(read_layout(folder))))
            write_whole(where, msgspec.json.encode(record))


def count_if_made(folder: Path, source: str) -> int:
    """Return how many files a tree has that this code made from `source`, and that is as it was made; else 0."""
    where = record_of(folder)
    try:
        record = msgspec.json.decode(where.read_bytes() if where.is_file() else b"", type=MadeTree)  # a pipe waits
        is_same = (record.source, record.code) == (source, package_fingerprint())
        is_as_made = is_same and _stamps(folder, paths_in(read_layout(folder))) == record.files
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return 0
    return len(record.files) if is_as_made else 0


def _stamps(folder: Path, paths: Iterable[str]) -> dict[str, Stamp]:
    return {path: _stamp(f"{folder}/{path}") for path in paths}


def _stamp(path: str) -> Stamp:
    found = os.lstat(path)  # what a link leads to is another's
    return found.st_size, found.st_mtime_ns


def record_of(folder: Path) -> Path:
    """Return the path of the record, beside `folder`."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")
