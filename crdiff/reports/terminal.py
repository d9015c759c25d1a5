"""Redlines for a terminal: marked with brackets, wrapped to a width, coloured on request, inline or in two columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from crdiff.changes.change import Op, Segment
from crdiff.reports.redline import side, words

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
