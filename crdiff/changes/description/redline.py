"""Redlines and the steps of proofs, exact to the character, from edits tidied as a person would mark them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Means, Op, Segment, Step
from crdiff.changes.english import is_grammar
from crdiff.changes.keyed_text import NUMBER
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.text_pair import SENTENCE_ENDS, Edit, TextPair, side_by_side
from crdiff.text.normalise import fold_typography

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


class RedlineRun(NamedTuple):
    """What a redline deletes and inserts in one place, between the text that it keeps."""

    before: str
    old: str
    new: str
    after: str


def runs(redline: Iterable[Segment]) -> Iterator[RedlineRun]:
    """Yield the runs of a redline, in order."""
    before = old = new = ""
    for op, text in (*redline, Segment(Op.KEPT, "")):
        if op is Op.DELETED:
            old = text
        elif op is Op.INSERTED:
            new = text
        else:
            if old or new:
                yield RedlineRun(before, old, new, text)
            before, old, new = text, "", ""


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
            yield from _redline_paired(pair, Edit(old_at, edit.old_start, new_at, edit.new_start, Means.TYPOGRAPHY))
        old_at, new_at = edit.old_stop, edit.new_stop
        if edit.old_start < edit.old_stop or edit.new_start < edit.new_stop:
            yield edit


def _redline_paired(pair: TextPair, run: Edit) -> Iterator[Edit]:
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


def _trimmed(gap: RedlinePiece) -> tuple[RedlinePiece, ...]:
    """Return a gap with what both sides share at its ends as kept text."""
    if gap.old == gap.new:
        return (gap,)
    head = _common_start(gap.old, gap.new)
    old, new = gap.old[head:], gap.new[head:]
    tail = _common_start(old[::-1], new[::-1])
    return (
        RedlinePiece(gap.old[:head], gap.old[:head]),
        RedlinePiece(old[: len(old) - tail], new[: len(new) - tail], gap.means),
        RedlinePiece(old[len(old) - tail :], old[len(old) - tail :]),
    )


def _common_start(one: str, other: str) -> int:
    """Return how many characters two texts share at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


# Kept words of grammar between two edits that are marked as one with them: "of the" is two.
_KEPT_WORDS_MAX = 2
# Changed words for each kept word marked with them: more than this, or the mark would blur what was kept.
_CHANGED_PER_KEPT = 2
_OPENERS = frozenset((",", "(", "and", "or"))


def tidied(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits` with unexplained neighbours joined, and with insertions and deletions moved to their best place.

    Between the edits returned the words still pair one by one and count as the same.
    """
    found: list[Edit] = []
    for edit in edits:
        if found and _belong_together(pair, found[-1], edit):
            last = found.pop()
            found.append(Edit(last.old_start, edit.old_stop, last.new_start, edit.new_stop))
        else:
            found.append(edit)
    for at, edit in enumerate(found):
        floor = found[at - 1].old_stop if at else 0
        ceiling = found[at + 1].old_start if at + 1 < len(found) else len(pair.old.keys)
        found[at] = _at_best_place(pair, edit, edit.old_start - floor, ceiling - edit.old_stop)
    return found


def _belong_together(pair: TextPair, one: Edit, other: Edit) -> bool:
    """Whether only a word or two of mere grammar keep two unexplained edits apart, or one word two long ones."""
    if one.means or other.means:
        return False
    kept = pair.old.keys[one.old_stop : other.old_start]
    if not kept:
        return True
    if len(kept) > _KEPT_WORDS_MAX or any(key in SENTENCE_ENDS for key in kept):
        return False
    sizes = [max(edit.old_stop - edit.old_start, edit.new_stop - edit.new_start) for edit in (one, other)]
    if all(is_grammar(key) for key in kept):
        return sum(sizes) > _CHANGED_PER_KEPT * len(kept)
    return len(kept) == 1 and min(sizes) > _CHANGED_PER_KEPT


def _at_best_place(pair: TextPair, edit: Edit, room_before: int, room_after: int) -> Edit:
    """Return an insertion or deletion slid along equal words to where a sentence or a list item begins."""
    if edit.old_start == edit.old_stop:
        keys, start, stop = pair.new.keys, edit.new_start, edit.new_stop
    elif edit.new_start == edit.new_stop:
        keys, start, stop = pair.old.keys, edit.old_start, edit.old_stop
    else:
        return edit
    back = sum(1 for _ in takewhile(lambda n: keys[start - n] == keys[stop - n], range(1, room_before + 1)))
    ahead = sum(1 for _ in takewhile(lambda n: keys[start + n] == keys[stop + n], range(room_after)))
    if not back and not ahead:
        return edit
    shift = max(range(-back, ahead + 1), key=lambda by: (_worth(keys, start + by, stop + by), -abs(by), -by))
    return replace(
        edit,
        old_start=edit.old_start + shift,
        old_stop=edit.old_stop + shift,
        new_start=edit.new_start + shift,
        new_stop=edit.new_stop + shift,
    )


def _worth(keys: Sequence[str], start: int, stop: int) -> int:
    """Return how natural it is to mark the words from `start` to `stop - 1` as one piece."""
    before = keys[start - 1] if start else "."
    if before in SENTENCE_ENDS and (keys[stop - 1] in SENTENCE_ENDS or stop == len(keys)):
        return 4
    if keys[start] == "(" and keys[stop - 1] == ")":
        return 4
    if keys[start] in _OPENERS:
        return 2
    return 1 if before == "," else 0


_UNKNOWN = NumberMap(frozenset(), {}, frozenset(), frozenset(), {}, frozenset())


class ComparedLine(Struct, frozen=True):
    """The redline of a text or of one of its examples."""

    segments: tuple[Segment, ...]
    is_example: bool


def compare_as_printed(
    old: str, old_examples: Sequence[str], new: str, new_examples: Sequence[str]
) -> Iterator[ComparedLine]:
    """Yield the redline of the text, then one for each example of either side."""
    yield ComparedLine(_redline(old, new), is_example=False)
    for before, after in _as_printed_paired(old_examples, new_examples):
        yield ComparedLine(_redline(before, after), is_example=True)


def _redline(old: str, new: str) -> tuple[Segment, ...]:
    passage = side_by_side(old, new, _UNKNOWN)
    return tuple(redline(pieces(passage, passage.edits)))


def _as_printed_paired(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Return the examples side by side: first those of the same text, then the rest in order."""
    shared = {fold_typography(each) for each in old} & {fold_typography(each) for each in new}
    left = [each for each in old if fold_typography(each) not in shared]
    pairs: list[tuple[str, str]] = []
    for each in new:
        if fold_typography(each) in shared:
            pairs.append((each, each))
        else:
            pairs.append((left.pop(0) if left else "", each))
    return [*pairs, *((each, "") for each in left)]
