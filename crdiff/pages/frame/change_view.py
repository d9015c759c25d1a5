"""One change as a page shows it: number, kind, prose, redline, examples, and why the clauses were linked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from crdiff.changes.change import Change, ExampleChange, Op, Part, Segment, Structure
from crdiff.pages.frame import change_words
from crdiff.pages.frame.address import fragment
from crdiff.pages.frame.english import counted, sentence
from crdiff.text.words import sentence_ends

OUTSIDE = {Part.FRONT: "Introduction", Part.CREDITS: "Credits"}
"""Where paragraphs without a number stand."""

Lookup = Callable[[str, str], str]
"""(side ``old`` or ``new``, printed number) -> address of the clause's page, "" where there is none."""


_FOLDED_MIN = 80
"""Characters of unchanged sentences that are folded away: a line of rules text has about as many.

Source: 702.19b of 2023-04-14 keeps its first sentence, of 106 characters, and its last two, of 376.
"""


@dataclass(frozen=True, slots=True)
class RedlineStretch:
    """A part of a redline: with changes in it, or so many `unchanged` sentences."""

    segments: tuple[Segment, ...]
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class RedlineView:
    """Segments in reading order; `whole` where all of it came or went; `label` is said before an example."""

    segments: tuple[Segment, ...]
    whole: bool
    label: str = ""

    @property
    def differs(self) -> bool:
        """Whether anything came or went."""
        return any(segment.op is not Op.KEPT for segment in self.segments)

    @property
    def stretches(self) -> tuple[RedlineStretch, ...]:
        """The redline in stretches, long runs of unchanged sentences apart; all of it in one where nothing differs."""
        if self.whole or not self.differs:
            return (RedlineStretch(self.segments),)
        return tuple(_stretches(self.segments))


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change on a page. `number` leads to `href`; `beside` says what it was before ("was 507.1")."""

    id: str
    number: str
    was: str
    href: str
    beside: str
    icon: str
    label: str
    summary: str
    redline: RedlineView
    examples: tuple[RedlineView, ...]
    remarks: tuple[str, ...]
    evidence: tuple[str, ...]
    confidence: int
    undetermined: str
    is_removed: bool

    @property
    def words(self) -> str:
        """The text it is about, without marks."""
        return "".join(segment.text for segment in self.redline.segments)


def view_change(change: Change, lookup: Lookup) -> ChangeView:
    """Return `change` as a page shows it; the new clause names it, or the old one where there is no new."""
    side, clauses = ("new", change.new) if change.new else ("old", change.old)
    return ChangeView(
        id=anchor(change),
        number=OUTSIDE.get(change.part, clauses[0].number),
        was=", ".join(clause.number for clause in change.old),
        href=lookup(side, clauses[0].number) if change.part is Part.RULES else "",
        beside="" if change.part in OUTSIDE else _beside(change),
        icon=change_words.icon(change),
        label=change_words.label(change),
        summary=_summary(change),
        redline=RedlineView(change.redline, change_words.is_whole(change)),
        examples=tuple(_example(example) for example in change.examples),
        remarks=change.remarks,
        evidence=tuple(map(change_words.because, change.evidence)),
        confidence=round(change.confidence * 100),
        undetermined=_undetermined(change),
        is_removed=not change.new,
    )


def _summary(change: Change) -> str:
    """Return what happened in words; of a clause that came or went, only how many examples did with it."""
    if change.structure not in {Structure.ADDED, Structure.REMOVED}:
        return sentence(change.summary)
    return f"With {counted(len(change.examples), 'example')}." if change.examples else ""


def anchor(change: Change) -> str:
    """Return the id of a change on its page: ``to-720.1``, ``from-507.4`` where the clause is gone."""
    side, clauses = ("to", change.new) if change.new else ("from", change.old)
    return fragment(f"{side}-{clauses[0].number}")


def _beside(change: Change) -> str:
    old, new = [clause.number for clause in change.old], [clause.number for clause in change.new]
    if not (old and new):
        return ""  # its kind says that it is new, or removed
    was = f"was {' and '.join(old)}" if old != new[:1] else ""
    also = f"and {', '.join(new[1:])}" if len(new) > 1 else ""
    return ", ".join(filter(None, (also, was)))


def _example(example: ExampleChange) -> RedlineView:
    ops = {segment.op for segment in example.redline}
    label = "Example, added" if example.old is None else "Example, removed" if example.new is None else "Example"
    return RedlineView(example.redline, len(ops) == 1 and Op.KEPT not in ops, label)


def _undetermined(change: Change) -> str:
    if not change.undetermined:
        return ""
    if change.runner_up is None:
        return "The evidence is not conclusive."
    partner = change.runner_up.old or change.runner_up.new
    return f"{partner} is nearly as likely to be the same rule ({change.runner_up.score:.0%})."


def _stretches(segments: Sequence[Segment]) -> Iterator[RedlineStretch]:
    """Yield changed sentences together, and unchanged ones apart where they are worth a fold."""
    shown: list[Segment] = []
    kept: list[Segment] = []
    for piece in (*_in_sentences(segments), ()):
        if piece and all(segment.op is Op.KEPT for segment in piece):
            kept += piece
            continue
        if sum(len(segment.text) for segment in kept) >= _FOLDED_MIN:
            if shown:
                yield RedlineStretch(tuple(shown))
            yield RedlineStretch((Segment(Op.KEPT, "".join(segment.text for segment in kept)),), len(kept))
            shown = []
        else:
            shown += kept
        shown += piece
        kept = []
    if shown:
        yield RedlineStretch(tuple(shown))


def _in_sentences(segments: Sequence[Segment]) -> Iterator[tuple[Segment, ...]]:
    """Yield the segments sentence by sentence, cut where a sentence ends in the old text and in the new one."""
    sides = ({Op.KEPT, Op.DELETED}, {Op.KEPT, Op.INSERTED})
    ends = [set(sentence_ends("".join(text for op, text in segments if op in side))) for side in sides]
    at = [0, 0]
    piece: list[Segment] = []
    for op, text in segments:
        start = 0
        if op is Op.KEPT:
            for cut in sorted({end - at[0] for end in ends[0]} & {end - at[1] for end in ends[1]}):
                if 0 < cut <= len(text):
                    yield (*piece, Segment(op, text[start:cut]))
                    piece, start = [], cut
        if text[start:]:
            piece.append(Segment(op, text[start:]))
        at = [place + (op in side) * len(text) for place, side in zip(at, sides, strict=True)]
    if piece:
        yield tuple(piece)
