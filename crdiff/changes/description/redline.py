"""Redlines and the steps of proofs, exact to the character, made from the edits of a pair of texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from crdiff.changes.change import Op, Segment
from crdiff.changes.keyed_text import NUMBER
from crdiff.changes.proof.steps import Means, Step
from crdiff.changes.text_pair import Edit, TextPair

_WEIGHTIEST_FIRST = (None, Means.REWORDING, Means.REFERENCE, Means.PUNCTUATION, Means.TYPOGRAPHY)


class RedlinePiece(Struct, frozen=True):
    """A piece of the old text and what replaces it; `means` says by which means, None where nothing explains it.

    A piece that is the same on both sides is kept text, whatever its means.
    """

    old: str
    new: str
    means: Means | None = Means.TYPOGRAPHY

    @property
    def is_kept(self) -> bool:
        """Whether both texts have it."""
        return self.old == self.new


def pieces(pair: TextPair, edits: Sequence[Edit]) -> list[RedlinePiece]:
    """Return both texts whole, in order, piece by piece: words, and the gaps between them.

    Typography in which paired words differ makes a piece with its means, and so does a cited number that follows its
    clause. The gap at an insertion belongs to the side of it that reads better.
    """
    old, new = pair.old, pair.new
    found: list[RedlinePiece] = []
    gap = RedlinePiece(old.gaps[0], new.gaps[0])
    for edit in _elements(pair, edits):
        before, after = old.printed(edit.old_start, edit.old_stop), new.printed(edit.new_start, edit.new_stop)
        old_gap, new_gap = old.gaps[edit.old_stop], new.gaps[edit.new_stop]
        if before and after:
            found += (*_trimmed(gap), RedlinePiece(before, after, edit.means))
            gap = RedlinePiece(old_gap, new_gap)
        elif gap.old != gap.new and old_gap == new_gap:
            found.append(RedlinePiece(gap.old if before else "", gap.new if after else "", edit.means))
            found.append(RedlinePiece(before, after, edit.means))
            gap = RedlinePiece(old_gap, new_gap)
        else:
            found += (*_trimmed(gap), RedlinePiece(before, after, edit.means))
            gap = RedlinePiece(old_gap if before else "", new_gap if after else "", edit.means)
    found += _trimmed(gap)
    return [piece for piece in found if piece.old or piece.new]


def redline(found: Iterable[RedlinePiece]) -> tuple[Segment, ...]:
    """Return the segments that pieces make: runs as long as possible, what is deleted before what is inserted.

    A space kept between two marked words is marked with them.
    """
    segments: list[Segment] = []
    old = new = kept = ""
    for piece in found:
        if piece.old == piece.new:
            kept += piece.old
            continue
        if kept.isspace() and (old or new):
            old, new = old + kept, new + kept
        elif kept:
            segments += (*_marked(old, new), Segment(Op.KEPT, kept))
            old = new = ""
        old, new, kept = old + piece.old, new + piece.new, ""
    segments += _marked(old, new)
    return (*segments, Segment(Op.KEPT, kept)) if kept else tuple(segments)


def _marked(old: str, new: str) -> list[Segment]:
    return [Segment(op, text) for op, text in ((Op.DELETED, old), (Op.INSERTED, new)) if text]


def steps(found: Iterable[RedlinePiece]) -> tuple[Step, ...]:
    """Return the steps that turn the old text into the new one. Every piece that differs must have its means."""
    made: list[Step] = []
    at = 0
    for piece in found:
        if piece.means and not piece.is_kept:
            made.append(Step(piece.means, at, at + len(piece.old), piece.new))
        at += len(piece.old)
    return tuple(made)


def _elements(pair: TextPair, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the paired words as edits, and the edits between them, those that touch one another as one."""
    old_at = new_at = 0
    size = len(pair.old.words)
    for edit in (*_contiguous(edits), Edit(size, size, len(pair.new.words), len(pair.new.words))):
        if old_at < edit.old_start:
            yield from _paired(pair, Edit(old_at, edit.old_start, new_at, edit.new_start, Means.TYPOGRAPHY))
        old_at, new_at = edit.old_stop, edit.new_stop
        if edit.old_start < edit.old_stop or edit.new_start < edit.new_stop:
            yield edit


def _paired(pair: TextPair, run: Edit) -> Iterator[Edit]:
    """Yield a run of paired words as few edits: one for as many words as are printed alike, else one a word."""
    old, new = pair.old, pair.new
    if old.printed(run.old_start, run.old_stop) == new.printed(run.new_start, run.new_stop):
        yield run
        return
    shift = run.new_start - run.old_start
    start = run.old_start
    for at in range(run.old_start, run.old_stop):
        is_alike = old.words[at] == new.words[at + shift]
        if start < at and not (is_alike and old.gaps[at] == new.gaps[at + shift]):
            yield Edit(start, at, start + shift, at + shift, Means.TYPOGRAPHY)
            start = at
        if not is_alike:
            means = Means.REFERENCE if old.keys[at].startswith(NUMBER) else Means.TYPOGRAPHY
            yield Edit(at, at + 1, at + shift, at + shift + 1, means)
            start = at + 1
    if start < run.old_stop:
        yield Edit(start, run.old_stop, start + shift, run.new_stop, Means.TYPOGRAPHY)


def _contiguous(edits: Iterable[Edit]) -> list[Edit]:
    found: list[Edit] = []
    for edit in edits:
        if found and found[-1].old_stop == edit.old_start and found[-1].new_stop == edit.new_start:
            last = found.pop()
            means = min(last.means, edit.means, key=_WEIGHTIEST_FIRST.index)
            found.append(Edit(last.old_start, edit.old_stop, last.new_start, edit.new_stop, means))
        else:
            found.append(edit)
    return found


def _trimmed(gap: RedlinePiece) -> Iterator[RedlinePiece]:
    """Yield a gap with what both sides share at its ends as kept text."""
    if gap.is_kept:
        yield gap
        return
    head = _common_start(gap.old, gap.new)
    old, new = gap.old[head:], gap.new[head:]
    tail = _common_start(old[::-1], new[::-1])
    yield RedlinePiece(gap.old[:head], gap.old[:head])
    yield RedlinePiece(old[: len(old) - tail], new[: len(new) - tail], gap.means)
    yield RedlinePiece(old[len(old) - tail :], old[len(old) - tail :])


def _common_start(one: str, other: str) -> int:
    """Return how many characters two texts share at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
