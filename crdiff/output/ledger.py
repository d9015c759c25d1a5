"""What the files of a tree were made from, written down beside it: what is made from the same is not made again.

An entry says that a sheaf of that source, made by this code, has files of these fingerprints. That stays true whatever
becomes of the tree, so a ledger can be out of date, but never wrong: a file counts only while it has its fingerprint.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from crdiff.output.cached_group import fingerprint_of
from crdiff.output.code import package_fingerprint


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """The source of a sheaf, and its files: path and fingerprint of each."""

    source: str
    files: tuple[tuple[str, str], ...]


class Ledger(msgspec.Struct, frozen=True):
    """All that is written down of a tree: its sheaves and notes by their names, and the code that made them."""

    sheaves: dict[str, Entry] = {}
    notes: dict[str, str] = {}
    code: str = ""


def read_ledger(folder: Path) -> Ledger:
    """Return what is written down of the tree in `folder`.

    Nothing where there is no ledger, where other code wrote it, or where it is not as it was written.
    """
    try:
        fingerprint, _, body = ledger_of(folder).read_bytes().partition(b"\n")
        if fingerprint.decode() != fingerprint_of(body):
            return Ledger()
        ledger = msgspec.json.decode(body, type=Ledger)
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return Ledger()
    return ledger if ledger.code == package_fingerprint() else Ledger()


def write_ledger(folder: Path, sheaves: dict[str, Entry], notes: dict[str, str]) -> None:
    """Write down what the tree in `folder` is made of; where that cannot be, the next build makes all of it."""
    where = ledger_of(folder)
    body = msgspec.json.encode(Ledger(sheaves, notes, package_fingerprint()))
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if sheaves:
            where.write_bytes(fingerprint_of(body).encode() + b"\n" + body)


def ledger_of(folder: Path) -> Path:
    """Return the file beside `folder` that says what it is made of."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")
