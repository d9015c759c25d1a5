"""The life of a section: the stair of its numbers, and the same as a table with what happened to its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from crdiff.model.corpus import KnownLineage, NumberRun, Respect
from crdiff.pages import small_rule as rule
from crdiff.pages.drawing.life import time_scale
from crdiff.pages.drawing.timeline import Event, Remark, Scale, Stair, Stay, draw_stair
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, numeral, times
from crdiff.pages.library import Library, is_heading, stays
from crdiff.pages.small_held import Held, held_texts
from crdiff.reports.phrases import listed

_SAID = {
    "added": "added",
    "removed": "removed",
    Respect.WORDING.value: "reworded",
    Respect.REFERENCE.value: "with a renewed reference",
    Respect.EXAMPLE.value: "with another example",
}
"""Kinds of events in the order they are said and drawn."""


@dataclass(frozen=True, slots=True)
class StayRow:
    """A stay as a row beneath the stair; `happened` are (release, words), `texts` (words, address)."""

    first: str
    last: str
    number: str
    href: str
    happened: tuple[tuple[str, str], ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The life of a section: the picture, and the same as a table."""

    title: str
    href: str
    said: str
    stair: Stair
    rows: tuple[StayRow, ...]


def tell(section: KnownLineage, library: Library, entered: str = "") -> Story:
    """Return the story of the subsection that `section` is the heading of.

    `entered` says how it began where more is known of that than the first release recorded for it.
    """
    runs = stays(section)
    first = runs[0].first
    scale = Scale(date(first.year - 2, 1, 1), time_scale(library).last)
    ends = [*(run.first for run in runs[1:]), library.until(section)]
    held = held_texts(section, library)
    events = _events(section, library)
    steps = [_stay(run, until, held) for run, until in zip(runs, ends, strict=True)]
    return Story(
        title=section.title,
        href=address.clause(section.id),
        said=f"{entered or f'It entered the rules as {runs[0].number} on {first}'}. {_moves(runs)}",
        stair=draw_stair(steps, tuple(_drawn(events)), tuple(_remarks(section, library)), scale),
        rows=tuple(_row(run, until, events, held, library) for run, until in zip(runs, ends, strict=True)),
    )


def _moves(runs: Sequence[NumberRun]) -> str:
    if len(runs) == 1:
        return "It has kept that number."
    numbers = counted(len({run.number for run in runs}), "number")
    return f"It has moved {times(len(runs) - 1)}, through {numbers}. Each step is a stay under one number."


def clauses_in(section: KnownLineage, library: Library) -> Iterator[KnownLineage]:
    """Yield the clauses that entered the rules within a section, by the place they entered it."""
    for lineage in library.lineages:
        first = lineage.runs[0]
        number = section.number_in(first.first)
        if not is_heading(lineage) and number and number.subsection == first.number.subsection:
            yield lineage


def _events(section: KnownLineage, library: Library) -> Mapping[date, Counter[str]]:
    """Return, for each day on which something happened to the clauses of a section, how many times what."""
    found: dict[date, Counter[str]] = {}
    for lineage in clauses_in(section, library):
        found.setdefault(lineage.runs[0].first, Counter())["added"] += 1
        for wording in lineage.wordings:
            found.setdefault(wording.release, Counter())[wording.respect.value] += 1
        if lineage.removed:
            found.setdefault(lineage.removed, Counter())["removed"] += 1
    return dict(sorted(found.items()))


def _drawn(events: Mapping[date, Counter[str]]) -> Iterator[Event]:
    """Yield what is drawn: a mark for each kind, a renewed reference or another example only where nothing else is."""
    for day, counts in events.items():
        weighty = [kind for kind in ("removed", "added", "wording") if counts[kind]]
        for kind in weighty or ["example" if counts["example"] else "reference"]:
            yield Event(day, kind, f"{day}: {_say(counts)}")


def _remarks(section: KnownLineage, library: Library) -> Iterator[Remark]:
    """Yield our notes on a section, each on the last of its days on which the clause it is mainly about changed."""
    inside = {lineage.id: lineage for lineage in (section, *clauses_in(section, library))}
    for note in library.annotations:
        main = inside.get(note.lineages[0])
        days = set(_days(main)).intersection(note.releases) if main else set()
        if main and days:
            yield Remark(max(days), note.title, address.note(main.id, note.id))


def _days(lineage: KnownLineage) -> Iterator[date]:
    yield lineage.runs[0].first
    yield from (wording.release for wording in lineage.wordings)
    if lineage.removed:
        yield lineage.removed


def _say(counts: Counter[str]) -> str:
    said = [f"{numeral(counts[kind])} {words}" for kind, words in _SAID.items() if counts[kind]]
    return listed(said)


def _stay(run: NumberRun, until: date, held: tuple[Held, ...]) -> Stay:
    within = [item for item in held if run.first <= item.effective <= run.last]
    href = address.edition(within[0].text.id) if within else address.number(run.number)
    return Stay(run.first, run.last, until, str(run.number), bool(within), href)


def _row(
    run: NumberRun, until: date, events: Mapping[date, Counter[str]], held: tuple[Held, ...], library: Library
) -> StayRow:
    has_rule = run.number.subsection in rule.subsections(library)
    return StayRow(
        first=run.first.isoformat(),
        last=run.last.isoformat(),
        number=str(run.number),
        href=address.rule(run.number.subsection) if has_rule else address.number(run.number),
        happened=tuple((day.isoformat(), _say(counts)) for day, counts in events.items() if run.first <= day < until),
        texts=tuple(
            (f"{item.effective}, {item.text.edition.title}", address.edition(item.text.id))
            for item in held
            if run.first <= item.effective <= run.last
        ),
    )
