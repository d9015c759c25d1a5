"""Values as the store keeps them: JSON, compressed, because neighbouring releases say mostly the same at length."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

_T = TypeVar("_T")


def pack(value: object) -> bytes:
    """Return `value`, of a dataclass or a msgspec structure, as bytes; equal values give equal bytes."""
    return zlib.compress(msgspec.json.encode(value), 6)


def unpack(raw: bytes, kind: type[_T]) -> _T:
    """Return the value of type `kind` that `pack` made `raw` from."""
    return msgspec.json.decode(zlib.decompress(raw), type=kind)
