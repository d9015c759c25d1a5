"""Write and read the published part of the store: one small file, replaced whole, all of it under one checksum.

It has every table through which a reader finds anything, so that every answer is complete: where the store lacks a row
that is named here, it is damaged. The rows of the store have checksums of their own.

The file is a database with a line behind it, which SQLite ignores: the version, the checksum of everything else, that
of the tables of the store beside it, and the state of the corpus.
"""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path
from typing import IO
from urllib.parse import quote

from msgspec import Struct

from crdiff.errors import NoStoreError, StoreError
from crdiff.output.atomic_file import write_whole
from crdiff.store.archive.schema import VERSION, WHOLE, damaged, no_store, schema_sum
from crdiff.store.texts.corpus_folder import INDEX, STORE, read_state, state_of

_KIND = b"crdiff-index"
# The length of the line, filled up with spaces.
_LINE_BYTES = 128
_PIECE_BYTES = 1 << 16
_UPDATE = "'crdiff corpus build' brings it up to date"


class Index(Struct, frozen=True):
    """What the `line` of an index states: the `state` of the corpus, and the checksum of the `tables` of the store.

    Every other index has another line.
    """

    state: str
    tables: int
    line: bytes

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise `StoreError` where the tables of the store behind `connection` have changed."""
        if schema_sum(connection) != self.tables:
            raise damaged()


def write_index(store: Path, image: bytes, tables: int, state: str) -> None:
    """Put the database in `image` beside the file at `store`. Raises `StoreError` where it cannot be written."""
    write_beside(store.with_name(INDEX), image + _line(zlib.crc32(image), tables, state), "the store")


def write_beside(path: Path, raw: bytes, called: str) -> None:
    """Put a file beside a store. Raises `StoreError` where it cannot be written, which calls it `called`."""
    try:
        write_whole(path, raw)
    except OSError as error:
        what = f"{called} cannot be written ({(error.strerror or str(error)).lower()})"
        raise StoreError(what, "a disk that works and has room", path=str(path)) from None


def read_index(store: Path) -> Index:
    """Return what the index beside the file at `store` states, after comparing its checksum with all of it.

    Raises `NoStoreError` where there is none, and `StoreError` where it was altered.
    """
    path = store.with_name(INDEX)
    with _opened(path) as file:
        size = file.seek(0, 2) - _LINE_BYTES
        found = 0
        file.seek(0)
        while (left := size - file.tell()) > 0:
            found = zlib.crc32(file.read(min(left, _PIECE_BYTES)), found)
        line = file.read()
    match line.split():
        case [kind, version, _, tables, state] if kind == _KIND and version.isdigit() and tables.isdigit():
            if int(version) != VERSION:
                raise StoreError(f"is an index of version {int(version)}, not {VERSION}", WHOLE, path=str(path))
            index = Index(state.decode("ascii", "replace"), int(tables), line)
            if _line(found, index.tables, index.state) == line:
                return index
    raise damaged(str(path))


def attach_index(connection: sqlite3.Connection, store: Path) -> None:
    """Attach the published tables to `connection`, beside those of the store."""
    connection.execute("ATTACH ? AS published", (f"file:{quote(str(store.with_name(INDEX)))}?mode=ro&immutable=1",))


def line_of(store: Path) -> bytes:
    """Return the line of the index beside the file at `store`, b"" where there is none."""
    try:
        with _opened(store.with_name(INDEX)) as file:
            file.seek(max(0, file.seek(0, 2) - _LINE_BYTES))
            return file.read()
    except NoStoreError:
        return b""


def built_by_another(corpus: Path) -> str:
    """Return a note for a person where another version of crdiff built the store of `corpus` from the same texts.

    "" where there is no such store. A question reads it as it is: two versions would else rebuild it by turns.
    """
    match line_of(corpus / STORE).split():
        case [_, _, _, _, state]:
            built, now = read_state(state.decode("ascii", "replace")), state_of(corpus)
            if built.texts == now.texts and built.code != now.code:
                maker = f"{built.version}, code {built.code[:8]}"
                return f"the store was built by another version of crdiff ({maker}); {_UPDATE}"
    return ""


def _line(image: int, tables: int, state: str) -> bytes:
    """Return the line behind an image of that checksum."""
    stated = f"{tables} {state}".encode()
    said = b"%s %d %d %s" % (_KIND, VERSION, zlib.crc32(stated, image), stated)
    return b"\n" + said.ljust(_LINE_BYTES - 2) + b"\n"


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb", buffering=0)
    except FileNotFoundError:
        raise no_store(path) from None
