"""One change as a page shows it: number, kind, prose, redline, examples, and why the clauses were linked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crdiff.changes.change import Change, ExampleChange, Op, Part, Segment
from crdiff.pages.frame import change_words
from crdiff.pages.frame.address import fragment
from crdiff.pages.frame.english import sentence

_OUTSIDE = {Part.FRONT: "Introduction", Part.CREDITS: "Credits"}
"""Where paragraphs without a number stand."""

Lookup = Callable[[str, str], str]
"""(side ``old`` or ``new``, printed number) -> address of the clause's page, "" where there is none."""


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
        number=_OUTSIDE.get(change.part, clauses[0].number),
        was=", ".join(clause.number for clause in change.old),
        href=lookup(side, clauses[0].number) if change.part is Part.RULES else "",
        beside="" if change.part in _OUTSIDE else _beside(change),
        icon=change_words.icon(change),
        label=change_words.label(change),
        summary=sentence(change.summary),
        redline=RedlineView(change.redline, change_words.is_whole(change)),
        examples=tuple(_example(example) for example in change.examples),
        remarks=change.remarks,
        evidence=tuple(map(change_words.because, change.evidence)),
        confidence=round(change.confidence * 100),
        undetermined=_undetermined(change),
        is_removed=not change.new,
    )


def anchor(change: Change) -> str:
    """Return the id of a change on its page: ``to-720.1``, ``from-507.4`` where the clause is gone."""
    side, clauses = ("to", change.new) if change.new else ("from", change.old)
    return fragment(f"{side}-{clauses[0].number}")


def _beside(change: Change) -> str:
    old, new = [clause.number for clause in change.old], [clause.number for clause in change.new]
    if not old:
        return "new"
    if not new:
        return "gone"
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
        return "This could not be decided."
    partner = change.runner_up.old or change.runner_up.new
    return f"This could not be decided: {partner} is nearly as likely a partner ({change.runner_up.score:.0%})."
