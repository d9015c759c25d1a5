"""Record, beside a tree of files, what its files were made from, so that the next run makes only what has changed.

An entry says: this code made files with these fingerprints from a group with this source. That stays true whatever
happens to the tree, so a ledger can be out of date but never wrong: a file counts only while it has its fingerprint,
which one of the same size and the same time, to the nanosecond, is taken to have.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

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
    """The record of a tree: its groups and notes by their names, and the code that made them."""

    groups: dict[str, LedgerEntry] = {}
    notes: dict[str, str] = {}
    code: str = ""


def read_ledger(folder: Path) -> Ledger:
    """Return the ledger of the tree in `folder`.

    It is empty where there is no ledger, where other code wrote it, and where it has been altered.
    """
    try:
        fingerprint, _, body = ledger_of(folder).read_bytes().partition(b"\n")
        if fingerprint.decode() != fingerprint_of(body):
            return Ledger()
        ledger = msgspec.json.decode(body, type=Ledger)
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return Ledger()
    return ledger if ledger.code == package_fingerprint() else Ledger()


def write_ledger(folder: Path, groups: dict[str, LedgerEntry], notes: dict[str, str]) -> None:
    """Write the ledger of the tree in `folder`; where that fails, the next build makes all of the tree."""
    where = ledger_of(folder)
    body = msgspec.json.encode(Ledger(groups, notes, package_fingerprint()))
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if groups:
            where.write_bytes(fingerprint_of(body).encode() + b"\n" + body)


def ledger_of(folder: Path) -> Path:
    """Return the path of the ledger, beside `folder`."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")
