"""Redlines as reports show them: unchanged runs cut short, marked and wrapped for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from msgspec import Struct

from crdiff.changes.change import Op, Segment

# Stands for unchanged words that are not shown.
GAP = "…"

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


_MARKS = {Op.KEPT: ("", ""), Op.DELETED: ("[-", "-]"), Op.INSERTED: ("{+", "+}")}
_COLOURS = {Op.DELETED: "\x1b[33m", Op.INSERTED: "\x1b[94m"}  # orange went, blue came: as on the site
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_DIVIDER = " │ "

Line = list[Segment]


def bold(text: str, colour: bool) -> str:
    """Return `text` in bold type where colour is shown."""
    return f"{_BOLD}{text}{_PLAIN}" if colour and text else text


def inline(redline: Sequence[Segment], width: int, colour: bool) -> Iterator[str]:
    """Yield the lines of a redline with both wordings in one: ``See rule [-102.3a-]{+104.3a+}.``."""
    for line in _wrapped(redline, width):
        yield _marked(line, colour)


def two_columns(redline: Sequence[Segment], width: int, colour: bool) -> Iterator[str]:
    """Yield the lines of a redline with the old wording on the left and the new on the right."""
    half = (width - len(_DIVIDER)) // 2
    old = _wrapped(side(redline, Op.INSERTED), half)
    new = _wrapped(side(redline, Op.DELETED), half)
    nothing: Line = []
    for left, right in zip_longest(old, new, fillvalue=nothing):
        padding = " " * (half - _columns(left))
        yield f"{_marked(left, colour)}{padding}{_DIVIDER}{_marked(right, colour)}".rstrip()


def _wrapped(redline: Iterable[Segment], width: int) -> Iterator[Line]:
    """Yield lines of at most `width` columns, marks included, cut at spaces. A newline ends a line."""
    line: Line = []
    for chunk in _chunks(redline):
        if line and _columns(line + chunk) > width:
            yield line
            line = []
        line = line + chunk
        if chunk[-1].text.endswith("\n"):
            yield line
            line = []
    if line:
        yield line


def _chunks(redline: Iterable[Segment]) -> Iterator[Line]:
    """Yield what has to stay on one line: words up to a space, so that ``104.3a`` keeps the full stop after it."""
    chunk: Line = []
    for op, text in redline:
        for word in words(text):
            chunk.append(Segment(op, word))
            if word[-1].isspace():
                yield chunk
                chunk = []
    if chunk:
        yield chunk


def _columns(line: Line) -> int:
    """Return how wide a line is with its marks."""
    return len(_marked(line, colour=False))


def _marked(line: Line, colour: bool) -> str:
    """Return a line with marks around its changed runs; the space after a run stands outside its mark."""
    pieces = []
    for op, run in groupby(line, key=lambda segment: segment.op):
        text = "".join(segment.text for segment in run)
        bare = text.rstrip()
        opening, closing = _MARKS[op]
        shown = f"{opening}{bare}{closing}" if bare else ""
        if colour and op in _COLOURS and shown:
            shown = f"{_COLOURS[op]}{shown}{_PLAIN}"
        pieces.append(shown + text[len(bare) :])
    return "".join(pieces).rstrip()


class Style(Struct, frozen=True):
    """Columns to fill, unchanged words to show around a change (None: all), colour or not, one column or two."""

    width: int = 100
    context: int | None = None
    colour: bool = False
    side_by_side: bool = False


# 100 columns, all words, no colour.
PLAIN = Style()


class WordEdit(NamedTuple):
    """What stood in one place of a text, and what stands there now; "" for nothing."""

    old: str
    new: str


def word_edits(redline: Sequence[Segment]) -> tuple[WordEdit, ...]:
    """Return the places in which a redline differs; what is deleted and inserted in one place is one edit."""
    found: list[WordEdit] = []
    old = new = ""
    for op, text in (*redline, Segment(Op.KEPT, "")):
        if op is Op.DELETED:
            old += text
        elif op is Op.INSERTED:
            new += text
        elif old or new:
            found.append(WordEdit(old, new))
            old = new = ""
    return tuple(found)
