"""Record, beside a tree of files, what its files were made from, so that the next run makes only what has changed.

An entry says: this code made files with these fingerprints from a group with this source. That stays true whatever
happens to the tree, so a ledger can be out of date but never wrong: a file counts only while it has its fingerprint,
which one of the same size and the same time, to the nanosecond, is taken to have.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from crdiff.output.atomic_file import write_whole
from crdiff.output.cached_group import fingerprint_of
from crdiff.output.code_version import package_fingerprint


class MadeFile(msgspec.Struct, frozen=True, array_like=True):
    """A file of a group: its path, its fingerprint, and its stamp: its size and the nanosecond of its last change."""

    path: str
    fingerprint: str
    stamp: tuple[int, int]


class LedgerEntry(msgspec.Struct, frozen=True, array_like=True):
    """The source of a group, and its files."""

    source: str
    files: tuple[MadeFile, ...]


class Ledger(msgspec.Struct, frozen=True):
    """The record of a tree: its groups and notes by their names, its other files, and the code that made them.

    `source` is the fingerprint of everything that the whole tree was made from besides the code, "" where not known.
    """

    groups: dict[str, LedgerEntry] = {}
    notes: dict[str, str] = {}
    others: tuple[MadeFile, ...] = ()
    source: str = ""
    code: str = ""

    def files(self) -> Iterator[MadeFile]:
        """Yield every file of the tree."""
        for entry in self.groups.values():
            yield from entry.files
        yield from self.others


def read_ledger(folder: Path) -> Ledger:
    """Return the ledger of the tree in `folder`.

    It is empty where there is no ledger, where other code wrote it, and where it has been altered.
    """
    try:
        where = ledger_of(folder)
        fingerprint, _, body = (where.read_bytes() if where.is_file() else b"").partition(b"\n")  # a pipe waits
        if fingerprint.decode() != fingerprint_of(body):
            return Ledger()
        ledger = msgspec.json.decode(body, type=Ledger)
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return Ledger()
    return ledger if ledger.code == package_fingerprint() else Ledger()


def write_ledger(folder: Path, ledger: Ledger) -> None:
    """Write the ledger of the tree in `folder`, made by this code.

    Where that fails, the next build makes all of the tree.
    """
    where = ledger_of(folder)
    body = msgspec.json.encode(msgspec.structs.replace(ledger, code=package_fingerprint()))
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if ledger.groups or ledger.source:
            write_whole(where, fingerprint_of(body).encode() + b"\n" + body)


def ledger_of(folder: Path) -> Path:
    """Return the path of the ledger, beside `folder`."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")
