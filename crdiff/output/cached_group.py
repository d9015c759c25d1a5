"""Groups of files that are made together, and made again only when what they are made from changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

import msgspec


@dataclass(frozen=True, slots=True)
class CachedGroup:
    """Files made together: `make` gives their paths and contents.

    `source` is the fingerprint of everything that `make` reads besides the code: equal sources, equal files. `name` is
    unique in the tree.
    """

    name: str
    source: str
    make: Callable[[], Iterable[tuple[str, bytes]]]


@dataclass(frozen=True, slots=True)
class Note:
    """A result that was costly and can be used again; `name` is the `source_of` everything it was computed from."""

    name: str
    content: str


Files = Iterable[tuple[str, bytes] | CachedGroup | Note]
"""Files by path and content, groups of files, and notes."""


def every_file(files: Files) -> Iterator[tuple[str, bytes]]:
    """Yield every file, and make the files of every group."""
    for each in files:
        if isinstance(each, CachedGroup):
            yield from each.make()
        elif not isinstance(each, Note):
            yield each


def source_of(*values: object) -> str:
    """Return the fingerprint of `values`: dataclasses, tuples, mappings, strings and numbers, nested as you like."""
    return fingerprint_of(msgspec.msgpack.encode(values, enc_hook=plain))


def fingerprint_of(content: bytes) -> str:
    """Return 32 hex digits that no other content has."""
    return blake2b(content, digest_size=16).hexdigest()


def plain(value: object) -> str:
    """Return a string of another type, such as `Markup`, as a string alone. Raises `TypeError` for anything else."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} takes no part in a fingerprint")
