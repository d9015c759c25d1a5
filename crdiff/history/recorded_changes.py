"""Changes from recorded facts: complete where editions quote both wordings, else only their date and kind.

A wording lasts from one release to another, and an edition quotes it in one of them. So the redline of two editions
belongs to the release in which, by the facts, the one wording replaced the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from crdiff.changes.change import Change, ExampleChange, Facet, Op, Part, Quoted, Segment, Structure
from crdiff.history.known_lives import KnownWording
from crdiff.history.lineage import Event, How, Lineage, Worded
from crdiff.model.corpus import Edition
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node

_PRINTING = {Facet.TYPOGRAPHIC, Facet.EXAMPLE}
"""The respects in which a wording differs that was only printed in another way."""
_EVIDENCE = ("recorded from the official texts",)


class EditionQuotation(NamedTuple):
    """A wording as an edition quotes it."""

    edition: Edition
    node: Node


Quotations = Mapping[tuple[str, date], EditionQuotation]
"""(id of a lineage, release in which a wording of it began) -> that wording, where an edition quotes it."""


Wordings = Callable[[Edition], Release]
"""From an edition to its text as the rules read."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A change in `release`; `lineages` are the ids of those whose new wording it describes."""

    release: date
    lineages: tuple[str, ...]
    change: Change


def period(lineage: Lineage[ClauseNumber], day: date) -> date:
    """Return when the wording in force on `day` began, typography aside: an edition has its own."""
    return max(worded.first for worded in _wordings(lineage) if worded.first <= day)


def _wordings(lineage: Lineage[ClauseNumber]) -> list[Worded[ClauseNumber]]:
    """Return the wordings that differ in more than typography from the one before."""
    first, *others = lineage.wordings
    return [first, *(worded for worded in others if not (worded.is_mechanical and set(worded.facets) <= _PRINTING))]


class Changes:
    """The changes that follow from recorded facts.

    `lineages` are all that are recorded, `dates` all releases they speak of, oldest first.
    """

    def __init__(
        self,
        lineages: Iterable[Lineage[ClauseNumber]],
        dates: Sequence[date],
        quotations: Quotations,
        wordings: Wordings,
    ) -> None:
        self._dates = dates
        self._quotations = quotations
        self._lineages = {lineage.id: lineage for lineage in lineages}
        self._text = wordings
        self._compared = cache(self._compare)

    def of(self, lineage: Lineage[ClauseNumber]) -> Iterator[Recorded]:
        """Yield the arrival of a clause, each new wording, and its end; a split or merge belongs to its main clause."""
        first = lineage.runs[0].first
        begun = (event for event in lineage.origin if event.release == first)
        if first > self._dates[0] and all(event.how is How.ADDED for event in begun):
            yield Recorded(first, (lineage.id,), _one_sided(Structure.ADDED, self._quoted(lineage, first)))
        for before, worded in pairwise(_wordings(lineage)):
            yield self._reworded(lineage, before.first, worded)
        for event in lineage.fate:
            if event.how is How.REMOVED:
                gone = self._quoted(lineage, self._before(event.release))
                yield Recorded(event.release, (), _one_sided(Structure.REMOVED, gone))

    def _reworded(self, lineage: Lineage[ClauseNumber], before: date, worded: Worded[ClauseNumber]) -> Recorded:
        begun = worded.first
        took_in = self._met(lineage.origin, How.MERGED, begun)
        gave_off = self._met(lineage.fate, How.SPLIT, begun)
        last = self._before(begun)
        old = tuple(self._quoted(one, last) for one in (lineage, *took_in))
        new = tuple(self._quoted(one, begun) for one in (lineage, *gave_off))
        compared = None if took_in or gave_off else self._compared_change(lineage, before, begun)
        if compared:
            return Recorded(begun, (lineage.id,), _placed(compared, old[0], new[0]))
        structure = Structure.SAME if old[0].number == new[0].number else Structure.RENUMBERED
        if took_in or gave_off:
            structure = Structure.MERGED if took_in else Structure.SPLIT
        remark = _missing(is_old_held=bool(old[0].line), is_new_held=bool(new[0].line))
        told = _change(structure, worded, old, new, remarks=(remark,))
        parts = (one.id for one in gave_off if one.runs[0].first == begun)  # one that goes on has a change of its own
        return Recorded(begun, (lineage.id, *parts), told)

    def _met(self, events: Iterable[Event[ClauseNumber]], how: How, release: date) -> list[Lineage[ClauseNumber]]:
        """Return the lineages of `events` of one kind in `release`, those that are not recorded left out."""
        met = (event.lineage for event in events if (event.how, event.release) == (how, release))
        return [self._lineages[lineage] for lineage in met if lineage in self._lineages]

    def _compared_change(self, lineage: Lineage[ClauseNumber], before: date, begun: date) -> Change | None:
        """Return the difference between the quotations of two wordings, None where one is missing or they agree."""
        old, new = (self._quotations.get((lineage.id, day)) for day in (before, begun))
        if old is None or new is None:
            return None
        number = str(new.node.number)
        changes = self._compared(old.edition, new.edition)
        return next((one for one in changes if one.new and one.new[0].number == number and one.facets), None)

    def _compare(self, old: Edition, new: Edition) -> tuple[Change, ...]:
        from crdiff.changes.compare import compare_releases  # most questions compare nothing

        changes = compare_releases(self._text(old), self._text(new)).changes
        return tuple(one for one in changes if one.part is Part.RULES and len(one.old) == len(one.new) == 1)

    def _quoted(self, lineage: Lineage[ClauseNumber], day: date) -> Quoted:
        """Return a clause as it read on `day`, without words and at line 0 where no edition quotes it."""
        quotation = self._quotations.get((lineage.id, period(lineage, day)))
        number = str(lineage.number_in(day))
        if quotation is None:
            return Quoted(number, "", "", (), 0)
        clause = quotation.node.clause
        return Quoted(number, clause.title, clause.text, clause.examples, quotation.node.placement.lines.start)

    def _before(self, release: date) -> date:
        return self._dates[bisect_left(self._dates, release) - 1]


