"""What a text says itself of its citations: the release it is written for, and what is to be left alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from crdiff.cite.citation import CitedGroup

_HEAD_LINES = 20
"""Lines at the head of a file in which it speaks of the whole of it."""
_PIN = re.compile(rb"crdiff-cite:\s*release\s*=\s*([0-9]{4}-[0-9]{2}-[0-9]{2})")
_IGNORE_FILE = re.compile(rb"crdiff-cite:\s*ignore-file\b")
_IGNORE = re.compile(rb"crdiff-cite:\s*ignore(?!-)\b[ \t]*[^\s*/-]")
"""A reason has to follow: without one nobody knows later why a citation is left alone."""


def _head(text: bytes) -> bytes:
    return b"\n".join(text.split(b"\n", _HEAD_LINES)[:_HEAD_LINES])


def pinned_release(text: bytes) -> date | None:
    """Return the release that the head of a text says it is written for. Raises `ValueError` for no day."""
    found = _PIN.search(text, 0, len(_head(text))) if b"crdiff-cite" in text else None
    return date.fromisoformat(found[1].decode()) if found else None


def is_ignored(text: bytes) -> bool:
    """Whether the head of a text asks to leave all of it alone."""
    return b"crdiff-cite" in text and _IGNORE_FILE.search(_head(text)) is not None


def not_ignored(text: bytes, groups: Iterable[CitedGroup]) -> Iterator[CitedGroup]:
    """Yield the groups whose lines do not ask, with a reason, to be left alone."""
    if b"crdiff-cite" not in text:
        yield from groups
        return
    for group in groups:
        start = text.rfind(b"\n", 0, group.start) + 1
        stop = text.find(b"\n", group.stop)
        if not _IGNORE.search(text, start, stop if stop >= 0 else len(text)):
            yield group
