"""Fingerprints of values and of bytes: equal ones have equal content."""

from __future__ import annotations

from hashlib import blake2b

import msgspec


def source_of(*values: object) -> str:
    """Return the fingerprint of `values`: dataclasses, tuples, mappings, strings and numbers, nested as you like."""
    return fingerprint_of(msgspec.msgpack.encode(values, enc_hook=_plain))


def fingerprint_of(content: bytes) -> str:
    """Return 32 hex digits that no other content has."""
    return blake2b(content, digest_size=16).hexdigest()


def _plain(value: object) -> str:
    """Return a string of another type, such as `Markup`, as a string alone. Raises `TypeError` for anything else."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} takes no part in a fingerprint")
