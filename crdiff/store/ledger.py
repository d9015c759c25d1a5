"""What the files of a tree were made from, written down beside it: what is made from the same is not made again.

An entry says that a sheaf of that source, made by this code, has files of these fingerprints. That stays true whatever
becomes of the tree, so a ledger can be out of date, but never wrong: a file counts only while it has its fingerprint.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from crdiff.store.code import package_fingerprint
from crdiff.store.sheaf import fingerprint_of


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """The source of a sheaf, and its files: path and fingerprint of each."""

    source: str
    files: tuple[tuple[str, str], ...]


class _Ledger(msgspec.Struct, frozen=True):
    code: str
    sheaves: dict[str, Entry]


def read_ledger(folder: Path) -> Mapping[str, Entry]:
    """Return what is written down of the tree in `folder`, by the names of the sheaves.

    Nothing where there is no ledger, where other code wrote it, or where it is not as it was written.
    """
    try:
        fingerprint, _, body = ledger_of(folder).read_bytes().partition(b"\n")
        if fingerprint.decode() != fingerprint_of(body):
            return {}
        ledger = msgspec.json.decode(body, type=_Ledger)
    except (OSError, ValueError):  # msgspec's errors are values that are wrong
        return {}
    return ledger.sheaves if ledger.code == package_fingerprint() else {}


def write_ledger(folder: Path, sheaves: Mapping[str, Entry]) -> None:
    """Write down what the tree in `folder` is made of; where that cannot be, the next build makes all of it."""
    where = ledger_of(folder)
    body = msgspec.json.encode(_Ledger(package_fingerprint(), dict(sheaves)))
    with suppress(OSError):
        where.unlink(missing_ok=True)
        if sheaves:
            where.write_bytes(fingerprint_of(body).encode() + b"\n" + body)


def ledger_of(folder: Path) -> Path:
    """Return the file beside `folder` that says what it is made of."""
    whole = folder.absolute()
    return whole.with_name(f".{whole.name}.made")
