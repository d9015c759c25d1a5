"""Pack values for the store: JSON, compressed, because neighbouring releases repeat most of one another.

Everything that the store keeps has a checksum, so that a reader notices what a disk, a crash or a person changed: a
packed value begins with its own, a row of columns ends with one.
"""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

from crdiff.errors import StoreError

_T = TypeVar("_T")

_SUM_BYTES = 4
AGAIN = "'crdiff corpus build --rebuild' makes it again from the texts"
WHOLE = f"one as crdiff wrote it; {AGAIN}"
"""What an error expects in place of a store that cannot be used."""


def pack(value: object) -> bytes:
    """Return `value`, of a dataclass or a msgspec structure, as bytes; equal values give equal bytes."""
    packed = zlib.compress(msgspec.json.encode(value), 6)
    return zlib.crc32(packed).to_bytes(_SUM_BYTES) + packed


def unpack(raw: object, kind: type[_T]) -> _T:
    """Return the value of type `kind` that `pack` made `raw` from. Raises `StoreError` where `raw` was changed."""
    if not isinstance(raw, bytes):  # SQLite says what a column holds in the row itself, which can be spoiled as well
        raise damaged()
    packed = memoryview(raw)[_SUM_BYTES:]
    if zlib.crc32(packed) != int.from_bytes(raw[:_SUM_BYTES]):
        raise damaged()
    try:
        return msgspec.json.decode(zlib.decompress(packed), type=kind)
    except msgspec.ValidationError:  # other code wrote it, and `schema.VERSION` should have been raised
        raise StoreError("the store was written by another version of crdiff", WHOLE) from None


def sum_of(*columns: str | int, body: bytes = b"") -> int:
    """Return the checksum of a row."""
    return zlib.crc32("\x1f".join(map(str, columns)).encode(), zlib.crc32(body))


def damaged(path: str = "") -> StoreError:
    """Return the error for a store at `path` that was altered."""
    return StoreError("the store is damaged", WHOLE, path=path)
