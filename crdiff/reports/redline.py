"""What every report does to a redline before it marks it up: runs of unchanged words cut short."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from crdiff.changes.change import Op, Segment

GAP = "…"
"""Stands for unchanged words that are not shown."""

_WORD = re.compile(r"\S+[^\S\n]*\n?|[^\S\n]+\n?|\n")


def words(text: str) -> list[str]:
    """Return `text` in pieces of a word and the space after it; joined they are `text` again."""
    return _WORD.findall(text)


def excerpt(redline: Sequence[Segment], context: int | None) -> tuple[Segment, ...]:
    """Return `redline` with at most `context` unchanged words on each side of a change; None keeps all.

    What is left out is marked by a kept segment ``…`` of its own. Where only one or two words would go they stay.
    """
    if context is None or not any(segment.op is not Op.KEPT for segment in redline):
        return tuple(redline)
    last = len(redline) - 1
    return tuple(
        piece
        for at, segment in enumerate(redline)
        for piece in (
            _shortened(segment.text, context if at else 0, context if at < last else 0)
            if segment.op is Op.KEPT
            else (segment,)
        )
    )


def _shortened(text: str, head: int, tail: int) -> Iterator[Segment]:
    """Yield the first `head` and the last `tail` words of an unchanged run, with a gap between them."""
    pieces = words(text)
    if len(pieces) <= head + tail + 2:
        yield Segment(Op.KEPT, text)
        return
    if head:
        yield Segment(Op.KEPT, "".join(pieces[:head]))
    yield Segment(Op.KEPT, f"{GAP} ")
    if tail:
        yield Segment(Op.KEPT, "".join(pieces[-tail:]))


def side(redline: Sequence[Segment], dropped: Op) -> tuple[Segment, ...]:
    """Return one side of a redline: without inserted text it is the old wording, without deleted text the new."""
    return tuple(segment for segment in redline if segment.op is not dropped)
