"""An edit of a text: what replaces which part of it, and what a text becomes by edits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import AnyStr, Generic

from msgspec import Struct


class TextEdit(Struct, Generic[AnyStr], frozen=True, order=True):
    """Replace what stands from `start` to `stop` of a text, characters or bytes, by `new`.

    Offsets from 0, half-open. Nothing is replaced where `start` is `stop`: `new` is inserted there.
    """

    start: int
    stop: int
    new: AnyStr


def edited(text: AnyStr, edits: Iterable[TextEdit[AnyStr]], start: int = 0, stop: int | None = None) -> AnyStr:
    """Return what stands from `start` to `stop`, or to the end of the text, after `edits` in their order."""
    pieces: list[AnyStr] = []
    for edit in edits:
        pieces += (text[start : edit.start], edit.new)
        start = edit.stop
    pieces.append(text[start:stop])
    return text[:0].join(pieces)
