"""Changes that no alignment shows: complete where both wordings are at hand, else only their date and kind.

A wording lasts from one release to another, and an edition quotes it in one of them. So the redline of two editions
belongs to the release in which, by the facts, the one wording replaced the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, ExampleChange, Facet, Op, Part, Quoted, Segment, Structure
from crdiff.changes.description.redline import compare_as_printed
from crdiff.history.lineage import Lineage, Worded
from crdiff.history.saying import saying
from crdiff.model.corpus import Edition
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography

# The respects in which a wording differs that was only printed in another way.
_PRINTING = {Facet.TYPOGRAPHIC, Facet.EXAMPLE}


class EditionQuotation(NamedTuple):
    """A wording as an edition quotes it."""

    edition: Edition
    node: Node


# (id of a lineage, release in which a wording of it began) -> that wording, where an edition quotes it.
Quotations = Mapping[tuple[str, date], EditionQuotation]


# From an edition to its text as the rules read.
Wordings = Callable[[Edition], Release]


class Recorded(Struct, frozen=True):
    """A change in `release`, of the new wording of a lineage."""

    release: date
    lineage: str
    change: Change


def period(lineage: Lineage[ClauseNumber], day: date) -> date:
    """Return when the wording in force on `day` began, typography aside: an edition has its own."""
    return max(worded.first for worded in _wordings(lineage) if worded.first <= day)


def _wordings(lineage: Lineage[ClauseNumber]) -> list[Worded[ClauseNumber]]:
    """Return the wordings that differ in more than typography from the one before."""
    first, *others = lineage.wordings
    return [first, *(worded for worded in others if not (worded.is_mechanical and set(worded.facets) <= _PRINTING))]


def quoted_changes(
    lineages: Iterable[Lineage[ClauseNumber]], dates: Sequence[date], quotations: Quotations, wordings: Wordings
) -> Iterator[Recorded]:
    """Yield the changes of wording of which editions quote both sides. `lineages` are all that are recorded."""
    compared = cache(lambda old, new: _compared(wordings(old), wordings(new)))
    for lineage in lineages:
        for before, worded in pairwise(_wordings(lineage)):
            old, new = (quotations.get((lineage.id, day)) for day in (before.first, worded.first))
            if old and new:
                number = str(new.node.number)
                changes = compared(old.edition, new.edition)
                found = next((one for one in changes if one.new and one.new[0].number == number and one.facets), None)
                if found:
                    days = dates[bisect_left(dates, worded.first) - 1], worded.first
                    sides = (_quoted(lineage, day, quotations) for day in days)
                    yield Recorded(worded.first, lineage.id, _placed(found, *sides))


def _compared(old: Release, new: Release) -> tuple[Change, ...]:
    from crdiff.changes.compare import compare_releases  # most questions compare nothing

    changes = compare_releases(old, new).changes
    return tuple(one for one in changes if one.part is Part.RULES and len(one.old) == len(one.new) == 1)


def _quoted(lineage: Lineage[ClauseNumber], day: date, quotations: Quotations) -> Quoted:
    """Return a clause as it read on `day`."""
    node = quotations[lineage.id, period(lineage, day)].node
    clause = node.clause
    number = str(lineage.number_in(day))
    return Quoted(number, clause.title, clause.text, clause.examples, node.placement.lines.start)


class Warrant(NamedTuple):
    """What a change that no alignment of two texts shows rests on: its evidence, and how sure that is, from 0 to 1."""

    evidence: str
    confidence: float
    undetermined: bool = False


READ = Warrant("recorded from the official texts", 1.0)
# Measured: all of 8,588 in other words that are not said to be unsure are right (`crdiff.history.onto_facts`).
JOINED = Warrant("joined to the release before by numbers and sentences, without its text", 0.99)
UNSURE = Warrant(JOINED.evidence, 0.5, undetermined=True)


class Differs(NamedTuple):
    """In which respects a wording differs from the one before, and whether known steps prove the one from the other."""

    facets: tuple[Facet, ...] = ()
    is_mechanical: bool = False


def differs_in(old: Quoted, new: Quoted) -> Differs:
    """Return in which respect two wordings differ, as far as they tell by themselves: in one of several at least."""
    if saying(old.title, old.text) != saying(new.title, new.text):
        return Differs((Facet.WORDING,))
    if fold_typography(old.wording) != fold_typography(new.wording):
        return Differs((Facet.REFERENCE,))
    return Differs((Facet.EXAMPLE if old.examples != new.examples else Facet.TYPOGRAPHIC,))


def reworded(old: Quoted, new: Quoted, known: Differs | None, warrant: Warrant) -> Change:
    """Return the change of a wording that no alignment of two texts shows; `known` is in what it differs, if known."""
    differs = known or (differs_in(old, new) if old.line and new.line else Differs((Facet.WORDING,)))
    structure = Structure.SAME if old.number == new.number else Structure.RENUMBERED
    return unaligned(structure, old, new, differs, warrant)


def unaligned(
    structure: Structure, old: Quoted | None, new: Quoted | None, differs: Differs, warrant: Warrant = READ
) -> Change:
    """Return a change that no alignment of two texts shows: its numbers, and the wordings that are at hand.

    A clause at line 0 has no text at hand.
    """
    quoted = [each for each in (old, new) if each]
    redline: tuple[Segment, ...] = ()
    if all(each.line for each in quoted):
        kind = Op.INSERTED if new else Op.DELETED
        redline = (Segment(kind, quoted[0].wording),)
        if old and new:
            redline = next(compare_as_printed(old.wording, (), new.wording, ())).segments
    return Change(
        part=Part.RULES,
        structure=structure,
        facets=differs.facets,
        mechanical=differs.is_mechanical,
        old=(old,) if old else (),
        new=(new,) if new else (),
        confidence=warrant.confidence,
        undetermined=warrant.undetermined,
        runner_up=None,
        evidence=(warrant.evidence,),
        redline=redline,
        examples=(),
        summary="",
        remarks=() if redline else (_missing(old, new) + ("" if warrant == READ or not old or not new else _OPEN),),
    )


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


# What is not known of a wording of which nothing but fingerprints tells: they differ with every number.
_OPEN = "; the numbers that it cites may be all that differs"


def _missing(old: Quoted | None, new: Quoted | None) -> str:
    """Return which texts are missing for a redline, in words."""
    if not old or not new:
        return "its text is not held"
    if old.line or new.line:
        return f"the wording {'after' if old.line else 'before'} the change is not held"
    return "neither wording is held"