def unquoted(structure: Structure, old: str, new: str, known: KnownWording | None) -> Change:
    """Return a change of which only the numbers and the kind are known; "" is the number of a clause not there."""
    before, after = ((Quoted(number, "", "", (), 0),) if number else () for number in (old, new))
    remark = "neither wording is held" if old and new else "its text is not held"
    return _change(structure, known, before, after, remarks=(remark,))


def half_quoted(structure: Structure, old: str, new: Quoted) -> Change:
    """Return a change of wording to the clause `new`, of which only the number is known before; "" for an arrival."""
    before = (Quoted(old, "", "", (), 0),) if old else ()
    remarks = (_missing(is_old_held=False, is_new_held=True),) if old else ()
    changed = KnownWording(0, (Facet.WORDING,) if old else (), False, True, ())
    return _change(structure, changed, before, (new,), remarks=remarks)


def _placed(compared: Change, old: Quoted, new: Quoted) -> Change:
    """Return the change of two quotations with the numbers that the clause had at the time."""
    is_same = old.number == new.number and compared.structure is Structure.RENUMBERED
    examples = tuple(
        ExampleChange(
            example.old and example.old._replace(clause=old.number),
            example.new and example.new._replace(clause=new.number),
            example.redline,
        )
        for example in compared.examples
    )
    structure = Structure.SAME if is_same else compared.structure
    return replace(
        compared, structure=structure, old=(old,), new=(new,), runner_up=None, examples=examples, company=None
    )


def _one_sided(structure: Structure, quoted: Quoted) -> Change:
    """Return the change by which a clause arrived or ended."""
    is_added = structure is Structure.ADDED
    sides = ((), (quoted,)) if is_added else ((quoted,), ())
    redline = (Segment(Op.INSERTED if is_added else Op.DELETED, quoted.wording),) if quoted.line else ()
    return _change(structure, None, *sides, redline=redline, remarks=() if quoted.line else ("its text is not held",))


def _missing(*, is_old_held: bool, is_new_held: bool) -> str:
    """Return which texts are missing for a redline, in words."""
    if is_old_held and is_new_held:
        return "the wordings held do not show it"
    if is_old_held or is_new_held:
        return f"the wording {'after' if is_old_held else 'before'} the change is not held"
    return "neither wording is held"


def _change(
    structure: Structure,
    worded: Worded[ClauseNumber] | KnownWording | None,
    old: tuple[Quoted, ...],
    new: tuple[Quoted, ...],
    *,
    redline: tuple[Segment, ...] = (),
    remarks: tuple[str, ...] = (),
) -> Change:
    return Change(
        part=Part.RULES,
        structure=structure,
        facets=worded.facets if worded else (),
        mechanical=worded is not None and worded.is_mechanical,
        old=old,
        new=new,
        confidence=1.0,
        undetermined=False,
        runner_up=None,
        evidence=_EVIDENCE,
        redline=redline,
        examples=(),
        summary="",
        remarks=remarks,
    )
