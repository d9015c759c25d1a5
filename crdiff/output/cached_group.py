"""Files of a tree that are made together, and need not be made again while what they are made from stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

import msgspec


@dataclass(frozen=True, slots=True)
class Sheaf:
    """Files made together: `make` gives their paths and contents.

    `source` is the fingerprint of everything that `make` looks at, the code aside: where it is the same, so are they.
    `name` is that of no other sheaf of the tree.
    """

    name: str
    source: str
    make: Callable[[], Iterable[tuple[str, bytes]]]


@dataclass(frozen=True, slots=True)
class Note:
    """What was worked out at some cost and can be used again; `name` is the `source_of` all it was worked out from."""

    name: str
    content: str


Files = Iterable[tuple[str, bytes] | Sheaf | Note]
"""Paths and contents of files, and what goes with them."""


def every_file(files: Files) -> Iterator[tuple[str, bytes]]:
    """Yield all files, those of sheaves made."""
    for each in files:
        if isinstance(each, Sheaf):
            yield from each.make()
        elif not isinstance(each, Note):
            yield each


def source_of(*values: object) -> str:
    """Return the fingerprint of `values`: dataclasses, tuples, mappings, strings and numbers, nested as you like."""
    return fingerprint_of(msgspec.msgpack.encode(values, enc_hook=_plain))


def fingerprint_of(content: bytes) -> str:
    """Return 32 hex digits that no other content has."""
    return blake2b(content, digest_size=16).hexdigest()


def _plain(value: object) -> str:
    if isinstance(value, str):  # Markup, for example
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} takes no part in a fingerprint")
