"""Where the subsections of one release went in the next: the rows of the table, and the picture above it.

The picture has the old subsections in a row on top and the new ones beneath, a band from each to its heir. Neighbours
that kept their number are drawn as one slot, so that what moved has room. Across, places are per cent of the width.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from crdiff.history.renumbering import Became, Renumbering
from crdiff.model.number import ClauseNumber
from crdiff.model.release_span import covering
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.timeline import room_for
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.reports.phrases import counted

ADDED = "added"
RENAMED = "renamed"
LEFT_BLANK = "left blank"
"""What a subsection is called that has a remark in brackets in place of a title.

Source: "[This section has been intentionally left blank to preserve the ordering of other rules.]", 211 of 2009-05-01.
"""
_STRAY = 2
"""Clauses that must have gone to another subsection than their heading before that is told."""
_GAP = 0.12
"""Share of a slot that is left free on either side of its band."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A subsection that is new, gone, renamed or under another number.

    `members` clauses came along under its heading. `strays` are (new subsection, clauses) for those of its clauses that
    went elsewhere. `was` is its old title where that differs. `section` is the section that it became, if it did: 217
    Zones is section 4 since 2009-07-11.
    """

    old: str
    new: str
    title: str
    was: str
    href: str
    became: str
    members: int
    strays: tuple[tuple[str, int], ...] = ()
    section: str = ""

    @property
    def id(self) -> str:
        """Where its row in the table is."""
        return f"flow-{self.old or 'new'}-{self.new or 'gone'}"

    @property
    def icon(self) -> str:
        """The icon that goes with what became of it."""
        return "reworded" if self.became == RENAMED else self.became

    @property
    def said(self) -> str:
        """What its band in the picture is called."""
        numbers = " to ".join(filter(None, (self.old, self.new)))
        along = f", with {counted(self.members, 'clause')}" if self.members else ""
        return f"{numbers} {self.title}: {self.became}{along}"


Slot = tuple[float, str, str]
"""A place in a row: its middle in per cent, what stands there, and the `room` that there is to say so."""
Band = tuple[str, str, str, str]
"""What leads from an old slot to a new one: its kind, an outline in a square of 1000 by 100, the row that says it."""


FlowPicture = dict[str, Sequence[Slot] | Sequence[Band]]
"""Two rows of slots, `old` and `new`, and the `bands` between them: those that stayed first, beneath the others."""


def flows(renumbering: Renumbering, archive: ArchiveIndex) -> tuple[Flow, ...]:
    """Return the subsections that did not simply stay, by their new number, those that are gone by their old one."""
    went = Counter(
        (row.old.subsection, row.new[0].subsection)
        for row in renumbering.rows
        if row.new and not is_subsection(row.old)
    )
    found = [*_kept(renumbering, went, archive), *_arrived(renumbering, archive)]
    return tuple(sorted(found, key=lambda flow: (flow.new or flow.old, flow.old)))


def is_subsection(number: ClauseNumber) -> bool:
    """Whether a number is that of a subsection."""
    return not (number.rule or number.letter or number.is_section)


def _kept(renumbering: Renumbering, went: Mapping[tuple[int, int], int], archive: ArchiveIndex) -> Iterator[Flow]:
    for row in renumbering.rows:
        if not is_subsection(row.old):
            continue
        new = next((number for number in row.new if is_subsection(number)), None)
        was, href = heading(row.old, renumbering.old, archive)
        title = heading(new, renumbering.new, archive)[0] if new else was
        became = RENAMED if row.became is Became.SAME and title != was else row.became.value
        strays = tuple(
            (str(target), count)
            for (source, target), count in sorted(went.items())
            if source == row.old.subsection and ClauseNumber(target) != new and count >= _STRAY
        )
        if became != Became.SAME or strays:
            members = went.get((row.old.subsection, new.subsection), 0) if new else 0
            section = "" if new else next((str(number) for number in row.new if number.is_section), "")
            old, was = str(row.old), was if title != was else ""
            yield Flow(old, str(new or ""), title, was, href, became, members, strays, section)


def _arrived(renumbering: Renumbering, archive: ArchiveIndex) -> Iterator[Flow]:
    for number in filter(is_subsection, renumbering.arrived):
        title, href = heading(number, renumbering.new, archive)
        yield Flow("", str(number), title, "", href, ADDED, 0)


def heading(number: ClauseNumber, release: date, archive: ArchiveIndex) -> tuple[str, str]:
    """Return title and life of the subsection that `number` named in `release`, "" where it named none."""
    lineage = archive.lineages.get(archive.lineage_of(number, release))
    if lineage is None:
        return "", ""
    worded = covering(lineage.wordings, release) or lineage.wordings[-1]
    title = LEFT_BLANK if worded.wording.startswith("[") else clipped(worded.wording, 80)
    return title, address.clause(lineage.id)


# the picture


def draw_flow(told: Sequence[Flow], renumbering: Renumbering, archive: ArchiveIndex) -> FlowPicture | None:
    """Return the picture of `told`, None where no subsection came, went or took another number."""
    moved = {flow.old for flow in told if flow.old != flow.new}
    if not moved:
        return None
    old, new = (_subsections(release, archive) for release in (renumbering.old, renumbering.new))
    joined = _joined(old, new, set(old) & set(new) - moved)
    top, bottom = _slots(old, joined), _slots(new, joined)
    unit = 100 / max(len(top), len(bottom))
    return {"old": _row(top, unit), "new": _row(bottom, unit), "bands": list(_bands(top, bottom, told, unit))}


def _subsections(release: date, archive: ArchiveIndex) -> tuple[str, ...]:
    numbers = (standing.number for standing in archive.contents.standing[release])
    return tuple(dict.fromkeys(str(number) for number in numbers if is_subsection(number)))


def _joined(old: Sequence[str], new: Sequence[str], still: set[str]) -> set[str]:
    """Return those of the numbers that stayed which stand right after another one in both rows."""
    follows = [{after for before, after in pairwise(row) if before in still and after in still} for row in (old, new)]
    return follows[0] & follows[1]


def _slots(numbers: Sequence[str], joined: set[str]) -> tuple[tuple[str, ...], ...]:
    """Return the numbers of a row by slots; those in `joined` share the slot of the number before them."""
    slots: list[tuple[str, ...]] = []
    for number in numbers:
        if number in joined:
            slots[-1] = (*slots[-1], number)
        else:
            slots.append((number,))
    return tuple(slots)


def _row(slots: Sequence[tuple[str, ...]], unit: float) -> tuple[Slot, ...]:
    """Return the slots with their labels; where there is no room for them, the first of each section has one.

    That one may reach over its neighbours; a narrow screen has it only where the label before is far enough away.
    """
    firsts = [at for at, inside in enumerate(slots) if not at or inside[0][0] != slots[at - 1][0][0]]
    found: list[Slot] = []
    last = -len(slots)
    for at, inside in enumerate(slots):
        label = inside[0] if len(inside) == 1 else f"{inside[0]}–{inside[-1]}"
        room = room_for(label, unit)
        if room == "never" and at in firsts:
            label = inside[0]
            room = "always" if room_for(label, unit * (at - last)) == "always" else "roomy"
        last = at if room == "always" else last
        found.append((round((at + 0.5) * unit, 2), label, room))
    return tuple(found)


def _bands(
    top: Sequence[tuple[str, ...]], bottom: Sequence[tuple[str, ...]], told: Sequence[Flow], unit: float
) -> Iterator[Band]:
    """Yield the bands: of what stayed, then of what went, came or is gone."""
    above, below = ({number: at for at, inside in enumerate(row) for number in inside} for row in (top, bottom))
    moving = [flow for flow in told if flow.old != flow.new]
    moved = {flow.old for flow in moving}
    for at, inside in enumerate(top):
        if inside[0] in below and inside[0] not in moved:
            words = f"{inside[0]} to {inside[-1]} kept their numbers" if len(inside) > 1 else f"{inside[0]} stayed"
            yield "stay", _ribbon(at, below[inside[0]], unit), "", words
    for flow in moving:
        if flow.old and flow.new:
            kind, path = "went", _ribbon(above[flow.old], below[flow.new], unit)
        elif flow.old:
            kind, path = "left", _spike(above[flow.old], unit, 0, 55)
        else:
            kind, path = "came", _spike(below[flow.new], unit, 100, 45)
        yield kind, path, f"#{flow.id}", flow.said


def _edges(at: int, unit: float) -> tuple[float, float]:
    return round((at + _GAP) * unit * 10, 1), round((at + 1 - _GAP) * unit * 10, 1)


def _ribbon(above: int, below: int, unit: float) -> str:
    """Return the outline of a band between two slots."""
    (a, b), (c, d) = _edges(above, unit), _edges(below, unit)
    return f"M{a} 0C{a} 50 {c} 50 {c} 100H{d}C{d} 50 {b} 50 {b} 0Z"


def _spike(at: int, unit: float, base: int, tip: int) -> str:
    """Return the outline of a band that ends, or begins, in a point."""
    a, b = _edges(at, unit)
    return f"M{a} {base}H{b}L{round((a + b) / 2, 1)} {tip}Z"
