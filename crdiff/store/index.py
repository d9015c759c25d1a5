"""The published part of the store: a small file, written whole and read whole, under one checksum.

It holds all tables through which anything is found, so that every answer is complete: where a row that it names is not
in the store, the store is damaged, and nothing is ever missing by itself. What the rows say is checked row by row.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from dataclasses import dataclass
from pathlib import Path

from crdiff.errors import NoStoreError, StoreError
from crdiff.store.files import write_whole
from crdiff.store.packed import WHOLE, damaged
from crdiff.store.schema import VERSION, schema_sum
from crdiff.store.state import INDEX

_HEAD = re.compile(rb"crdiff index, version (\d+), checksum [0-9a-f]{8}, tables (\d+), state ([0-9a-f]*)\n")
_HEAD_BYTES = 128
_NAME = "published"
"""What the tables are attached as."""


@dataclass(frozen=True, slots=True)
class Index:
    """The tables in the bytes of a database, `image`, and the `state` of the corpus that they were made from.

    `tables` is the checksum of how the store beside it is laid out. `head` is the line that the file begins with,
    different for every other index.
    """

    state: str
    tables: int
    image: bytes
    head: bytes

    @classmethod
    def of(cls, state: str, tables: int, image: bytes) -> Index:
        """Return the index of these parts, its checksum computed."""
        stated = f"tables {tables}, state {state}"
        found = zlib.crc32(image, zlib.crc32(stated.encode()))
        head = f"crdiff index, version {VERSION}, checksum {found:08x}, {stated}\n"
        return cls(state, tables, image, head.encode())

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise `StoreError` where the store behind `connection` is not laid out as it was."""
        if schema_sum(connection) != self.tables:
            raise damaged()

    def attach_to(self, connection: sqlite3.Connection) -> None:
        """Let the tables be read through `connection`, beside those that are kept."""
        connection.execute(f"ATTACH ':memory:' AS {_NAME}")
        connection.deserialize(self.image, name=_NAME)


def write_index(store: Path, index: Index) -> None:
    """Put `index` beside the file at `store`. Raises `StoreError` where it cannot be written."""
    path = store.with_name(INDEX)
    try:
        write_whole(path, index.head + index.image)
    except OSError as error:
        what = f"the store cannot be written ({(error.strerror or str(error)).lower()})"
        raise StoreError(what, "a disk that works and has room", path=str(path)) from None


def read_index(store: Path) -> Index:
    """Return the index beside the file at `store`.

    Raises `NoStoreError` where there is none, and `StoreError` where it is not as it was written.
    """
    path = store.with_name(INDEX)
    raw = _read(path)
    found = _HEAD.match(raw)
    if not found:
        raise damaged(str(path))
    if int(found[1]) != VERSION:
        raise StoreError(f"is an index of version {int(found[1])}, not {VERSION}", WHOLE, path=str(path))
    index = Index.of(found[3].decode(), int(found[2]), raw[found.end() :])
    if index.head != found[0]:
        raise damaged(str(path))
    return index


def head_of(store: Path) -> bytes:
    """Return the line that the index beside the file at `store` begins with, b"" where there is none."""
    try:
        return _read(store.with_name(INDEX), _HEAD_BYTES).partition(b"\n")[0] + b"\n"
    except NoStoreError:
        return b""


def _read(path: Path, size: int = -1) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except FileNotFoundError:
        raise NoStoreError("there is no store", "one made by 'crdiff corpus build'", path=str(path)) from None
