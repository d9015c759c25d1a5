"""The life of a section: the stair of its numbers, and the same as a table with what happened to its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Facet
from crdiff.history.lineage import NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, is_heading, quotation_address
from crdiff.pages.drawing.timeline import Happening, Remark, Scale, Stair, StairStay, draw_stair
from crdiff.pages.frame import address
from crdiff.pages.frame.english import counted, numeral, times
from crdiff.reports.phrases import listed

_SAID = {
    "added": "added",
    "removed": "removed",
    "revoked": "revoked",
    "wording": "reworded",
    "reference": "with a renewed reference",
    "example": "with another example",
}
"""Kinds of events in the order they are said and drawn."""
_YEARS_BEFORE = 2
"""Years of the picture before the section begins: its first number stands there."""


@dataclass(frozen=True, slots=True)
class StayRow:
    """A stay as a row beneath the stair; `happened` are (release, words), `texts` (words, address)."""

    first: date
    last: date
    number: str
    href: str
    happened: tuple[tuple[date, str], ...]
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The life of a section: the picture, and the same as a table."""

    title: str
    href: str
    said: str
    stair: Stair
    rows: tuple[StayRow, ...]
    is_held: bool


def tell(section: ClauseLineage, archive: ArchiveIndex, entered: str) -> Story:
    """Return the story of the subsection that `section` is the heading of; `entered` says how it began."""
    runs = section.joined_runs
    first = runs[0].first
    scale = Scale(date(first.year - _YEARS_BEFORE, 1, 1), archive.scale.last)
    ends = [*(run.first for run in runs[1:]), archive.until(section)]
    events = _events(section, archive)
    stays = [_stay(run, until, section, archive) for run, until in zip(runs, ends, strict=True)]
    return Story(
        title=archive.title(section.id),
        href=address.clause(section.id),
        said=f"{entered}. {_moves(runs)}",
        stair=draw_stair(stays, tuple(_drawn(events)), tuple(_remarks(section, archive)), scale),
        rows=tuple(_row(run, until, events, section, archive) for run, until in zip(runs, ends, strict=True)),
        is_held=all(stay.held for stay in stays),
    )


def sections_with_texts(archive: ArchiveIndex) -> Iterator[ClauseLineage]:
    """Yield the subsections that several editions quote: they have a story to tell."""
    for lineage in archive.contents.lineages:
        if is_heading(lineage) and len(archive.quoted(lineage.id)) > 1:
            yield lineage


def clauses_in(section: ClauseLineage, archive: ArchiveIndex) -> Iterator[ClauseLineage]:
    """Yield the clauses that entered the rules within a section, by the place they entered it."""
    for lineage in archive.contents.lineages:
        first = lineage.runs[0]
        number = section.number_in(first.first)
        if not is_heading(lineage) and number and number.subsection == first.number.subsection:
            yield lineage


def _moves(runs: Sequence[NumberRun[ClauseNumber]]) -> str:
    if len(runs) == 1:
        return "It has kept that number."
    numbers = counted(len({run.number for run in runs}), "number")
    return f"It has moved {times(len(runs) - 1)}, through {numbers}. Each step is a stay under one number."


def _events(section: ClauseLineage, archive: ArchiveIndex) -> Mapping[date, Counter[str]]:
    """Return, for each day on which something happened to the clauses of a section, how many times what."""
    found: dict[date, Counter[str]] = {}
    for lineage in clauses_in(section, archive):
        found.setdefault(lineage.runs[0].first, Counter())["added"] += 1
        for worded in lineage.wordings[1:]:
            is_notice = worded.first == lineage.revoked
            found.setdefault(worded.first, Counter())["revoked" if is_notice else _respect(worded.facets)] += 1
        if lineage.removed:
            found.setdefault(lineage.removed, Counter())["removed"] += 1
    return dict(sorted(found.items()))


def _respect(facets: Sequence[Facet]) -> str:
    """Return whether a new wording is one, or only a renewed reference or another example."""
    kinds = set(facets) - {Facet.TYPOGRAPHIC}
    return next(iter(kinds)).value if kinds in ({Facet.REFERENCE}, {Facet.EXAMPLE}) else "wording"


def _drawn(events: Mapping[date, Counter[str]]) -> Iterator[Happening]:
    """Yield what is drawn: a mark for each kind, a renewed reference or another example only where nothing else is."""
    for day, counts in events.items():
        weighty = [kind for kind in ("removed", "revoked", "added", "wording") if counts[kind]]
        for kind in weighty or ["example" if counts["example"] else "reference"]:
            yield Happening(day, kind, f"{day}: {_say(counts)}")


def _remarks(section: ClauseLineage, archive: ArchiveIndex) -> Iterator[Remark]:
    """Yield our notes on a section, each on the last of its days on which the clause it is mainly about changed."""
    inside = {lineage.id: lineage for lineage in (section, *clauses_in(section, archive))}
    for note in archive.annotations:
        main = inside.get(note.lineages[0])
        days = set(_days(main)).intersection(note.releases) if main else set()
        if main and days:
            yield Remark(max(days), note.title, address.note(main.id, note.id))


def _days(lineage: ClauseLineage) -> Iterator[date]:
    yield lineage.runs[0].first
    yield from (worded.first for worded in lineage.wordings[1:])
    if lineage.removed:
        yield lineage.removed


def _say(counts: Counter[str]) -> str:
    said = [f"{numeral(counts[kind])} {words}" for kind, words in _SAID.items() if counts[kind]]
    return listed(said)


def _stay(run: NumberRun[ClauseNumber], until: date, section: ClauseLineage, archive: ArchiveIndex) -> StairStay:
    text = archive.text_address(section, run.first, run.last)
    return StairStay(run.first, run.last, until, str(run.number), bool(text), text or address.number(run.number))


def _row(
    run: NumberRun[ClauseNumber],
    until: date,
    events: Mapping[date, Counter[str]],
    section: ClauseLineage,
    archive: ArchiveIndex,
) -> StayRow:
    text = "" if archive.is_recorded else archive.text_address(section, run.first, run.last)
    quoted = (each for each in archive.quoted(section.id) if run.first <= each.text.effective <= run.last)
    return StayRow(
        first=run.first,
        last=run.last,
        number=str(run.number),
        href=_subsection_address(run.number, archive),
        happened=tuple((day, _say(counts)) for day, counts in events.items() if run.first <= day < until),
        texts=(
            *((("the text then", text),) if text else ()),
            *((f"{each.text.effective}, {each.text.edition.title}", quotation_address(each)) for each in quoted),
        ),
    )


def _subsection_address(number: ClauseNumber, archive: ArchiveIndex) -> str:
    """Return where a former number of the section leads, "" where its texts say more."""
    if not archive.is_recorded:
        return ""
    known = number.subsection in archive.subsections
    return address.rule(number.subsection) if known else address.number(number)
