"""The history of a subsection or rule in a table: its numbers and titles, each with its days in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.rules.former_places import FormerText


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A time under one number and title.

    It `began` with a release and ended with the day `until`, "" while it lasts. `href` leads to the text at its
    beginning, `size` counts the clauses at its end, None where that is not known.
    """

    began: str
    until: str
    number: str
    href: str
    title: str
    size: int | None


def place_rows(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[PlaceRow, ...]:
    """Return the former numbers and titles of a subsection or rule, newest first."""
    rows = _recorded(lineage, archive) if archive.is_recorded else _held(lineage, archive)
    return tuple(reversed([*rows]))


def _held(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[PlaceRow]:
    def called(text: FormerText) -> tuple[str, str]:
        worded = archive.places.worded(lineage.id, text.first)
        return str(text.number), worded.title or ("" if text.number.rule else worded.text)

    for (number, title), same in groupby(reversed(archive.places.times(lineage.id)), key=called):
        texts = [*same]
        until = texts[-1].until
        began = archive.came_with(texts[0].first)
        yield PlaceRow(
            began,
            str(until or ""),
            number,
            next(filter(None, (each.address for each in texts)), ""),
            title,
            texts[-1].size,
        )


def _recorded(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[PlaceRow]:
    for run in lineage.runs:
        until = archive.last_day_of(run, lineage)
        where = archive.text_address(lineage, run.first, run.last)
        yield PlaceRow(archive.came_with(run.first), str(until or ""), str(run.number), where, "", None)


def minor_changes(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[str, ...]:
    """Return the releases that changed no words of a text: typography, references, examples or numbers alone."""
    texts = archive.places.times(lineage.id)
    return tuple(archive.release_name(text.first) for text in texts if not text.is_reworded)
