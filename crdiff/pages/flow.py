"""Pictures of where text went and who had a number, and the page on how the rules grew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise

from msgspec import Struct

from crdiff.history.news import by_year
from crdiff.history.renumbering import Became, Renumbering
from crdiff.model.number import ClauseNumber, section_of
from crdiff.model.release import covering
from crdiff.pages import address, drawing
from crdiff.pages.archive_index import Addresses
from crdiff.pages.english import clipped
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.pages.render import page, this_book
from crdiff.reports.phrases import counted

ADDED = "added"
RENAMED = "renamed"
# What a subsection is called that has a remark in brackets in place of a title.
#
# Source: "[This section has been intentionally left blank to preserve the ordering of other rules.]", 211 of
# 2009-05-01.
LEFT_BLANK = "left blank"
# Clauses that must have gone to another subsection than their heading before that is told.
_STRAY = 2
# Share of a slot that is left free on either side of its band.
_FLOW_GAP = 0.12


class Flow(Struct, frozen=True):
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
    def only_moved(self) -> bool:
        """Whether all of it went to another number, under the title that it had."""
        return self.became == Became.RENUMBERED and not (self.strays or self.was)

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


# A place in a row: its middle in per cent, what stands there, and the `room` that there is to say so.
Slot = tuple[float, str, str]
# What leads from an old slot to a new one: its kind, an outline in a square of 1000 by 100, the row that says it.
Band = tuple[str, str, str, str]


# Two rows of slots, `old` and `new`, and the `bands` between them: those that stayed first, beneath the others.
FlowPicture = dict[str, Sequence[Slot] | Sequence[Band]]


def flows(renumbering: Renumbering, lives: Lives) -> tuple[Flow, ...]:
    """Return the subsections that did not simply stay, by their new number, those that are gone by their old one."""
    went = Counter(
        (row.old.subsection, row.new[0].subsection)
        for row in renumbering.rows
        if row.new and not is_subsection(row.old)
    )
    found = list(_kept(renumbering, went, lives))
    for number in filter(is_subsection, renumbering.arrived):
        title, href = heading(number, renumbering.new, lives)
        found.append(Flow("", str(number), title, "", href, ADDED, 0))
    return tuple(sorted(found, key=lambda flow: (lives.contents.numbers.parse(flow.new or flow.old), flow.old)))


def is_subsection(number: ClauseNumber) -> bool:
    """Whether a number is that of a subsection."""
    return number.is_heading and not number.is_section


def _kept(
    renumbering: Renumbering, went: Mapping[tuple[ClauseNumber, ClauseNumber], int], lives: Lives
) -> Iterator[Flow]:
    for row in renumbering.rows:
        if not is_subsection(row.old):
            continue
        new = next((number for number in row.new if is_subsection(number)), None)
        was, href = heading(row.old, renumbering.old, lives)
        title = heading(new, renumbering.new, lives)[0] if new else was
        became = RENAMED if row.became is Became.SAME and title != was else row.became.value
        strays = tuple(
            (str(target), count)
            for (source, target), count in sorted(went.items())
            if source == row.old.subsection and target != new and count >= _STRAY
        )
        if became != Became.SAME or strays:
            members = went.get((row.old.subsection, new.subsection), 0) if new else 0
            section = "" if new else next((str(number) for number in row.new if number.is_section), "")
            old, was = str(row.old), was if title != was else ""
            yield Flow(old, str(new or ""), title, was, href, became, members, strays, section)


def heading(number: ClauseNumber, release: date, lives: Lives) -> tuple[str, str]:
    """Return title and life of the subsection that `number` named in `release`, "" where it named none."""
    lineage = lives.lineages.get(lives.lineage_of(number, release))
    if lineage is None:
        return "", ""
    worded = covering(lineage.wordings, release) or lineage.wordings[-1]
    title = LEFT_BLANK if worded.wording.startswith("[") else clipped(worded.wording, 80)
    return title, address.clause(lineage.id)


# the picture


def draw_flow(told: Sequence[Flow], renumbering: Renumbering, lives: Lives) -> FlowPicture | None:
    """Return the picture of `told`, None where no subsection came, went or took another number."""
    moved = {flow.old for flow in told if flow.old != flow.new}
    if not moved:
        return None
    old, new = (_subsections(release, lives) for release in (renumbering.old, renumbering.new))
    joined = _joined(old, new, set(old) & set(new) - moved)
    top, bottom = _slots(old, joined), _slots(new, joined)
    unit = 100 / max(len(top), len(bottom))
    return {"old": _flow_row(top, unit), "new": _flow_row(bottom, unit), "bands": list(_bands(top, bottom, told, unit))}


def _subsections(release: date, lives: Lives) -> tuple[str, ...]:
    numbers = (standing.number for standing in lives.contents.standing[release])
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


def _flow_row(slots: Sequence[tuple[str, ...]], unit: float) -> tuple[Slot, ...]:
    """Return the slots with their labels; where there is no room for them, the first of each section has one.

    That one may reach over its neighbours; a narrow screen has it only where the label before is far enough away.
    """
    sections = [section_of(inside[0]) for inside in slots]
    firsts = [at for at, section in enumerate(sections) if not at or section != sections[at - 1]]
    found: list[Slot] = []
    last = -len(slots)
    for at, inside in enumerate(slots):
        label = inside[0] if len(inside) == 1 else f"{inside[0]}–{inside[-1]}"
        room = drawing.room_for(label, unit)
        if room == "never" and at in firsts:
            label = inside[0]
            room = "always" if drawing.room_for(label, unit * (at - last)) == "always" else "roomy"
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
    return round((at + _FLOW_GAP) * unit * 10, 1), round((at + 1 - _FLOW_GAP) * unit * 10, 1)


def _ribbon(above: int, below: int, unit: float) -> str:
    """Return the outline of a band between two slots."""
    (a, b), (c, d) = _edges(above, unit), _edges(below, unit)
    return f"M{a} 0C{a} 50 {c} 50 {c} 100H{d}C{d} 50 {b} 50 {b} 0Z"


def _spike(at: int, unit: float, base: int, tip: int) -> str:
    """Return the outline of a band that ends, or begins, in a point."""
    a, b = _edges(at, unit)
    return f"M{a} {base}H{b}L{round((a + b) / 2, 1)} {tip}Z"


# Pixels that a subsection takes: its title and its track.
ROW = 62


# Tracks in the order in which the number came to them, each with the pixel it begins at, as the template names it.
NumberPicture = dict[str, object]


def draw_number(number: ClauseNumber, addresses: Addresses) -> NumberPicture | None:
    """Return the picture of the number of a subsection, None where no heading is known to have had it."""
    headings = {lineage.id: lineage for _, lineage in addresses.meanings(number)}
    if not headings:
        return None
    tracks = [
        (addresses.title(each), addresses.clause_page(each), at * ROW, list(_track(lineage, number, addresses)))
        for at, (each, lineage) in enumerate(headings.items())
    ]
    return {"number": number, "height": ROW * len(tracks) + 22, "tracks": tracks, "years": addresses.years}


def _track(lineage: ClauseLineage, number: ClauseNumber, lives: Lives) -> Iterator[drawing.TrackStretch]:
    runs = lineage.joined_runs
    ends = [*(run.first for run in runs[1:]), lives.until(lineage)]
    for run, until in zip(runs, ends, strict=True):
        title = f"{lives.title(lineage.id)}: {run.number}, {run.first} to {lives.named(run.last)}"
        href = "" if run.number == number else address.number(run.number)
        yield drawing.stretch(
            run.first, until, str(run.number), title, lives.scale, href=href, held=run.number == number
        )


def stats_page(calendar: Calendar) -> tuple[str, bytes]:
    """Return the page of figures: a picture of how the rules grew, and the table that says the same year by year."""
    lasts = map(calendar.last_day, calendar.contents.days)
    ends = [last + timedelta(days=1) if last else calendar.scale.last for last in lasts]
    sizes, dates = calendar.sizes, calendar.contents.dates
    return page(
        "figures/stats.html",
        address.STATS,
        "How the rules grew",
        f"Words, clauses and changes of {this_book().called}, by release.",
        calendar=calendar,
        growth_picture=drawing.draw_growth(sizes, calendar.scale, ends, calendar.release_name, calendar.release_listed),
        by_year=by_year(sizes)[::-1],
        oldest=dates[0] if len(dates) > 1 else None,
    )
